/* SPDX-License-Identifier: MIT */
/* Deflate: whatever inflates gives what zlib's own gzip and zlib decoders give, on sound, damaged and cut streams. */
#include "codec_run.h"

#include <zlib.h>

#include "base/crc32.h"
#include "codec/deflate.h"

static const uint32_t backends[] = {
    DFMTI_INFLATE_ZLIB,
#ifdef HAVE_ISAL
    DFMTI_INFLATE_ISAL,
#endif
};
enum { N_BACKENDS = sizeof backends / sizeof *backends };

static const int window_bits[] = {[DFMTI_DEFLATE_RAW] = -15, [DFMTI_DEFLATE_ZLIB] = 15, [DFMTI_DEFLATE_GZIP] = 31};

static void *count_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)old_size;
  long *calls_left = user;
  if (new_size == 0) {
    free(ptr);
    return NULL;
  }
  return (*calls_left)-- > 0 ? realloc(ptr, (size_t)new_size) : NULL;
}

struct fixture {
  long calls_left;
  struct dfmti_mem m;
  struct dfmti_inflate *z[N_BACKENDS];
  struct run want, got;
};

static int set_up(void **state) {
  struct fixture *x = calloc(1, sizeof *x);
  *x = (struct fixture){.calls_left = 100};
  x->m = (struct dfmti_mem){.fn = count_realloc, .user = &x->calls_left, .limit = UINT64_MAX};
  for (size_t i = 0; i < N_BACKENDS; i++) x->z[i] = dfmti_inflate_new(&x->m, backends[i]);
  x->calls_left = 0; /* from here on nothing is allocated */
  run_open(&x->want);
  run_open(&x->got);
  *state = x;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *x = *state;
  for (size_t i = 0; i < N_BACKENDS; i++) dfmti_inflate_free(&x->m, x->z[i]);
  run_close(&x->want);
  run_close(&x->got);
  int leaked = x->m.used != 0;
  free(x);
  return leaked;
}

static dfmt_status step_inflate(void *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  return dfmti_inflate_step(z, io, last, f);
}

/* What zlib says about data that it refuses, as our number. */
static uint32_t number_of(const char *message) {
  static const struct {
    const char *message;
    uint32_t number;
  } known[] = {
      {"incorrect header check", DFMT_ERR_DEFLATE_HEADER},   {"unknown compression method", DFMT_ERR_DEFLATE_HEADER},
      {"unknown header flags set", DFMT_ERR_DEFLATE_HEADER}, {"invalid window size", DFMT_ERR_DEFLATE_HEADER},
      {"header crc mismatch", DFMT_ERR_DEFLATE_CHECK},       {"incorrect data check", DFMT_ERR_DEFLATE_CHECK},
      {"incorrect length check", DFMT_ERR_DEFLATE_LENGTH},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(message, known[i].message) == 0) return known[i].number;
  return DFMT_ERR_DEFLATE_DATA;
}

/* The verdict of zlib alone, in one call. */
static void by_zlib(struct run *r, uint32_t container, const uint8_t *in, size_t len) {
  z_stream s = {0};
  *r = (struct run){.out = r->out};
  assert_int_equal(inflateInit2(&s, window_bits[container]), Z_OK);
  s.next_in = (Bytef *)(uintptr_t)in;
  s.avail_in = (uInt)len;
  s.next_out = r->out;
  s.avail_out = RUN_CAPACITY;
  int result = inflate(&s, Z_NO_FLUSH);
  r->used = len - s.avail_in;
  r->made = RUN_CAPACITY - s.avail_out;
  r->status = DFMT_E_TRUNCATED;
  r->number = DFMT_ERR_DEFLATE_TRUNCATED;
  if (result == Z_STREAM_END) {
    r->status = DFMT_END;
    r->number = 0;
  } else if (result == Z_NEED_DICT) {
    r->status = DFMT_E_UNSUPPORTED;
    r->number = DFMT_ERR_DEFLATE_DICTIONARY;
  } else if (result == Z_DATA_ERROR) {
    r->number = number_of(s.msg);
    bool check = r->number == DFMT_ERR_DEFLATE_CHECK || r->number == DFMT_ERR_DEFLATE_LENGTH;
    r->status = check ? DFMT_E_CHECKSUM : DFMT_E_FORMAT;
  }
  inflateEnd(&s);
}

/* All backends, in one piece and in some sizes of pieces, against zlib alone. */
static void compare(struct fixture *x, uint32_t container, const uint8_t *in, size_t len) {
  by_zlib(&x->want, container, in, len);
  const size_t all_in = len + 1, all_out = x->want.made + 1;
  const size_t small[][2] = {{1, all_out}, {all_in, 1}, {3, 2}, {40, 300}}, large[][2] = {{5000, 40000}, {40000, 5000}};
  for (size_t i = 0; i < N_BACKENDS; i++) {
    for (int pieces = 0; pieces < 2; pieces++) {
      const size_t *p = len + all_out > 40000 ? large[random_below(2)] : small[random_below(4)];
      dfmti_inflate_start(x->z[i], container);
      if (pieces)
        run_decoder(&x->got, step_inflate, x->z[i], in, len, p[0], p[1], random_below(2));
      else
        run_decoder(&x->got, step_inflate, x->z[i], in, len, all_in, all_out, false);
      assert_int_equal(x->got.status, x->want.status);
      assert_int_equal(x->got.number, x->want.number);
      assert_int_equal(x->got.made, x->want.made);
      assert_memory_equal(x->got.out, x->want.out, x->want.made);
      if (x->got.status == DFMT_END) assert_int_equal(x->got.used, x->want.used);
    }
  }
}

/* A stream of n random bytes in one of zlib's many ways, with 64 bytes of room at the end. Returns its length. */
static size_t make_stream(uint32_t container, size_t n, uint8_t **stream) {
  static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE};
  static const int flushes[] = {Z_NO_FLUSH, Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK};
  uint8_t *data = malloc(n + 1), extra[9] = "extra";
  gz_header header = {.os = 3, .hcrc = (int)random_below(2)};
  z_stream s = {0};
  run_fill(data, n);
  assert_int_equal(deflateInit2(&s, (int)random_below(10), Z_DEFLATED, window_bits[container], 1 + (int)random_below(9),
                                strategies[random_below(5)]),
                   Z_OK);
  if (random_below(2)) header.name = extra;
  if (random_below(2)) header.comment = extra;
  if (random_below(2)) header.extra = extra;
  header.extra_len = random_below(sizeof extra);
  if (container == DFMTI_DEFLATE_GZIP && random_below(2)) deflateSetHeader(&s, &header);
  size_t cap = n + n / 4 + 4096;
  *stream = malloc(cap + 64);
  s.next_out = *stream;
  s.avail_out = (uInt)cap;
  s.next_in = data;
  s.avail_in = (uInt)random_below((uint32_t)n + 1);
  size_t rest = n - s.avail_in;
  assert_int_not_equal(deflate(&s, flushes[random_below(5)]), Z_STREAM_ERROR);
  s.avail_in += (uInt)rest;
  assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
  size_t len = cap - s.avail_out;
  deflateEnd(&s);
  free(data);
  return len;
}

static void test_sound(void **state) {
  for (int round = 0; round < rounds(60); round++) {
    for (uint32_t container = 0; container < 3; container++) {
      uint8_t *stream;
      size_t len = make_stream(container, random_below(4) ? random_below(3000) : random_below(200000), &stream);
      size_t junk = random_below(20);
      for (size_t i = 0; i < junk; i++) stream[len + i] = (uint8_t)random_below(256);
      compare(*state, container, stream, len + junk);
      free(stream);
    }
  }
}

/* Cut at every length. */
static void test_cut(void **state) {
  for (int round = 0; round < rounds(12); round++) {
    uint8_t *stream;
    uint32_t container = (uint32_t)round % 3;
    size_t len = make_stream(container, random_below(1500), &stream);
    for (size_t n = 0; n < len; n++) {
      uint8_t *part = malloc(n + 1);
      memcpy(part, stream, n);
      compare(*state, container, part, n);
      free(part);
    }
    free(stream);
  }
}

/* Every bit of short streams turned round, their block heads included. */
static void test_each_bit(void **state) {
  for (int round = 0; round < rounds(12); round++) {
    uint8_t *stream;
    uint32_t container = (uint32_t)round % 3;
    size_t len = make_stream(container, random_below(400), &stream);
    for (size_t bit = 0; bit < 8 * len; bit++) {
      stream[bit / 8] ^= (uint8_t)(1u << bit % 8);
      /* zlib asks for a dictionary when its checksum has come as well */
      if (container != DFMTI_DEFLATE_ZLIB || bit / 8 != 1) compare(*state, container, stream, len);
      stream[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(stream);
  }
}

/* Some damage in longer ones. */
static void test_damage(void **state) {
  for (int round = 0; round < rounds(300); round++) {
    uint8_t *stream;
    uint32_t container = random_below(3);
    size_t len = make_stream(container, random_below(30) ? random_below(5000) : random_below(200000), &stream);
    for (int k = 0; k < 10; k++) {
      size_t at = 2 + random_below((uint32_t)len - 2), near = at < 200 ? at : 2 + random_below(200);
      uint8_t *byte = stream + (random_below(2) ? at : near), kept = *byte;
      *byte = (uint8_t)random_below(256);
      compare(*state, container, stream, len);
      *byte = kept;
    }
    free(stream);
  }
}

static void test_headers(void **state) {
  static const struct {
    uint32_t container;
    uint8_t bytes[40];
    size_t len;
    dfmt_status status;
    uint32_t number;
  } known[] = {
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255, 3}, 19, DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255, 3}, 20, DFMT_END, 0},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 1, 0, 0, 0, 0, 2, 255, 3}, 20, DFMT_END, 0},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 2, 255, 'a', 0, 3}, 22, DFMT_END, 0},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 2, 255, 0, 0, 3}, 22, DFMT_END, 0},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 0x1c, 0, 0, 0, 0, 2, 255, 1, 0, 9, 'n', 0, 'c', 0, 3}, 27, DFMT_END, 0},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 2, 255, 0x12, 0xab, 3}, 22, DFMT_END, 0},
      {DFMTI_DEFLATE_GZIP,
       {0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 2, 255, 0x12, 0xac, 3},
       22,
       DFMT_E_CHECKSUM,
       DFMT_ERR_DEFLATE_CHECK},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 8, 0x20, 0, 0, 0, 0, 2, 255, 3}, 20, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 2, 255, 3}, 20, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
      {DFMTI_DEFLATE_GZIP, {0x1f, 0x8c}, 2, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
      {DFMTI_DEFLATE_GZIP, {0x1f}, 1, DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED},
      {DFMTI_DEFLATE_GZIP,
       {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255, 3, 0, 1},
       20,
       DFMT_E_CHECKSUM,
       DFMT_ERR_DEFLATE_CHECK},
      {DFMTI_DEFLATE_GZIP,
       {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255, 3, 0, 0, 0, 0, 0, 1},
       20,
       DFMT_E_CHECKSUM,
       DFMT_ERR_DEFLATE_LENGTH},
      {DFMTI_DEFLATE_ZLIB, {0x78, 0x9c, 3, 0, 0, 0, 0, 1}, 8, DFMT_END, 0},
      {DFMTI_DEFLATE_ZLIB, {0x08, 0x1d, 3, 0, 0, 0, 0, 1}, 8, DFMT_END, 0},
      {DFMTI_DEFLATE_ZLIB, {0x88, 0x1c, 3, 0, 0, 0, 0, 1}, 8, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
      {DFMTI_DEFLATE_ZLIB, {0x78, 0x9d, 3, 0, 0, 0, 0, 1}, 8, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
      {DFMTI_DEFLATE_ZLIB, {0x77, 0x9f, 3, 0, 0, 0, 0, 1}, 8, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
      {DFMTI_DEFLATE_ZLIB, {0x78, 0xbb, 0, 0, 0, 1, 3, 0}, 12, DFMT_E_UNSUPPORTED, DFMT_ERR_DEFLATE_DICTIONARY},
      {DFMTI_DEFLATE_ZLIB, {0x78, 0x9c, 3, 0, 0, 0, 0, 2}, 8, DFMT_E_CHECKSUM, DFMT_ERR_DEFLATE_CHECK},
      {DFMTI_DEFLATE_RAW, {3, 0, 99}, 3, DFMT_END, 0},
      {DFMTI_DEFLATE_RAW, {7}, 1, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_DATA},
      {DFMTI_DEFLATE_RAW, {0}, 0, DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED},
  };
  struct fixture *x = *state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    compare(x, known[i].container, known[i].bytes, known[i].len);
    assert_int_equal(x->want.status, known[i].status);
    assert_int_equal(x->want.number, known[i].number);
  }
}

/* A new decoder takes all its memory at once, or fails and keeps none. */
/* Only of a complete gzip stream whose trailer is missing as a whole, and would begin with a CRC-32 of 0. */
static void test_zero_trailer(void **state) {
  struct fixture *x = *state;
  static const uint8_t empty[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\0\0\0\0\0\0\0\0",
                       four[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff\x01\x04\0\xfb\xff\x9d\x0a\xd9\x6d\0\0\0\0\x04\0\0\0",
                       other[] =
                           "\x1f\x8b\x08\0\0\0\0\0\0\xff\x01\x01\0\xfe\xff"
                           "A";
  static const struct {
    const uint8_t *in;
    size_t len, lacking; /* lacking: length at which the trailer is missing */
  } cases[] = {{empty, 20, 12}, {four, 27, 19}, {other, 16, SIZE_MAX}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (size_t len = 0; len <= cases[c].len; len++)
      for (size_t i = 0; i < N_BACKENDS; i++) {
        dfmti_inflate_start(x->z[i], DFMTI_DEFLATE_GZIP);
        run_decoder(&x->got, step_inflate, x->z[i], cases[c].in, len, len + 1, 100, false);
        assert_int_equal(dfmti_inflate_lacks_zero_trailer(x->z[i]), len == cases[c].lacking);
        if (len == cases[c].lacking) assert_int_equal(x->got.status, DFMT_E_TRUNCATED);
      }
  static const uint8_t zlib[] = "\x78\x9c\x03";
  for (size_t i = 0; i < N_BACKENDS; i++) {
    dfmti_inflate_start(x->z[i], DFMTI_DEFLATE_ZLIB);
    run_decoder(&x->got, step_inflate, x->z[i], zlib, 4, 4, 100, false);
    assert_int_equal(x->got.status, DFMT_E_TRUNCATED);
    assert_false(dfmti_inflate_lacks_zero_trailer(x->z[i]));
  }
}

static void test_memory(void **state) {
  (void)state;
  for (size_t i = 0; i < N_BACKENDS; i++) {
    for (long calls = 0;; calls++) {
      long calls_left = calls;
      struct dfmti_mem m = {.fn = count_realloc, .user = &calls_left, .limit = UINT64_MAX};
      struct dfmti_inflate *z = dfmti_inflate_new(&m, backends[i]);
      bool made = z != NULL;
      dfmti_inflate_free(&m, z);
      assert_int_equal(m.used, 0);
      if (made) break;
      assert_true(calls < 10);
    }
  }
}

struct pieces {
  uint32_t in, out; /* up to so many bytes at a time; 0: all at once */
};

/* Compresses n bytes after dfmti_deflate_start(). Returns how many there are in `out` then, which has the room. */
static size_t encode(struct dfmti_deflate *z, const uint8_t *data, size_t n, const struct pieces *by, uint8_t *out,
                     size_t room) {
  struct dfmti_fault f;
  size_t used = 0, made = 0;
  for (dfmt_status status = DFMT_OK; status != DFMT_END;) {
    size_t in_len = by->in ? 1 + random_below(by->in) : n, out_len = by->out ? 1 + random_below(by->out) : room;
    if (in_len > n - used) in_len = n - used;
    if (out_len > room - made) out_len = room - made;
    struct dfmti_io io = {data + used, in_len, out + made, out_len};
    status = dfmti_deflate_step(z, &io, used + in_len == n, &f);
    assert_true(status == DFMT_OK || status == DFMT_END);
    used += in_len - io.in_len;
    made += out_len - io.out_len;
  }
  assert_int_equal(used, n);
  return made;
}

/* The same stream as deflateInit2() and deflate() give, in any pieces; and no allocation for the next one like it. */
static void test_encode(void **state) {
  (void)state;
  long calls_left = 0;
  struct dfmti_mem m = {.fn = count_realloc, .user = &calls_left, .limit = UINT64_MAX};
  struct dfmti_fault f;
  assert_null(dfmti_deflate_new(&m));
  calls_left = 1;
  struct dfmti_deflate *z = dfmti_deflate_new(&m);
  assert_int_equal(dfmti_deflate_start(z, 6, false, &f), DFMT_E_NOMEM);
  assert_int_equal(f.number, DFMT_ERR_NOMEM);
  static uint8_t data[150000], want[200000], got[200000];
  for (int round = 0; round < 40; round++) {
    bool zlib_container = round / 10 % 2;
    int level = round % 10;
    size_t n = random_below(sizeof data);
    run_fill(data, n);
    z_stream s = {.next_in = data, .avail_in = (uInt)n, .next_out = want, .avail_out = sizeof want};
    assert_int_equal(deflateInit2(&s, level, Z_DEFLATED, zlib_container ? 15 : -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
    calls_left = 10;
    for (int again = 0; again < 2; again++) {
      assert_int_equal(dfmti_deflate_start(z, level, zlib_container, &f), DFMT_OK);
      calls_left = 0;
      const struct pieces by = {level ? 40000 : 0, level ? 3000 : 0}; /* stored blocks depend on the room */
      const size_t made = encode(z, data, n, &by, got, sizeof got);
      assert_int_equal(made, sizeof want - s.avail_out);
      assert_memory_equal(got, want, made);
    }
    deflateEnd(&s);
  }
  dfmti_deflate_free(&m, z);
  assert_int_equal(m.used, 0);
}

/* FAST, in any pieces: it inflates to what it was, and in large ones is about as small as in one. */
static void test_encode_fast(void **state) {
  (void)state;
  long calls_left = 1;
  struct dfmti_fault f;
  struct dfmti_mem scarce = {.fn = count_realloc, .user = &calls_left, .limit = UINT64_MAX};
  struct dfmti_deflate *z = dfmti_deflate_new(&scarce);
  assert_int_equal(dfmti_deflate_start(z, DFMTI_DEFLATE_FAST, false, &f), DFMT_E_NOMEM);
  static const struct pieces ways[] = {{0, 0}, {40000, 3000}, {300, 3000}};
  static uint8_t data[150000], got[200000], back[sizeof data];
  for (int round = 0; round < rounds(60); round++) {
    calls_left = 10; /* zlib's, when the container changes */
    const bool zlib_container = round % 5 == 4;
    const size_t n = round == 0 ? 0 : random_below(sizeof data);
    size_t len = 0;
    run_fill(data, n);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
      assert_int_equal(dfmti_deflate_start(z, DFMTI_DEFLATE_FAST, zlib_container, &f), DFMT_OK);
      const size_t made = encode(z, data, n, &ways[i], got, sizeof got);
      z_stream s = {.next_in = got, .avail_in = (uInt)made, .next_out = back, .avail_out = sizeof back};
      assert_int_equal(inflateInit2(&s, zlib_container ? 15 : -15), Z_OK);
      assert_int_equal(inflate(&s, Z_FINISH), Z_STREAM_END);
      assert_int_equal(s.total_out, n);
      assert_int_equal(s.avail_in, 0);
      assert_memory_equal(back, data, n);
      inflateEnd(&s);
      if (i == 0) len = made;
      if (zlib_container) assert_int_equal(got[0], 0x78);
      assert_in_range(made, 1, i < 2 ? len + len / 4 + 512 : n + n / 8 + 64); /* a match ends with its piece */
    }
  }
  dfmti_deflate_free(&scarce, z);
  assert_int_equal(scarce.used, 0);
}

static void test_crc32(void **state) {
  (void)state;
  uint8_t data[2000];
  for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)random_below(256);
  for (size_t at = 0; at < 70; at++) {
    for (size_t n = 0; n < sizeof data - at; n += n < 300 ? 1 : 97) {
      uint32_t from = n % 2 ? random_below(UINT32_MAX) : 0;
      assert_int_equal(dfmti_crc32(from, data + at, n), crc32(from, data + at, (uInt)n));
    }
  }
  assert_int_equal(dfmti_crc32(99, NULL, 0), 99);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_headers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_sound, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_cut, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_each_bit, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_damage, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_zero_trailer, set_up, tear_down),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_encode),
      cmocka_unit_test(test_encode_fast),
      cmocka_unit_test(test_crc32),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
