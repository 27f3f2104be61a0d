/* SPDX-License-Identifier: MIT */
/*
 * Taking names out of text. A pattern matches any part of a text; '*', '?' and '[!...]' in it match name characters
 * only: no blanks, quotes, brackets and none of ",;:=|". Text may come in pieces of any size. In a path they match no
 * '/' either, and what has matched is taken out component by component, so that directories stay what they are. A name
 * gets the same placeholder wherever it stands.
 */
#ifndef DFMTO_REDACT_H
#define DFMTO_REDACT_H

#include "op/op.h"
#include "words.h"

#include <diagfmt/simpleperf.h>

/* Kinds of placeholders, each with numbers of its own. */
enum dfmto_redacted {
  DFMTO_REDACTED_SYMBOL,
  DFMTO_REDACTED_FILE,
  DFMTO_REDACTED_THREAD,
  DFMTO_REDACTED_APP,
  DFMTO_REDACTED_TEXT,
  DFMTO_N_REDACTED
};

/* What a byte of text must be for a pattern to go on. */
struct dfmto_redact_step {
  unsigned char set[32]; /* a bit for each byte */
  bool repeats;          /* '*' */
  bool wild;             /* a wildcard: not for what is between components of a path */
  bool last;
  size_t word; /* which pattern it is of */
};

/* A pattern that has matched from `start` up to now, as far as the step. */
struct dfmto_redact_state {
  size_t step;
  uint64_t start;
};

/* Where a step's state is in the list, if `round` is the list's. */
struct dfmto_redact_place {
  uint64_t round;
  size_t index;
};

struct dfmto_redact_range {
  uint64_t start, end;
  bool unseen; /* it may match, but is too long to be held */
};

struct dfmto_redact {
  dfmt_op *op;
  struct dfmto_words words;
  dfmt_simpleperf_symbols *numbers; /* its files are the kinds */
  char text[64];                    /* the last placeholder */
  int32_t n_of[DFMTO_N_REDACTED];   /* placeholders of each kind */
  struct dfmti_buf steps;           /* of dfmto_redact_step */
  size_t n_steps;
  struct dfmti_buf first[256];             /* of size_t: first steps of the patterns that may begin with a byte */
  struct dfmto_redact_state *states, *old; /* each step once */
  size_t n_states;
  struct dfmto_redact_place *places; /* by step */
  uint64_t round;                    /* counts lists of states */
  struct dfmti_buf range_room;       /* of dfmto_redact_range: what has matched and is not out, in order */
  size_t n_ranges, range;            /* range: the first that is not out */
  struct dfmti_buf held;             /* the text; from held_at on it is not out */
  size_t held_at;
  uint64_t at, taken; /* bytes that have been looked at, and that are out */
  uint64_t upto;      /* where putting out is to stop */
  bool putting, gave_up;
  uint64_t kept;     /* bytes of names that have placeholders */
  uint64_t given_up; /* ranges that went unseen */
  bool path;         /* the text is one */
  struct dfmti_buf out;
  size_t out_at; /* of these bytes, what the owner has used */
};

/* For the patterns of DFMT_OPS_CONVERT_REDACT. OK, E_NOMEM, E_LIMIT: then it is to be freed. */
dfmt_status dfmto_redact_begin(struct dfmto_redact *r, dfmt_op *op);

/* Takes up to len bytes of text in, and appends to `out` what is known of it. OK; E_*: *used bytes were taken. */
dfmt_status dfmto_redact_feed(struct dfmto_redact *r, const void *ptr, size_t len, size_t *used);

/* The text ends here: what follows is another one. */
dfmt_status dfmto_redact_flush(struct dfmto_redact *r);

/* Forgets the text in hand. */
void dfmto_redact_reset(struct dfmto_redact *r);

/* A text as a whole, in `to`; no other text is in hand. path: it is one. */
dfmt_status dfmto_redact_whole(struct dfmto_redact *r, dfmt_str text, bool path, struct dfmti_buf *to);

/* The placeholder of a name; `also` tells names apart that are equal otherwise. Valid until the next call. */
dfmt_status dfmto_redact_name(struct dfmto_redact *r, enum dfmto_redacted kind, dfmt_str name, dfmt_str also,
                              dfmt_str *out);

void dfmto_redact_free(struct dfmto_redact *r);

#endif
