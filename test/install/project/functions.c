/* SPDX-License-Identifier: MIT */
/* A program of somebody else's, built against an installed copy: the functions of a profile: functions FILE */
#include <stdio.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/profile.h>

int main(int argc, char **argv) {
  dfmt_source *source = NULL;
  dfmt_sink *out = NULL;
  dfmt_op *op = NULL;
  dfmt_rows *rows = NULL;
  dfmt_status st = argc == 2 ? dfmt_source_path(NULL, argv[1], &source) : DFMT_E_ARG;
  if (st == DFMT_OK) st = dfmt_sink_fd(NULL, 1, 0, &out);
  if (st == DFMT_OK) st = dfmt_op_new(NULL, "profile", &op);
  if (st == DFMT_OK) st = dfmt_op_add(op, source);
  if (st == DFMT_OK) st = dfmt_op_run(op);
  if (st == DFMT_OK) st = dfmt_op_answer(op, NULL, &rows);
  if (st == DFMT_OK) st = dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, out);
  if (st == DFMT_OK) st = dfmt_sink_flush(out);
  if (st != DFMT_OK) fprintf(stderr, "%s: %s\n", dfmt_status_name(st), op ? dfmt_op_error(op)->message : "");
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_source_free(source);
  dfmt_sink_free(out);
  return st == DFMT_OK ? 0 : 1;
}
