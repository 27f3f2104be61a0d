/* SPDX-License-Identifier: MIT */
/* Text: beside what every operation is held to, sinks that are full or fail, damage, options, calls and values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/text.h>

#include "all.h"

const struct kind kind = {
    .name = "text", .arguments = "dump --native --verbose", .option = DFMT_OPS_TEXT_VERBOSE, .writes = true};

static const char operations[] = "7: malloc 0x5000 24\n8: malloc 0x6000 24\n7: free 0x5000\n";

static dfmt_source *source_of(const char *text) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  return s;
}

/* Options as key, value; a key of 0 ends them. */
static dfmt_op *made(const uint64_t *options, const char *const *texts) {
  dfmt_op *op;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  for (; options && *options; options += 2)
    assert_int_equal(dfmt_config_set(c, (uint32_t)options[0], options[1]), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "text", &op), DFMT_OK);
  dfmt_config_free(c);
  for (; *texts; texts++) {
    dfmt_source *s = source_of(*texts);
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
    dfmt_source_free(s);
  }
  return op;
}

static void holds(dfmt_sink *to, const char *text) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_int_equal(len, strlen(text));
  if (len) assert_memory_equal(ptr, text, strlen(text));
}

/* ---- sinks ---- */

/* Takes a few bytes, and then says "not now", or fails. */
struct narrow {
  char text[1000];
  size_t len;
  size_t fails_after; /* 0: never */
  bool full;
};

static dfmt_status narrow_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct narrow *x = user;
  *taken = 0;
  if (x->fails_after && x->len >= x->fails_after) return DFMT_E_IO;
  x->full = !x->full;
  if (x->full) return DFMT_AGAIN;
  *taken = len < 7 ? len : 7;
  memcpy(x->text + x->len, buf, (size_t)*taken);
  x->len += (size_t)*taken;
  return *taken < len ? DFMT_AGAIN : DFMT_OK;
}

static dfmt_sink *narrow_sink(struct narrow *x) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = narrow_write};
  dfmt_sink *s;
  assert_int_equal(dfmt_sink_new(NULL, &ops, x, &s), DFMT_OK);
  return s;
}

static void test_full(void **state) {
  (void)state;
  struct narrow x = {.len = 0};
  const char *const texts[] = {operations, operations, NULL};
  dfmt_op *op = made(NULL, texts);
  dfmt_sink *to = narrow_sink(&x);
  uint64_t again = 0;
  dfmt_status st;
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  dfmt_op_free(op);
  op = made(NULL, texts);
  assert_int_equal(dfmt_op_output(op, NULL, 0, NULL), DFMT_OK); /* nowhere */
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  while ((st = dfmt_op_run(op)) == DFMT_AGAIN) again++;
  assert_int_equal(st, DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_E_STATE);
  assert_true(again > 10);
  assert_int_equal(x.len, 2 * (sizeof operations - 1));
  assert_memory_equal(x.text, operations, sizeof operations - 1);
  dfmt_sink_free(to);
  dfmt_op_free(op);
}

/* Nothing passes over a sink that failed. */
static void test_fails(void **state) {
  (void)state;
  struct narrow x = {.fails_after = 7};
  const char *const texts[] = {operations, NULL};
  dfmt_op *op = made(NULL, texts);
  dfmt_sink *to = narrow_sink(&x);
  dfmt_status st;
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  while ((st = dfmt_op_run(op)) == DFMT_AGAIN) continue;
  assert_int_equal(st, DFMT_E_IO);
  assert_int_equal(dfmt_op_error(op)->origin, DFMT_ORIGIN_SINK);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  dfmt_sink_free(to);
  dfmt_op_free(op);
}

/* ---- damage ---- */

struct remarks {
  uint64_t n, last_line;
};

static void on_remark(void *user, uint64_t input, const dfmt_diagnostic *d) {
  (void)input;
  struct remarks *x = user;
  x->n++;
  x->last_line = d->line;
}

/* What was read before is written, whichever way it goes on. */
static void test_damage(void **state) {
  (void)state;
  static const char damaged[] = "7: malloc 0x5000 24\nwhat\n7: free 0x5000\n";
  static const struct {
    uint64_t recover;
    uint32_t failures;
    const char *text;
  } cases[] = {{DFMT_TEXT_RECOVER_NONE, 1, "7: malloc 0x5000 24\n7: free 0x5000\n"},
               {DFMT_TEXT_RECOVER_CUT, 1, "7: malloc 0x5000 24\n7: free 0x5000\n"},
               {DFMT_TEXT_RECOVER_ALL, 0, "7: malloc 0x5000 24\n7: free 0x5000\n7: free 0x5000\n"}};
  const char *const texts[] = {damaged, "7: free 0x5000\n", NULL};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uint64_t options[] = {DFMT_OPS_TEXT_RECOVER, cases[i].recover, 0};
    struct remarks x = {0};
    dfmt_op *op = made(options, texts);
    dfmt_sink *to;
    uint32_t failures = 0;
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
    assert_int_equal(dfmt_op_remarks(op, on_remark, &x), DFMT_OK);
    for (; dfmt_op_run(op) != DFMT_OK; failures++) {
      assert_int_equal(dfmt_op_error(op)->status, DFMT_E_FORMAT);
      assert_int_equal(dfmt_op_error(op)->line, 2);
      assert_int_equal(dfmt_op_input(op), 0);
      assert_int_equal(dfmt_op_accept(op), DFMT_OK);
    }
    assert_int_equal(failures, cases[i].failures);
    assert_int_equal(x.n, cases[i].recover == DFMT_TEXT_RECOVER_NONE ? 0 : 1);
    if (x.n) assert_int_equal(x.last_line, 2);
    holds(to, cases[i].text);
    dfmt_sink_free(to);
    dfmt_op_free(op);
  }
}

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t form;
    const char *message;
  } cases[] = {{"ProblemType: Crash\n", 0, "apport has no text form of its own"},
               {operations, DFMT_TEXT_TEXT, "mallocdbg has only android"},
               {operations, DFMT_TEXT_PERF_SCRIPT, "mallocdbg has only android"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *const texts[] = {cases[i].text, NULL};
    const uint64_t options[] = {DFMT_OPS_TEXT_FORM, cases[i].form, 0};
    dfmt_op *op = made(options, texts);
    dfmt_sink *to;
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
    assert_string_equal(dfmt_op_error(op)->message, cases[i].message);
    assert_int_equal(dfmt_op_accept(op), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    holds(to, "");
    dfmt_sink_free(to);
    dfmt_op_free(op);
  }
}

/* ---- options ---- */

static void test_safe(void **state) {
  (void)state;
  static const char log[] = "01-01 00:00:00.000 1 1 E malloc_debug: +++ HAS A CORRUPTED FRONT \033[2JGUARD\n";
  const char *const texts[] = {log, NULL};
  for (uint64_t safe = 0; safe < 2; safe++) {
    const uint64_t options[] = {DFMT_OPS_TEXT_SAFE, safe, DFMT_OPS_FORMAT, DFMT_MALLOCDBG, 0};
    dfmt_op *op = made(options, texts);
    dfmt_sink *to;
    const void *ptr;
    uint64_t len;
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
    while (dfmt_op_run(op) != DFMT_OK) assert_int_equal(dfmt_op_accept(op), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
    assert_true(len > 60);
    assert_int_equal(memchr(ptr, '\033', (size_t)len) == NULL, safe);
    dfmt_sink_free(to);
    dfmt_op_free(op);
  }
}

static void test_chosen(void **state) {
  (void)state;
  dfmt_config *c;
  dfmt_op *op;
  dfmt_sink *to;
  dfmt_source *in = source_of(operations);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_THREADS, "7", 1), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "text", &op), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  holds(to, "7: malloc 0x5000 24\n7: free 0x5000\n");
  dfmt_sink_free(to);
  dfmt_source_free(in);
  dfmt_op_free(op);
  dfmt_config_free(c);
}

/* ---- calls and values ---- */

static void test_pieces(void **state) {
  (void)state;
  static const dfmt_str name = {"f", 1}, member = {"x", 1};
  const dfmt_apitrace_sig sig = {.name = name, .members = &member, .n_members = 1};
  static const float half = 0.5f;
  uint32_t bits;
  memcpy(&bits, &half, sizeof bits);
  const dfmt_apitrace_value v[] = {{.kind = DFMT_APITRACE_VALUE_ARRAY, .bits = 2, .span = 3},
                                   {.kind = DFMT_APITRACE_VALUE_FLOAT, .bits = bits, .span = 1},
                                   {.kind = DFMT_APITRACE_VALUE_STRING, .ptr = "a\001b", .aux = 3, .span = 1}};
  const dfmt_apitrace_arg arg = {.number = 0, .name = member, .value = v};
  const dfmt_apitrace_call call = {.head = {sizeof call, DFMT_APITRACE_CALL},
                                   .present = DFMT_APITRACE_CALL_HAS_SIG,
                                   .number = 12,
                                   .flags = DFMT_APITRACE_FLAG_VERBOSE,
                                   .name = name,
                                   .sig = &sig,
                                   .args = &arg,
                                   .n_args = 1};
  const char *const none[] = {NULL};
  const uint64_t honest[] = {DFMT_OPS_TEXT_HONEST, 1, DFMT_OPS_TEXT_ARG_NAMES, 0, 0};
  dfmt_op *op = made(NULL, none), *other = made(honest, none);
  dfmt_sink *to;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_text_call(op, &call, to), DFMT_OK);
  assert_int_equal(dfmt_text_value(other, v, to), DFMT_OK);
  assert_int_equal(dfmt_text_call(other, &call, to), DFMT_OK);
  holds(to, "12 f(x = {0.5, \"a\\1b\"})\n{0.5, \"a\\001b\"}12 f({0.5, \"a\\001b\"})\n");
  assert_int_equal(dfmt_text_value(op, NULL, to), DFMT_E_ARG);
  dfmt_sink_free(to);
  dfmt_op_free(op);
  dfmt_op_free(other);
}

/* ---- names, which are kept of signatures with small ids ---- */

#define LONG_NAME "GL_A_NAME_THAT_IS_LONGER_THAN_WHAT_IS_COPIED_AT_ONCE"
#define SIG(KIND, ID) {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG}, .kind = (KIND), .id = (ID)}

static const dfmt_str arguments[] = {{"mode", 4}, {"", 0}, {"n\0m", 3}}, numbers[] = {{"GL_ONE", 6}, {LONG_NAME, 52}};
static const int64_t number_values[] = {1, 2};

/* Two calls of a function: all arguments and one more; the second one alone. */
static void put_calls(dfmt_writer *w, uint32_t id) {
  dfmt_apitrace_sig f = SIG(DFMT_APITRACE_SIG_FUNCTION, id), e = SIG(DFMT_APITRACE_SIG_ENUM, id);
  f.name = (dfmt_str){"glF", 3};
  f.members = arguments;
  f.n_members = 3;
  e.members = numbers;
  e.member_values = number_values;
  e.n_members = e.n_member_values = 2;
  const dfmt_apitrace_value v[] = {{.kind = DFMT_APITRACE_VALUE_ENUM, .span = 1, .bits = 1, .ptr = &e},
                                   {.kind = DFMT_APITRACE_VALUE_ENUM, .span = 1, .bits = 2, .ptr = &e},
                                   {.kind = DFMT_APITRACE_VALUE_ENUM, .span = 1, .bits = 3, .ptr = &e},
                                   {.kind = DFMT_APITRACE_VALUE_SINT, .span = 1, .bits = UINT64_MAX}};
  dfmt_apitrace_arg args[4];
  for (uint64_t i = 0; i < 4; i++) args[i] = (dfmt_apitrace_arg){.value = &v[i], .number = i};
  dfmt_apitrace_call c = {.head = {sizeof c, DFMT_APITRACE_CALL},
                          .present = DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_ARGS,
                          .sig = &f,
                          .args = args,
                          .n_args = 4};
  assert_int_equal(dfmt_writer_put(w, &c.head), DFMT_OK);
  c.args = args + 1;
  c.n_args = 1;
  assert_int_equal(dfmt_writer_put(w, &c.head), DFMT_OK);
}

static void check_names(dfmt_sink *trace, const uint64_t *options, const char *want) {
  const void *ptr;
  uint64_t len;
  const char *const none[] = {NULL};
  dfmt_op *op = made(options, none);
  dfmt_sink *to;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(trace, &ptr, &len), DFMT_OK);
  for (int i = 0; i < 2; i++) { /* which has the same ids again */
    dfmt_source *in;
    assert_int_equal(dfmt_source_memory(NULL, ptr, len, &in), DFMT_OK);
    assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
    dfmt_source_free(in);
  }
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  holds(to, want);
  dfmt_sink_free(to);
  dfmt_op_free(op);
}

static void test_names(void **state) {
  (void)state;
  static const uint64_t plain[] = {DFMT_OPS_TEXT_CALL_NUMBERS, 0, 0},
                        bare[] = {DFMT_OPS_TEXT_CALL_NUMBERS, 0, DFMT_OPS_TEXT_ARG_NAMES, 0, 0};
  dfmt_config *gzip;
  dfmt_writer *w;
  dfmt_sink *trace;
  assert_int_equal(dfmt_sink_memory(NULL, &trace), DFMT_OK);
  assert_int_equal(dfmt_config_new(&gzip), DFMT_OK);
  assert_int_equal(dfmt_config_set(gzip, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_GZIP), DFMT_OK);
  assert_int_equal(dfmt_writer_new(gzip, &w), DFMT_OK);
  dfmt_config_free(gzip);
  assert_int_equal(dfmt_writer_open(w, DFMT_APITRACE, 0, trace), DFMT_OK);
  put_calls(w, 3);
  put_calls(w, 40000);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
#define FOUR_TIMES(TEXT) TEXT TEXT TEXT TEXT
  check_names(trace, plain,
              FOUR_TIMES("glF(mode = GL_ONE,  = " LONG_NAME ", n = 3, -1)\n"
                         "glF(mode = ?,  = " LONG_NAME ", n = ?)\n"));
  check_names(trace, bare, FOUR_TIMES("glF(GL_ONE, " LONG_NAME ", 3, -1)\nglF(?, " LONG_NAME ", ?)\n"));
  dfmt_writer_free(w);
  dfmt_sink_free(trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_full),
                                     cmocka_unit_test(test_fails),
                                     cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_safe),
                                     cmocka_unit_test(test_chosen),
                                     cmocka_unit_test(test_pieces),
                                     cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
