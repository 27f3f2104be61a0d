/* SPDX-License-Identifier: MIT */
/*
 * Logs merged by time: through sources and sinks that give and take little, where allocations fail, where an input is
 * cut off or fails, and with what the caller decides then. The rules of the order are tested by the tool.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/counter.h"
#include "../unit/grown.h"
#include "brief.h"
#include "writing.h"

const struct writing writing = {.name = "convert"};

enum { N = 3, LINES = 60 };

/* ---- logs ---- */

/* Every third line of a log with unique times, some of them with text behind. */
static struct bytes log_of(size_t which) {
  struct bytes b = {grown(NULL, 0, LINES * 120), 0};
  for (size_t i = which; i < LINES; i += N)
    b.len += (size_t)sprintf(b.ptr + b.len, "11-20 10:00:%02zu.%03zu  612   613 I Tag     : line %zu\n%s", i / 10,
                             i % 10 * 100, i, i % 7 == 0 ? "text\n" : "");
  return b;
}

/* What they make, as `logcat -D` writes it. */
static struct bytes whole_log(void) {
  struct bytes b = {grown(NULL, 0, LINES * 160), 0};
  for (size_t i = 0; i < LINES; i++)
    b.len += (size_t)sprintf(
        b.ptr + b.len, "--------- %s %zu\n11-20 10:00:%02zu.%03zu  612   613 I Tag     : line %zu\n%s",
        i < N ? "beginning of" : "switch to", i % N + 1, i / 10, i % 10 * 100, i, i % 7 == 0 ? "text\n" : "");
  return b;
}

/* ---- sources and sinks ---- */

struct slow {
  struct bytes in, out;
  size_t at, fails_at; /* fails_at 0: never */
  size_t step;
  bool said, full;
};

static dfmt_status on_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct slow *x = user;
  x->said = !x->said;
  if (x->said) return DFMT_AGAIN;
  if (x->fails_at && x->at >= x->fails_at) return DFMT_E_IO;
  size_t n = x->in.len - x->at;
  if (n > cap) n = (size_t)cap;
  if (n > x->step) n = x->step;
  memcpy(buf, x->in.ptr + x->at, n);
  x->at += n;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status on_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct slow *x = user;
  size_t n = len > x->step ? x->step : (size_t)len;
  x->full = !x->full;
  if (x->full) n = 0;
  if (x->fails_at && x->out.len + n > x->fails_at) return DFMT_E_IO;
  x->out.ptr = grown(x->out.ptr, x->out.len, n + 1);
  if (n) memcpy(x->out.ptr + x->out.len, buf, n);
  x->out.len += n;
  *taken = n;
  return n == len ? DFMT_OK : DFMT_AGAIN;
}

static const dfmt_source_ops source_ops = {.size = sizeof source_ops, .read = on_read};
static const dfmt_sink_ops sink_ops = {.size = sizeof sink_ops, .write = on_write};

struct merging {
  struct slow from[N], to;
  uint64_t calls; /* for progress */
  dfmt_op *op;
  dfmt_sink *sink;
};

static void begin(struct merging *m, dfmt_config *c, size_t step) {
  *m = (struct merging){.to = {.step = step}};
  dfmt_status st;
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_CONVERT_MERGE, 1), DFMT_OK);
  do st = dfmt_op_new(c, "convert", &m->op);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
  for (size_t i = 0; i < N; i++) {
    dfmt_source *s;
    m->from[i] = (struct slow){.in = log_of(i), .step = step};
    assert_int_equal(dfmt_source_new(NULL, &source_ops, &m->from[i], &s), DFMT_OK);
    do st = dfmt_op_add(m->op, s);
    while (st == DFMT_E_NOMEM);
    dfmt_source_free(s);
  }
  assert_int_equal(dfmt_sink_new(NULL, &sink_ops, &m->to, &m->sink), DFMT_OK);
  do st = dfmt_op_output(m->op, NULL, 0, m->sink);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
}

static dfmt_status on_progress(void *user, uint64_t input, uint64_t done, uint64_t total) {
  (void)input;
  (void)done;
  (void)total;
  return ++((struct merging *)user)->calls % 2 ? DFMT_E_CANCELLED : DFMT_OK;
}

/* Limits are raised where they are met. */
static bool raise_limit(struct merging *m, dfmt_status st) {
  const dfmt_error e = *dfmt_op_error(m->op);
  return st == DFMT_E_LIMIT && dfmt_op_limit(m->op, e.option, e.needed) == DFMT_OK;
}

static dfmt_status run(struct merging *m) {
  dfmt_status st;
  size_t starved = 0;
  while ((st = dfmt_op_run(m->op)) == DFMT_AGAIN || st == DFMT_E_CANCELLED || raise_limit(m, st) ||
         (st == DFMT_E_NOMEM && ++starved < 4))
    continue;
  while (st == DFMT_OK && (st = dfmt_sink_close(m->sink)) == DFMT_AGAIN) continue;
  return st;
}

static void end(struct merging *m) {
  dfmt_op_free(m->op);
  dfmt_sink_free(m->sink);
  for (size_t i = 0; i < N; i++) free(m->from[i].in.ptr);
  free(m->to.out.ptr);
}

/* ---- tests ---- */

static void test_again_merge(void **state) {
  (void)state;
  static const size_t steps[] = {1, 7, 64, 1000, 100000};
  struct bytes want = whole_log();
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    struct merging m;
    dfmt_config *c;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    if (i % 2)
      assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, dfmt_option_find(DFMT_CFG_MAX_MEMORY)->lo), DFMT_OK);
    begin(&m, c, steps[i]);
    assert_int_equal(dfmt_op_progress(m.op, on_progress, &m), DFMT_OK);
    assert_int_equal(run(&m), DFMT_OK);
    assert_true(m.calls > 0 && same(m.to.out, want));
    end(&m);
    dfmt_config_free(c);
  }
  free(want.ptr);
}

/* What is said to be whole is, and nothing is kept. */
static void test_allocation_merge(void **state) {
  (void)state;
  struct bytes want = whole_log();
  for (uint64_t n = 1, calls = n; calls >= n; n++) {
    struct counter x;
    struct merging m;
    dfmt_config *c = counting_config(&x);
    x.fail_at = n;
    begin(&m, c, 1000);
    const dfmt_status st = run(&m);
    assert_true(st == DFMT_OK || st == DFMT_E_NOMEM);
    if (st == DFMT_OK) assert_true(same(m.to.out, want));
    calls = x.calls;
    end(&m);
    dfmt_config_free(c);
    assert_int_equal(x.blocks, 0);
  }
  free(want.ptr);
}

/* true: it failed, as it should, at this place of an input, or of the output. */
static bool fails(size_t which, size_t at) {
  struct merging m;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  begin(&m, c, 64);
  struct slow *bad = which < N ? &m.from[which] : &m.to;
  bad->fails_at = at;
  const dfmt_status st = run(&m);
  assert_true(st == DFMT_OK || st == DFMT_E_IO);
  if (st == DFMT_E_IO && which < N) assert_int_equal(dfmt_op_input(m.op), which);
  if (which < N) assert_true((st == DFMT_E_IO) == (at <= bad->in.len));
  end(&m);
  dfmt_config_free(c);
  return st == DFMT_E_IO;
}

/* Each input, and the output, fails at each place: that is never a success, and says which input it was. */
static void test_failing_merge(void **state) {
  (void)state;
  struct bytes whole = whole_log();
  for (size_t which = 0; which <= N; which++) {
    size_t n = 0;
    while (fails(which, 1 + 37 * n)) n++;
    assert_true(n > (which < N ? 20 : whole.len / 37 - 1));
  }
  free(whole.ptr);
}

/* An input that fails ends there if that is accepted; the others go on. */
static void test_accepted_merge(void **state) {
  (void)state;
  for (size_t which = 0; which < N; which++) {
    struct merging m;
    dfmt_config *c;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    begin(&m, c, 64);
    m.from[which].fails_at = 300;
    assert_int_equal(run(&m), DFMT_E_IO);
    assert_int_equal(dfmt_op_input(m.op), which);
    const dfmt_status st = dfmt_op_accept(m.op);
    if (st == DFMT_OK) {
      assert_int_equal(run(&m), DFMT_OK);
      size_t found = 0;
      for (size_t i = 0; i + 5 < m.to.out.len; i++) found += memcmp(m.to.out.ptr + i, "line ", 5) == 0;
      assert_true(found >= LINES / N * (N - 1) && found < LINES);
    }
    end(&m);
    dfmt_config_free(c);
  }
}

/* Without names the buffers have the numbers of the inputs. What was merged is merged. */
static void test_numbers_of_inputs(void **state) {
  (void)state;
  dfmt_status st;
  const struct choice merge[] = {{DFMT_OPS_CONVERT_MERGE, NULL, 1}, {0}};
  struct bytes in[N], want = whole_log();
  for (size_t i = 0; i < N; i++) in[i] = log_of(i);
  struct bytes got = made_of("convert", in, N, merge, &st);
  assert_int_equal(st, DFMT_OK);
  assert_true(same(got, want));
  struct bytes again = made_of("convert", &got, 1, merge, &st);
  assert_int_equal(st, DFMT_OK);
  assert_true(same(again, want));
  for (size_t i = 0; i < N; i++) free(in[i].ptr);
  free(want.ptr);
  free(got.ptr);
  free(again.ptr);
}

static void test_boot(void **state) {
  (void)state;
  static const char *const good[] = {"2024-02-29 10:00:00", "2024-12-31 23:59:59.5 +0100", "2000-02-29 00:00:00"};
  static const char *const bad[] = {"noon",
                                    "2024-11-20",
                                    "2024-02-30 10:00:00",
                                    "2023-02-29 10:00:00",
                                    "1900-02-29 10:00:00",
                                    "2024-04-31 10:00:00",
                                    "2024-13-01 10:00:00",
                                    "2024-00-01 10:00:00",
                                    "2024-12-00 10:00:00",
                                    "2024-12-32 10:00:00"};
  struct bytes in[] = {log_of(0), log_of(1)};
  for (size_t i = 0; i < sizeof good / sizeof *good + sizeof bad / sizeof *bad; i++) {
    const bool is_good = i < sizeof good / sizeof *good;
    const char *time = is_good ? good[i] : bad[i - sizeof good / sizeof *good];
    const struct choice boot[] = {{DFMT_OPS_CONVERT_MERGE, NULL, 1}, {DFMT_OPS_CONVERT_BOOT, time, 0}, {0}};
    dfmt_status st;
    struct bytes got = made_of("convert", in, 2, boot, &st);
    if ((st == DFMT_OK) != is_good) fail_msg("%s", time);
    if (!is_good) assert_int_equal(st, DFMT_E_STATE);
    free(got.ptr);
  }
  free(in[0].ptr);
  free(in[1].ptr);
}

/* A log without a byte has no lines. */
static void test_empty_log(void **state) {
  (void)state;
  const struct choice merge[] = {{DFMT_OPS_CONVERT_MERGE, NULL, 1}, {0}};
  char nothing[] = "";
  struct bytes none = {nothing, 0}, in[] = {log_of(0), log_of(1), none, none};
  dfmt_status st;
  struct bytes want = made_of("convert", in, 2, merge, &st), got = made_of("convert", in, 4, merge, &st);
  assert_int_equal(st, DFMT_OK);
  assert_true(same(got, want));
  free(got.ptr);
  free(want.ptr);
  free(in[0].ptr);
  free(in[1].ptr);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_again_merge),       cmocka_unit_test(test_allocation_merge),
                                     cmocka_unit_test(test_failing_merge),     cmocka_unit_test(test_accepted_merge),
                                     cmocka_unit_test(test_numbers_of_inputs), cmocka_unit_test(test_boot),
                                     cmocka_unit_test(test_empty_log)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
