/* SPDX-License-Identifier: MIT */
/*
 * Internals of extract. At most three files are open at once: one for a value, a section and a service. For an event:
 *
 *   TAKING (is it wanted) -> [NEXT (of several files) ->] BEGINNING (a file) -> POURING -> ENDING (it) -> DONE, or NEXT
 *
 * The file of a section stays at POURING; files open at the end of the input go to ENDING then.
 */
#ifndef DFMTO_EXTRACT_H
#define DFMTO_EXTRACT_H

#include "op/answers.h"
#include "op/texts.h"
#include "select/select.h"
#include "types.h"

struct dfmto_extract;

/* The next file to write. */
struct dfmto_extract_file {
  dfmt_str name;    /* name of the file */
  dfmt_str content; /* ptr NULL, len not 0: too large to be delivered */
};

/*
 * For a format with more than one value for each key. Functions that are NULL have nothing to do; after E_NOMEM and
 * E_LIMIT each may be called again.
 */
struct dfmto_extract_format {
  uint32_t format;
  const char *refused; /* why there is nothing to extract; NULL: there is */
  size_t state_size;   /* bytes of x->state, zeroed */
  /* Sees each event, before the files of chosen ones. OK, E_*. */
  dfmt_status (*look)(struct dfmto_extract *x);
  /* The next file of the current event; names are safe. OK; END: no more; E_*. NULL: it has a value. */
  dfmt_status (*next)(struct dfmto_extract *x, struct dfmto_extract_file *out);
  /* Sets x->phase for an event of a text, which may belong to x->out from then on. OK, E_*. */
  dfmt_status (*part)(struct dfmto_extract *x);
  void (*close)(struct dfmto_extract *x);
};

enum { DFMTO_EXTRACT_VALUE, DFMTO_EXTRACT_SECTION, DFMTO_EXTRACT_SERVICE, DFMTO_EXTRACT_FILES };

/* An open file. */
struct dfmto_extract_out {
  dfmt_sink *sink; /* NULL: not open */
  int folder;      /* directory that it is in, negative: the given one */
  bool anew;       /* open it again */
  uint64_t bytes;  /* bytes written */
  uint64_t offset; /* of its event */
  struct dfmti_buf key, path;
};

enum { DFMTO_EXTRACT_KEY = 1024, DFMTO_EXTRACT_SENTENCE = 512 };

/* A problem without an event; or the same with interned texts. */
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
  DFMTO_EXTRACT_NEXT, /* next file of an event with several */
  DFMTO_EXTRACT_BEGINNING,
  DFMTO_EXTRACT_POURING,
  DFMTO_EXTRACT_ENDING
};

struct dfmto_extract {
  dfmt_op *op;
  int directory;                            /* negative: not given */
  dfmt_config *sinks;                       /* configuration of sinks, which cannot be stopped half-way */
  bool sections, again;                     /* again: the second pass over the input, for the whole text */
  enum dfmto_extract_phase phase, then;     /* then: the phase after ENDING */
  const struct dfmto_entry_format *entries; /* NULL: the format is not known yet */
  const struct dfmto_extract_format *format;
  void *state; /* state of the format */
  struct dfmto_select select;
  const dfmt_event *ev;
  bool chosen, wanted;           /* chosen: the current event was checked; wanted: by the options on calls */
  bool refused;                  /* the input cannot be continued */
  bool text_wanted;              /* the entry at text_offset is left to the second pass */
  uint64_t text_offset, n_found; /* n_found: files seen */
  struct dfmti_buf room;         /* the event's key */
  struct dfmto_extract_out outs[DFMTO_EXTRACT_FILES];
  struct dfmto_extract_out *out; /* current */
  dfmt_str piece;                /* of the value, not yet written */
  bool given;                    /* the piece is the whole value */
  dfmt_str name;                 /* its name, if so */
  size_t missing;
  dfmt_extract_total total;
  /* problems */
  bool waits;                              /* `found` is to be stored */
  bool full;                               /* no more are stored */
  struct dfmto_extract_found found, maybe; /* maybe: reported if the caller accepts the failure */
  struct dfmto_extract_kept *kept;
  size_t n_kept, cap_kept;
  struct dfmto_texts texts;
};

/* ---- file.c ---- */

/*
 * Opens x->out for its path and key, and creates its directory. If existing files prevent that, a problem is reported
 * and the file is not open. OK, E_IO, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_extract_begin(struct dfmto_extract *x);

/* Writes some of x->piece. Statuses as above; after OK the file may have been closed. */
dfmt_status dfmto_extract_write(struct dfmto_extract *x);

/* Completes x->out. */
dfmt_status dfmto_extract_end(struct dfmto_extract *x);

/* Discards it. */
void dfmto_extract_drop(struct dfmto_extract_out *out);

/* ---- rows.c ---- */

/* Begins the report of a problem; the caller may fill in more. */
struct dfmto_extract_found *dfmto_extract_tell(struct dfmto_extract *x, uint32_t what, dfmt_str key, uint64_t offset,
                                               const char *sentence);

/* Sets `f` from the error of a reader or a sink. */
void dfmto_extract_fault(struct dfmto_extract_found *f, uint32_t what, dfmt_str key, const dfmt_error *e);

/* Stores the waiting problem. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmto_extract_keep(struct dfmto_extract *x);

extern const struct dfmto_answer dfmto_extract_answers[];

static inline dfmt_str dfmto_extract_key(const struct dfmto_extract_out *out) {
  return (dfmt_str){(const char *)out->key.ptr, out->key.len};
}

#endif
