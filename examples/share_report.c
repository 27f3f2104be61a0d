/* SPDX-License-Identifier: MIT */
/*
 * A report without personal data, and what was taken out of it: share_report OUT REPORT
 *
 * What could not be searched is named, and left out. OUT appears when it is complete; nothing does if the report is
 * none that can be searched.
 */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/share.h>

static int fail(const char *what, const dfmt_op *op) {
  const dfmt_error *e = dfmt_op_error(op);
  fprintf(stderr, "share_report: %s: %s\n", what, e ? e->message : "cannot be opened, or no memory");
  return 1;
}

static dfmt_op *make(void) {
  dfmt_config *c;
  dfmt_op *op = NULL;
  if (dfmt_config_new(&c) != DFMT_OK) return NULL;
  (void)dfmt_config_add(c, DFMT_OPS_SHARE_CLASSES, "-hostname", 9); /* it may stay */
  (void)dfmt_op_new(c, "share", &op);
  dfmt_config_free(c); /* the operation has a copy */
  return op;
}

static dfmt_status share(dfmt_op *op, const char *path, dfmt_sink *to) {
  dfmt_source *s;
  dfmt_status st = dfmt_source_path(NULL, path, &s);
  if (st == DFMT_OK) st = dfmt_op_add(op, s);
  if (st == DFMT_OK) st = dfmt_op_output(op, "output", 0, to);
  if (st == DFMT_OK) st = dfmt_op_run(op);
  dfmt_source_free(s);
  return st;
}

static void tell(dfmt_op *op) {
  dfmt_rows *rows;
  const dfmt_head *row;
  if (dfmt_op_answer(op, NULL, &rows) != DFMT_OK) return;
  const dfmt_share_result *all = (const void *)dfmt_rows_set(rows)->facts;
  printf("%" PRIu64 " values were replaced in %" PRIu64 " places\n", all->n_values, all->n_places);
  if (dfmt_rows_next_set(rows) == DFMT_OK) /* "left_out", after "account" */
    while (dfmt_rows_next(rows, &row) == DFMT_OK) {
      const dfmt_share_left_out *l = (const void *)row;
      printf("left out: %.*s: %.*s\n", (int)l->name.len, l->name.ptr, (int)l->message.len, l->message.ptr);
    }
  dfmt_rows_free(rows);
}

int main(int argc, char **argv) {
  dfmt_sink *to = NULL;
  if (argc != 3) {
    fprintf(stderr, "usage: share_report OUT REPORT\n");
    return 2;
  }
  dfmt_op *op = make();
  int code = op && dfmt_sink_path(NULL, argv[1], &to) == DFMT_OK ? 0 : fail(argv[1], NULL);
  if (!code && share(op, argv[2], to) != DFMT_OK) code = fail(argv[2], op);
  if (!code && dfmt_sink_close(to) != DFMT_OK) code = fail(argv[1], NULL);
  if (!code) tell(op);
  dfmt_sink_free(to); /* without close() nothing has appeared */
  dfmt_op_free(op);
  return code;
}
