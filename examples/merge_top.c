/* SPDX-License-Identifier: MIT */
/* The ten functions that take most in several profiles, each counted by itself and merged: merge_top FILE... */
#include <stddef.h>

#include <diagfmt/ops/profile.h>

static int add(dfmt_op *all, const char *path) {
  dfmt_op *one = NULL;
  dfmt_source *s = NULL;
  int good = dfmt_op_new(NULL, "profile", &one) == DFMT_OK && dfmt_source_path(NULL, path, &s) == DFMT_OK &&
             dfmt_op_add(one, s) == DFMT_OK && dfmt_op_run(one) == DFMT_OK && dfmt_op_merge(all, one) == DFMT_OK;
  dfmt_source_free(s);
  dfmt_op_free(one);
  return good;
}

int main(int argc, char **argv) {
  const dfmt_print ten = {.size = sizeof ten, .max_rows = 10};
  dfmt_op *all = NULL;
  dfmt_rows *rows = NULL;
  dfmt_sink *out = NULL;
  int good = dfmt_op_new(NULL, "profile", &all) == DFMT_OK && dfmt_sink_fd(NULL, 1, 0, &out) == DFMT_OK;
  for (int i = 1; i < argc && good; i++) good = add(all, argv[i]);
  good = good && dfmt_op_answer(all, NULL, &rows) == DFMT_OK &&
         dfmt_rows_print(rows, DFMT_PRINT_TABLE, &ten, out) == DFMT_OK && dfmt_sink_close(out) == DFMT_OK;
  dfmt_rows_free(rows);
  dfmt_sink_free(out);
  dfmt_op_free(all);
  return !good;
}
