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

/* On its own, so that numbers of usual size have no registers to save. */
static __attribute__((noinline)) uint8_t *put_large(uint8_t *p, uint64_t v) {
  p = dfmti_u64_put(p, v / DFMTI_EIGHT_DIGITS);
  dfmti_put_eight(p, dfmti_eight_digits((uint32_t)(v % DFMTI_EIGHT_DIGITS)));
  return p + 8;
}

uint8_t *dfmti_u64_put_any(uint8_t *p, uint64_t v) {
  if (v < 100) {
    memcpy(p, pairs + v * 2, 2);
    return p + 2;
  }
  if (v >= DFMTI_EIGHT_DIGITS) return put_large(p, v);
  uint64_t digits = dfmti_eight_digits((uint32_t)v);
  uint32_t zeros = (uint32_t)__builtin_clzll(digits) / 8;
  dfmti_put_eight(p, digits << 8 * zeros);
  return p + 8 - zeros;
}

bool dfmti_begins(const uint8_t *p, const uint8_t *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

const uint8_t *dfmti_find(const uint8_t *p, const uint8_t *end, const char *word) {
  return dfmti_find_bytes(p, (size_t)(end - p), word, strlen(word));
}
