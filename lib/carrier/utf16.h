/* SPDX-License-Identifier: MIT */
/* UTF-16 to UTF-8. Halves of characters that stand alone become U+FFFD, one each. */
#ifndef DFMTI_UTF16_H
#define DFMTI_UTF16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DFMTI_UTF16_MOST = 4 }; /* bytes of UTF-8 that a step may make */

/* Zeroed but for `big` is the start. */
struct dfmti_utf16 {
  bool big;
  uint16_t high; /* the first half of a character whose second may come; 0: none */
};

/* Takes whole units of *len bytes at *p as long as there is room for any character; returns the bytes that they made.
 */
size_t dfmti_utf16_take(struct dfmti_utf16 *x, const uint8_t **p, size_t *len, uint8_t *out, size_t cap);

/* What is left when no unit follows. out: DFMTI_UTF16_MOST bytes. */
size_t dfmti_utf16_end(struct dfmti_utf16 *x, uint8_t *out);

#endif
