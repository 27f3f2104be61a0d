/* SPDX-License-Identifier: MIT */
/* Reports that stand in another text: a mail, an issue, a comment, a list; quoted, indented or fenced. */
#ifndef DFMTI_EXCERPT_H
#define DFMTI_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  DFMTI_EXCERPT_PREFIX = 24, /* bytes before each line, at most */
  DFMTI_EXCERPT_LINE = 256   /* of a line, that are looked at */
};

/* What a format knows of its reports. Lines come without their prefix, and are cut. */
struct dfmti_excerpt_form {
  bool (*begins)(const uint8_t *p, size_t n);  /* whether a line begins one; true of few lines of other texts */
  bool (*goes_on)(const uint8_t *p, size_t n); /* whether a line after an empty one may belong to it; NULL: any */
  bool several;                                /* what follows one in a text may be another */
};

struct dfmti_excerpt {
  const struct dfmti_excerpt_form *form;
  size_t at;      /* where its first line begins, with the prefix [bytes] */
  uint64_t place; /* the same in the file; set by who knows how the text lies there [bytes] */
  uint64_t lines; /* before that */
  size_t n_first; /* bytes before the first line's text: the prefix, and markup */
  size_t n_prefix;
  uint8_t prefix[DFMTI_EXCERPT_PREFIX];
};

/* The first line from x->at on, which is the start of one, that begins a report. false: none. */
bool dfmti_excerpt_find(struct dfmti_excerpt *x, const uint8_t *p, size_t n);

/* Moves x->at to the next line. */
void dfmti_excerpt_pass(struct dfmti_excerpt *x, const uint8_t *p, size_t n);

/* Whether one begins with this line; its prefix is set then, and what stands before its text. */
bool dfmti_excerpt_begins(struct dfmti_excerpt *x, const uint8_t *p, size_t n);

/* How a line of the text is one of the report. */
enum dfmti_excerpt_part { DFMTI_EXCERPT_INSIDE, DFMTI_EXCERPT_EMPTY, DFMTI_EXCERPT_OUTSIDE };

/* skip: bytes of its prefix, which may have lost the blanks at its end if the line is empty. */
enum dfmti_excerpt_part dfmti_excerpt_line(const struct dfmti_excerpt *x, const uint8_t *p, size_t n, size_t *skip);

#endif
