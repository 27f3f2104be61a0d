/* SPDX-License-Identifier: MIT */
/* Profiles: beside what every operation is held to, every kind of rows, documents, and comparisons of made profiles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/compare.h>
#include <diagfmt/ops/profile.h>

#include "../unit/counter.h"
#include "all.h"

const struct kind kind = {.name = "profile", .arguments = "top --json", .option = DFMT_OPS_PROFILE_PERIODS};

enum { N_FUNCTIONS = 8 };

/* A profile of one thread: each sample is in one function, `counts` of each. */
static dfmt_source *make_profile(const uint32_t counts[N_FUNCTIONS], dfmt_sink **kept) {
  static const dfmt_str event = {"cpu-clock", 9};
  dfmt_writer *w;
  dfmt_simpleperf_symbols *names;
  const void *ptr;
  uint64_t len, time = 1000;
  uint32_t file;
  int32_t symbols[N_FUNCTIONS];
  assert_int_equal(dfmt_sink_memory(NULL, kept), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_SIMPLEPERF, 0, *kept), DFMT_OK);
  const dfmt_simpleperf_meta meta = {.head = {sizeof meta, DFMT_SIMPLEPERF_META},
                                     .present = DFMT_PRESENT_ALL,
                                     .event_types = &event,
                                     .n_event_types = 1};
  assert_int_equal(dfmt_writer_put(w, &meta.head), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_new(NULL, &names), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_file(names, "/lib/a.so", 9, 0, &file), DFMT_OK);
  for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
    const char name[] = {'f', (char)('0' + i)};
    assert_int_equal(dfmt_simpleperf_symbols_symbol(names, file, name, 2, NULL, 0, &symbols[i]), DFMT_OK);
  }
  for (uint32_t round = 0; round < 1000; round++) /* spread over the time */
    for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
      if ((round * 37 + i * 111) % 1000 >= counts[i]) continue;
      const dfmt_simpleperf_frame frame = {.file_id = file, .symbol_id = symbols[i], .present = 7};
      const dfmt_simpleperf_sample s = {
          .head = {sizeof s, DFMT_SIMPLEPERF_SAMPLE},
          .present = DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID |
                     DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT |
                     DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID,
          .time_ns = (time += 250000 + (round * 7 + i * 13) % 1000),
          .event_count = 250000,
          .thread_id = 1,
          .frames = &frame,
          .n_frames = 1};
      assert_int_equal(dfmt_writer_put(w, &s.head), DFMT_OK);
    }
  assert_int_equal(dfmt_simpleperf_symbols_write(names, w), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  dfmt_simpleperf_symbols_free(names);
  dfmt_writer_free(w);
  dfmt_source *s;
  assert_int_equal(dfmt_sink_bytes(*kept, &ptr, &len), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  return s;
}

static dfmt_op *profile_of(const uint32_t counts[N_FUNCTIONS], uint32_t keep, uint32_t periods) {
  dfmt_config *c;
  dfmt_op *op;
  dfmt_sink *kept;
  dfmt_source *s = make_profile(counts, &kept);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, keep), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_PERIODS, periods), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "profile", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  dfmt_source_free(s);
  dfmt_sink_free(kept);
  dfmt_config_free(c);
  return op;
}

static const uint32_t usual[N_FUNCTIONS] = {900, 700, 500, 300, 200, 100, 50, 5};

/* ---- rows ---- */

static void test_kinds(void **state) {
  (void)state;
  dfmt_rows *rows;
  dfmt_op *op = profile_of(usual, DFMT_PROFILE_KEEP_STACKS, 0),
          *few = profile_of(usual, DFMT_PROFILE_KEEP_FUNCTIONS, 0);
  static const char *const answers[] = {"functions", "groups", "stacks", "tree"};
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    assert_int_equal(dfmt_op_answer(op, answers[i], &rows), DFMT_OK);
    const dfmt_profile_facts *facts = (const void *)dfmt_rows_set(rows)->facts;
    assert_int_equal(facts->count, 2755);
    assert_true(facts->total == UINT64_C(2755) * 250000);
    char *text = rows_text(rows);
    assert_true(strcmp(answers[i], "groups") == 0 || strstr(text, "\"f0\""));
    free(text);
  }
  assert_int_equal(dfmt_op_answer(op, "sizes", &rows), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_answer(few, "stacks", &rows), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_answer(few, "nothing", &rows), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_op_error(few)->message, "\"nothing\"; it has functions, groups, stacks"));
  char *a, *b;
  assert_int_equal(dfmt_op_answer(op, "functions", &rows), DFMT_OK);
  a = rows_text(rows);
  assert_int_equal(dfmt_op_answer(few, "functions", &rows), DFMT_OK);
  b = rows_text(rows);
  assert_string_equal(a, b); /* counted as they come, or out of kept stacks */
  free(a);
  free(b);
  dfmt_op_free(op);
  dfmt_op_free(few);
}

/* Rows of an operation that takes more are none again until it has run. */
static void test_rows_between(void **state) {
  (void)state;
  dfmt_op *op = profile_of(usual, DFMT_PROFILE_KEEP_FUNCTIONS, 0);
  dfmt_rows *rows;
  const dfmt_head *row;
  dfmt_sink *kept;
  dfmt_source *s = make_profile(usual, &kept);
  assert_int_equal(dfmt_op_answer(op, "functions", &rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_E_STATE);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_rows_rewind(rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_int_equal(((const dfmt_profile_facts *)(const void *)dfmt_rows_set(rows)->facts)->count, 2 * 2755);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(kept);
}

/* ---- documents: each allocation fails once ---- */

/* Whether a document is none that this build writes. */
static bool is_absent(const char *document) {
  const char *lacks = getenv("DFMT_LACKS");
  return lacks && strstr(lacks, "nanopb") && strcmp(document, "pprof") == 0;
}

static void check_absent(dfmt_op *op, dfmt_status st) {
  assert_int_equal(st, DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_CODEC_MISSING);
  assert_string_equal(dfmt_op_error(op)->message, "pprof: nanopb is not built in");
}

static void test_documents(void **state) {
  (void)state;
  static const struct {
    const char *name, *head;
    uint32_t keep;
  } documents[] = {{"folded", "f0 2250", DFMT_PROFILE_KEEP_STACKS},
                   {"flame", "<?xml v", DFMT_PROFILE_KEEP_STACKS},
                   {"pprof", "\x1f\x8b\x08", DFMT_PROFILE_KEEP_PLACES},
                   {"firefox", "{\"meta\"", DFMT_PROFILE_KEEP_SAMPLES}};
  for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
    struct counter x;
    dfmt_config *c = counting_config(&x);
    dfmt_sink *kept, *to;
    dfmt_source *s = make_profile(usual, &kept);
    dfmt_op *op;
    const void *ptr;
    uint64_t len;
    assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, documents[i].keep), DFMT_OK);
    assert_int_equal(dfmt_op_new(c, "profile", &op), DFMT_OK);
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    dfmt_status st = DFMT_E_NOMEM;
    uint64_t n = 1;
    for (; st == DFMT_E_NOMEM; n++) {
      assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
      x.calls = 0;
      x.fail_at = n;
      st = dfmt_op_write(op, documents[i].name, NULL, to);
      if (st == DFMT_E_NOMEM) dfmt_sink_free(to);
    }
    if (is_absent(documents[i].name)) {
      check_absent(op, st);
    } else {
      assert_int_equal(st, DFMT_OK);
      assert_true(n > 5);
      assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
      assert_true(len > 50 && memcmp(ptr, documents[i].head, strlen(documents[i].head)) == 0);
    }
    dfmt_sink_free(to);
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_sink_free(kept);
    dfmt_config_free(c);
    assert_int_equal(x.blocks, 0);
  }
}

/* A profile of which all was left out has documents without a sample. */
static void test_left_out(void **state) {
  (void)state;
  static const char *const documents[] = {"folded", "flame", "pprof", "firefox"};
  for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
    dfmt_config *c;
    dfmt_op *op;
    dfmt_source *s;
    dfmt_sink *to;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_SAMPLES), DFMT_OK);
    assert_int_equal(dfmt_op_new(c, "profile", &op), DFMT_OK);
    assert_int_equal(dfmt_source_memory(NULL, "nonsense", 8, &s), DFMT_OK);
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_op_drop(op), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_sink_null(NULL, &to), DFMT_OK);
    const dfmt_status st = dfmt_op_write(op, documents[i], NULL, to);
    if (is_absent(documents[i]))
      check_absent(op, st);
    else
      assert_int_equal(st, DFMT_OK);
    dfmt_sink_free(to);
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_config_free(c);
  }
}

/* ---- comparisons ---- */

static const dfmt_compare_row *find_row(dfmt_rows *rows, const char *function) {
  const dfmt_head *row;
  while (dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_compare_row *r = (const void *)row;
    if (r->function.len == 2 && memcmp(r->function.ptr, function, 2) == 0) return r;
  }
  fail();
  return NULL;
}

static void add_run(dfmt_op *op, const uint32_t weights[N_FUNCTIONS]) {
  dfmt_sink *kept;
  dfmt_source *s = make_profile(weights, &kept);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  dfmt_source_free(s);
  dfmt_sink_free(kept);
}

/* n_runs a side, which have run. */
static dfmt_op *comparison(dfmt_config *c, const uint32_t after[N_FUNCTIONS], size_t n_runs) {
  dfmt_op *op;
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_COMPARE_N_BEFORE, n_runs), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "compare", &op), DFMT_OK);
  for (size_t i = 0; i < 2 * n_runs; i++) add_run(op, i < n_runs ? usual : after);
  return op;
}

static uint32_t verdict_of(const uint32_t after[N_FUNCTIONS], uint32_t periods, size_t n_runs, const char *function) {
  dfmt_config *c;
  dfmt_rows *rows;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_PERIODS, periods), DFMT_OK);
  dfmt_op *op = comparison(c, after, n_runs);
  assert_int_equal(dfmt_op_answer(op, "self", &rows), DFMT_OK);
  uint32_t verdict = find_row(rows, function)->verdict;
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_config_free(c);
  return verdict;
}

static void test_compare(void **state) {
  (void)state;
  static const uint32_t changed[N_FUNCTIONS] = {900, 700, 500, 300, 200, 400, 50, 5};
  assert_int_equal(verdict_of(changed, 1, 1, "f5"), DFMT_COMPARE_CHANGED);
  assert_int_equal(verdict_of(changed, 1, 1, "f1"), DFMT_COMPARE_NOISE); /* though its share has fallen */
  assert_int_equal(verdict_of(usual, 1, 1, "f5"), DFMT_COMPARE_NOISE);
  assert_int_equal(verdict_of(changed, 1, 1, "f7"), DFMT_COMPARE_RARE);
  assert_int_equal(verdict_of(changed, 0, 1, "f5"), DFMT_COMPARE_UNKNOWN);
  assert_int_equal(verdict_of(changed, 0, 3, "f5"), DFMT_COMPARE_CHANGED);
}

static void test_compare_memory(void **state) {
  (void)state;
  struct counter x;
  dfmt_config *c = counting_config(&x);
  dfmt_op *op = comparison(c, usual, 1);
  dfmt_rows *rows = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  uint64_t n = 1;
  const uint64_t blocks = x.blocks;
  for (; st == DFMT_E_NOMEM; n++) {
    x.calls = 0;
    x.fail_at = n;
    st = dfmt_op_answer(op, "total", &rows);
    assert_true(st == DFMT_OK || x.blocks == blocks);
  }
  assert_int_equal(st, DFMT_OK);
  assert_true(n > 5);
  dfmt_rows_free(rows);
  assert_int_equal(x.blocks, blocks);
  dfmt_op_free(op);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
}

/* What each run counted is told, and of what cannot be compared why. */
static void test_compare_runs(void **state) {
  (void)state;
  dfmt_config *c;
  dfmt_op *op;
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_STACKS), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "compare", &op), DFMT_OK);
  add_run(op, usual);
  assert_int_equal(dfmt_op_answer(op, "self", &rows), DFMT_E_UNSUPPORTED); /* one side */
  add_run(op, usual);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_UNSUPPORTED); /* stacks */
  assert_int_equal(dfmt_op_answer(op, "runs", &rows), DFMT_OK);
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    const dfmt_compare_run *r = (const void *)row;
    assert_int_equal(r->input, i);
    assert_int_equal(r->is_after, i);
    assert_int_equal(r->count, 2755);
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, 99), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "compare", &op), DFMT_E_ARG); /* an option of profiles */
  dfmt_config_free(c);
}

/* Each allocation fails once. */
static void test_compare_flame(void **state) {
  (void)state;
  static const uint32_t changed[N_FUNCTIONS] = {900, 700, 500, 300, 200, 400, 50, 5};
  struct counter x;
  dfmt_config *c = counting_config(&x);
  dfmt_sink *to;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_PURPOSE, DFMT_PROFILE_FOR_COMPARE_FLAME), DFMT_OK);
  dfmt_op *op = comparison(c, changed, 2);
  dfmt_status st = DFMT_E_NOMEM;
  for (uint64_t n = 1; st == DFMT_E_NOMEM; n++) {
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    x.calls = 0;
    x.fail_at = n;
    st = dfmt_op_write(op, "flame", NULL, to);
    if (st == DFMT_E_NOMEM) dfmt_sink_free(to);
  }
  assert_int_equal(st, DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  char *text = calloc((size_t)len + 1, 1);
  memcpy(text, ptr, (size_t)len);
  const char *box = strstr(text, "<title>f5 ");
  assert_non_null(box);
  const char *colour = strstr(box, "fill="); /* it has grown: red */
  assert_memory_equal(colour, "fill=\"rgb(245,", 14);
  free(text);
  dfmt_sink_free(to);
  dfmt_op_free(op);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_kinds),
                                     cmocka_unit_test(test_rows_between),
                                     cmocka_unit_test(test_documents),
                                     cmocka_unit_test(test_compare),
                                     cmocka_unit_test(test_compare_flame),
                                     cmocka_unit_test(test_left_out),
                                     cmocka_unit_test(test_compare_memory),
                                     cmocka_unit_test(test_compare_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
