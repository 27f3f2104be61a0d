/* SPDX-License-Identifier: MIT */
/*
 * A part of any operation, by their names, on standard output: rows of all sets as JSON lines, a document, an output.
 *
 *   operations KIND PART [OPTION=VALUE]... -- FILE...
 *
 * PART "": the output, or else the usual answers. KIND "+NAME": an operation for each file, merged. The value of
 * extract.directory is a path. Knows no kind: what there is the library describes.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/extract.h>

/* ---- options ---- */

static const dfmt_option *option_of(const char *name, size_t len) {
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_ops_option_at(i)) != NULL; i++)
    if (strlen(o->name) == len && memcmp(o->name, name, len) == 0) return o;
  return NULL;
}

static uint64_t number_of(const dfmt_option *o, const char *text) {
  const dfmt_type *words = dfmt_ops_describe(o->words);
  for (uint64_t i = 0; words && i < words->n_fields; i++)
    if (strcmp(words->fields[i].name, text) == 0) return words->fields[i].offset;
  if (o->key == DFMT_OPS_EXTRACT_DIRECTORY) return (uint64_t)open(text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return strtoull(text, NULL, 10);
}

static bool set(dfmt_config *c, const char *argument) {
  const char *equals = strchr(argument, '=');
  const dfmt_option *o = equals ? option_of(argument, (size_t)(equals - argument)) : NULL;
  if (!o) return false;
  if (o->kind == DFMT_KIND_STR) return dfmt_config_add(c, o->key, equals + 1, strlen(equals + 1)) == DFMT_OK;
  return dfmt_config_set(c, o->key, number_of(o, equals + 1)) == DFMT_OK;
}

/* ---- running ---- */

static const dfmt_op_part *part_of(const dfmt_op *op, const char *name) {
  const dfmt_op_part *p;
  for (uint32_t i = 0; (p = dfmt_op_part_at(dfmt_op_describe(op), i)) != NULL; i++)
    if (*name ? strcmp(p->name, name) == 0 : p->part == DFMT_OP_OUTPUT) return p;
  return NULL;
}

static bool add(dfmt_op *op, const char *path) {
  dfmt_source *s = NULL;
  bool good = dfmt_source_path(NULL, path, &s) == DFMT_OK && dfmt_op_add(op, s) == DFMT_OK;
  dfmt_source_free(s);
  return good;
}

static bool run(dfmt_op *op, char **files, int n) {
  bool good = true;
  for (int i = 0; good && i < n; i++) good = add(op, files[i]);
  return good && dfmt_op_run(op) == DFMT_OK;
}

/* An operation of its own for each file. */
static bool merge(dfmt_op *into, const dfmt_config *c, char **files, int n) {
  bool good = true;
  for (int i = 0; good && i < n; i++) {
    dfmt_op *op = NULL;
    good = dfmt_op_new(c, dfmt_op_describe(into)->name, &op) == DFMT_OK && run(op, &files[i], 1) &&
           dfmt_op_merge(into, op) == DFMT_OK;
    dfmt_op_free(op);
  }
  return good;
}

static bool put_rows(dfmt_op *op, const char *name, dfmt_sink *to) {
  dfmt_rows *rows = NULL;
  bool good = dfmt_op_answer(op, name, &rows) == DFMT_OK;
  dfmt_status st = DFMT_OK;
  while (good && st == DFMT_OK) {
    good = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to) == DFMT_OK;
    st = dfmt_rows_next_set(rows);
  }
  dfmt_rows_free(rows);
  return good && st == DFMT_END;
}

static bool put(dfmt_op *op, const char *name, dfmt_sink *to) {
  const dfmt_op_part *p = part_of(op, name);
  if (p && p->part == DFMT_OP_OUTPUT) return true; /* it is written */
  if (p && p->part == DFMT_OP_DOCUMENT) return dfmt_op_write(op, name, NULL, to) == DFMT_OK;
  return put_rows(op, p ? name : NULL, to);
}

static bool go(dfmt_op *op, const dfmt_config *c, const char *name, bool merges, char **files, int n) {
  dfmt_sink *to = NULL;
  const dfmt_op_part *p = part_of(op, name);
  bool good = dfmt_sink_fd(NULL, STDOUT_FILENO, 0, &to) == DFMT_OK;
  if (p && p->part == DFMT_OP_OUTPUT) good = good && dfmt_op_output(op, p->name, 0, to) == DFMT_OK;
  good = good && (merges ? merge(op, c, files, n) : run(op, files, n)) && put(op, name, to) &&
         dfmt_sink_close(to) == DFMT_OK;
  dfmt_sink_free(to);
  return good;
}

int main(int argc, char **argv) {
  dfmt_config *c = NULL;
  dfmt_op *op = NULL;
  int at = 3;
  bool good = argc > 4 && dfmt_config_new(&c) == DFMT_OK;
  for (; good && at < argc && strcmp(argv[at], "--") != 0; at++) good = set(c, argv[at]);
  const bool merges = good && argv[1][0] == '+';
  good = good && dfmt_op_new(c, argv[1] + merges, &op) == DFMT_OK &&
         go(op, c, argv[2], merges, argv + at + 1, argc - at - 1);
  if (!good) fprintf(stderr, "%s: %s\n", argc > 1 ? argv[1] : "operations", op ? dfmt_op_error(op)->message : "usage");
  dfmt_op_free(op);
  dfmt_config_free(c);
  return !good;
}
