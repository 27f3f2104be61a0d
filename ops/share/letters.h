/* SPDX-License-Identifier: MIT */
/* Classes of bytes, independent of the locale. */
#ifndef DFMTO_SHARE_LETTERS_H
#define DFMTO_SHARE_LETTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
  DFMTO_KIND_WORD = 1, /* a letter or digit, or not ASCII */
  DFMTO_KIND_DIGIT = 2,
  DFMTO_KIND_HEX = 4,
  DFMTO_KIND_RUN = 8,      /* may occur in base64 */
  DFMTO_KIND_SPECIAL = 16, /* @ < % & \ and = may begin something, as may the first bytes of typographic marks */
  DFMTO_KIND_GAP = 32,     /* may separate digits of a number */
  DFMTO_KIND_HEX_GAP = 64  /* may separate digits of a hexadecimal number */
};

extern const uint8_t dfmto_share_kinds[256];
extern const int8_t dfmto_share_sextets[256]; /* base64 in either alphabet; -1: not a digit */
extern const uint8_t dfmto_share_folded[256]; /* lower case; '+' becomes a blank */

static inline bool dfmto_share_is_word(uint8_t c) { return dfmto_share_kinds[c] & DFMTO_KIND_WORD; }
static inline bool dfmto_share_is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static inline bool dfmto_share_is_hex(uint8_t c) { return dfmto_share_kinds[c] & DFMTO_KIND_HEX; }
static inline uint8_t dfmto_share_lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; }
static inline bool dfmto_share_is_letter(uint8_t c) { return (uint8_t)((c | 0x20) - 'a') < 26; }
static inline bool dfmto_share_is_one_of(uint8_t c, const char *set) { return c && strchr(set, c) != NULL; }
static inline bool dfmto_share_is_blank(uint8_t c) { return c == ' ' || c == '\t'; }
/* What may stand between a label and the sign that joins it with its value: "key":, [key]:, key():. */
static inline bool dfmto_share_is_closer(uint8_t c) {
  return c == '"' || c == '\'' || c == ']' || c == ')' || c == '\\';
}
static inline unsigned dfmto_share_hex_value(uint8_t c) {
  return (unsigned)(dfmto_share_is_digit(c) ? c - '0' : dfmto_share_lower(c) - 'a' + 10);
}

#endif
