/* SPDX-License-Identifier: MIT */
#include "wide.h"

/* The character at a place, which is moved on: one unit, or the two of a UTF-16 pair. UINT32_MAX: none. */
static uint32_t wide_char(const uint32_t *units, size_t len, size_t *at) {
  uint32_t c = units[(*at)++];
  if (c - 0xd800 >= 0x800) return c <= 0x10ffff ? c : UINT32_MAX;
  if (c >= 0xdc00 || *at == len || units[*at] - 0xdc00 >= 0x400) return UINT32_MAX;
  return 0x10000 + ((c - 0xd800) << 10) + (units[(*at)++] - 0xdc00);
}

bool dfmti_wide_is_text(const uint32_t *units, size_t len) {
  for (size_t at = 0; at < len;)
    if (wide_char(units, len, &at) == UINT32_MAX) return false;
  return true;
}

static size_t put_utf8(uint8_t *out, uint32_t c) {
  if (c < 0x80) {
    out[0] = (uint8_t)c;
    return 1;
  }
  size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static const uint8_t leads[] = {0, 0xc0, 0xe0, 0xf0};
  out[0] = (uint8_t)(leads[more] | c >> 6 * more);
  for (size_t i = 1; i <= more; i++) out[i] = (uint8_t)(0x80 | (c >> 6 * (more - i) & 0x3f));
  return more + 1;
}

size_t dfmti_wide_utf8(const uint32_t *units, size_t len, size_t *at, uint8_t out[4]) {
  return put_utf8(out, wide_char(units, len, at));
}
