/* SPDX-License-Identifier: MIT */
/* The common reader, as formats see it. */
#ifndef DFMTI_READER_IMPL_H
#define DFMTI_READER_IMPL_H

#include <diagfmt/reader.h>

#include "base/config.h"
#include "base/fault.h"
#include "base/growth.h"
#include "base/mem.h"
#include "base/rare.h"
#include "carrier/carrier.h"
#include "codec/expansion.h"
#include "columns.h"
#include "format_ops.h"
#include "identify.h"
#include "io/stream.h"
#include "json_state.h"

/* Lets a payload source notice that its reader has moved on. Not counted as the reader's: the last holder frees it. */
struct dfmti_payload_link {
  struct dfmti_mem mem;
  dfmt_reader *r; /* NULL: gone or moved on */
  uint32_t refs;
};

struct dfmti_payload {
  bool pending;        /* format: bytes are left in the window that belong to the current event's payload */
  bool inlined;        /* format: the value is in `value` and `raw` */
  dfmt_str value, raw; /* of an inlined value: decoded, and as in the input */
  uint64_t stored;     /* format: compressed bytes used up so far, for MAX_RATIO */
  uint64_t lead;       /* format: bytes of the event before its value, where both are in one text */
  uint64_t line;       /* format: that its value begins in, from 1, if it counts them; 0: not known */
  uint32_t mode;       /* DFMT_PAYLOAD_* */
  bool started;        /* a byte was asked for: the mode is fixed */
  dfmt_status done;    /* 0 while there may be more; END or the error that ended it */
  const uint8_t *ptr;  /* piece in hand */
  size_t len;
  uint64_t given;   /* bytes handed out so far */
  uint64_t drained; /* of these, by dfmt_payload_drain() */
};

/* Where a reader begins that does not begin at the start: by an index of the format. */
struct dfmti_resume {
  void *index; /* NULL: at the start */
  void (*release)(void *index);
  uint32_t what; /* the format's */
  uint64_t number;
};

struct dfmt_reader {
  struct dfmti_stream in;
  dfmt_config config;
  bool unwrap;
  bool counts_lines; /* formats that are texts tell payload.line, which takes time */

  const struct dfmti_format *format;                      /* NULL: not known yet */
  const dfmt_read_format *ops;                            /* its */
  void *state;                                            /* of that format */
  const dfmt_read_format *formats[DFMTI_MAX_FORMATS + 1]; /* all that it knows; NULL-ended */
  void *states[DFMTI_MAX_FORMATS];                        /* of every format met so far, by place in that list */

  bool given;                   /* the format was, at open */
  uint32_t archives;            /* that were taken off, one in another */
  uint32_t look;                /* how far finding it out is: reader_identify.c */
  struct dfmti_guesses guesses; /* what it may be */
  struct {
    size_t next;                  /* of the formats: the one that is asked */
    bool open;                    /* its open() was called */
    struct dfmti_window win;      /* of what it looks at */
    struct dfmti_guesses guesses; /* what those before it said */
  } sought;

  bool excerpt;              /* in.text is a part of a text */
  uint32_t wrapper, variant; /* variant: format, if it can tell */
  uint32_t threads;          /* format: that decompress ahead; 0 at open */

  struct dfmti_envelope out; /* format: the event to fill; zeroed before next() but for size */
  struct dfmti_resume resume;
  const dfmt_event *current;       /* what the caller has in hand: &out.ev, &diagnostic.out.ev or NULL */
  struct dfmti_payload payload;    /* of `out` */
  struct dfmti_errors payload_err; /* the error that ended it */
  struct dfmti_payload_link *link; /* of the current event, if asked for */
  const dfmt_writer *copier;       /* the last that copied a payload of this file, only to be compared */
  uint64_t copy;                   /* and which of its copies that was */
  struct dfmti_json_state json;    /* of a line in the making */
  struct dfmti_rows *rows;         /* NULL: none were asked for yet */

  struct {
    struct dfmti_envelope out;
    DFMTI_BODY(dfmt_diagnostic, d);
  } diagnostic; /* the one being delivered */
  uint64_t records;
  bool busy, open;
  bool began;           /* the format's open() was called */
  bool held;            /* `out` is filled, but diagnostics go first */
  dfmt_status finished; /* sticky END or error */
  struct dfmti_errors finished_err;
};

/* ---- reader.c ---- */

/* The next event, or the next rows if these are asked for: what all calls have in common. */
dfmt_status dfmti_reader_take(dfmt_reader *r, const dfmt_event **out);

/*
 * What next() of most formats is: makes steps until one has filled the event. A step's other statuses end it, and so do
 * diagnostics that have come to be many.
 */
static inline dfmt_status dfmti_reader_steps(dfmt_reader *r, dfmt_status (*step)(dfmt_reader *r)) {
  while (!r->out.ev.body) {
    if (dfmti_stream_has_many_notes(&r->in)) return DFMTI_NOTES;
    dfmt_status st = step(r);
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}

/* ---- reader_input.c ---- */

/*
 * Goes on with other bytes: those of `s`, of which a reference is kept, with DFMT_WRAPPER_* taken off. The window is
 * empty then. OK, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmti_reader_take_source(dfmt_reader *r, dfmt_source *s, uint32_t wrapper);

/* The start of the source, which is in the window, with DFMT_WRAPPER_* taken off. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_reader_unwrap(dfmt_reader *r, uint32_t wrapper);

/* The start of a text, which is in the window, as UTF-8 without a byte order mark. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_reader_decode(dfmt_reader *r, struct dfmti_carrier c);

/* A report that stands in the text that the window begins with, without that. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_reader_take_excerpt(dfmt_reader *r, const struct dfmti_excerpt *found);

/* The input has ended: says so if it did inside of a character, and what was left out of a text. */
void dfmti_reader_end_text(dfmt_reader *r);

void dfmti_reader_drop_sources(dfmt_reader *r);

/* What its containers may decode to. */
static inline struct dfmti_expansion dfmti_reader_expansion(const dfmt_reader *r) {
  return (struct dfmti_expansion){r->in.max_output, r->in.max_ratio};
}

/* Puts these limits in force, as they may have been raised since the wrapper was taken off. */
void dfmti_reader_limit_expansion(const dfmt_reader *r);

/* ---- reader_identify.c ---- */

/* The format of that number; NULL: it knows none. */
DFMTI_RARE const dfmt_read_format *dfmti_reader_find(const dfmt_reader *r, uint32_t format);

/* Its format is that of a number, or not known yet (0). */
DFMTI_RARE void dfmti_reader_take_format(dfmt_reader *r, uint32_t format);

/* The state of the format at a place of the list, kept from open to open, as r->state. OK, E_NOMEM, E_LIMIT. */
DFMTI_RARE dfmt_status dfmti_reader_state(dfmt_reader *r, size_t place);

/*
 * Finds out format and wrapper, r->format and r->in.unwrapped, of what was opened. Does nothing if that is done. AGAIN,
 * E_NOMEM, E_LIMIT: call again. E_UNSUPPORTED: no format knows it. Else what the source says.
 */
DFMTI_RARE dfmt_status dfmti_reader_identify(dfmt_reader *r);
void dfmti_reader_forget(dfmt_reader *r); /* another input was opened */
void dfmti_reader_known(dfmt_reader *r);  /* format and wrapper have been set */

#endif
