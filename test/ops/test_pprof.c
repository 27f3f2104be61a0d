/* SPDX-License-Identifier: MIT */
/*
 * Profiles of pprof as inputs: what is made of a small one, cut at each byte, with each byte changed, with each
 * allocation failing, and through sources that have to be waited for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/profile.h>

#include "../unit/counter.h"
#include "../unit/slow.h"
#include "all.h"
#include "base/wire.h"

const struct kind kind = {.name = "profile"};

/* ---- a profile, made by hand ---- */

enum { ROOM = 4096 };

struct message {
  uint8_t bytes[ROOM];
  size_t n;
};

static void put(struct message *m, const void *ptr, size_t n) {
  assert_true(m->n + n <= ROOM);
  memcpy(m->bytes + m->n, ptr, n);
  m->n += n;
}

static void number(struct message *m, uint32_t field, uint64_t v) {
  uint8_t bytes[2 * DFMTI_WIRE_MOST];
  size_t n = dfmti_wire_put(field << 3 | DFMTI_WIRE_VARINT, bytes);
  put(m, bytes, n + dfmti_wire_put(v, bytes + n));
}

static void bytes(struct message *m, uint32_t field, const void *ptr, size_t len) {
  uint8_t head[2 * DFMTI_WIRE_MOST];
  size_t n = dfmti_wire_put(field << 3 | DFMTI_WIRE_BYTES, head);
  put(m, head, n + dfmti_wire_put(len, head + n));
  put(m, ptr, len);
}

/* A message of numbers, from field 1 on; those that are 0 are left out. */
static void numbers(struct message *m, uint32_t field, const uint64_t *list, size_t n) {
  struct message x = {.n = 0};
  for (uint32_t i = 0; i < n; i++)
    if (list[i]) number(&x, i + 1, list[i]);
  bytes(m, field, x.bytes, x.n);
}

#define NUMBERS(M, FIELD, ...) \
  numbers(M, FIELD, (const uint64_t[]){__VA_ARGS__}, sizeof(const uint64_t[]){__VA_ARGS__} / sizeof(uint64_t))

enum { TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING, TIME = 9, DEFAULT_TYPE = 14 };

/* packed: as numbers of a sample are written mostly. */
static void sample(struct message *m, bool packed, const uint8_t *locations, size_t n, uint64_t a, uint64_t b,
                   uint64_t tid) {
  struct message x = {.n = 0}, values = {.n = 0};
  uint8_t v[DFMTI_WIRE_MOST];
  put(&values, v, dfmti_wire_put(a, v));
  put(&values, v, dfmti_wire_put(b, v));
  if (packed) {
    bytes(&x, 1, locations, n);
    bytes(&x, 2, values.bytes, values.n);
  } else {
    for (size_t i = 0; i < n; i++) number(&x, 1, locations[i]);
    number(&x, 2, a);
    number(&x, 2, b);
  }
  if (tid) NUMBERS(&x, 3, 10, 0, tid);
  bytes(m, SAMPLE, x.bytes, x.n);
}

static void location(struct message *m, uint64_t id, uint64_t mapping, uint64_t address, uint64_t inner,
                     uint64_t outer) {
  struct message x = {.n = 0};
  number(&x, 1, id);
  if (mapping) number(&x, 2, mapping);
  number(&x, 3, address);
  if (inner) NUMBERS(&x, 4, inner);
  if (outer) NUMBERS(&x, 4, outer);
  bytes(m, LOCATION, x.bytes, x.n);
}

static const char *const texts[] = {"",     "samples", "count", "cpu",   "nanoseconds", "/bin/a",
                                    "main", "inlined", "f",     "_Z1fv", "tid"};

/* main calls f, into which `inlined` is inlined; and code without a name. */
static void make(struct message *m) {
  m->n = 0;
  number(m, TIME, 5);
  NUMBERS(m, TYPE, 1, 2);
  NUMBERS(m, TYPE, 3, 4);
  sample(m, true, (const uint8_t[]){2, 7}, 2, 3, 3000, 11);
  sample(m, false, (const uint8_t[]){7}, 1, 1, 1000, 12);
  sample(m, true, (const uint8_t[]){3, 7}, 2, 2, 500, 11);
  NUMBERS(m, MAPPING, 9, 0, 0x2000, 0, 5);
  location(m, 7, 9, 0x1010, 4, 0);
  location(m, 2, 9, 0x1020, 5, 6);
  location(m, 3, 9, 0x1030, 0, 0);
  NUMBERS(m, FUNCTION, 4, 6);
  NUMBERS(m, FUNCTION, 5, 7, 7);
  NUMBERS(m, FUNCTION, 6, 8, 9);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) bytes(m, STRING, texts[i], strlen(texts[i]));
  number(m, DEFAULT_TYPE, 3);
}

/* ---- running ---- */

static dfmt_op *operation(const dfmt_config *c, dfmt_source *s) {
  dfmt_op *op;
  assert_int_equal(dfmt_op_new(c, "profile", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  return op;
}

/* Its rows, after what they are of. */
static char *answer(dfmt_op *op, const char *name) {
  enum { HEAD = 100 };
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(op, name, &rows), DFMT_OK);
  const dfmt_profile_facts *facts = (const void *)dfmt_rows_set(rows)->facts;
  char head[HEAD];
  snprintf(head, HEAD, "%.*s: %llu %.*s, %llu\n", (int)facts->weight.len, facts->weight.ptr,
           (unsigned long long)facts->total, (int)facts->unit.len, facts->unit.ptr, (unsigned long long)facts->count);
  char *text = rows_text(rows), *all = malloc(HEAD + strlen(text));
  assert_non_null(all);
  sprintf(all, "%s%s", head, text);
  free(text);
  return all;
}

/* An option: of a list one element, else a number. */
struct setting {
  uint32_t key;
  uint64_t number;
  const char *element;
};

static void set(dfmt_config *c, struct setting x) {
  if (!x.key) return;
  assert_int_equal(
      x.element ? dfmt_config_add(c, x.key, x.element, strlen(x.element)) : dfmt_config_set(c, x.key, x.number),
      DFMT_OK);
}

static const struct setting none = {0}, stacks = {DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_STACKS, NULL},
                            places = {DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_PLACES, NULL};

/* What is answered of whole bytes, for the caller to free. */
static char *answer_of(const void *ptr, size_t len, struct setting option, const char *name) {
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  set(c, option);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  dfmt_op *op = operation(c, s);
  if (dfmt_op_run(op) != DFMT_OK) fail_msg("%s", dfmt_op_error(op)->message);
  char *text = answer(op, name);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
  return text;
}

static void has(const char *text, const char *part) {
  if (!strstr(text, part)) fail_msg("no %s in %s", part, text);
}

/* ---- tests ---- */

static void test_rows(void **state) {
  (void)state;
  struct message m;
  make(&m);
  char *text = answer_of(m.bytes, m.n, stacks, "functions");
  has(text, "cpu: 4500 ns, 6\n");
  has(text, "{\"self\":3000,");
  has(text,
      "\"total\":4500,\"total_share\":1.0,\"self_count\":1,\"total_count\":6,\"event\":\"cpu\",\"function\":\"main\"");
  has(text, "\"function\":\"inlined\"");
  has(text, "\"function\":\"f\",\"file\":\"/bin/a\",\"linker_name\":\"_Z1fv\"");
  free(text);
  text = answer_of(m.bytes, m.n, stacks, "stacks");
  has(text,
      "[{\"function\":\"inlined\",\"file\":\"/bin/a\"},{\"function\":\"f\",\"file\":\"/bin/"
      "a\"},{\"function\":\"main\"");
  has(text, "{\"function\":\"main\",\"file\":\"/bin/a\"}]");
  free(text);
  text = answer_of(m.bytes, m.n, (struct setting){DFMT_OPS_PROFILE_EVENTS, 0, "samples"}, "functions");
  has(text, "samples: 6 events, 6\n");
  free(text);
  text = answer_of(m.bytes, m.n, (struct setting){DFMT_OPS_PROFILE_THREADS, 0, "12"}, "functions");
  has(text, "cpu: 1000 ns, 1\n");
  free(text);
  text = answer_of(m.bytes, m.n, (struct setting){DFMT_OPS_PROFILE_GROUP, DFMT_PROFILE_BY_EVENT, NULL},
                   "groups"); /* "samples" counts for the other one alone */
  has(text, "cpu: 4500 ns, 6\n");
  free(text);
}

static dfmt_status run_of(const void *ptr, size_t len, dfmt_error *e, char message[320]) {
  struct counter x;
  dfmt_config *c = counting_config(&x);
  uint8_t *copy = malloc(len ? len : 1); /* so that a tool for memory tells what is read beyond it */
  dfmt_source *s;
  assert_non_null(copy);
  memcpy(copy, ptr, len);
  assert_int_equal(dfmt_source_memory(NULL, copy, len, &s), DFMT_OK);
  dfmt_op *op = operation(c, s);
  const dfmt_status st = dfmt_op_run(op);
  if (e) *e = *dfmt_op_error(op);
  if (message) snprintf(message, 320, "%s", dfmt_op_error(op)->message);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
  free(copy);
  assert_int_equal(x.blocks, 0);
  return st;
}

/* Text is last: all that is cut lacks some. */
static void test_cut(void **state) {
  (void)state;
  struct message m;
  make(&m);
  const size_t last = m.n - 2; /* what is the default does without */
  for (size_t n = 0; n < last; n++) {
    const dfmt_status st = run_of(m.bytes, n, NULL, NULL);
    assert_true(st == DFMT_E_FORMAT || (n < 12 && (st == DFMT_E_UNSUPPORTED || st == DFMT_E_TRUNCATED)));
  }
  assert_int_equal(run_of(m.bytes, last, NULL, NULL), DFMT_OK);
}

static void test_changed(void **state) {
  (void)state;
  struct message m;
  make(&m);
  for (size_t i = 0; i < m.n; i++)
    for (unsigned change = 1; change < 256; change = change * 2 + (change == 16)) {
      const uint8_t was = m.bytes[i];
      m.bytes[i] = (uint8_t)(was ^ change);
      const dfmt_status st = run_of(m.bytes, m.n, NULL, NULL);
      m.bytes[i] = was;
      assert_true(st == DFMT_OK || st == DFMT_E_FORMAT || st == DFMT_E_UNSUPPORTED || st == DFMT_E_TRUNCATED);
    }
}

/* What is not there is told by its kind, its number, and where it is named. */
static void test_references(void **state) {
  (void)state;
  struct message m;
  char message[320];
  dfmt_error e;
  make(&m);
  const size_t before = m.n;
  sample(&m, true, (const uint8_t[]){99}, 1, 1, 1, 0);
  assert_int_equal(run_of(m.bytes, m.n, &e, message), DFMT_E_FORMAT);
  assert_string_equal(message, "location 99 is not there");
  assert_true(e.number == DFMT_ERR_PPROF_REFERENCE && e.offset == before + 2);
  m.n = before;
  location(&m, 50, 9, 1, 77, 0);
  sample(&m, true, (const uint8_t[]){50}, 1, 1, 1, 0);
  assert_int_equal(run_of(m.bytes, m.n, NULL, message), DFMT_E_FORMAT);
  assert_string_equal(message, "function 77 is not there");
  m.n = before;
  location(&m, 50, 8, 1, 4, 0);
  sample(&m, true, (const uint8_t[]){50}, 1, 1, 1, 0);
  assert_int_equal(run_of(m.bytes, m.n, NULL, message), DFMT_E_FORMAT);
  assert_string_equal(message, "mapping 8 is not there");
  m.n = before;
  NUMBERS(&m, TYPE, 1000, 2);
  assert_int_equal(run_of(m.bytes, m.n, NULL, message), DFMT_E_FORMAT);
  assert_string_equal(message, "text 1000 is not there");
  m.n = before;
  NUMBERS(&m, FUNCTION, 4, 6);
  assert_int_equal(run_of(m.bytes, m.n, NULL, message), DFMT_E_FORMAT);
  assert_string_equal(message, "profile.proto: an id is there twice");
  m.n = before;
  sample(&m, true, (const uint8_t[]){7}, 1, 1, UINT64_MAX, 0);
  assert_int_equal(run_of(m.bytes, m.n, NULL, message), DFMT_E_UNSUPPORTED);
  assert_string_equal(message, "a value of a sample is below 0");
  m.n = before; /* lengths that nothing has room for */
  put(&m, "\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10);
  assert_int_equal(run_of(m.bytes, m.n, NULL, NULL), DFMT_E_FORMAT);
  m.n = before;
  put(&m, "\x12\xff\xff\xff\xff\x0f", 6);
  assert_int_equal(run_of(m.bytes, m.n, NULL, NULL), DFMT_E_FORMAT);
  m.n = before;
  put(&m, "\x10\x01", 2); /* a sample that is a number */
  assert_int_equal(run_of(m.bytes, m.n, NULL, NULL), DFMT_E_FORMAT);
}

/* In gzip, of one member and of two. */
static size_t pack(const struct message *m, size_t cut, uint8_t *out, size_t cap) {
  const size_t parts[] = {0, cut, m->n};
  size_t n = 0;
  for (int i = 0; i < 2; i++) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)m->bytes + parts[i],
                  .avail_in = (uInt)(parts[i + 1] - parts[i]),
                  .next_out = out + n,
                  .avail_out = (uInt)(cap - n)};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    n = cap - z.avail_out;
    deflateEnd(&z);
  }
  return n;
}

static void test_gzip(void **state) {
  (void)state;
  struct message m;
  uint8_t packed[ROOM];
  char message[320];
  make(&m);
  const size_t n = pack(&m, m.n / 2, packed, sizeof packed);
  char *plain = answer_of(m.bytes, m.n, none, "functions"), *got = answer_of(packed, n, none, "functions");
  assert_string_equal(plain, got);
  free(plain);
  free(got);
  for (size_t cut = 0; cut < n; cut++) assert_true(run_of(packed, cut, NULL, NULL) < 0);
  packed[n - 6] ^= 1; /* of the checksum */
  assert_int_equal(run_of(packed, n, NULL, message), DFMT_E_FORMAT);
  assert_string_equal(message, "gzip: damaged data");
}

/* The same rows, whatever failed before. */
static void test_failing(void **state) {
  (void)state;
  struct message m;
  uint8_t packed[ROOM];
  make(&m);
  const size_t n = pack(&m, m.n / 2, packed, sizeof packed);
  char *want = answer_of(packed, n, places, "functions");
  for (uint64_t after = 0, ended = 0; !ended; after++) {
    struct counter x;
    dfmt_config *c = counting_config(&x);
    dfmt_source *s;
    set(c, places);
    assert_int_equal(dfmt_source_memory(NULL, packed, n, &s), DFMT_OK);
    dfmt_op *op = operation(c, s);
    x.fail_at = x.calls + 1 + after;
    dfmt_status st = dfmt_op_run(op);
    ended = st == DFMT_OK;
    x.fail_at = 0;
    if (!ended) {
      assert_int_equal(st, DFMT_E_NOMEM);
      assert_int_equal(dfmt_op_run(op), DFMT_OK);
    }
    char *got = answer(op, "functions");
    assert_string_equal(want, got);
    free(got);
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(x.blocks, 0);
  }
  free(want);
}

static void test_waiting(void **state) {
  (void)state;
  struct message m;
  uint8_t packed[ROOM];
  make(&m);
  const size_t n = pack(&m, m.n / 2, packed, sizeof packed);
  char *want = answer_of(packed, n, none, "functions");
  for (int way = 0; way < 4; way++) {
    uint64_t calls = 0;
    struct slow x = {.ptr = (const char *)packed, .len = n, .piece = way & 1 ? 7 : n, .again = &calls};
    dfmt_source *s = slow_source(&x, way & 2);
    dfmt_op *op = operation(NULL, s);
    dfmt_status st;
    while ((st = dfmt_op_run(op)) == DFMT_AGAIN) calls++;
    assert_int_equal(st, DFMT_OK);
    char *got = answer(op, "functions");
    assert_string_equal(want, got);
    free(got);
    dfmt_op_free(op);
    dfmt_source_free(s);
  }
  free(want);
}

/* What profiles of pprof do not tell is not asked of them. */
static void test_refused(void **state) {
  (void)state;
  static const struct {
    struct setting option;
    const char *why;
  } refused[] = {{{DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_SAMPLES, NULL}, "pprof profiles have no times"},
                 {{DFMT_OPS_PROFILE_TO_NS, 5, NULL}, "pprof profiles have no times"},
                 {{DFMT_OPS_PROFILE_CPU, DFMT_PROFILE_CPU_OFF, NULL},
                  "pprof profiles do not have time on and off the CPU; select events"},
                 {{DFMT_OPS_PROFILE_HEAP, DFMT_PROFILE_HEAP_APP, NULL}, "pprof has no heaps"},
                 {{DFMT_OPS_PROFILE_EVENTS, 0, "x"}, "no event was chosen that it has: samples, cpu"},
                 {{DFMT_OPS_PROFILE_EVENTS, 0, "*"},
                  "weights of different events are not added: group by event, or choose one of: samples, cpu"}};
  struct message m;
  make(&m);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    dfmt_config *c;
    dfmt_source *s;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    set(c, refused[i].option);
    assert_int_equal(dfmt_source_memory(NULL, m.bytes, m.n, &s), DFMT_OK);
    dfmt_op *op = operation(c, s);
    assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
    assert_string_equal(dfmt_op_error(op)->message, refused[i].why);
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_config_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),       cmocka_unit_test(test_cut),     cmocka_unit_test(test_changed),
      cmocka_unit_test(test_references), cmocka_unit_test(test_gzip),    cmocka_unit_test(test_failing),
      cmocka_unit_test(test_waiting),    cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests_name("pprof", tests, NULL, NULL);
}
