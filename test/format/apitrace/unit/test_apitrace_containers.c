/* SPDX-License-Identifier: MIT */
/*
 * The containers that apitrace traces are written in: how they are laid out, levels, missing codecs, large records, and
 * memory that runs out. Sections are those of docs/spec/apitrace.md.
 */
#include "apitrace_write.h"

/* ---- containers ---- */

/* The event stream in a file, by this library's reader. */
static void read_stream(struct output file, uint32_t container, struct drip *to) {
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_STREAM), DFMT_OK);
  if (container == DFMT_APITRACE_CONTAINER_RAW || container == DFMT_APITRACE_CONTAINER_BROTLI)
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_source_memory(c, file.ptr, file.len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APITRACE, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(ev->type, DFMT_APITRACE_STREAM);
  assert_int_equal(dfmt_event_apitrace_stream(ev)->container, container);
  dfmt_status st;
  while ((st = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) {
    uint64_t taken;
    drip_write(to, ptr, len, &taken);
  }
  assert_int_equal(st, DFMT_END);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static uint32_t get_le32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Chunks of just 1 MiB, the last one shorter, none empty, spec 2.2. */
static void check_snappy(struct output o, uint64_t total) {
  assert_memory_equal(o.ptr, "at", 2);
  uint64_t at = 2;
  for (; total; at += 4 + get_le32(o.ptr + at)) {
    uint64_t size = 0, chunk = total < 1 << 20 ? total : 1 << 20;
    const uint8_t *p = o.ptr + at + 4;
    for (unsigned shift = 0;; shift += 7) {
      size |= (uint64_t)(*p & 0x7f) << shift;
      if (*p++ < 0x80) break;
    }
    assert_int_equal(size, chunk);
    assert_in_range(get_le32(o.ptr + at), 1, 1223370);
    total -= chunk;
  }
  assert_int_equal(at, o.len);
}

/* Frames of 2 MiB without checksum and size, and a table that agrees with them, spec 2.8, 2.9. */
static void check_zstd(struct output o, uint64_t total) {
  assert_int_equal(get_le32(o.ptr), 0xfd2fb528);
  assert_int_equal(o.ptr[4], 0); /* the frame header's descriptor: a window, nothing else */
  if (total == 0) return;
  assert_int_equal(get_le32(o.ptr + o.len - 4), 0x8f92eab1);
  uint32_t n = get_le32(o.ptr + o.len - 9);
  assert_int_equal(n, (total + (2 << 20) - 1) / (2 << 20));
  assert_int_equal(o.ptr[o.len - 5], 0);
  const uint8_t *table = o.ptr + o.len - (17 + 8 * (uint64_t)n);
  assert_int_equal(get_le32(table), 0x184d2a5e);
  assert_int_equal(get_le32(table + 4), n * 8 + 9);
  uint64_t at = 0;
  for (uint32_t i = 0; i < n; i++) {
    assert_int_equal(get_le32(o.ptr + at), 0xfd2fb528);
    assert_int_equal(o.ptr[at + 4], 0);
    at += get_le32(table + 8 + 8 * i);
    assert_int_equal(get_le32(table + 12 + 8 * i), total < 2 << 20 ? total : 2 << 20);
    total -= total < 2 << 20 ? total : 2 << 20;
  }
  assert_ptr_equal(o.ptr + at, table);
}

/* Packs bytes in pieces, into a sink that is full now and then. */
static void pack(struct drip *to, uint32_t container, uint64_t level, const uint8_t *data, size_t len, size_t piece) {
  struct fixture x;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, level), DFMT_OK);
  open_with(&x, c, drip_sink(NULL, to), container);
  dfmt_status st;
  const dfmt_apitrace_stream s = {.head = {sizeof s, DFMT_APITRACE_STREAM}};
  do st = dfmt_writer_begin(x.w, &s.head, DFMT_PAYLOAD_DECODED);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
  for (size_t i = 0; i < len; i += piece) send_payload(&x, data + i, len - i < piece ? len - i : piece);
  do st = dfmt_writer_end(x.w);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
  finish(&x);
  close_it(&x);
}

/* Text that shrinks, and random bytes that do not. */
static uint8_t *make_data(size_t len) {
  uint8_t *p = malloc(len);
  uint64_t seed = 1;
  assert_non_null(p);
  for (size_t i = 0; i < len; i++) {
    seed = seed * UINT64_C(6364136223846793005) + 1;
    bool noise = i >> 18 & 1;
    p[i] = noise ? (uint8_t)(seed >> 56) : (uint8_t)"glUniform4fv(location, count)"[(i + (seed >> 62)) % 29];
  }
  return p;
}

static void test_containers(void **state) {
  (void)state;
  enum { MOST = (5 << 20) + 12345 };
  static const size_t lengths[] = {0, 1, 65536, 1 << 20, 2 << 20, MOST};
  uint8_t *data = make_data(MOST);
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i])) continue;
    uint64_t level = containers[i] == DFMT_APITRACE_CONTAINER_BROTLI ? 2 : DFMT_LEVEL_DEFAULT;
    for (size_t k = 0; k < LEN(lengths); k++) {
      struct drip whole = {.budget = SIZE_MAX}, pieces = {.budget = 30000, .every = 3}, back = {.budget = SIZE_MAX};
      pack(&whole, containers[i], level, data, lengths[k], SIZE_MAX);
      pack(&pieces, containers[i], level, data, lengths[k], 7777);
      struct output o = {(const uint8_t *)whole.ptr, whole.len};
      same(o, (const uint8_t *)pieces.ptr, pieces.len);
      if (containers[i] == DFMT_APITRACE_CONTAINER_SNAPPY) check_snappy(o, lengths[k]);
      if (containers[i] == DFMT_APITRACE_CONTAINER_ZSTD) check_zstd(o, lengths[k]);
      if (lengths[k] || containers[i] != DFMT_APITRACE_CONTAINER_RAW) read_stream(o, containers[i], &back);
      same((struct output){(const uint8_t *)back.ptr, back.len}, data, lengths[k]);
      free(whole.ptr);
      free(pieces.ptr);
      free(back.ptr);
    }
  }
  free(data);
}

/* No file may be taken for one of another container by its first bytes, whatever its length; $DFMT_BRIEF: of some. */
static void test_first_bytes(void **state) {
  (void)state;
  enum { MOST = 65536 };
  static const uint64_t levels[] = {DFMT_LEVEL_NONE, 2, 11};
  if (!built_in(DFMT_APITRACE_CONTAINER_BROTLI)) return;
  uint8_t *data = make_data(MOST);
  size_t some = getenv("DFMT_BRIEF") ? 16 : 1;
  for (size_t k = 0; k < LEN(levels); k++) {
    for (size_t len = 0; len <= MOST; len += some * (len < 0x28c ? 1 : 256)) {
      struct drip out = {.budget = SIZE_MAX}, back = {.budget = SIZE_MAX};
      pack(&out, DFMT_APITRACE_CONTAINER_BROTLI, levels[k], data, len, SIZE_MAX);
      assert_int_equal(out.ptr[0] & 15, 15);
      assert_false(out.len > 1 && memcmp(out.ptr, "\x1f\x8b", 2) == 0);
      read_stream((struct output){(const uint8_t *)out.ptr, out.len}, DFMT_APITRACE_CONTAINER_BROTLI, &back);
      same((struct output){(const uint8_t *)back.ptr, back.len}, data, len);
      free(out.ptr);
      free(back.ptr);
    }
  }
  free(data);
}

/* A Brotli stream of stored parts, whose window has 2^bits bytes; its length. */
static size_t store_brotli(unsigned bits, const uint8_t *data, size_t len, uint8_t *to) {
  static const uint8_t codes[] = {[10] = 0x21, 0x31, 0x41, 0x51, 0x61, 0x71, 0, 1, 3, 5, 7, 9, 11, 13, 15};
  uint8_t *p = to;
  unsigned n = bits == 16 ? 1 : bits > 17 ? 4 : 7;
  uint32_t held = codes[bits];
  for (size_t at = 0, some; at < len; at += some, n = 0, held = 0) {
    some = len - at < 100 ? len - at : 100;
    held |= (uint32_t)((some - 1) << 3 | 1u << 19) << n; /* not the last one, 4 digits of the length, stored */
    for (n += 20; n > 0; n -= n < 8 ? n : 8, held >>= 8) *p++ = (uint8_t)held;
    memcpy(p, data + at, some);
    p += some;
  }
  *p++ = 3; /* the last one, empty */
  return (size_t)(p - to);
}

/* A trace in Brotli of any window is recognised, and read as what it was recognised as, however it comes. */
static void test_windows(void **state) {
  (void)state;
  static const char stream[] =
      "\6\6\0"
      "\0\0\0\7glClear\1\4mask\1\0\4\2\0\1\0\0";
  static uint8_t calls[12000], file[13000];
  if (!built_in(DFMT_APITRACE_CONTAINER_BROTLI)) return;
  size_t len = sizeof stream - 1;
  memcpy(calls, stream, len);
  for (uint8_t i = 1; i < 100; i++) {
    const uint8_t call[] = {0, 0, 0, 1, 0, 4, 2, 0, 1, i, 0};
    memcpy(calls + len, call, sizeof call);
    len += sizeof call;
  }
  for (unsigned bits = 10; bits <= 24; bits++) {
    size_t n = store_brotli(bits, calls, len, file);
    dfmt_probe guess;
    uint32_t found;
    assert_int_equal(dfmt_identify(NULL, file, n, NULL, &guess, 1, &found), DFMT_OK);
    assert_true(found == 1 && guess.format == DFMT_APITRACE && guess.score == 90);
    for (size_t piece = 1; piece < 4; piece++) {
      const dfmt_event *ev;
      dfmt_source *s;
      dfmt_reader *r;
      dfmt_status st;
      uint64_t taken, n_calls = 0;
      size_t at = 0;
      assert_int_equal(dfmt_source_feed(NULL, &s), DFMT_OK);
      assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
      assert_int_equal(dfmt_reader_open(r, piece == 3 ? 0 : DFMT_APITRACE, s), DFMT_OK);
      while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK || st == DFMT_AGAIN) {
        if (st == DFMT_OK) n_calls += ev->type == DFMT_APITRACE_CALL;
        if (ev && st == DFMT_OK && ev->type == DFMT_APITRACE_HEADER)
          assert_int_equal(dfmt_event_apitrace_header(ev)->container, DFMT_APITRACE_CONTAINER_BROTLI);
        if (st == DFMT_OK) continue;
        size_t some = n - at < piece ? n - at : piece;
        assert_int_equal(dfmt_feed_write(s, file + at, some, &taken), DFMT_OK);
        at += (size_t)taken;
        if (at == n) assert_int_equal(dfmt_feed_close(s), DFMT_OK);
      }
      assert_int_equal(st, DFMT_END);
      assert_int_equal(n_calls, 100);
      dfmt_reader_free(r);
      dfmt_source_free(s);
    }
  }
}

/* Every level packs what can be unpacked; larger ones than a codec has are its largest. */
static void test_levels(void **state) {
  (void)state;
  const size_t size = getenv("DFMT_BRIEF") ? 60000 : 600000;
  static const uint64_t levels[] = {0, 1, 5, 9, 11, 22, DFMT_LEVEL_SMALLEST, DFMT_LEVEL_NONE};
  uint8_t *data = make_data(size);
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i])) continue;
    size_t smallest = 0, best = 0;
    for (size_t k = 0; k < LEN(levels); k++) {
      struct drip out = {.budget = SIZE_MAX}, back = {.budget = SIZE_MAX};
      pack(&out, containers[i], levels[k], data, size, 100000);
      read_stream((struct output){(const uint8_t *)out.ptr, out.len}, containers[i], &back);
      same((struct output){(const uint8_t *)back.ptr, back.len}, data, size);
      if (levels[k] == 22) best = out.len;
      if (levels[k] == DFMT_LEVEL_SMALLEST) smallest = out.len;
      bool stored = levels[k] == DFMT_LEVEL_NONE && containers[i] == DFMT_APITRACE_CONTAINER_GZIP;
      if (stored) assert_true(out.len > size);
      free(out.ptr);
      free(back.ptr);
    }
    assert_int_equal(smallest, best);
  }
  free(data);
}

static void test_missing_codecs(void **state) {
  (void)state;
  for (size_t i = 0; i < LEN(containers); i++) {
    dfmt_config *c;
    dfmt_writer *w;
    dfmt_sink *s = memory_sink();
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, containers[i]), DFMT_OK);
    assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
    bool there = built_in(containers[i]);
    assert_int_equal(dfmt_writer_open(w, DFMT_APITRACE, 0, s), there ? DFMT_OK : DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_writer_error(w)->number, there ? 0 : DFMT_ERR_CODEC_MISSING);
    dfmt_writer_free(w);
    dfmt_sink_free(s);
    dfmt_config_free(c);
  }
}

/* A record larger than several blocks, and many small ones. */
static void test_large_records(void **state) {
  (void)state;
  enum { SIZE = 3 << 20, SMALL = 40000 };
  uint8_t *data = make_data(SIZE);
  struct drip raw = {.budget = SIZE_MAX};
  for (size_t i = LEN(containers); i-- > 0;) {
    if (!built_in(containers[i]) || containers[i] == DFMT_APITRACE_CONTAINER_BROTLI) continue;
    struct fixture x;
    struct drip out = {.budget = 100000, .every = 5}; /* full in the middle of a record's blocks */
    open_with(&x, NULL, drip_sink(NULL, &out), containers[i]);
    dfmt_apitrace_value v = BYTES(BLOB, data, SIZE);
    dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
    give_ret(&c, &v);
    put(&x, &c);
    v = far_blob(0, SIZE);
    put_blob(&x, 0, data, SIZE);
    put(&x, &c);
    for (uint64_t k = 0; k < SMALL; k++) {
      v = NODE(OPAQUE, k);
      put(&x, &c);
    }
    finish(&x);
    struct drip back = {.budget = SIZE_MAX};
    read_stream((struct output){(const uint8_t *)out.ptr, out.len}, containers[i], raw.ptr ? &back : &raw);
    if (back.ptr) same((struct output){(const uint8_t *)back.ptr, back.len}, (const uint8_t *)raw.ptr, raw.len);
    free(back.ptr);
    free(out.ptr);
    close_it(&x);
  }
  assert_true(raw.len > 2 * SIZE + SMALL * 8);
  free(raw.ptr);
  free(data);
}

/* ---- memory that runs out ---- */

static bool ended; /* the writer said that it cannot go on */

/* Calls until it is not for want of memory. */
#define MUST(call) \
  do { \
    dfmt_status st_ = (call); \
    if (st_ == DFMT_E_NOMEM) st_ = (call); \
    if (st_ == DFMT_E_NOMEM) ended = true; \
    if (ended) return; \
    assert_int_equal(st_, DFMT_OK); \
  } while (0)

static void put_sent(dfmt_writer *w, const uint8_t *data, uint64_t len) {
  int failures = 0;
  for (uint64_t done = 0, n; done < len; done += n) {
    dfmt_status st = dfmt_writer_payload(w, data + done, len - done, &n);
    if (st == DFMT_E_NOMEM && failures++ == 0) continue;
    if (st == DFMT_E_NOMEM) ended = true;
    if (ended) return;
    assert_int_equal(st, DFMT_OK);
  }
}

/* Some of everything, with records that are refused in the middle, and enough for several blocks. */
static void write_all(dfmt_writer *w, const uint8_t *data, size_t len) {
  const dfmt_apitrace_blob blob = blob_of(3, len);
  static const dfmt_apitrace_frame frame = {
      .head = {sizeof frame, DFMT_TYPE_APITRACE_FRAME}, .present = DFMT_APITRACE_FRAME_HAS_MODULE, .module = S("m")};
  static const dfmt_apitrace_frame *const frames[] = {&frame};
  const dfmt_apitrace_value tree[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 7, 4, NULL),
                                      sig_node(DFMT_APITRACE_VALUE_ENUM, 1, &sig_bool),
                                      sig_node(DFMT_APITRACE_VALUE_BITMASK, 1, &sig_mask),
                                      parent(DFMT_APITRACE_VALUE_STRUCT, 3, 2, &sig_point),
                                      NODE(UINT, 1),
                                      NODE(UINT, 2),
                                      BYTES(BLOB, data, len)};
  dfmt_apitrace_value bad[7];
  memcpy(bad, tree, sizeof bad);
  bad[6].kind = 99;
  dfmt_apitrace_sig far = sig_clear;
  far.id = 1000000;
  const dfmt_apitrace_value late = far_blob(3, len);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0), enter = call_of(DFMT_APITRACE_ENTER, &far, 0);
  give_ret(&c, bad);
  c.present |= DFMT_APITRACE_CALL_HAS_FRAMES;
  c.frames = frames;
  c.n_frames = 1;
  dfmt_status st = dfmt_writer_put(w, &c.head);
  if (st == DFMT_E_NOMEM) st = dfmt_writer_put(w, &c.head);
  if (st == DFMT_E_NOMEM) {
    ended = true;
    return;
  }
  assert_int_equal(st, DFMT_E_ARG);
  MUST(dfmt_writer_put(w, &enter.head));
  give_ret(&c, tree);
  MUST(dfmt_writer_put(w, &c.head));
  MUST(dfmt_writer_begin(w, &blob.head, DFMT_PAYLOAD_DECODED));
  put_sent(w, data, len);
  if (ended) return;
  MUST(dfmt_writer_end(w));
  MUST(dfmt_writer_put(w, &c.head));
  give_ret(&c, &late);
  MUST(dfmt_writer_put(w, &c.head));
  const dfmt_apitrace_call leave = leave_of(0);
  MUST(dfmt_writer_put(w, &leave.head));
  MUST(dfmt_writer_finish(w));
}

static void write_stream(dfmt_writer *w, const uint8_t *data, size_t len) {
  const dfmt_apitrace_stream s = {.head = {sizeof s, DFMT_APITRACE_STREAM}};
  MUST(dfmt_writer_begin(w, &s.head, DFMT_PAYLOAD_DECODED));
  put_sent(w, data, len);
  if (ended) return;
  MUST(dfmt_writer_end(w));
  MUST(dfmt_writer_finish(w));
}

/* Writes with the n-th allocation failing; false if there is no such allocation any more. */
static bool with_failure(struct drip *to, uint32_t container, bool stream, uint32_t n, const uint8_t *data,
                         size_t len) {
  uint32_t left;
  dfmt_config *c = failing_config(&left);
  ended = false;
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, 1), DFMT_OK);
  dfmt_sink *sink = drip_sink(c, to); /* the writer's part of the sink fails as well */
  dfmt_writer *w;
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  left = n;
  dfmt_status st = dfmt_writer_open(w, DFMT_APITRACE, 0, sink);
  if (st == DFMT_E_NOMEM) st = dfmt_writer_open(w, DFMT_APITRACE, 0, sink);
  assert_int_equal(st, DFMT_OK);
  (stream ? write_stream : write_all)(w, data, len);
  bool fired = n && left == 0;
  left = 0;
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
  return fired;
}

static void test_memory(void **state) {
  (void)state;
  enum { SIZE = 900000 };
  uint8_t *data = make_data(SIZE);
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i])) continue;
    for (int stream = 0; stream < 2; stream++) {
      struct drip want = {.budget = SIZE_MAX}, got;
      bool fired = true;
      with_failure(&want, containers[i], stream, 0, data, SIZE);
      for (uint32_t n = 1; fired; n += getenv("DFMT_BRIEF") ? 1 + n / 4 : 1) {
        got = (struct drip){.budget = SIZE_MAX};
        fired = with_failure(&got, containers[i], stream, n, data, SIZE);
        /* libbrotlienc alone cannot go on without memory */
        if (ended)
          assert_int_equal(containers[i], DFMT_APITRACE_CONTAINER_BROTLI);
        else
          same((struct output){(const uint8_t *)got.ptr, got.len}, (const uint8_t *)want.ptr, want.len);
        free(got.ptr);
      }
      free(want.ptr);
    }
  }
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_containers), cmocka_unit_test(test_first_bytes),    cmocka_unit_test(test_windows),
      cmocka_unit_test(test_levels),     cmocka_unit_test(test_missing_codecs), cmocka_unit_test(test_large_records),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
