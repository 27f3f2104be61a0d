/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

size_t dfmti_u64_text(uint64_t v, char *text) {
  static const char pairs[] =
      "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
      "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
  char *p = text + DFMTI_U64_TEXT;
  for (; v >= 100; v /= 100) memcpy(p -= 2, pairs + v % 100 * 2, 2);
  if (v >= 10)
    memcpy(p -= 2, pairs + v * 2, 2);
  else
    *--p = (char)('0' + v);
  return (size_t)(text + DFMTI_U64_TEXT - p);
}

bool dfmti_begins(const uint8_t *p, const uint8_t *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

const uint8_t *dfmti_find(const uint8_t *p, const uint8_t *end, const char *word) {
  size_t n = strlen(word);
  while ((size_t)(end - p) >= n) {
    p = memchr(p, word[0], (size_t)(end - p) - n + 1);
    if (!p || memcmp(p, word, n) == 0) return p;
    p++;
  }
  return NULL;
}
