/* SPDX-License-Identifier: MIT */
/* Characters and words of a text p[0 … end). */
#ifndef DFMTI_TEXT_H
#define DFMTI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool dfmti_is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }

/* Of ASCII, or an underscore. */
static inline bool dfmti_is_letter(uint8_t c) { return (uint8_t)((c | 0x20) - 'a') < 26 || c == '_'; }

enum { DFMTI_U64_TEXT = 20 }; /* digits of UINT64_MAX */

/* Writes a number's decimal digits at the end of text[DFMTI_U64_TEXT], and returns how many there are. */
size_t dfmti_u64_text(uint64_t v, char *text);

/* Writes them at p, where DFMTI_U64_TEXT bytes are, and returns their end. */
uint8_t *dfmti_u64_put_any(uint8_t *p, uint64_t v); /* two digits or more */
static inline uint8_t *dfmti_u64_put(uint8_t *p, uint64_t v) {
  if (v > 9) return dfmti_u64_put_any(p, v);
  *p = (uint8_t)('0' + v);
  return p + 1;
}

enum { DFMTI_EIGHT_DIGITS = 100000000 };

/* The digits of a number below that, as numbers, the first in the highest byte: halves are halved side by side. */
static inline uint64_t dfmti_eight_digits(uint32_t v) {
  uint64_t fours = (uint64_t)(v / 10000) << 32 | v % 10000;
  uint64_t hundreds = (fours * 10486 >> 20) & UINT64_C(0x7f0000007f), twos = hundreds << 16 | (fours - hundreds * 100);
  uint64_t tens = (twos * 103 >> 10) & UINT64_C(0x000f000f000f000f);
  return tens << 8 | (twos - tens * 10);
}

static inline void dfmti_put_eight(uint8_t *p, uint64_t digits) {
  digits |= UINT64_C(0x3030303030303030);
  for (uint32_t i = 0; i < 8; i++) p[i] = (uint8_t)(digits >> (56 - 8 * i));
}

/* Whether it begins with a word. */
bool dfmti_begins(const uint8_t *p, const uint8_t *end, const char *word);

/* The first place of a word, not empty, or NULL. */
const uint8_t *dfmti_find(const uint8_t *p, const uint8_t *end, const char *word);

#endif
