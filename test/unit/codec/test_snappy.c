/* SPDX-License-Identifier: MIT */
/* Snappy blocks: whole ones by libsnappy or csnappy, cut ones by our own rule, hostile ones by both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef HAVE_LIBSNAPPY
#include <snappy-c.h>
#endif

#include "codec/snappy.h"
#include "codec/snappy_expand.h"
#include "codec/snappy_salvage.h"

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((random_state >> 32) * n >> 32);
}

/* ---- a block made tag by tag, with what is to come out if it is cut ---- */

enum { MAX_BLOCK = 1 << 18, MAX_DATA = 1 << 18 };

struct maker {
  uint8_t block[MAX_BLOCK], data[MAX_DATA];
  size_t len, made;
  size_t salvaged[MAX_BLOCK + 1]; /* by the length of what is left of the block */
};

static void put_byte(struct maker *k, uint32_t byte, size_t made_then) {
  assert_true(k->len < MAX_BLOCK);
  k->block[k->len++] = (uint8_t)byte;
  k->salvaged[k->len] = made_then;
}

static void put_number(struct maker *k, uint32_t v, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) put_byte(k, v >> (8 * i) & 0xff, k->made);
}

static void put_size(struct maker *k, uint32_t size) {
  for (; size >= 0x80; size >>= 7) put_byte(k, (size & 0x7f) | 0x80, 0);
  put_byte(k, size, 0);
}

/* With a length of length_bytes bytes after the tag, 0: in it. */
static void put_literal(struct maker *k, size_t n, size_t length_bytes) {
  put_byte(k, (uint32_t)(length_bytes ? 59 + length_bytes : n - 1) << 2, k->made);
  put_number(k, (uint32_t)n - 1, length_bytes);
  for (size_t i = 0; i < n; i++) {
    k->data[k->made++] = (uint8_t)random_below(256);
    put_byte(k, k->data[k->made - 1], k->made);
  }
}

static void put_copy(struct maker *k, uint32_t kind, size_t offset, size_t n) {
  if (kind == 1)
    put_byte(k, 1 | (uint32_t)(n - 4) << 2 | (uint32_t)(offset >> 8) << 5, k->made);
  else
    put_byte(k, kind | (uint32_t)(n - 1) << 2, k->made);
  put_number(k, (uint32_t)offset & (kind == 1 ? 0xff : UINT32_MAX), kind == 1 ? 1 : kind == 2 ? 2 : 4);
  for (size_t i = 0; i < n; i++, k->made++) k->data[k->made] = k->data[k->made - offset];
  k->salvaged[k->len] = k->made;
}

static void put_random_tag(struct maker *k, size_t room) {
  uint32_t kind = k->made ? random_below(4) : 0;
  if (kind == 0) {
    size_t length_bytes = random_below(3) ? 0 : 1 + random_below(4);
    size_t n = 1 + random_below(length_bytes > 1 ? 700 : length_bytes ? 256 : 60);
    put_literal(k, n < room ? n : room, length_bytes);
    return;
  }
  size_t reach = kind == 1 ? 2047 : kind == 2 ? 65535 : MAX_DATA, n = 1 + random_below(64);
  if (kind == 1) n = 4 + random_below(8);
  if (reach > k->made) reach = k->made;
  if (n <= room) put_copy(k, kind, 1 + random_below((uint32_t)(random_below(2) && reach > 5 ? 5 : reach)), n);
}

static void make_block(struct maker *k, uint32_t size) {
  k->len = k->made = 0;
  k->salvaged[0] = 0;
  put_size(k, size);
  while (k->made < size) put_random_tag(k, size - k->made);
}

/* Every cut of a block, from a buffer that ends right there into one of just the room asked for. */
static void expect_cuts(const struct maker *k, size_t step) {
  for (size_t cut = 1; cut <= k->len; cut += step) {
    uint8_t *block = malloc(cut);
    memcpy(block, k->block, cut);
    size_t room = dfmti_snappy_salvage_room(block, cut);
    assert_true(room >= k->salvaged[cut] && room <= k->made);
    uint8_t *out = malloc(room ? room : 1);
    size_t made = dfmti_snappy_salvage(block, cut, out, room);
    assert_int_equal(made, k->salvaged[cut]);
    assert_memory_equal(out, k->data, made);
    free(block);
    free(out);
  }
}

static void test_cuts(void **state) {
  (void)state;
  struct maker *k = malloc(sizeof *k);
  assert_non_null(k);
  for (int round = 0; round < 60; round++) {
    make_block(k, 1 + random_below(round < 50 ? 3000 : 100));
    expect_cuts(k, 1);
  }
  make_block(k, 200000);
  expect_cuts(k, 997);
  free(k);
}

/* ---- hostile blocks ---- */

#define SIZE_MAX_64M 0x80, 0x80, 0x80, 0x20 /* 64 MiB */

struct hostile {
  uint8_t bytes[16];
  size_t len;
  uint32_t size_number; /* what dfmti_unsnappy_size() says, 0: fine */
  bool damaged;         /* what dfmti_unsnappy() says then */
  size_t room, salvaged;
};

static const struct hostile hostile[] = {
    {{3, 8, 'a', 'b', 'c'}, 5, 0, false, 3, 3},
    {{5, 8, 'a', 'b', 'c'}, 5, 0, true, 5, 3}, /* expands to less than it says */
    {{9, 8, 'a', 'b', 'c'}, 5, 0, true, 9, 3},
    {{2, 8, 'a', 'b', 'c'}, 5, 0, true, 2, 0},      /* expands to more than it says */
    {{8, 4, 'a', 'b', 9, 2}, 6, 0, false, 8, 8},    /* abababab */
    {{6, 4, 'a', 'b', 9, 2}, 6, 0, true, 6, 2},     /* the copy is too long */
    {{8, 4, 'a', 'b', 1, 5}, 6, 0, true, 8, 2},     /* a copy from before the start */
    {{6, 4, 'a', 'b', 1, 0}, 6, 0, true, 6, 2},     /* with offset 0 */
    {{4, 1, 1}, 3, 0, true, 4, 0},                  /* a copy first */
    {{6, 4, 'a', 'b', 14, 0, 0}, 7, 0, true, 6, 2}, /* offset 0, two bytes */
    {{6, 4, 'a', 'b', 15, 1, 0, 0, 0}, 9, 0, false, 6, 6},
    {{6, 4, 'a', 'b', 15, 1, 0, 0, 0x80}, 9, 0, true, 6, 2},    /* an offset of 2 GiB */
    {{6, 252, 254, 255, 255, 255, 'a', 'b'}, 8, 0, true, 6, 2}, /* a literal of 4 GiB but a byte */
    {{1, 252, 254, 255, 255, 255, 'a', 'b'}, 8, 0, true, 1, 0},
    {{2, 252, 255, 255, 255, 255, 4, 'a', 'b'}, 9, 0, false, 2, 2}, /* one of 4 GiB is empty */
    {{3, 252, 255, 255, 255, 255, 4, 'a', 'b'}, 9, 0, true, 3, 2},
    {{2, 252, 255, 255, 255, 4, 'a', 'b'}, 8, 0, true, 2, 2}, /* 80 MiB */
    {{7, 8, 'a', 'b', 'c', 14, 3}, 7, 0, true, 7, 3},         /* the offset of the last copy is cut */
    {{7, 8, 'a', 'b', 'c', 15, 3, 0, 0}, 9, 0, true, 7, 3},
    {{7, 8, 'a', 'b', 'c', 1}, 6, 0, true, 7, 3},
    {{1}, 1, 0, true, 0, 0},
    {{0}, 1, DFMT_ERR_SNAPPY_LENGTH, false, 0, 0}, /* expands to nothing */
    {{0, 0, 'a'}, 3, DFMT_ERR_SNAPPY_LENGTH, false, 0, 0},
    {{0x80}, 1, DFMT_ERR_SNAPPY_DATA, false, 0, 0},                              /* the size is cut */
    {{0x83, 0x80, 0x00, 8, 'a', 'b', 'c'}, 7, 0, false, 3, 3},                   /* the size has redundant groups */
    {{0xff, 0xff, 0xff, 0xff, 0x0f, 0}, 6, DFMT_ERR_SNAPPY_LENGTH, false, 0, 0}, /* 4 GiB */
    {{0xff, 0xff, 0xff, 0xff, 0x1f, 0}, 6, DFMT_ERR_SNAPPY_DATA, false, 0, 0},   /* more than 32 bits */
    {{0x80, 0x80, 0x80, 0x80, 0x80, 0}, 6, DFMT_ERR_SNAPPY_DATA, false, 0, 0},
    {{SIZE_MAX_64M, 8, 'a', 'b', 'c'}, 8, DFMT_ERR_SNAPPY_DATA, false, 4 * 22, 3}, /* more than its bytes can bring */
    {{0x81, 0x80, 0x80, 0x20, 8, 'a', 'b', 'c'}, 8, DFMT_ERR_SNAPPY_LENGTH, false, 0, 0}, /* 64 MiB and 1 */
};

static void test_hostile_salvage(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    const struct hostile *h = &hostile[i];
    uint8_t *block = malloc(h->len);
    memcpy(block, h->bytes, h->len);
    size_t room = dfmti_snappy_salvage_room(block, h->len);
    assert_int_equal(room, h->room);
    uint8_t *out = malloc(room ? room : 1);
    if (room) assert_int_equal(dfmti_snappy_salvage(block, h->len, out, room), h->salvaged);
    free(block);
    free(out);
  }
}

/* Anything at all stays within its buffers. */
static void test_random_salvage(void **state) {
  (void)state;
  struct maker *k = malloc(sizeof *k);
  assert_non_null(k);
  for (int round = 0; round < 3000; round++) {
    make_block(k, 1 + random_below(500));
    for (uint32_t n = random_below(6); n > 0; n--)
      k->block[random_below((uint32_t)k->len)] ^= (uint8_t)random_below(256);
    size_t len = 1 + random_below((uint32_t)k->len);
    uint8_t *block = malloc(len);
    memcpy(block, k->block, len);
    size_t room = dfmti_snappy_salvage_room(block, len);
    uint8_t *out = malloc(room ? room : 1);
    assert_true(room <= len * 22);
    if (room) assert_true(dfmti_snappy_salvage(block, len, out, room) <= room);
    free(block);
    free(out);
  }
  free(k);
}

#ifdef HAVE_SNAPPY

/* The same bytes, if nothing was cut: the maker is right. */
static void test_whole(void **state) {
  (void)state;
  struct maker *k = malloc(sizeof *k);
  uint8_t *out = malloc(MAX_DATA);
  struct dfmti_fault f;
  assert_true(k && out);
  for (int round = 0; round < 200; round++) {
    size_t size;
    make_block(k, 1 + random_below(20000));
    assert_int_equal(dfmti_unsnappy_size(k->block, k->len, &size, &f), DFMT_OK);
    assert_int_equal(size, k->made);
    assert_int_equal(dfmti_unsnappy(k->block, k->len, out, size, &f), DFMT_OK);
    assert_memory_equal(out, k->data, size);
  }
  free(out);
  free(k);
}

static void test_hostile(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    const struct hostile *h = &hostile[i];
    struct dfmti_fault f = {0, NULL};
    size_t size = 0;
    dfmt_status st = dfmti_unsnappy_size(h->bytes, h->len, &size, &f);
    assert_int_equal(st, h->size_number ? DFMT_E_FORMAT : DFMT_OK);
    assert_int_equal(f.number, h->size_number);
    if (st != DFMT_OK) continue;
    uint8_t *out = malloc(size);
    st = dfmti_unsnappy(h->bytes, h->len, out, size, &f);
    assert_int_equal(st, h->damaged ? DFMT_E_FORMAT : DFMT_OK);
    assert_int_equal(f.number, h->damaged ? DFMT_ERR_SNAPPY_DATA : 0);
    free(out);
  }
}

/* Copies of every length and distance, overlapping ones too. */
static void repeat_parts(uint8_t *data, size_t n) {
  for (size_t at = 1; at < n; at += 1 + random_below(400)) {
    size_t from = random_below((uint32_t)at), len = random_below(200);
    for (size_t i = 0; i < len && at + i < n; i++) data[at + i] = data[from + i];
  }
}

static void test_encoder(void **state) {
  (void)state;
  static const size_t sizes[] = {1,   2,   3,    4,     15,    16,    17,    18,    59,     60,     61,
                                 255, 256, 1000, 65535, 65536, 65537, 65552, 65553, 131071, 1 << 20};
  uint8_t *data = malloc(1 << 20), *out = malloc(1 << 20);
  assert_true(data && out);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    size_t n = sizes[i], len, size;
    struct dfmti_fault f;
    for (size_t j = 0; j < n; j++) data[j] = (uint8_t)random_below(i % 2 ? 256 : 3);
    repeat_parts(data, n);
    uint8_t *block = malloc(dfmti_snappy_room(n));
    assert_int_equal(dfmti_snappy(data, n, block, &len, &f), DFMT_OK);
    assert_true(len <= dfmti_snappy_room(n));
    assert_int_equal(dfmti_unsnappy_size(block, len, &size, &f), DFMT_OK);
    assert_int_equal(size, n);
    assert_int_equal(dfmti_unsnappy(block, len, out, n, &f), DFMT_OK);
    assert_memory_equal(out, data, n);
    memset(out, 0, n);
    assert_int_equal(dfmti_snappy_salvage(block, len, out, dfmti_snappy_salvage_room(block, len)), n);
    assert_memory_equal(out, data, n);
    free(block);
  }
  assert_int_equal(dfmti_snappy_room(1 << 20), 1223370); /* what the reference has room for */
  free(data);
  free(out);
}

#define CODEC_TESTS cmocka_unit_test(test_whole), cmocka_unit_test(test_hostile), cmocka_unit_test(test_encoder)

#else

static void test_missing(void **state) {
  (void)state;
  const uint8_t block[] = {1, 0, 'a'};
  uint8_t out[16];
  size_t n;
  struct dfmti_fault f = {0, NULL};
  assert_int_equal(dfmti_snappy_usable(&f), DFMT_E_UNSUPPORTED);
  assert_int_equal(f.number, DFMT_ERR_CODEC_MISSING);
  assert_int_equal(dfmti_unsnappy_size(block, sizeof block, &n, &f), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmti_unsnappy(block, sizeof block, out, 1, &f), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmti_snappy(block, 1, out, &n, &f), DFMT_E_UNSUPPORTED);
}

#define CODEC_TESTS cmocka_unit_test(test_missing)

#endif

/* ---- against libsnappy, whichever library expands here, and our own walk: the same verdict, the same bytes ---- */

#ifdef HAVE_LIBSNAPPY

enum { PEER_MOST = 1 << 20 }; /* bytes of what is expanded in vain */

static bool expands_there(const uint8_t *block, size_t len, uint8_t *out, size_t size) {
  size_t made = size;
  return snappy_uncompress((const char *)block, len, (char *)out, &made) == SNAPPY_OK && made == size;
}

/* From a buffer that ends with the block, into buffers that end with what it says. */
static void expect_bodies(const uint8_t *block, size_t len, size_t size) {
  uint8_t *ours = calloc(1, size), *theirs = calloc(1, size);
  uint64_t steps = 0;
  assert_true(ours && theirs);
  bool good = expands_there(block, len, theirs, size);
  assert_int_equal(dfmti_snappy_expand(block, len, ours, size), good);
  assert_int_equal(dfmti_snappy_is_whole(block, len, &steps), good);
  if (good) assert_memory_equal(ours, theirs, size);
  free(ours);
  free(theirs);
}

static void expect_same(const uint8_t *bytes, size_t len) {
  uint8_t *block = malloc(len);
  uint32_t size;
  size_t says = 0;
  assert_non_null(block);
  memcpy(block, bytes, len);
  bool sized = snappy_uncompressed_length((const char *)block, len, &says) == SNAPPY_OK;
  assert_int_equal(dfmti_snappy_size(block, len, &size) != 0, sized);
  if (sized) assert_int_equal(size, says);
  if (sized && says > 0 && says <= PEER_MOST) expect_bodies(block, len, says);
  free(block);
}

static void test_peer_hostile(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
    for (size_t cut = 1; cut <= hostile[i].len; cut++) expect_same(hostile[i].bytes, cut);
}

/* Blocks as they are, and cut at every byte of their end, where a tag may lack what follows it. */
static void test_peer_cuts(void **state) {
  (void)state;
  struct maker *k = malloc(sizeof *k);
  assert_non_null(k);
  for (int round = 0; round < 2000; round++) {
    make_block(k, 1 + random_below(round % 20 ? 300 : 5000));
    for (size_t cut = k->len < 8 ? 1 : k->len - 7; cut <= k->len; cut++) expect_same(k->block, cut);
  }
  free(k);
}

/* A byte of any value, a bit, or one that begins a tag or a length that is hard to get right. */
static void damage(struct maker *k) {
  static const uint8_t nasty[] = {0, 1, 2, 3, 0xf0, 0xf4, 0xf8, 0xfc, 0xfd, 0xfe, 0xff, 0x7f, 0x80};
  uint8_t *byte = &k->block[random_below((uint32_t)k->len)];
  switch (random_below(3)) {
    case 0: *byte = (uint8_t)random_below(256); break;
    case 1: *byte ^= (uint8_t)(1 << random_below(8)); break;
    default: *byte = nasty[random_below(sizeof nasty)]; break;
  }
}

static void test_peer_damaged(void **state) {
  (void)state;
  struct maker *k = malloc(sizeof *k);
  assert_non_null(k);
  for (int round = 0; round < 8000; round++) {
    make_block(k, 1 + random_below(round % 50 ? 200 : 3000));
    for (uint32_t n = random_below(4); n > 0; n--) damage(k);
    expect_same(k->block, k->len);
    expect_same(k->block, 1 + random_below((uint32_t)k->len));
  }
  free(k);
}

/* Blocks that say a little more or less than they come to; the size may get longer by it. */
static void test_peer_claims(void **state) {
  (void)state;
  struct maker *k = malloc(sizeof *k);
  assert_non_null(k);
  for (int round = 0; round < 500; round++) {
    uint32_t size = 1 + random_below(round % 2 ? 140 : 20000), says = size + random_below(5) - 2;
    k->len = k->made = 0;
    put_size(k, says);
    while (k->made < size) put_random_tag(k, size - k->made);
    expect_same(k->block, k->len);
  }
  free(k);
}

/* The largest that is taken, and a byte more or less: one literal, and as many copies as a block can have. */
static void test_peer_largest(void **state) {
  (void)state;
  size_t most = DFMTI_SNAPPY_MAX, len = 4 + 2 + most / 64 * 3;
  uint8_t *block = malloc(len);
  assert_non_null(block);
  memcpy(block, (const uint8_t[]){SIZE_MAX_64M, 0, 'a'}, 6);
  for (size_t at = 6; at < len; at += 3) memcpy(block + at, (const uint8_t[]){0xfe, 1, 0}, 3);
  expect_bodies(block, len, most); /* a byte too many */
  block[len - 3] = 0xfa;
  expect_bodies(block, len, most);
  block[len - 3] = 0xf6;
  expect_bodies(block, len, most);
  free(block);
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      CODEC_TESTS,
#ifdef HAVE_LIBSNAPPY
      cmocka_unit_test(test_peer_hostile),
      cmocka_unit_test(test_peer_cuts),
      cmocka_unit_test(test_peer_damaged),
      cmocka_unit_test(test_peer_claims),
      cmocka_unit_test(test_peer_largest),
#endif
      cmocka_unit_test(test_cuts),
      cmocka_unit_test(test_hostile_salvage),
      cmocka_unit_test(test_random_salvage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
