/* SPDX-License-Identifier: MIT */
/* Texts that are not UTF-8 in their file, taken apart without the library. */
#ifndef HARNESS_CARRIED_H
#define HARNESS_CARRIED_H

#include "harness.h"

enum carried {
  CARRIED_NOT,
  CARRIED_MARK,
  CARRIED_LITTLE,
  CARRIED_BIG,
  CARRIED_QUOTED,   /* in another text: after "> ", without the blank on empty lines */
  CARRIED_INDENTED, /* after four blanks, which empty lines have not */
  CARRIED_FENCED,   /* between lines of three backticks, with words before and after */
  CARRIED_MAIL      /* in quoted-printable, as a part of a mail */
};

/* What the bytes of a file begin as. */
enum carried carried_as(const void *ptr, size_t len);

/* Adds UTF-8 to the bytes of a file; mark: after a byte order mark. */
void carried_add(struct bytes *to, enum carried how, bool mark, const void *utf8, size_t len);

/* Where each byte of that text would be in the file, and its end: len + 1 of them, for xfree(). */
uint64_t *carried_places(enum carried how, bool mark, const void *utf8, size_t len);

/* Whether these bytes are the lines of a text, each after a prefix. */
bool carried_is_quoted(const uint8_t *p, uint64_t n, dfmt_str text);

/* Whether they are that text in quoted-printable. */
bool carried_is_printable(const uint8_t *p, uint64_t n, dfmt_str text);

/* Bytes of the ends of lines at p that join them there: what follows is the line that a place in the file is in. */
size_t carried_joins(const uint8_t *p, size_t n);

/* Whether the n bytes at p are the text in UTF-16, of which a half of a character is U+FFFD. */
bool carried_is(enum carried how, const uint8_t *p, uint64_t n, dfmt_str text);

#endif
