/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

#include "find_bytes.h"

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/* The digits before `end`; returns their start. */
static inline uint8_t *put_before(uint8_t *end, uint64_t v) {
  for (; v > UINT32_MAX; v /= 100) memcpy(end -= 2, pairs + v % 100 * 2, 2);
  uint32_t low = (uint32_t)v;
  for (; low >= 100; low /= 100) memcpy(end -= 2, pairs + low % 100 * 2, 2);
  if (low >= 10)
    memcpy(end -= 2, pairs + low * 2, 2);
  else
    *--end = (uint8_t)('0' + low);
  return end;
}

size_t dfmti_u64_text(uint64_t v, char *text) {
  uint8_t *end = (uint8_t *)text + DFMTI_U64_TEXT;
  return (size_t)(end - put_before(end, v));
}

static uint32_t count_digits(uint64_t v) {
#define E(n) UINT64_C(1##n)
  static const uint64_t powers[] = {0,
                                    E(0),
                                    E(00),
                                    E(000),
                                    E(0000),
                                    E(00000),
                                    E(000000),
                                    E(0000000),
                                    E(00000000),
                                    E(000000000),
                                    E(0000000000),
                                    E(00000000000),
                                    E(000000000000),
                                    E(0000000000000),
                                    E(00000000000000),
                                    E(000000000000000),
                                    E(0000000000000000),
                                    E(00000000000000000),
                                    E(000000000000000000),
                                    E(0000000000000000000)};
#undef E
  uint32_t bits = 64 - (uint32_t)__builtin_clzll(v | 1), n = bits * 1233 >> 12; /* log10(2) */
  return n + (v >= powers[n]);
}

uint8_t *dfmti_u64_put_any(uint8_t *p, uint64_t v) {
  uint8_t *end = p + count_digits(v);
  (void)put_before(end, v);
  return end;
}

bool dfmti_begins(const uint8_t *p, const uint8_t *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

const uint8_t *dfmti_find(const uint8_t *p, const uint8_t *end, const char *word) {
  return dfmti_find_bytes(p, (size_t)(end - p), word, strlen(word));
}
