/* SPDX-License-Identifier: MIT */
/*
 * Extract from the inside. At most three files are open at once: a value's, a section's and a service's. Of an event:
 *
 *   TAKING (is it wanted) -> [NEXT (of several files) ->] BEGINNING (a file) -> POURING -> ENDING (it) -> DONE, or NEXT
 *
 * A section's file is left at POURING; what is open at the end of the input is ENDING there.
 */
#ifndef DFMTO_EXTRACT_H
#define DFMTO_EXTRACT_H

#include "op/answers.h"
#include "op/texts.h"
#include "select/select.h"
#include "types.h"

struct dfmto_extract;

/* What is to be written next. */
struct dfmto_extract_file {
  dfmt_str name;    /* of the file */
  dfmt_str content; /* ptr NULL, len not 0: it is too large to be had */
};

/*
 * A format that has more to it than a value for each key. Functions that are NULL have nothing to do; E_NOMEM, E_LIMIT
 * of all: the same call may come again.
 */
struct dfmto_extract_format {
  uint32_t format;
  const char *refused; /* why there is nothing, in words; NULL: there is */
  size_t state_size;   /* bytes, zeroed */
  /* Looks at each event, before the files of those that are wanted. OK, E_*. */
  dfmt_status (*look)(struct dfmto_extract *x);
  /* The next file of the current event, with names that are safe. OK; END: no more; E_*. NULL: it has a value. */
  dfmt_status (*next)(struct dfmto_extract *x, struct dfmto_extract_file *out);
  /* What becomes of an event of a text, which may be part of x->out from then on: x->phase. OK, E_*. */
  dfmt_status (*part)(struct dfmto_extract *x);
  void (*close)(struct dfmto_extract *x);
};

enum { DFMTO_EXTRACT_VALUE, DFMTO_EXTRACT_SECTION, DFMTO_EXTRACT_SERVICE, DFMTO_EXTRACT_FILES };

/* An open file. */
struct dfmto_extract_out {
  dfmt_sink *sink; /* NULL: it is not open */
  int folder;      /* that it is in, below 0: the given one */
  bool anew;       /* it is to be opened once more */
  uint64_t bytes;  /* that were written */
  uint64_t offset; /* of its event */
  struct dfmti_buf key, path;
};

enum { DFMTO_EXTRACT_KEY = 1024, DFMTO_EXTRACT_SENTENCE = 512 };

/* A problem of which nothing is elsewhere; or the same with texts by their numbers. */
struct dfmto_extract_found {
  uint32_t what, severity, number, option;
  dfmt_status status;
  uint64_t needed, line, offset, skipped; /* line 0, offset UINT64_MAX: none */
  size_t key_len, sentence_len;
  char key[DFMTO_EXTRACT_KEY], sentence[DFMTO_EXTRACT_SENTENCE];
};

struct dfmto_extract_kept {
  uint32_t what, severity, number, option;
  dfmt_status status;
  uint64_t needed, line, offset, skipped;
  uint32_t key, sentence; /* key: plus 1; 0: none */
};

enum dfmto_extract_phase {
  DFMTO_EXTRACT_DONE,
  DFMTO_EXTRACT_TAKING,
  DFMTO_EXTRACT_NEXT, /* file of an event with several */
  DFMTO_EXTRACT_BEGINNING,
  DFMTO_EXTRACT_POURING,
  DFMTO_EXTRACT_ENDING
};

struct dfmto_extract {
  dfmt_op *op;
  int directory;                            /* below 0: not given */
  dfmt_config *sinks;                       /* for them: they cannot be stopped half-way */
  bool sections, again;                     /* again: the second time through the input, for the text as a whole */
  enum dfmto_extract_phase phase, then;     /* then: after ENDING */
  const struct dfmto_entry_format *entries; /* NULL: the format is not known yet */
  const struct dfmto_extract_format *format;
  void *state; /* of the format */
  struct dfmto_select select;
  const dfmt_event *ev;
  bool chosen, wanted;           /* chosen: it is known whether the event is wanted by the call that it is */
  bool refused;                  /* there is nothing to go on with */
  bool text_wanted;              /* the entry at text_offset is left for the second time */
  uint64_t text_offset, n_found; /* n_found: files that were met */
  struct dfmti_buf room;         /* the event's key */
  struct dfmto_extract_out outs[DFMTO_EXTRACT_FILES];
  struct dfmto_extract_out *out; /* the current one */
  dfmt_str piece;                /* of its value, not written yet */
  bool given;                    /* the piece is all of it */
  dfmt_str name;                 /* if so */
  size_t missing;
  dfmt_extract_total total;
  /* problems */
  bool waits;                              /* `found` is to be kept */
  bool full;                               /* no more are kept */
  struct dfmto_extract_found found, maybe; /* maybe: what is told if the caller accepts it */
  struct dfmto_extract_kept *kept;
  size_t n_kept, cap_kept;
  struct dfmto_texts texts;
};

/* ---- file.c ---- */

/*
 * Opens x->out for its path and key, in a folder that is made for it. If that cannot be, by what is there, a problem
 * waits and the file is not open. OK, E_IO, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_extract_begin(struct dfmto_extract *x);

/* Writes some of x->piece. The same; after OK the file may not be open any more. */
dfmt_status dfmto_extract_write(struct dfmto_extract *x);

/* Completes x->out. */
dfmt_status dfmto_extract_end(struct dfmto_extract *x);

/* Throws it away. */
void dfmto_extract_drop(struct dfmto_extract_out *out);

/* ---- rows.c ---- */

/* A problem that waits to be kept; for the caller to fill further. */
struct dfmto_extract_found *dfmto_extract_tell(struct dfmto_extract *x, uint32_t what, dfmt_str key, uint64_t offset,
                                               const char *sentence);

/* What a reader or a sink says, in `f`. */
void dfmto_extract_fault(struct dfmto_extract_found *f, uint32_t what, dfmt_str key, const dfmt_error *e);

/* Keeps what waits. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmto_extract_keep(struct dfmto_extract *x);

extern const struct dfmto_answer dfmto_extract_answers[];

static inline dfmt_str dfmto_extract_key(const struct dfmto_extract_out *out) {
  return (dfmt_str){(const char *)out->key.ptr, out->key.len};
}

#endif
