/* SPDX-License-Identifier: MIT */
#include "text.h"

#define NONE8 255, 255, 255, 255, 255, 255, 255, 255
#define NONE32 NONE8, NONE8, NONE8, NONE8
const uint8_t dfmti_mallocdbg_hex_value[256] = {
    NONE32, NONE8, NONE8, 0,   1,   2,  3,  4,   5,     6,     7,     8,      9,      255,    255,
    255,    255,   255,   255, 255, 10, 11, 12,  13,    14,    15,    255,    NONE8,  NONE8,  NONE8,
    255,    10,    11,    12,  13,  14, 15, 255, NONE8, NONE8, NONE8, NONE32, NONE32, NONE32, NONE32};

const uint8_t *dfmti_mallocdbg_trim(const uint8_t *p, const uint8_t *end) {
  while (end > p && (dfmti_is_blank(end[-1]) || end[-1] == '\n')) end--;
  return end;
}

static const char pairs[201] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

uint8_t *dfmti_mallocdbg_put_decimal(uint8_t *to, uint64_t v, unsigned width, char pad) {
  uint8_t digits[20];
  unsigned n = sizeof digits;
  for (; v >= 100; v /= 100) {
    n -= 2;
    memcpy(digits + n, pairs + v % 100 * 2, 2);
  }
  digits[--n] = (uint8_t)pairs[v * 2 + 1];
  if (v >= 10) digits[--n] = (uint8_t)pairs[v * 2];
  unsigned len = (unsigned)sizeof digits - n;
  for (; len < width; width--) *to++ = (uint8_t)pad;
  memcpy(to, digits + n, len);
  return to + len;
}

uint8_t *dfmti_mallocdbg_put_hex(uint8_t *to, uint64_t v, unsigned width) {
  unsigned n = v ? (67u - (unsigned)__builtin_clzll(v)) / 4 : 1;
  if (n < width) n = width;
  for (unsigned i = n; i-- > 0; v >>= 4) to[i] = (uint8_t)"0123456789abcdef"[v & 15];
  return to + n;
}
