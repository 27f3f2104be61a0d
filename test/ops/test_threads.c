/* SPDX-License-Identifier: MIT */
/* Operations in several threads at once, each with handles of its own: the same bytes as alone. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/heap.h>
#include <diagfmt/ops/info.h>
#include <diagfmt/ops/list.h>
#include <diagfmt/ops/profile.h>
#include <diagfmt/ops/search.h>
#include <diagfmt/ops/share.h>
#include <diagfmt/ops/text.h>
#include <diagfmt/ops/value.h>
#include <diagfmt/ops/verify.h>

#include "writing.h"

const struct writing writing = {"convert"};

enum { THREADS = 6, ROUNDS = 3 };

static const struct work {
  const char *format, *name;
  const char *kind;
  bool writes;  /* else it has rows */
  uint32_t key; /* an option that it needs; 0: none */
  const char *word;
  uint64_t inputs;
} all[] = {{"apport", "gzip_plain.crash", "verify", false, 0, NULL, 1},
           {"bugreport", "report.zip", "info", false, 0, NULL, 1},
           {"bugreport", "report.zip", "list", false, 0, NULL, 1},
           {"bugreport", "report.zip", "search", false, DFMT_OPS_SEARCH_PATTERNS, "[a-z]", 1},
           {"bugreport", "report.txt", "share", true, DFMT_OPS_SHARE_KEY, "a key of 16 bytes", 1},
           {"mallocdbg", "ops.txt", "heap", false, 0, NULL, 1},
           {"mallocdbg", "v12.txt", "diff", false, 0, NULL, 2},
           {"simpleperf", "demo_small.simpleperf", "profile", false, 0, NULL, 1},
           {"apitrace", "packed.gz.trace", "text", true, 0, NULL, 1},
           {"apport", "gzip_plain.crash", "value", true, DFMT_OPS_VALUE_KEY, "CoreDump", 1},
           {"apitrace", "packed.gz.trace", "convert", true, 0, NULL, 1},
           {"bugreport", "report.zip", "repair", true, 0, NULL, 1}};
enum { N_ALL = sizeof all / sizeof *all };

static struct bytes inputs[N_ALL], wanted[N_ALL];

static bool put_rows(dfmt_op *op, dfmt_sink *to) {
  dfmt_rows *rows = NULL;
  bool good = dfmt_op_answer(op, NULL, &rows) == DFMT_OK && dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to) == DFMT_OK;
  dfmt_rows_free(rows);
  return good;
}

static bool add(dfmt_op *op, struct bytes in) {
  dfmt_source *s = NULL;
  bool good = dfmt_source_memory(NULL, in.ptr, in.len, &s) == DFMT_OK && dfmt_op_add(op, s) == DFMT_OK;
  dfmt_source_free(s);
  return good;
}

/* What it gives; ptr NULL: it failed. Asserts nothing: threads must not. */
static struct bytes result(const struct work *w, struct bytes in) {
  dfmt_config *c = NULL;
  dfmt_op *op = NULL;
  dfmt_sink *to = NULL;
  struct bytes out = {NULL, 0};
  const void *ptr = NULL;
  uint64_t len = 0;
  bool good = dfmt_config_new(&c) == DFMT_OK && dfmt_sink_memory(NULL, &to) == DFMT_OK &&
              (!w->key || dfmt_config_add(c, w->key, w->word, strlen(w->word)) == DFMT_OK) &&
              dfmt_op_new(c, w->kind, &op) == DFMT_OK;
  for (uint64_t i = 0; good && i < w->inputs; i++) good = add(op, in);
  good = good && (!w->writes || dfmt_op_output(op, NULL, 0, to) == DFMT_OK) && dfmt_op_run(op) == DFMT_OK &&
         (w->writes || put_rows(op, to)) && dfmt_sink_bytes(to, &ptr, &len) == DFMT_OK;
  if (good && (out.ptr = malloc((size_t)len + 1)) != NULL) {
    if (len) memcpy(out.ptr, ptr, (size_t)len);
    out.len = (size_t)len;
  }
  dfmt_op_free(op);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  return out;
}

/* Each thread begins with another operation. NULL: all were right. */
static void *work(void *user) {
  const struct work *first = user;
  for (size_t i = 0; i < (size_t)ROUNDS * N_ALL; i++) {
    const size_t k = ((size_t)(first - all) + i) % N_ALL;
    struct bytes out = result(&all[k], inputs[k]);
    bool right = out.ptr && same(out, wanted[k]);
    free(out.ptr);
    if (!right) return user;
  }
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  for (size_t i = 0; i < N_ALL; i++) {
    inputs[i] = sample(all[i].format, all[i].name);
    wanted[i] = result(&all[i], inputs[i]);
    assert_non_null(wanted[i].ptr);
    assert_true(wanted[i].len || strcmp(all[i].kind, "verify") == 0 || strcmp(all[i].kind, "diff") == 0);
  }
  for (size_t i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)&all[2 * i % N_ALL]), 0);
  for (size_t i = 0; i < THREADS; i++) {
    void *wrong;
    assert_int_equal(pthread_join(threads[i], &wrong), 0);
    assert_null(wrong);
  }
  for (size_t i = 0; i < N_ALL; i++) {
    free(inputs[i].ptr);
    free(wanted[i].ptr);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
