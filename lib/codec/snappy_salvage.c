/* SPDX-License-Identifier: MIT */
#include "snappy_salvage.h"

#include <stdbool.h>
#include <string.h>

#include "snappy.h"

struct block {
  const uint8_t *p, *end;
  uint8_t *out; /* NULL: only counted */
  size_t made, room;
};

size_t dfmti_snappy_size(const uint8_t *block, size_t len, uint32_t *size) {
  uint64_t v = 0;
  for (size_t i = 0; i < len && i < 5; i++) {
    v |= (uint64_t)(block[i] & 0x7f) << (7 * i);
    *size = (uint32_t)v;
    if (block[i] < 0x80) return v <= UINT32_MAX ? i + 1 : 0;
  }
  return 0;
}

static bool take_size(struct block *b, uint32_t *size) {
  size_t n = dfmti_snappy_size(b->p, (size_t)(b->end - b->p), size);
  b->p += n;
  return n != 0;
}

/* n bytes, the lowest first. false: they are cut. */
static bool take_number(struct block *b, size_t n, uint32_t *v) {
  if ((size_t)(b->end - b->p) < n) return false;
  *v = 0;
  for (size_t i = 0; i < n; i++) *v |= (uint32_t)b->p[i] << (8 * i);
  b->p += n;
  return true;
}

static bool literal(struct block *b, uint8_t tag) {
  uint32_t less_one = tag >> 2;
  if (less_one >= 60 && !take_number(b, less_one - 59, &less_one)) return false;
  if (less_one == UINT32_MAX) return true; /* 2^32 is 0 to libsnappy and csnappy */
  size_t n = (size_t)(b->end - b->p);
  bool cut = less_one >= n;
  if (!cut) n = (size_t)less_one + 1;
  if (n == 0 || n > b->room - b->made) return false;
  if (b->out) memcpy(b->out + b->made, b->p, n);
  b->p += n;
  b->made += n;
  return !cut;
}

static bool copy(struct block *b, uint8_t tag) {
  static const uint8_t offset_bytes[] = {0, 1, 2, 4};
  uint32_t offset;
  size_t n = (size_t)(tag >> 2) + 1;
  if (!take_number(b, offset_bytes[tag & 3], &offset)) return false;
  if ((tag & 3) == 1) {
    n = (size_t)(tag >> 2 & 7) + 4;
    offset |= (uint32_t)(tag >> 5) << 8;
  }
  if (offset == 0 || offset > b->made || n > b->room - b->made) return false;
  size_t end = b->made + n;
  /* source and target may overlap: then the bytes repeat */
  for (size_t i = b->made; b->out && i < end; i++) b->out[i] = b->out[i - offset];
  b->made = end;
  return true;
}

size_t dfmti_snappy_salvage_room(const uint8_t *block, size_t len) {
  struct block b = {.p = block, .end = block + len};
  uint32_t size;
  if (len == 0 || !take_size(&b, &size) || size > DFMTI_SNAPPY_MAX) return 0;
  uint64_t most = (uint64_t)(b.end - b.p) * DFMTI_SNAPPY_RATIO;
  return (size_t)(size < most ? size : most);
}

size_t dfmti_snappy_salvage(const uint8_t *block, size_t len, uint8_t *out, size_t room) {
  struct block b = {.p = block, .end = block + len, .out = out, .room = room};
  uint32_t size;
  bool more = take_size(&b, &size);
  while (more && b.p < b.end) {
    uint8_t tag = *b.p++;
    more = tag & 3 ? copy(&b, tag) : literal(&b, tag);
  }
  return b.made;
}

bool dfmti_snappy_is_whole(const uint8_t *block, size_t len, uint64_t *steps) {
  struct block b = {.p = block, .end = block + len};
  uint32_t size;
  bool more = take_size(&b, &size) && size <= DFMTI_SNAPPY_MAX;
  if (more) b.room = (size_t)size;
  while (more && b.p < b.end) {
    uint8_t tag = *b.p++;
    more = tag & 3 ? copy(&b, tag) : literal(&b, tag);
    ++*steps;
  }
  return more && b.made == b.room;
}
