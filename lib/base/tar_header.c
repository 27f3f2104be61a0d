/* SPDX-License-Identifier: MIT */
#include "tar_header.h"

#include <string.h>

#include "rare.h"

enum { SIZE_AT = 124, SUM_AT = 148, TYPE_AT = 156, MAGIC_AT = 257 };

/* Digits of base 8, or from GNU bytes after one with its top bit set. */
static DFMTI_RARE uint64_t number(const uint8_t *p, size_t n) {
  const bool bytes = *p & 0x80;
  uint64_t v = 0;
  for (size_t i = 0; i < n; i++)
    if (bytes || (p[i] & 0xf8) == '0') v = bytes ? v << 8 | p[i] : v << 3 | (p[i] & 7);
  return bytes ? v << 1 >> 1 : v;
}

/* The sum is of all bytes, its own being blanks. */
DFMTI_RARE bool dfmti_tar_header(const uint8_t *p, struct dfmti_tar_header *h) {
  uint64_t sum = 8 * ' ';
  if (memcmp(p + MAGIC_AT, "ustar", 5) != 0) return false;
  for (size_t i = 0; i < DFMTI_TAR_BLOCK; i++) sum += i - SUM_AT < 8 ? 0 : p[i];
  if (number(p + SUM_AT, 8) != sum) return false;
  const uint8_t *end = memchr(p, 0, DFMTI_TAR_NAME);
  h->name = (dfmt_str){(const char *)p, end ? (uint64_t)(end - p) : DFMTI_TAR_NAME};
  h->size = number(p + SIZE_AT, 12);
  h->type = p[TYPE_AT];
  return true;
}
