/* SPDX-License-Identifier: MIT */
/*
 * Snappy blocks: one that is taken is salvaged whole, a cut one gives a part of that, and no other gives more than its
 * room. Our own walk and libsnappy, where csnappy expands, say the same of each. What is packed comes back.
 */
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBSNAPPY
#include <snappy-c.h>
#endif

#include "codec/snappy.h"
#include "codec/snappy_expand.h"
#include "codec/snappy_salvage.h"
#include "fuzz.h"

const uint16_t fuzz_settings[] = {1, 2, 3, 77, 255, 0};
const size_t fuzz_settings_size = 1;

enum { MAX_MADE = 4 << 20 }; /* bytes: a block that claims more is left alone */

struct made {
  uint8_t *ptr;
  size_t len;
};

/* Exactly as large as it may be, so that a sanitizer sees a byte too many. */
static uint8_t *room_of(size_t n) {
  uint8_t *p = malloc(n ? n : 1);
  MUST(p != NULL);
  return p;
}

static struct made salvage(const uint8_t *block, size_t len, size_t room) {
  struct made m = {.ptr = room_of(room)};
  m.len = dfmti_snappy_salvage(block, len, m.ptr, room);
  MUST(m.len <= room);
  return m;
}

static size_t salvage_room(const uint8_t *block, size_t len) {
  size_t room = dfmti_snappy_salvage_room(block, len);
  MUST(room <= DFMTI_SNAPPY_MAX && room / 22 <= len);
  return room;
}

/* A whole block; false if it is refused. */
static bool decode(const uint8_t *block, size_t len, struct made *m) {
  struct dfmti_fault f = {0};
  dfmt_status st = dfmti_unsnappy_size(block, len, &m->len, &f);
  MUST((st == DFMT_OK) == (f.number == 0));
  if (st != DFMT_OK || m->len > MAX_MADE) return false;
  MUST(m->len > 0 && m->len <= DFMTI_SNAPPY_MAX);
  m->ptr = room_of(m->len);
  st = dfmti_unsnappy(block, len, m->ptr, m->len, &f);
  MUST((st == DFMT_OK) == (f.number == 0));
  uint64_t steps = 0;
  MUST(dfmti_snappy_is_whole(block, len, &steps) == (st == DFMT_OK));
  if (st == DFMT_OK) return true;
  free(m->ptr);
  return false;
}

static void compare(const uint8_t *block, size_t len, size_t cut) {
  struct made whole;
  size_t room = salvage_room(block, len);
  if (decode(block, len, &whole)) {
    MUST(room >= whole.len);
    struct made all = salvage(block, len, room), part = salvage(block, cut, salvage_room(block, cut));
    MUST(all.len == whole.len && memcmp(all.ptr, whole.ptr, whole.len) == 0);
    MUST(part.len <= whole.len && memcmp(part.ptr, whole.ptr, part.len) == 0);
    free(whole.ptr);
    free(all.ptr);
    free(part.ptr);
  } else if (room <= MAX_MADE) {
    struct made all = salvage(block, len, room), less = salvage(block, len, room / 2);
    MUST(less.len <= all.len && memcmp(less.ptr, all.ptr, less.len) == 0);
    free(all.ptr);
    free(less.ptr);
  }
}

#ifdef HAVE_LIBSNAPPY

static void compare_bodies(const uint8_t *block, size_t len, size_t size) {
  uint8_t *ours = room_of(size), *theirs = room_of(size);
  size_t made = size;
  bool good = snappy_uncompress((const char *)block, len, (char *)theirs, &made) == SNAPPY_OK && made == size;
  MUST(dfmti_snappy_expand(block, len, ours, size) == good);
  MUST(!good || memcmp(ours, theirs, size) == 0);
  free(ours);
  free(theirs);
}

static void compare_with_libsnappy(const uint8_t *block, size_t len) {
  uint32_t size;
  size_t says;
  bool sized = snappy_uncompressed_length((const char *)block, len, &says) == SNAPPY_OK;
  MUST((dfmti_snappy_size(block, len, &size) != 0) == sized);
  MUST(!sized || size == says);
  if (sized && says > 0 && says <= MAX_MADE) compare_bodies(block, len, says);
}

#else

static void compare_with_libsnappy(const uint8_t *block, size_t len) {
  (void)block;
  (void)len;
}

#endif

static void there_and_back(const uint8_t *data, size_t len) {
  struct dfmti_fault f = {0};
  struct made block = {.ptr = room_of(dfmti_snappy_room(len))}, back;
  MUST(dfmti_snappy(data, len, block.ptr, &block.len, &f) == DFMT_OK);
  MUST(block.len <= dfmti_snappy_room(len));
  MUST(decode(block.ptr, block.len, &back));
  MUST(back.len == len && memcmp(back.ptr, data, len) == 0);
  compare(block.ptr, block.len, block.len / 2);
  free(back.ptr);
  free(block.ptr);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct dfmti_fault f = {0};
  if (size < 2 || dfmti_snappy_usable(&f) != DFMT_OK) return 0;
  compare(data + 1, size - 1, (size - 1) * data[0] / 256);
  compare_with_libsnappy(data + 1, size - 1);
  there_and_back(data + 1, size - 1);
  return 0;
}
