/* SPDX-License-Identifier: MIT */
/* What containers may decode to: where they stop, that they say so again, and go on once a limit was raised. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <diagfmt/diagfmt.h>
#include <zlib.h>

enum { EVENT = 6, N_CALLS = 1 << 20 }; /* bytes of a call, enter and leave, and how many there are */

struct bytes {
  uint8_t *ptr;
  uint64_t len;
};

/* A trace in gzip of calls that do nothing, of 6 to 8 bytes each. */
static struct bytes make_gzip(void) {
  static const uint8_t head[] = {6, 6, 0}, first[] = {0, 0, 1, 1, 'f', 0, 0, 1, 0, 0}, call[] = {0, 0, 1, 0};
  size_t room = 64u << 20;
  uint8_t *plain = malloc(room), *p = plain;
  memcpy(p, head, sizeof head);
  p += sizeof head;
  memcpy(p, first, sizeof first);
  p += sizeof first;
  for (uint32_t i = 1; i < N_CALLS; i++) {
    memcpy(p, call, sizeof call);
    p += sizeof call;
    *p++ = 1;
    for (uint32_t v = i; v; v >>= 7) *p++ = (uint8_t)(v > 127 ? (v & 127) | 128 : v);
    *p++ = 0;
  }
  z_stream z = {.next_in = plain, .avail_in = (uInt)(p - plain)};
  assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  struct bytes b = {malloc(deflateBound(&z, z.avail_in)), 0};
  z.next_out = b.ptr;
  z.avail_out = (uInt)deflateBound(&z, z.avail_in);
  assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
  b.len = z.total_out;
  deflateEnd(&z);
  free(plain);
  return b;
}

static dfmt_reader *open_reader(const dfmt_config *c, struct bytes b) {
  dfmt_source *s;
  dfmt_reader *r;
  assert_int_equal(dfmt_source_memory(NULL, b.ptr, b.len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APITRACE, s), DFMT_OK);
  dfmt_source_free(s);
  return r;
}

/* The same trace in another container; an empty one without its codec. */
static struct bytes repack(struct bytes b, uint32_t container) {
  dfmt_config *c;
  dfmt_sink *to;
  dfmt_writer *w;
  const dfmt_event *ev;
  const void *ptr;
  struct bytes out = {NULL, 0};
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_STREAM), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, 1), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  dfmt_status st = dfmt_writer_open(w, DFMT_APITRACE, 0, to);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, 0), DFMT_OK);
  dfmt_reader *r = open_reader(c, b);
  if (st == DFMT_OK) {
    assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
    assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_OK);
    assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(to, &ptr, &out.len), DFMT_OK);
    out.ptr = malloc((size_t)out.len);
    memcpy(out.ptr, ptr, (size_t)out.len);
  }
  dfmt_reader_free(r);
  dfmt_writer_free(w);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  return out;
}

static uint64_t count(dfmt_reader *r, dfmt_status *st) {
  const dfmt_event *ev;
  uint64_t n = 0;
  while ((*st = dfmt_reader_next(r, &ev)) == DFMT_OK) n++;
  return n;
}

/* Reads with a limit until it is met, and without it to the end. */
static void stops(struct bytes b, uint32_t key, uint64_t value, uint64_t lifted) {
  dfmt_config *c;
  dfmt_status st;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, key, value), DFMT_OK);
  dfmt_reader *r = open_reader(c, b);
  uint64_t n = count(r, &st);

  for (int again = 0; again < 2; again++) {
    assert_int_equal(st, DFMT_E_LIMIT);
    assert_int_equal(dfmt_reader_error(r)->option, key);
    assert_true(dfmt_reader_error(r)->needed > value);
    assert_int_equal(count(r, &st), 0);
  }
  /* 4 MiB may always be decoded; a call has 6 to 8 bytes. */
  uint64_t most = key == DFMT_CFG_MAX_OUTPUT && value > 4u << 20 ? value : (4u << 20) + (1u << 20);
  assert_in_range(n, (3u << 20) / 8, most / EVENT);
  assert_int_equal(dfmt_reader_limit(r, key, lifted), DFMT_OK);
  n += count(r, &st);
  assert_int_equal(st, DFMT_END);
  assert_int_equal(n, N_CALLS + 1);
  dfmt_reader_free(r);
  dfmt_config_free(c);
}

static void each_container(void **state) {
  (void)state;
  static const uint32_t others[] = {DFMT_APITRACE_CONTAINER_SNAPPY, DFMT_APITRACE_CONTAINER_BROTLI,
                                    DFMT_APITRACE_CONTAINER_ZSTD};
  struct bytes gz = make_gzip();
  stops(gz, DFMT_CFG_MAX_OUTPUT, 6u << 20, UINT64_MAX);
  stops(gz, DFMT_CFG_MAX_OUTPUT, 100, UINT64_MAX);
  stops(gz, DFMT_CFG_MAX_RATIO, 1, 0);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    struct bytes b = repack(gz, others[i]);
    if (!b.ptr) continue;
    stops(b, DFMT_CFG_MAX_OUTPUT, 6u << 20, UINT64_MAX);
    stops(b, DFMT_CFG_MAX_RATIO, 1, 0);
    free(b.ptr);
  }
  free(gz.ptr);
}

/* A source that a caller unwraps has the limits of its configuration. */
static void a_source(void **state) {
  (void)state;
  struct bytes gz = make_gzip();
  dfmt_config *c;
  dfmt_source *s, *in;
  static uint8_t buf[65536];
  uint64_t got, total = 0;
  dfmt_status st;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_OUTPUT, 5u << 20), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, gz.ptr, gz.len, &s), DFMT_OK);
  assert_int_equal(dfmt_source_unwrap(c, s, &in), DFMT_OK);
  while ((st = dfmt_source_read(in, buf, sizeof buf, &got)) == DFMT_OK) total += got;
  assert_int_equal(st, DFMT_E_LIMIT);
  assert_int_equal(total, (5u << 20) + 1);
  assert_int_equal(dfmt_source_error(in)->option, DFMT_CFG_MAX_OUTPUT);
  dfmt_source_free(in);
  dfmt_source_free(s);
  dfmt_config_free(c);
  free(gz.ptr);
}

static uint32_t stop(void *user) {
  uint32_t *left = user;
  if (*left == 0) return 1;
  --*left;
  return 0;
}

/* A caller who wants to leave off is heard amid any work. */
static void asked(void **state) {
  (void)state;
  struct bytes gz = make_gzip();
  dfmt_status st;
  uint64_t before = UINT64_MAX;
  for (uint32_t times = 40; times > 0; times /= 2) {
    uint32_t left = times;
    dfmt_config *c;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_stop(c, stop, &left), DFMT_OK);
    dfmt_reader *r = open_reader(c, gz);
    uint64_t n = count(r, &st);
    assert_int_equal(st, DFMT_E_IO);
    assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_STOPPED);
    assert_true(n < before || n == 0);
    before = n;
    dfmt_reader_free(r);
    dfmt_config_free(c);
  }
  assert_int_equal(dfmt_config_stop(NULL, stop, NULL), DFMT_E_ARG);
  free(gz.ptr);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_container), cmocka_unit_test(a_source),
                                     cmocka_unit_test(asked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
