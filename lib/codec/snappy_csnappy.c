/* SPDX-License-Identifier: MIT */
/*
 * csnappy checks lengths and offsets against the room that it is given, with one gap: the offset of the last copy may
 * be cut. It then makes one out of bytes that nobody wrote, and takes the block if that comes to the right size. So a
 * walk over the tags finds out before whether the last one is whole.
 *
 * Not csnappy_decompress(): that takes blocks that come to less than they say.
 */
#include <csnappy.h>

#include "snappy_expand.h"
#include "snappy_salvage.h"

/* Bytes after a tag, by a table because the kinds of tags cannot be predicted; MORE + n: a literal's length in n. */
enum { MORE = 60 };
#define TAGS_4(n) n, 1, 2, 4
#define TAGS_16(n) TAGS_4(n), TAGS_4(n + 1), TAGS_4(n + 2), TAGS_4(n + 3)
#define TAGS_64(n) TAGS_16(n), TAGS_16(n + 4), TAGS_16(n + 8), TAGS_16(n + 12)
static const uint8_t bytes_after[256] = {TAGS_64(1), TAGS_64(17), TAGS_64(33), TAGS_64(49)};

/* Passes over a length of n bytes and the literal. false: they are cut. */
static bool skip_literal(const uint8_t **p, const uint8_t *end, size_t n) {
  uint32_t length = 0;
  if ((size_t)(end - *p) < n) return false;
  for (size_t i = 0; i < n; i++) length |= (uint32_t)*(*p)++ << (8 * i);
  length++; /* 2^32 is 0 to all decoders */
  if ((size_t)(end - *p) < length) return false;
  *p += length;
  return true;
}

static bool tags_are_whole(const uint8_t *p, const uint8_t *end) {
  while (p < end) {
    size_t n = bytes_after[*p++];
    if (n > MORE) {
      if (!skip_literal(&p, end, n - MORE)) return false;
    } else {
      if ((size_t)(end - p) < n) return false;
      p += n;
    }
  }
  return true;
}

bool dfmti_snappy_expand(const uint8_t *block, size_t len, uint8_t *out, size_t size) {
  uint32_t says, made = (uint32_t)size;
  size_t at = dfmti_snappy_size(block, len, &says);
  const char *tags = (const char *)block + at;
  return tags_are_whole(block + at, block + len) &&
         csnappy_decompress_noheader(tags, (uint32_t)(len - at), (char *)out, &made) == CSNAPPY_E_OK && made == size;
}
