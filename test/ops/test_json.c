/* SPDX-License-Identifier: MIT */
/* JSON lines of any format: what every operation is held to, and values that come before the call they belong to. */
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/text.h>

#include "all.h"

/* A value for which memory was out has a line that says so, which is no other one's. */
static dfmt_status make(const dfmt_config *c, dfmt_op **out) {
  dfmt_config *copy;
  dfmt_status st = dfmt_config_copy(c, &copy);
  if (st != DFMT_OK) return st;
  assert_int_equal(dfmt_config_set(copy, DFMT_OPS_TEXT_PAYLOAD, DFMT_JSON_PAYLOAD_NONE), DFMT_OK);
  assert_int_equal(dfmt_config_set(copy, DFMT_OPS_TEXT_RECOVER, DFMT_TEXT_RECOVER_ALL), DFMT_OK);
  st = dfmt_op_new(copy, "text", out);
  dfmt_config_free(copy);
  return st;
}

const struct kind kind = {.make = make,
                          .arguments = "dump --recover --payload=none",
                          .option = DFMT_OPS_TEXT_FORM,
                          .value = DFMT_TEXT_JSON,
                          .writes = true};

/* What is written of a text, with a set of threads or all (NULL). Returns how often it failed. */
static uint32_t lines(const char *text, const char *threads, char *out, size_t cap) {
  dfmt_config *c;
  dfmt_source *in;
  dfmt_sink *to;
  dfmt_op *op;
  const void *ptr;
  uint64_t len;
  uint32_t failures = 0;
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &in), DFMT_OK);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_TEXT_FORM, DFMT_TEXT_JSON), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_TEXT_RECOVER, DFMT_TEXT_RECOVER_ALL), DFMT_OK);
  if (threads) assert_int_equal(dfmt_config_add(c, DFMT_OPS_THREADS, threads, strlen(threads)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "text", &op), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
  for (; dfmt_op_run(op) != DFMT_OK; failures++) {
    dfmt_str key;
    assert_int_equal(dfmt_op_key(op, &key), DFMT_OK);
    assert_int_equal(key.len, 8);
    assert_memory_equal(key.ptr, "CoreDump", 8);
    assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  }
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_true(len < cap);
  if (len) memcpy(out, ptr, (size_t)len);
  out[len] = '\0';
  dfmt_op_free(op);
  dfmt_sink_free(to);
  dfmt_source_free(in);
  dfmt_config_free(c);
  return failures;
}

static size_t count(const char *text, const char *part) {
  size_t n = 0;
  for (const char *p = text; (p = strstr(p, part)) != NULL; p++) n++;
  return n;
}

static void test_chosen(void **state) {
  (void)state;
  static const char operations[] = "7: malloc 0x5000 24\n8: malloc 0x6000 24\n7: free 0x5000\n";
  char out[4096];
  assert_int_equal(lines(operations, "7", out, sizeof out), 0);
  assert_int_equal(count(out, "\n"), 2);
  assert_int_equal(count(out, "\"thread_id\":7"), 2);
  assert_int_equal(lines(operations, NULL, out, sizeof out), 0);
  assert_int_equal(count(out, "\n"), 3);
}

/* Damage is a line, and so is a value that cannot be decoded; what comes after it is there. */
static void test_damage(void **state) {
  (void)state;
  char out[4096];
  assert_int_equal(lines("ProblemType: Crash\nno colon\nTitle: x\n", NULL, out, sizeof out), 0);
  assert_true(count(out, "\"event\":\"diagnostic\"") >= 1);
  assert_int_equal(count(out, "\"key\":\"Title\""), 1);
  assert_int_equal(
      lines("ProblemType: Crash\nCoreDump: base64\n H4sIAAAAAAACA8tIzcnJ\n !!!!\nTitle: x\n", NULL, out, sizeof out),
      1);
  assert_int_equal(count(out, "\"error\""), 1);
  assert_int_equal(count(out, "\"key\":\"Title\""), 1);
}

/* ---- how lines are written ---- */

struct writes {
  uint32_t n, cuts; /* cuts: those that did not end with a line */
};

static dfmt_status on_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct writes *w = user;
  w->n++;
  w->cuts += ((const char *)buf)[len - 1] != '\n';
  *taken = len;
  return DFMT_OK;
}

static struct writes writes_of(dfmt_source *in) {
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = on_write};
  struct writes w = {0, 0};
  dfmt_config *c;
  dfmt_sink *to;
  dfmt_op *op;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_TEXT_FORM, DFMT_TEXT_JSON), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "text", &op), DFMT_OK);
  assert_int_equal(dfmt_sink_new(NULL, &ops, &w, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  dfmt_op_free(op);
  dfmt_sink_free(to);
  dfmt_source_free(in);
  dfmt_config_free(c);
  return w;
}

/* Lines of a file are written some at a time; of a pipe each is, as nobody knows when the next one will come. */
static void test_writes(void **state) {
  (void)state;
  static const char text[] = "ProblemType: Crash\nTitle: x\nDate: y\n";
  dfmt_source *in;
  uint64_t taken;
  assert_int_equal(dfmt_source_memory(NULL, text, sizeof text - 1, &in), DFMT_OK);
  struct writes w = writes_of(in);
  assert_int_equal(w.n, 1);
  assert_int_equal(w.cuts, 0);
  assert_int_equal(dfmt_source_feed(NULL, &in), DFMT_OK);
  assert_int_equal(dfmt_feed_write(in, text, sizeof text - 1, &taken), DFMT_OK);
  assert_int_equal(dfmt_feed_close(in), DFMT_OK);
  w = writes_of(in);
  assert_int_equal(w.n, 3);
  assert_int_equal(w.cuts, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS, cmocka_unit_test(test_chosen), cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_writes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
