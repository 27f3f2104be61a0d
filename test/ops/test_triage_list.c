/* SPDX-License-Identifier: MIT */
/*
 * One list over several inputs: what is one finding and what is not, what it says of each input, its order; and lists
 * as documents, which are inputs again: whole, appended to each other, cut, changed, of another version, from sources
 * that cannot seek and keep their reader waiting, and with each allocation failing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/triage.h>

#define CRASH(TIME, PID) \
  "03-12 " TIME " " PID " " PID \
  " E AndroidRuntime: FATAL EXCEPTION: main\n" \
  "03-12 " TIME " " PID " " PID " E AndroidRuntime: Process: com.example.app, PID: " PID \
  "\n" \
  "03-12 " TIME " " PID " " PID \
  " E AndroidRuntime: java.lang.IllegalStateException: late\n" \
  "03-12 " TIME " " PID " " PID " E AndroidRuntime: \tat com.example.A.a(A.java:1)\n"
#define SIGNAL(TIME, PID) \
  "03-12 " TIME " " PID " " PID \
  " F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10 in tid " PID " (tool), pid " PID \
  " (tool)\n"
#define KILL "03-12 10:00:00.500  1000     5     5 I am_kill : [0,77,com.example.player,100,low memory]\n"
#define QUIET "03-12 10:00:00.000   100   100 I Tag     : nothing\n"

static const char early[] = CRASH("10:00:00.000", "7001"), late[] = CRASH("11:00:00.000", "7002"),
                  twice[] = CRASH("09:00:00.000", "7003") CRASH("09:30:00.000", "7004"),
                  weak[] = SIGNAL("10:00:00.000", "500"), weak_too[] = SIGNAL("10:30:00.000", "501"), quiet[] = QUIET;

/* ---- an allocator that fails once ---- */

struct failing {
  uint64_t calls, fail_at; /* fail_at 0: never */
  int64_t live;
};

static void *reallocate(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct failing *f = user;
  if (new_size && ++f->calls == f->fail_at) return NULL;
  void *p = new_size ? realloc(ptr, (size_t)new_size) : NULL;
  if (!new_size) free(ptr);
  f->live += (int64_t)(new_size ? new_size : 0) - (int64_t)(ptr ? old_size : 0);
  return p;
}

static dfmt_config *configure(struct failing *f) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  if (f) assert_int_equal(dfmt_config_allocator(c, reallocate, f), DFMT_OK);
  return c;
}

/* ---- sources that keep their reader waiting ---- */

struct slow {
  const char *ptr;
  size_t len, at;
  bool waited;
};

static dfmt_status read_slowly(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct slow *s = user;
  *got = 0;
  s->waited = !s->waited;
  if (s->waited) return DFMT_AGAIN;
  if (s->at == s->len) return DFMT_END;
  (void)cap;
  *(char *)buf = s->ptr[s->at++];
  *got = 1;
  return DFMT_OK;
}

/* ---- operations ---- */

static void add(dfmt_op *op, const void *ptr, size_t len) {
  dfmt_source *s;
  dfmt_status st;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  while ((st = dfmt_op_add(op, s)) == DFMT_E_NOMEM) continue;
  assert_int_equal(st, DFMT_OK);
  dfmt_source_free(s);
}

/* Over texts with the names "a", "b" … */
static dfmt_op *made(const char *const *texts, bool each) {
  dfmt_config *c = configure(NULL);
  dfmt_op *op;
  char name[2] = "a";
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_TRIAGE_EACH, each), DFMT_OK);
  for (size_t i = 0; texts[i]; i++, name[0]++) assert_int_equal(dfmt_config_add(c, DFMT_OPS_NAMES, name, 1), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "triage", &op), DFMT_OK);
  dfmt_config_free(c);
  for (size_t i = 0; texts[i]; i++) add(op, texts[i], strlen(texts[i]));
  return op;
}

static dfmt_status run(dfmt_op *op) {
  dfmt_status st;
  do st = dfmt_op_run(op);
  while (st == DFMT_AGAIN);
  return st;
}

/* All rows, as JSON. For the caller to free. */
static char *rows_of(dfmt_op *op) {
  dfmt_rows *rows;
  dfmt_sink *text;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_memory(NULL, &text), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  do assert_int_equal(dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, text), DFMT_OK);
  while (dfmt_rows_next_set(rows) == DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(text, &ptr, &len), DFMT_OK);
  char *copy = malloc((size_t)len + 1);
  assert_non_null(copy);
  if (len) memcpy(copy, ptr, (size_t)len);
  copy[len] = '\0';
  dfmt_rows_free(rows);
  dfmt_sink_free(text);
  return copy;
}

/* The document of an operation over texts. For the caller to free. */
static char *list_of(const char *const *texts, size_t *len) {
  dfmt_op *op = made(texts, false);
  dfmt_sink *text;
  const void *ptr;
  uint64_t n;
  assert_int_equal(run(op), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &text), DFMT_OK);
  assert_int_equal(dfmt_op_write(op, "list", NULL, text), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(text, &ptr, &n), DFMT_OK);
  char *copy = malloc((size_t)n);
  assert_non_null(copy);
  memcpy(copy, ptr, (size_t)n);
  *len = (size_t)n;
  dfmt_sink_free(text);
  dfmt_op_free(op);
  return copy;
}

static bool is(dfmt_str s, const char *text) {
  return s.len == strlen(text) && memcmp(s.ptr, text, (size_t)s.len) == 0;
}

static const dfmt_triage_finding *next(dfmt_rows *rows) {
  const dfmt_head *row;
  return dfmt_rows_next(rows, &row) == DFMT_OK ? (const void *)row : NULL;
}

/* ---- one list ---- */

/* The same fault in three of four inputs is one finding; process and time are those of the latest. */
static void test_one(void **state) {
  (void)state;
  const char *const texts[] = {early, late, quiet, twice, NULL};
  dfmt_op *op = made(texts, false);
  dfmt_rows *rows;
  assert_int_equal(run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(((const dfmt_triage_result *)(const void *)dfmt_rows_set(rows)->facts)->n_findings, 1);
  const dfmt_triage_finding *f = next(rows);
  assert_non_null(f);
  assert_int_equal(f->count, 4);
  assert_int_equal(f->file_count, 3);
  assert_int_equal(f->n_files, 3);
  assert_int_equal(f->process_id, 7002);
  assert_true(is(f->time_text, "03-12 11:00:00.000") && is(f->file, "a") && is(f->place, "a:1"));
  const uint64_t inputs[] = {0, 1, 3}, counts[] = {1, 1, 2};
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(f->files[i].input, inputs[i]);
    assert_int_equal(f->files[i].count, counts[i]);
  }
  assert_int_equal(f->n_evidence, 4);
  assert_true(is(f->evidence[1].file, "b") && is(f->evidence[3].file, "d"));
  assert_int_equal(f->evidence[3].line, 5);
  assert_null(next(rows));
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* A signal alone may be any fault; so it is joined with no other, and ranks are by severity, count and time. */
static void test_apart(void **state) {
  (void)state;
  const char *const texts[] = {early, weak, weak_too, twice, NULL};
  const char *const times[] = {"03-12 10:30:00.000", "03-12 10:00:00.000", "03-12 10:00:00.000"};
  dfmt_op *op = made(texts, false);
  dfmt_rows *rows;
  const dfmt_triage_finding *f;
  uint32_t n = 0;
  assert_int_equal(run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  for (; (f = next(rows)) != NULL; n++) {
    assert_int_equal(f->rank, n + 1);
    assert_true(is(f->time_text, times[n]));
    assert_int_equal(f->count, n < 2 ? 1 : 3);
  }
  assert_int_equal(n, 3);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* With the option each input has its own, with its own ranks. */
static void test_each(void **state) {
  (void)state;
  const char *const texts[] = {early, late, quiet, twice, NULL};
  const uint64_t inputs[] = {0, 1, 3};
  dfmt_op *op = made(texts, true);
  dfmt_rows *rows;
  const dfmt_triage_finding *f;
  size_t n = 0;
  assert_int_equal(run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  for (; (f = next(rows)) != NULL; n++) {
    assert_int_equal(f->rank, 1);
    assert_int_equal(f->input, inputs[n]);
    assert_int_equal(f->file_count, 1);
    assert_int_equal(f->place.ptr[0], '1');
  }
  assert_int_equal(n, 3);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* ---- documents ---- */

/* A list says what its inputs said; twice in a row it says so twice. */
static void test_again(void **state) {
  (void)state;
  const char *const texts[] = {early, weak, quiet, NULL}, *const none[] = {NULL};
  dfmt_op *op = made(texts, false), *again = made(none, false), *both = made(none, false);
  size_t len;
  char *list = list_of(texts, &len), *doubled = malloc(2 * len);
  assert_non_null(doubled);
  memcpy(doubled, list, len);
  memcpy(doubled + len, list, len);
  add(again, list, len);
  add(both, doubled, 2 * len);
  add(both, late, sizeof late - 1);
  assert_int_equal(run(op), DFMT_OK);
  assert_int_equal(run(again), DFMT_OK);
  assert_int_equal(run(both), DFMT_OK);
  char *want = rows_of(op), *have = rows_of(again);
  assert_string_equal(have, want);
  free(want);
  free(have);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(both, NULL, &rows), DFMT_OK);
  assert_int_equal(next(rows)->count, 1); /* signals */
  assert_int_equal(next(rows)->count, 1);
  const dfmt_triage_finding *f = next(rows);
  assert_int_equal(f->count, 3);
  assert_int_equal(f->files[1].input, 3);
  assert_int_equal(f->files[2].input, 6);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_op_free(again);
  dfmt_op_free(both);
  free(list);
  free(doubled);
}

static dfmt_op *over_slow(struct slow *s) {
  const dfmt_source_ops ops = {.size = sizeof ops, .read = read_slowly};
  dfmt_source *source;
  dfmt_op *op;
  assert_int_equal(dfmt_source_new(NULL, &ops, s, &source), DFMT_OK);
  assert_int_equal(dfmt_op_new(NULL, "triage", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, source), DFMT_OK);
  dfmt_source_free(source);
  return op;
}

static void test_slow(void **state) {
  (void)state;
  const char *const texts[] = {early, weak, NULL};
  size_t len;
  char *list = list_of(texts, &len);
  dfmt_op *quick = made((const char *const[]){NULL}, false);
  add(quick, list, len);
  dfmt_op *op = over_slow(&(struct slow){.ptr = list, .len = len});
  assert_int_equal(run(quick), DFMT_OK);
  assert_int_equal(run(op), DFMT_OK);
  char *want = rows_of(quick), *have = rows_of(op);
  assert_string_equal(have, want);
  free(want);
  free(have);
  dfmt_op_free(quick);
  dfmt_op_free(op);
  free(list);
}

/* What stands before the cut is there if that is accepted. */
static void test_cut(void **state) {
  (void)state;
  const char *const texts[] = {early, weak, NULL};
  size_t len;
  char *list = list_of(texts, &len);
  uint64_t most = 0;
  for (size_t n = 40; n <= len; n++) {
    dfmt_op *op = made((const char *const[]){NULL}, false);
    dfmt_rows *rows;
    uint64_t found = 0;
    add(op, list, n);
    dfmt_status st = run(op);
    if (st == DFMT_E_TRUNCATED) {
      assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_FINDINGS_DATA);
      assert_int_equal(dfmt_op_accept(op), DFMT_OK);
      st = run(op);
    }
    assert_int_equal(st, DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    while (next(rows)) found++;
    assert_true(found >= most && found <= 2);
    most = found;
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
  assert_int_equal(most, 2);
  free(list);
}

/* Any byte may be another: rows are rows, or there is an error, and nothing is left over. */
static void test_changed(void **state) {
  (void)state;
  const char *const texts[] = {early, weak, NULL};
  static const uint8_t with[] = {0x01, 0x80, 0xff, 0x7f};
  size_t len;
  char *list = list_of(texts, &len);
  for (size_t i = 0; i < len * sizeof with; i++) {
    struct failing f = {.calls = 0};
    dfmt_config *c = configure(&f);
    dfmt_op *op;
    const char before = list[i / sizeof with];
    list[i / sizeof with] = (char)(before ^ with[i % sizeof with]);
    assert_int_equal(dfmt_op_new(c, "triage", &op), DFMT_OK);
    dfmt_config_free(c);
    add(op, list, len);
    const dfmt_status st = run(op);
    assert_true(st == DFMT_OK || st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_UNSUPPORTED);
    if (st == DFMT_OK) free(rows_of(op));
    dfmt_op_free(op);
    assert_int_equal(f.live, 0);
    list[i / sizeof with] = before;
  }
  free(list);
}

/* Members of another version may have other numbers. */
static void test_version(void **state) {
  (void)state;
  static const char other[] =
      "\x0a\x17"
      "diagfmt findings 99.0.0";
  dfmt_op *op = made((const char *const[]){NULL}, false);
  add(op, other, sizeof other - 1);
  assert_int_equal(run(op), DFMT_E_UNSUPPORTED);
  assert_non_null(strstr(dfmt_op_error(op)->message, "99.0.0"));
  dfmt_op_free(op);
}

/* After any failed allocation the same calls go on, to the same rows. */
static void test_memory(void **state) {
  (void)state;
  const char *const texts[] = {early, weak, twice, NULL};
  size_t len;
  char *list = list_of(texts, &len), *want = NULL;
  struct failing f = {.calls = 0};
  uint64_t n_calls = 0;
  for (uint64_t at = 0; at <= n_calls; at++) {
    f.fail_at = 0;
    dfmt_config *c = configure(&f);
    dfmt_op *op;
    f.calls = 0;
    f.fail_at = at;
    const bool is_made = dfmt_op_new(c, "triage", &op) == DFMT_OK;
    dfmt_config_free(c);
    if (!is_made) continue;
    add(op, list, len);
    dfmt_status st;
    while ((st = dfmt_op_run(op)) == DFMT_E_NOMEM) continue;
    assert_int_equal(st, DFMT_OK);
    dfmt_rows *rows;
    while ((st = dfmt_op_answer(op, NULL, &rows)) == DFMT_E_NOMEM) continue;
    assert_int_equal(st, DFMT_OK);
    dfmt_sink *text;
    assert_int_equal(dfmt_sink_memory(NULL, &text), DFMT_OK);
    while ((st = dfmt_op_write(op, NULL, NULL, text)) == DFMT_E_NOMEM) assert_int_equal(dfmt_sink_reset(text), DFMT_OK);
    assert_int_equal(st, DFMT_OK);
    dfmt_sink_free(text);
    const dfmt_head *row;
    uint64_t n = 0;
    while ((st = dfmt_rows_next(rows, &row)) == DFMT_OK || st == DFMT_E_NOMEM) n += st == DFMT_OK;
    assert_int_equal(n, 2);
    dfmt_rows_free(rows);
    if (at == 0) n_calls = f.calls;
    char *have = rows_of(op);
    if (!want) want = strdup(have);
    assert_string_equal(have, want);
    free(have);
    dfmt_op_free(op);
    assert_int_equal(f.live, 0);
  }
  free(want);
  free(list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),     cmocka_unit_test(test_apart),   cmocka_unit_test(test_each),
      cmocka_unit_test(test_again),   cmocka_unit_test(test_slow),    cmocka_unit_test(test_cut),
      cmocka_unit_test(test_changed), cmocka_unit_test(test_version), cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
