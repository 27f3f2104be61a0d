/* SPDX-License-Identifier: MIT */
/* Triage: beside what every operation is held to, what is known, damage, inputs that are no reports. */
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/triage.h>

#include "../unit/counter.h"
#include "all.h"

const struct kind kind = {.name = "triage"};

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define PANIC "------ LAST KMSG (x) ------\nKernel panic - not syncing: x\n"
#define KILL \
  "------ EVENT LOG (logcat) ------\n" \
  "01-01 00:00:01.000  1000     5     5 I am_kill : [0,77,com.example.player,100,low memory]\n"

static const char panic_report[] = BANNER PANIC;
static const char two[] = BANNER PANIC "------ 0.1s was the duration of 'LAST KMSG' ------\n" KILL;
static const char traced[] = BANNER PANIC "Call trace:\n a+0x1/0x2\n b+0x1/0x2\n";
static const char quiet[] = BANNER "------ UPTIME (x) ------\n up\n";
static const char heap[] = "7: malloc 0x5000 24\n";

static dfmt_op *made(const char *const *texts, const char *const *known, bool each) {
  dfmt_op *op;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  for (; known && *known; known++)
    assert_int_equal(dfmt_config_add(c, DFMT_OPS_TRIAGE_KNOWN, *known, strlen(*known)), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_TRIAGE_EACH, each), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "triage", &op), DFMT_OK);
  dfmt_config_free(c);
  for (; *texts; texts++) {
    dfmt_source *s;
    assert_int_equal(dfmt_source_memory(NULL, *texts, strlen(*texts), &s), DFMT_OK);
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
    dfmt_source_free(s);
  }
  return op;
}

static const dfmt_triage_result *facts_of(dfmt_rows *rows) { return (const void *)dfmt_rows_set(rows)->facts; }

static bool is(dfmt_str s, const char *text) {
  return s.len == strlen(text) && memcmp(s.ptr, text, (size_t)s.len) == 0;
}

/* What others say of a program's death: each line is a place, that of a stack but once. */
static void test_places(void **state) {
  (void)state;
  static const char log[] =
      "Nov  2 04:05:06 h systemd[1]: a.service: Main process exited, code=dumped, status=11/SEGV\n"
      "Nov  2 04:05:06 h systemd-coredump[9]: Process 7 (a) of user 1 dumped core.#012#012Stack trace of thread 8:\n"
      "Nov  2 04:05:07 h kernel: a[8]: segfault at 10 ip 1a3c sp 7ffc error 4 in l.so[1000+22000]\n";
  const char *const texts[] = {log, NULL};
  const uint64_t lines[] = {1, 2, 3}, offsets[] = {0, 90, 198};
  dfmt_op *op = made(texts, NULL, false);
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  const dfmt_triage_finding *f = (const void *)row;
  assert_int_equal(f->n_evidence, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(f->evidence[i].line, lines[i]);
    assert_int_equal(f->evidence[i].start_offset, offsets[i]);
  }
  assert_true(is(f->title,
                 "a crashed with SIGSEGV in l.so+0xa3c: a[8]: segfault at 10 ip 1a3c sp 7ffc error 4 in "
                 "l.so[1000+22000]"));
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* Of a death without a signal only the name is known: that of another file may be any other. */
static void test_unsigned(void **state) {
  (void)state;
  static const char log[] = "Nov  2 04:05:06 h systemd-coredump[9]: Process 7 (a) of user 1 dumped core.\n";
  const char *const texts[] = {log, log, NULL};
  dfmt_op *op = made(texts, NULL, false);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->n_findings, 2);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* Of each input: ranks begin anew, and a report may tell of nothing. */
static void test_findings(void **state) {
  (void)state;
  const char *const texts[] = {two, quiet, panic_report, NULL};
  const struct {
    uint64_t input;
    uint32_t rank, severity;
    const char *kind, *place, *signature;
  } want[] = {{0, 1, 100, "kernel_crash", "LAST KMSG:6", "kernel|panic|x"},
              {0, 2, 50, "foreground_kill", "EVENT LOG:9", "kill|com.example.player|low memory"},
              {2, 1, 100, "kernel_crash", "LAST KMSG:6", "kernel|panic|x"}};
  dfmt_op *op = made(texts, NULL, true);
  dfmt_rows *rows;
  const dfmt_head *row;
  size_t n = 0;
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_STATE);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->n_findings, 3);
  for (; dfmt_rows_next(rows, &row) == DFMT_OK; n++) {
    const dfmt_triage_finding *f = (const void *)row;
    assert_int_equal(f->input, want[n].input);
    assert_int_equal(f->rank, want[n].rank);
    assert_int_equal(f->severity, want[n].severity);
    assert_true(is(f->kind, want[n].kind) && is(f->place, want[n].place) && is(f->signature, want[n].signature));
    assert_int_equal(f->known, 0);
    assert_int_equal(f->n_evidence, 1);
  }
  assert_int_equal(n, 3);
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_OK);
  for (n = 0; dfmt_rows_next(rows, &row) == DFMT_OK; n++)
    assert_int_equal(((const dfmt_triage_result *)(const void *)row)->n_findings, n == 0 ? 2 : n == 2);
  assert_int_equal(n, 3);
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_END);
  assert_int_equal(dfmt_rows_rewind(rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* Whole lines are signatures, of several texts. */
static void test_known(void **state) {
  (void)state;
  const char *const texts[] = {two, NULL};
  const struct {
    const char *known[3];
    uint64_t n;
  } cases[] = {{{"kernel|panic|x", NULL}, 1},
               {{"# kernel|panic|x\n\nkernel|panic\nkernel|panic|x \n", NULL}, 0},
               {{"a\nkill|com.example.player|low memory\r\nb", "kernel|panic|x", NULL}, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = made(texts, cases[i].known, false);
    dfmt_rows *rows;
    const dfmt_head *row;
    uint64_t n = 0;
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    while (dfmt_rows_next(rows, &row) == DFMT_OK) n += ((const dfmt_triage_finding *)(const void *)row)->known;
    assert_int_equal(n, cases[i].n);
    assert_int_equal(facts_of(rows)->n_known, cases[i].n);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

/* As Apport publishes what it knows: the number of a bug stands before each signature. */
static void test_known_as(void **state) {
  (void)state;
  const char *const texts[] = {panic_report, two, NULL};
  const struct {
    const char *known[3];
    const char *panic;
  } cases[] = {{{"a\n1234567 kernel|panic|x\r\n 8 b\n", NULL}, "1234567"},
               {{"7 kernel|panic|x\n6 kernel|panic|x", "5 kernel|panic|x", NULL}, "7"},
               {{"kernel|panic|x\n6  kernel|panic|x\n", NULL}, "6"},
               {{"kernel|panic|x\n6\n6 \n", NULL}, NULL},
               {{"0x6 kernel|panic|x", NULL}, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = made(texts, cases[i].known, false);
    dfmt_rows *rows;
    const dfmt_head *row;
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    while (dfmt_rows_next(rows, &row) == DFMT_OK) {
      const dfmt_triage_finding *f = (const void *)row;
      const bool has = cases[i].panic && is(f->signature, "kernel|panic|x");
      assert_int_equal((f->present & DFMT_TRIAGE_FINDING_HAS_KNOWN_AS) != 0, has);
      if (has) assert_true(f->known && is(f->known_as, cases[i].panic));
    }
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

static bool is_in(dfmt_str s, const char *text) {
  for (uint64_t i = 0; i + strlen(text) <= s.len; i++)
    if (memcmp(s.ptr + i, text, strlen(text)) == 0) return true;
  return false;
}

static void *lists[2]; /* bytes of sources */
static size_t n_lists;

/* An operation with texts as rules. */
static dfmt_op *ruled(const char *const *rules) {
  dfmt_op *op;
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  for (; *rules; rules++) assert_int_equal(dfmt_config_add(c, DFMT_OPS_TRIAGE_RULES, *rules, strlen(*rules)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "triage", &op), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_source_memory(NULL, traced, sizeof traced - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  return op;
}

/* The same as the first that was named. */
static void check_name(const dfmt_triage_result *r, bool named, char *name) {
  assert_int_equal((r->present & DFMT_TRIAGE_RESULT_HAS_RULES) != 0, named);
  assert_int_equal(r->rules.len, named ? 16 : 0);
  if (named && !*name) memcpy(name, r->rules.ptr, 16);
  assert_true(!named || is(r->rules, name));
}

/* Signatures are made by them, and both results name them, by what they are: not by how they are written. */
static void test_rules(void **state) {
  (void)state;
  const struct {
    const char *rules[3], *signature;
    bool named;
  } cases[] = {{{NULL}, "kernel|panic|x|a|b", false},
               {{"# none", NULL}, "kernel|panic|x|a|b", false},
               {{dfmt_triage_rules(), NULL}, "kernel|panic|x|a|b", false},
               {{"-* *", dfmt_triage_rules(), NULL}, "kernel|panic|x|a|b", false},
               {{"kernel.skip a", NULL}, "kernel|panic|x|b", true},
               {{"# more\n\nkernel.skip a", "kernel.skip a", NULL}, "kernel|panic|x|b", true}};
  char name[17] = "";
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = ruled(cases[i].rules);
    dfmt_rows *rows;
    const dfmt_head *row;
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    check_name(facts_of(rows), cases[i].named, name);
    assert_int_equal(is_in(dfmt_rows_set(rows)->heading, "; rules "), cases[i].named);
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    assert_true(is(((const dfmt_triage_finding *)(const void *)row)->signature, cases[i].signature));
    assert_int_equal(dfmt_rows_next_set(rows), DFMT_OK);
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    check_name((const void *)row, cases[i].named, name);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

/* With each allocation failing once, the same: also those that rules take, of the operation and of its tables. */
static bool rules_fail_at(uint64_t n) {
  static const char rules[] = "kernel.skip a\n-native.top g_log*\n";
  struct counter x;
  dfmt_config *c = counting_config(&x);
  dfmt_op *op;
  dfmt_source *s;
  dfmt_rows *rows;
  dfmt_status st;
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_TRIAGE_RULES, rules, sizeof rules - 1), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "triage", &op), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_source_memory(NULL, traced, sizeof traced - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  x.fail_at = x.calls + n;
  do st = dfmt_op_run(op);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
  const bool failed = x.calls >= x.fail_at;
  x.fail_at = 0;
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->rules.len, 16);
  const dfmt_head *row;
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_true(is(((const dfmt_triage_finding *)(const void *)row)->signature, "kernel|panic|x|b"));
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  assert_int_equal(x.blocks, 0);
  return failed;
}

static void test_rules_allocation(void **state) {
  (void)state;
  uint64_t n = 1;
  while (rules_fail_at(n)) n++;
  assert_true(n > 20);
}

/* The list of a report, made by rules. */
static dfmt_source *list_by(const char *rules) {
  const char *const texts[] = {rules, NULL};
  dfmt_op *op = ruled(texts);
  dfmt_sink *to;
  dfmt_source *list;
  const void *ptr;
  uint64_t n;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_write(op, "list", NULL, to), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &n), DFMT_OK);
  void *kept = malloc((size_t)n + 1);
  assert_non_null(kept);
  memcpy(kept, ptr, (size_t)n);
  assert_int_equal(dfmt_source_memory(NULL, kept, n, &list), DFMT_OK);
  dfmt_sink_free(to);
  dfmt_op_free(op);
  lists[n_lists++] = kept;
  return list;
}

/* Lists say what they were made by, and become one only if that is the same. */
static void test_lists_by_rules(void **state) {
  (void)state;
  static const struct {
    const char *first, *second; /* NULL: the report itself */
    dfmt_status status;
    bool named;
  } cases[] = {{"kernel.skip a", "# a\nkernel.skip a", DFMT_OK, true},
               {"kernel.skip a", "kernel.skip b", DFMT_E_UNSUPPORTED, false},
               {"kernel.skip a", NULL, DFMT_E_UNSUPPORTED, false},
               {"# none", NULL, DFMT_OK, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op;
    dfmt_rows *rows;
    dfmt_source *inputs[] = {list_by(cases[i].first), NULL};
    if (cases[i].second) inputs[1] = list_by(cases[i].second);
    if (!inputs[1]) assert_int_equal(dfmt_source_memory(NULL, traced, sizeof traced - 1, &inputs[1]), DFMT_OK);
    assert_int_equal(dfmt_op_new(NULL, "triage", &op), DFMT_OK);
    for (size_t k = 0; k < 2; k++) {
      assert_int_equal(dfmt_op_add(op, inputs[k]), DFMT_OK);
      dfmt_source_free(inputs[k]);
    }
    assert_int_equal(dfmt_op_run(op), cases[i].status);
    if (cases[i].status != DFMT_OK) {
      assert_non_null(strstr(dfmt_op_error(op)->message, "their signatures do not compare"));
    } else {
      assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
      assert_int_equal(facts_of(rows)->n_findings, 1);
      assert_int_equal(facts_of(rows)->rules.len, cases[i].named ? 16 : 0);
      dfmt_rows_free(rows);
    }
    dfmt_op_free(op);
    while (n_lists > 0) free(lists[--n_lists]);
  }
}

static void test_bad_rules(void **state) {
  (void)state;
  const char *const rules[] = {"kernel.skip a", "kernel.skip b\nkernel.skop c", NULL};
  dfmt_op *op = ruled(rules);
  assert_int_equal(dfmt_op_run(op), DFMT_E_ARG);
  assert_non_null(
      strstr(dfmt_op_error(op)->message, "rules 2, line 2: expected a list and a pattern; lists are native"));
  assert_non_null(strstr(dfmt_op_error(op)->message, "found 'kernel.skop c'"));
  dfmt_op_free(op);
}

/* A zip without its end: its findings are there, and the damage is reported. */
static void test_damage(void **state) {
  (void)state;
  static const char head[] = "PK\x03\x04\x0a\0\0\0\0\0\0\0\x21\x58\0\0\0\0";
  static const char name[] = "bugreport-x-2025-01-01-00-00-10.txt";
  char zip[512];
  size_t n = 18, len = sizeof panic_report - 1;
  memset(zip, 0, sizeof zip);
  memcpy(zip, head, 14);
  for (int i = 0; i < 4; i++) zip[n + (size_t)i] = zip[n + 4 + (size_t)i] = (char)(i ? 0 : len);
  zip[n + 8] = sizeof name - 1;
  memcpy(zip + 30, name, sizeof name - 1);
  memcpy(zip + 30 + sizeof name - 1, panic_report, len);
  dfmt_source *s;
  dfmt_op *op;
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_source_memory(NULL, zip, 30 + sizeof name - 1 + len, &s), DFMT_OK);
  assert_int_equal(dfmt_op_new(NULL, "triage", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->n_findings, 1);
  assert_int_equal(facts_of(rows)->n_damaged, 1);
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  const dfmt_triage_result *r = (const void *)row;
  assert_true(r->present & DFMT_TRIAGE_RESULT_HAS_PROBLEM);
  assert_true(r->problem.len > 0 && is(r->format, "bugreport"));
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* What is no report can be left out. */
static void test_other(void **state) {
  (void)state;
  const char *const texts[] = {heap, panic_report, NULL};
  dfmt_op *op = made(texts, NULL, false);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_input(op), 0);
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_drop(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->n_findings, 1);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_places),
                                     cmocka_unit_test(test_unsigned),
                                     cmocka_unit_test(test_findings),
                                     cmocka_unit_test(test_known),
                                     cmocka_unit_test(test_known_as),
                                     cmocka_unit_test(test_rules),
                                     cmocka_unit_test(test_lists_by_rules),
                                     cmocka_unit_test(test_rules_allocation),
                                     cmocka_unit_test(test_bad_rules),
                                     cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
