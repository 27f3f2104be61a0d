/* SPDX-License-Identifier: MIT */
/* Convert: beside what writing operations are held to, what holds whatever is in the inputs. */
#include <stdlib.h>
#include <string.h>

#include "../unit/stream.h"
#include "writing.h"

const struct writing writing = {"convert"};

static struct bytes converted(struct bytes in, const struct choice *choices) {
  dfmt_status st;
  struct bytes out = made_of("convert", &in, 1, choices, &st);
  assert_int_equal(st, DFMT_OK);
  return out;
}

/* There and back again, the second time it is where it was. */
static void back(const char *format, const char *name, uint32_t key, const char *there, const char *here) {
  const struct choice to[] = {{key, there, 0}, {0}}, from[] = {{key, here, 0}, {0}};
  struct bytes in = sample(format, name), a = converted(in, to), b = converted(a, from), c = converted(b, to);
  assert_true(same(a, c));
  assert_false(same(a, b));
  free(in.ptr);
  free(a.ptr);
  free(b.ptr);
  free(c.ptr);
}

static void test_back(void **state) {
  (void)state;
  back("bugreport", "report.zip", DFMT_OPS_CONVERT_COMPRESSION, "stored", "deflate");
  if (dfmt_has_feature(DFMT_FEATURE_SNAPPY))
    back("apitrace", "packed.gz.trace", DFMT_OPS_CONVERT_CONTAINER, "snappy", "gzip");
  back("mallocdbg", "log_threadtime.txt", DFMT_OPS_CONVERT_LOG_FORMAT, "threadtime", "long");
}

static uint64_t samples_of(struct bytes b, uint64_t *first, uint64_t *last) {
  dfmt_reader *r;
  dfmt_source *s;
  const dfmt_event *ev;
  uint64_t n = 0;
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, b.ptr, b.len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, 0, s), DFMT_OK);
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(ev);
    if (!x) continue;
    if (!n++ || x->time_ns < *first) *first = x->time_ns;
    if (n == 1 || x->time_ns > *last) *last = x->time_ns;
  }
  assert_int_equal(st, DFMT_END);
  dfmt_source_free(s);
  dfmt_reader_free(r);
  return n;
}

/* Both by sources that cannot seek. */
static void check_streams(const struct bytes *parts, struct bytes want) {
  struct stream streams[2];
  dfmt_op *op;
  dfmt_sink *to;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_op_new(NULL, "convert", &op), DFMT_OK);
  for (size_t i = 0; i < 2; i++) {
    streams[i] = (struct stream){.ptr = parts[i].ptr, .len = parts[i].len};
    dfmt_source *s = stream_source(&streams[i]);
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
    dfmt_source_free(s);
  }
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_int_equal(len, want.len);
  assert_memory_equal(ptr, want.ptr, want.len);
  dfmt_op_free(op);
  dfmt_sink_free(to);
}

/* Two parts of a recording have the samples of the whole, and so has the file that they make. */
static void test_merge(void **state) {
  (void)state;
  uint64_t first = 0, last = 0;
  dfmt_status st;
  struct bytes in = sample("simpleperf", "demo_small.simpleperf");
  const uint64_t n = samples_of(in, &first, &last), middle = first + (last - first) / 2;
  const struct choice before[] = {{DFMT_OPS_CONVERT_TO_NS, NULL, middle}, {0}};
  const struct choice after[] = {{DFMT_OPS_CONVERT_FROM_NS, NULL, middle}, {0}};
  struct bytes parts[] = {converted(in, before), converted(in, after)};
  struct bytes both = made_of("convert", parts, 2, NULL, &st);
  assert_int_equal(st, DFMT_OK);
  const uint64_t a = samples_of(parts[0], &first, &last), b = samples_of(parts[1], &first, &last);
  assert_true(a && b);
  assert_int_equal(a + b, n);
  assert_int_equal(samples_of(both, &first, &last), n);
  check_streams(parts, both);
  free(in.ptr);
  free(parts[0].ptr);
  free(parts[1].ptr);
  free(both.ptr);
}

/* What has no names any more stays as it is. */
static void redact(const char *format, const char *name, const char *pattern) {
  const struct choice choices[] = {{DFMT_OPS_CONVERT_REDACT, pattern, 0}, {0}};
  struct bytes in = sample(format, name), a = converted(in, choices), b = converted(a, choices);
  assert_false(same(in, a));
  assert_true(same(a, b));
  free(in.ptr);
  free(a.ptr);
  free(b.ptr);
}

static void test_redact(void **state) {
  (void)state;
  redact("bugreport", "report.txt", "s*");
  redact("bugreport", "report.txt", "[a-f]*");
  redact("bugreport", "report.zip", "*thing*");
  redact("apport", "demo_segv.crash", "*bin*");
}

/* Refusals are final, and nothing is said to be written. */
static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *format, *name;
    struct choice choice;
  } cases[] = {{"simpleperf", "demo_small.simpleperf", {DFMT_OPS_CONVERT_VARIANT, "mime", 0}},
               {"simpleperf", "demo_small.simpleperf", {DFMT_OPS_CONVERT_SORT, NULL, 1}},
               {"mallocdbg", "v12.txt", {DFMT_OPS_CONVERT_STRIP, NULL, 1}},
               {"mallocdbg", "v12.txt", {DFMT_OPS_CALLS, "1", 0}},
               {"apitrace", "backtraces.trace", {DFMT_OPS_CONVERT_REDACT, "x", 0}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_status st;
    const struct choice choices[] = {cases[i].choice, {0}};
    struct bytes in = sample(cases[i].format, cases[i].name), out = made_of("convert", &in, 1, choices, &st);
    assert_null(out.ptr);
    assert_int_equal(st, DFMT_E_STATE);
    free(in.ptr);
  }
}

/* A codec that is not built in is no damage of the input: accepting does not help, and the refusal is final. */
static void test_codecs(void **state) {
  (void)state;
  static const struct {
    uint32_t feature;
    const char *name;
  } codecs[] = {{DFMT_FEATURE_SNAPPY, "snappy"}, {DFMT_FEATURE_ZSTD, "zstd"}, {DFMT_FEATURE_BROTLI, "brotli"}};
  struct bytes in = sample("apitrace", "packed.gz.trace");
  for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++) {
    dfmt_status st;
    const struct choice to[] = {{DFMT_OPS_CONVERT_CONTAINER, codecs[i].name, 0}, {0}};
    struct bytes out = made_of("convert", &in, 1, to, &st);
    assert_int_equal(st, dfmt_has_feature(codecs[i].feature) ? DFMT_OK : DFMT_E_STATE);
    free(out.ptr);
  }
  free(in.ptr);
}

int main(void) {
  const struct CMUnitTest tests[] = {WRITING_TESTS,
                                     cmocka_unit_test(test_back),
                                     cmocka_unit_test(test_merge),
                                     cmocka_unit_test(test_redact),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_codecs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
