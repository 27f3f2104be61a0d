/* SPDX-License-Identifier: MIT */
#include "utf16.h"

#include <string.h>

#include "base/rare.h"

enum { BLOCK = 4, REPLACEMENT = 0xfffd }; /* units of a word */

/* How many units from p on are ASCII, in whole blocks; they are put out. */
static size_t take_ascii(const uint8_t *p, size_t units, bool big, uint8_t *out) {
  static const uint8_t others[2][8] = {{0x80, 0xff, 0x80, 0xff, 0x80, 0xff, 0x80, 0xff},
                                       {0xff, 0x80, 0xff, 0x80, 0xff, 0x80, 0xff, 0x80}};
  uint64_t mask, w;
  size_t n = 0;
  memcpy(&mask, others[big], sizeof mask);
  for (; n + BLOCK <= units; n += BLOCK, p += sizeof w) {
    memcpy(&w, p, sizeof w);
    if (w & mask) break;
    for (size_t k = 0; k < BLOCK; k++) out[n + k] = p[2 * k + big];
  }
  return n;
}

static DFMTI_RARE size_t put(uint8_t *out, uint32_t c) {
  if (c < 0x80) {
    out[0] = (uint8_t)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (uint8_t)(0xc0 | c >> 6);
    out[1] = (uint8_t)(0x80 | (c & 63));
    return 2;
  }
  const size_t four = c >= 0x10000;
  if (four) *out++ = (uint8_t)(0xf0 | c >> 18);
  out[0] = (uint8_t)(four ? 0x80 | (c >> 12 & 63) : 0xe0 | c >> 12);
  out[1] = (uint8_t)(0x80 | (c >> 6 & 63));
  out[2] = (uint8_t)(0x80 | (c & 63));
  return 3 + four;
}

static bool is_high(uint32_t u) { return u - 0xd800 < 0x400; }
static bool is_low(uint32_t u) { return u - 0xdc00 < 0x400; }

/* A unit; *used: it was taken, else it is to come again, after what stands alone. */
static size_t take_unit(struct dfmti_utf16 *x, uint32_t u, uint8_t *out, bool *used) {
  const uint32_t high = x->high;
  x->high = 0;
  *used = !high || is_low(u);
  if (high && *used) return put(out, 0x10000 + ((high - 0xd800) << 10) + (u - 0xdc00));
  if (high) return put(out, REPLACEMENT);
  if (!is_high(u)) return put(out, is_low(u) ? (uint32_t)REPLACEMENT : u);
  x->high = (uint16_t)u;
  return 0;
}

size_t dfmti_utf16_take(struct dfmti_utf16 *x, const uint8_t **from, size_t *len, uint8_t *out, size_t cap) {
  const uint8_t *p = *from, *end = p + *len / 2 * 2;
  size_t made = 0;
  while (p < end && cap - made >= DFMTI_UTF16_MOST) {
    const size_t units = (size_t)(end - p) / 2, room = cap - made;
    const size_t n = x->high ? 0 : take_ascii(p, units < room ? units : room, x->big, out + made);
    bool used = false;
    p += 2 * n;
    made += n;
    if (n) continue;
    made += take_unit(x, (uint32_t)(x->big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]), out + made, &used);
    if (used) p += 2;
  }
  *len -= (size_t)(p - *from);
  *from = p;
  return made;
}

DFMTI_RARE size_t dfmti_utf16_end(struct dfmti_utf16 *x, uint8_t *out) {
  if (!x->high) return 0;
  x->high = 0;
  return put(out, REPLACEMENT);
}
