/* SPDX-License-Identifier: MIT */
/*
 * Rows of operations that are not their usual ones, or are of two of them, as JSON lines on standard output:
 * results NAME FILE [FILE]
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/compare.h>
#include <diagfmt/ops/heap.h>
#include <diagfmt/ops/profile.h>

/* What a result is made of: an operation, or two of them. */
static const struct result {
  const char *name;
  dfmt_status (*make)(const dfmt_config *c, dfmt_op **out);
  dfmt_status (*rows)(dfmt_op *op, uint32_t what, dfmt_rows **out);
  uint32_t what, key; /* key: an option that is set to `value`; 0: none */
  uint64_t value;
} all[] = {
    {"profile functions", dfmt_profile_new, dfmt_profile_rows, DFMT_PROFILE_FUNCTIONS, 0, 0},
    {"profile groups", dfmt_profile_new, dfmt_profile_rows, DFMT_PROFILE_GROUPS, DFMT_OPS_PROFILE_GROUP,
     DFMT_PROFILE_BY_THREAD},
    {"profile stacks", dfmt_profile_new, dfmt_profile_rows, DFMT_PROFILE_STACKS, DFMT_OPS_PROFILE_KEEP,
     DFMT_PROFILE_KEEP_STACKS},
    {"profile tree", dfmt_profile_new, dfmt_profile_rows, DFMT_PROFILE_TREE, DFMT_OPS_PROFILE_KEEP,
     DFMT_PROFILE_KEEP_STACKS},
    {"profile sizes", dfmt_profile_new, dfmt_profile_rows, DFMT_PROFILE_SIZES, 0, 0},
    {"merge", dfmt_profile_new, dfmt_profile_rows, DFMT_PROFILE_FUNCTIONS, 0, 0},
    {"compare", dfmt_profile_new, NULL, DFMT_COMPARE_SELF, DFMT_OPS_PROFILE_PURPOSE, DFMT_PROFILE_FOR_COMPARE},
    {"compare total", dfmt_profile_new, NULL, DFMT_COMPARE_TOTAL, DFMT_OPS_PROFILE_PURPOSE, DFMT_PROFILE_FOR_COMPARE},
    {"growth", dfmt_heap_new, NULL, 0, 0, 0},
    {"heap live", dfmt_heap_new, dfmt_heap_rows, DFMT_HEAP_LIVE, 0, 0},
    {"heap use", dfmt_heap_new, dfmt_heap_rows, DFMT_HEAP_USE, 0, 0},
    {"heap leaks", dfmt_heap_new, dfmt_heap_rows, DFMT_HEAP_LEAKS, 0, 0},
    {"heap chains", dfmt_heap_new, dfmt_heap_rows, DFMT_HEAP_CHAINS, 0, 0},
};

static const struct result *find(const char *name) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, name) == 0) return &all[i];
  return NULL;
}

static dfmt_op *made(const struct result *x, const char *path) {
  dfmt_config *c = NULL;
  dfmt_op *op = NULL;
  dfmt_source *s = NULL;
  bool good = dfmt_config_new(&c) == DFMT_OK && (!x->key || dfmt_config_set(c, x->key, x->value) == DFMT_OK) &&
              x->make(c, &op) == DFMT_OK && dfmt_source_path(NULL, path, &s) == DFMT_OK &&
              dfmt_op_add(op, s) == DFMT_OK && dfmt_op_run(op) == DFMT_OK;
  dfmt_source_free(s);
  dfmt_config_free(c);
  if (good) return op;
  dfmt_op_free(op);
  return NULL;
}

/* Of the second operation too, where there is one. */
static dfmt_status rows_of(const struct result *x, dfmt_op *a, dfmt_op *b, dfmt_rows **out) {
  if (x->rows) {
    dfmt_status st = b ? dfmt_profile_merge(a, b) : DFMT_OK;
    return st == DFMT_OK ? x->rows(a, x->what, out) : st;
  }
  if (x->make == dfmt_heap_new) return dfmt_heap_growth_rows(a, b, out);
  return dfmt_compare_rows(NULL, &a, 1, &b, 1, x->what, out);
}

static bool print(dfmt_rows *rows) {
  dfmt_sink *to = NULL;
  bool good = dfmt_sink_fd(NULL, STDOUT_FILENO, 0, &to) == DFMT_OK;
  dfmt_status st = DFMT_OK;
  while (good && st == DFMT_OK) {
    good = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to) == DFMT_OK;
    st = dfmt_rows_next_set(rows);
  }
  good = good && dfmt_sink_close(to) == DFMT_OK;
  dfmt_sink_free(to);
  return good;
}

int main(int argc, char **argv) {
  const struct result *x = argc > 2 ? find(argv[1]) : NULL;
  dfmt_op *a = x ? made(x, argv[2]) : NULL, *b = x && argc > 3 ? made(x, argv[3]) : NULL;
  dfmt_rows *rows = NULL;
  bool good = a && (argc == 3 || b) && rows_of(x, a, b, &rows) == DFMT_OK && print(rows);
  dfmt_rows_free(rows);
  dfmt_op_free(a);
  dfmt_op_free(b);
  return !good;
}
