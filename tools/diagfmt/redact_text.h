/* SPDX-License-Identifier: MIT */
/*
 * Taking names out of text: --redact where what is not to be seen may stand anywhere. A pattern matches any part of a
 * text; '*', '?' and '[!...]' in it match name characters only: no blanks, quotes, brackets and none of ",;:=|". Text
 * may come in pieces of any size. In a path they match no '/' either, and what has matched is taken out component by
 * component, so that directories stay what they are.
 */
#ifndef REDACT_TEXT_H
#define REDACT_TEXT_H

#include "buffer.h"
#include "redaction.h"

/* What a byte of text must be for a pattern to go on. */
struct redact_step {
  unsigned char set[32]; /* a bit for each byte */
  bool repeats;          /* '*' */
  bool wild;             /* a wildcard: not for what is between components of a path */
  bool last;
  size_t word; /* which pattern it is of */
};

/* A pattern that has matched from `start` up to now, as far as the step. */
struct redact_state {
  size_t step;
  uint64_t start;
};

/* Where a step's state is in the list, if `round` is the list's. */
struct redact_place {
  uint64_t round;
  size_t index;
};

/* First steps of the patterns that may begin with a byte. */
struct redact_starts {
  size_t *list;
  size_t n, cap;
};

struct redact_range {
  uint64_t start, end;
  bool unseen; /* it may match, but is too long to be held */
};

struct redact_text {
  struct tool *t;
  struct redaction names;
  struct redact_step *steps;
  size_t n_steps;
  struct redact_starts first[256];
  struct redact_state *states, *old; /* each step once */
  size_t n_states;
  struct redact_place *places; /* by step */
  uint64_t round;              /* counts lists of states */
  struct redact_range *ranges; /* what has matched and is not out, in order */
  size_t n_ranges, cap_ranges;
  struct buffer held; /* the text from `out` on */
  uint64_t at, out;   /* bytes that have been looked at, and that are out */
  uint64_t kept;      /* bytes of names that have placeholders */
  uint64_t given_up;  /* ranges that went unseen */
  bool path;          /* the text is one */
  bool full;          /* they are more than --max-table: nothing more is put out */
  void (*put)(void *user, const void *ptr, size_t len);
  void *user;
};

void redact_text_begin(struct redact_text *r, struct tool *t);

/* Where the text goes. */
void redact_text_to(struct redact_text *r, void (*put)(void *user, const void *ptr, size_t len), void *user);

void redact_text_feed(struct redact_text *r, const void *ptr, size_t len);

/* The text ends here: what follows is another one. */
void redact_text_flush(struct redact_text *r);

/* A text as a whole, after what `to` holds. */
void redact_text_of(struct redact_text *r, dfmt_str text, struct buffer *to);

void redact_text_free(struct redact_text *r);

#endif
