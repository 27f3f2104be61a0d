/* SPDX-License-Identifier: MIT */
/*
 * Mails, of which bodies may be in quoted-printable: "=XX" is a byte, and "=" at a line's end joins two lines. What is
 * not, such as headers and other parts, is as it is; so is "=" before anything else. Blanks before a line's end go.
 */
#ifndef DFMTI_MAIL_H
#define DFMTI_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  DFMTI_MAIL_LOOK = 128,    /* bytes that tell what comes next, if there are as many */
  DFMTI_MAIL_BOUNDARY = 80, /* of the line before a part */
  DFMTI_MAIL_FOUND = 65536  /* bytes within which the first such body must have its header */
};

/* Zeroed is the start. */
struct dfmti_mail {
  bool in_line; /* the line at hand has been judged */
  bool coming;  /* a header said so: what follows the next empty line is quoted-printable */
  bool quoted;  /* it is */
  size_t n_boundary;
  uint8_t boundary[DFMTI_MAIL_BOUNDARY]; /* the last line that may be one; one that ends a body is the same */
  uint64_t lines;                        /* that were taken */
};

/* Whether a text that begins so is a mail with such a body. */
bool dfmti_mail_is(const uint8_t *p, size_t n);

/*
 * Takes some of *n bytes at *p, at least one: DFMTI_MAIL_LOOK of them, or all that follow. Returns what they made,
 * which may be nothing: the same bytes, or one that was "=XX". cap: at least 1.
 */
size_t dfmti_mail_take(struct dfmti_mail *x, const uint8_t **p, size_t *n, uint8_t *out, size_t cap);

#endif
