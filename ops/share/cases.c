/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <string.h>

#include "letters.h"

/* Capitals, and how far their small letters are; 1: these are between them. All have two bytes in UTF-8. */
static const struct capitals {
  uint16_t from, to, by;
} capitals[] = {{0xc0, 0xd6, 0x20},   {0xd8, 0xde, 0x20},   {0x100, 0x12e, 1},    {0x132, 0x136, 1},
                {0x139, 0x147, 1},    {0x14a, 0x176, 1},    {0x179, 0x17d, 1},    {0x1cd, 0x1db, 1},
                {0x1f8, 0x21e, 1},    {0x386, 0x386, 38},   {0x388, 0x38a, 37},   {0x38c, 0x38c, 64},
                {0x38e, 0x38f, 63},   {0x391, 0x3a1, 0x20}, {0x3a3, 0x3ab, 0x20}, {0x400, 0x40f, 0x50},
                {0x410, 0x42f, 0x20}, {0x460, 0x480, 1},    {0x48a, 0x4be, 1},    {0x4d0, 0x52e, 1},
                {0x531, 0x556, 0x30}};

static uint32_t in_case(uint32_t c, bool capital) {
  for (const struct capitals *r = capitals; r < capitals + sizeof capitals / sizeof *capitals; r++) {
    const bool between = r->by == 1;
    const uint32_t small = between ? (c - r->from) & 1 : c >= (uint32_t)r->from + r->by;
    if (c < r->from || c > (uint32_t)r->to + r->by || (!between && !small && c > r->to)) continue;
    return capital == !small ? c : small ? c - r->by : c + r->by;
  }
  return c;
}

bool dfmto_share_in_case(enum dfmto_share_case to, const uint8_t *p, size_t n, uint8_t *out) {
  bool changes = false;
  memcpy(out, p, n);
  for (size_t i = 0; i + 1 < n; i++) {
    if ((p[i] & 0xe0) != 0xc0 || (p[i + 1] & 0xc0) != 0x80) continue;
    const bool begins = i == 0 || !dfmto_share_is_word(p[i - 1]);
    const uint32_t c = (uint32_t)(p[i] & 0x1f) << 6 | (p[i + 1] & 0x3f);
    const uint32_t is = in_case(c, to == DFMTO_CAPITALS || (to == DFMTO_CAPITALIZED && begins));
    out[i] = (uint8_t)(0xc0 | is >> 6);
    out[i + 1] = (uint8_t)(0x80 | (is & 0x3f));
    changes |= is != c;
    i++;
  }
  return changes;
}
