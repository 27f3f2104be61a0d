/* SPDX-License-Identifier: MIT */
/*
 * What kinds of operations say of themselves is true: names are unique, help is a sentence, types are there, and rows
 * and facts of every answer of every sample have the types that were said. Knows no kind.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/extract.h>

#include "all.h"

const struct kind kind = {.name = NULL}; /* all.c: its files are used, not its tests */

static void check_text(const char *name, const char *help) {
  assert_non_null(name);
  assert_true(name[0] >= 'a' && name[0] <= 'z');
  for (const char *p = name; *p; p++) assert_true((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '_');
  assert_non_null(help);
  assert_true(help[0] >= 'A' && help[0] <= 'Z');
  assert_true(strlen(help) > 10 && help[strlen(help) - 1] == '.');
}

/* ---- descriptions ---- */

static void check_part(const dfmt_op_kind *k, const dfmt_op_part *p, uint32_t index) {
  check_text(p->name, p->help);
  assert_int_equal(p->head.type, DFMT_OP_PART);
  for (uint32_t i = 0; i < index; i++) assert_string_not_equal(dfmt_op_part_at(k, i)->name, p->name);
  assert_int_equal(p->rows != 0, p->part == DFMT_OP_ANSWER);
  if (p->rows) assert_non_null(dfmt_ops_describe(p->rows));
  if (p->facts) assert_non_null(dfmt_ops_describe(p->facts));
  if (p->part != DFMT_OP_OUTPUT) assert_int_equal(p->media != NULL, p->part == DFMT_OP_DOCUMENT);
  if (p->flags & DFMT_OP_USUAL) assert_int_equal(p->part, DFMT_OP_ANSWER);
  if (p->flags & (DFMT_OP_PER_INPUT | DFMT_OP_REQUIRED)) assert_int_equal(p->part, DFMT_OP_OUTPUT);
}

static void check_kind(const dfmt_op_kind *k, uint32_t index) {
  const dfmt_op_part *p;
  uint32_t n = 0, last = 0;
  check_text(k->name, k->help);
  assert_int_equal(k->head.type, DFMT_OP_KIND);
  for (uint32_t i = 0; i < index; i++) {
    assert_string_not_equal(dfmt_op_at(i)->name, k->name);
    assert_int_not_equal(dfmt_op_at(i)->number, k->number);
  }
  assert_true(k->min_inputs >= 1 && k->min_inputs <= k->max_inputs);
  /* No other number says "as many as there are". */
  assert_true(k->max_inputs == UINT64_MAX || k->max_inputs < UINT32_MAX);
  for (; (p = dfmt_op_part_at(k, n)) != NULL; n++) {
    check_part(k, p, n);
    assert_true(p->part >= last); /* answers, documents, outputs */
    last = p->part;
  }
  assert_true(n > 0);
}

static bool is_shared(uint64_t shared) {
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_ops_option_at(i)) != NULL; i++)
    if (o->format == 0) shared &= ~(UINT64_C(1) << (o->key & 63));
  return shared == 0;
}

/* Options begin with the name of their kind; shared ones and borrowed ones are there. */
static void check_options(const dfmt_op_kind *k) {
  const dfmt_option *o;
  const dfmt_op_kind *other;
  uint64_t borrowed = k->borrows;
  for (uint32_t i = 0; (o = dfmt_ops_option_at(i)) != NULL; i++)
    if (o->format == k->number) {
      assert_memory_equal(o->name, k->name, strlen(k->name));
      assert_int_equal(o->name[strlen(k->name)], '.');
    }
  assert_true(is_shared(k->shared));
  for (uint32_t i = 0; (other = dfmt_op_at(i)) != NULL; i++) borrowed &= ~(UINT64_C(1) << other->number);
  assert_int_equal(borrowed, 0);
}

static void test_descriptions(void **state) {
  (void)state;
  const dfmt_op_kind *k;
  uint32_t n = 0;
  for (; (k = dfmt_op_at(n)) != NULL; n++) {
    check_kind(k, n);
    check_options(k);
  }
  assert_true(n > 10);
}

/* ---- what is said against what is found ---- */

static uint32_t n_answers;

static void check_set(const dfmt_op_kind *k, const dfmt_op_part *p, dfmt_rows *rows) {
  const dfmt_row_set *set = dfmt_rows_set(rows);
  const dfmt_head *row;
  dfmt_status st;
  assert_string_equal(set->name, p->name);
  assert_int_equal(set->type->number, p->rows);
  if (p->facts) assert_non_null(set->facts);
  if (p->facts) assert_int_equal(set->facts->type, p->facts);
  for (uint32_t i = 0; i < 3 && (st = dfmt_rows_next(rows, &row)) == DFMT_OK; i++) assert_int_equal(row->type, p->rows);
  if (!(k->flags & DFMT_OP_STREAMS)) assert_int_equal(dfmt_rows_next_set(rows), DFMT_END);
  n_answers++;
}

static void check_found(dfmt_op *op, const dfmt_op_kind *k) {
  const dfmt_op_part *p;
  for (uint32_t i = 0; (p = dfmt_op_part_at(k, i)) != NULL; i++) {
    dfmt_rows *rows;
    dfmt_sink *to;
    dfmt_status st = p->part == DFMT_OP_ANSWER ? dfmt_op_answer(op, p->name, &rows) : DFMT_END;
    if (st == DFMT_OK) {
      check_set(k, p, rows);
      dfmt_rows_free(rows);
      if (k->flags & DFMT_OP_STREAMS) return;
    } else if (st < 0) {
      assert_true(st == DFMT_E_UNSUPPORTED); /* which says why */
      assert_true(dfmt_op_error(op)->message[0] != '\0');
    }
    if (p->part != DFMT_OP_DOCUMENT) continue;
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    st = dfmt_op_write(op, p->name, NULL, to);
    assert_true(st == DFMT_OK || st == DFMT_E_UNSUPPORTED);
    dfmt_sink_free(to);
  }
}

/* Its outputs go nowhere; false: it needs something. */
static bool start(dfmt_op *op, const dfmt_op_kind *k, const char *ptr, size_t len) {
  const dfmt_op_part *p;
  dfmt_source *s;
  dfmt_sink *to;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  for (uint64_t i = 0; i < (k->min_inputs > 1 || k->flags & DFMT_OP_TAKES_MORE ? 2 : 1); i++)
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  assert_int_equal(dfmt_sink_null(NULL, &to), DFMT_OK);
  for (uint32_t i = 0; (p = dfmt_op_part_at(k, i)) != NULL; i++)
    if (p->part == DFMT_OP_OUTPUT) assert_int_equal(dfmt_op_output(op, p->name, 0, to), DFMT_OK);
  dfmt_sink_free(to);
  return dfmt_op_run(op) == DFMT_OK;
}

/* Every kind with a file, with words that some require. */
static void try_file(const char *ptr, size_t len) {
  const dfmt_op_kind *k;
  for (uint32_t i = 0; (k = dfmt_op_at(i)) != NULL; i++) {
    const dfmt_option *o;
    dfmt_config *c;
    dfmt_op *op;
    char path[300];
    const int folder = make_folder(path);
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_set(c, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)folder), DFMT_OK);
    for (uint32_t n = 0; (o = dfmt_ops_option_at(n)) != NULL; n++) /* words that are required */
      if (o->kind == DFMT_KIND_STR && (strcmp(o->name, "search.patterns") == 0 || strcmp(o->name, "value.key") == 0))
        assert_int_equal(dfmt_config_add(c, o->key, "Signal", 6), DFMT_OK);
    assert_int_equal(dfmt_op_new(c, k->name, &op), DFMT_OK);
    assert_ptr_equal(dfmt_op_describe(op), k);
    if (start(op, k, ptr, len)) check_found(op, k);
    dfmt_op_free(op);
    dfmt_config_free(c);
    free(take_folder(path));
    close(folder);
  }
}

static void on_file(const char *path, const char *ptr, size_t len) {
  (void)path;
  if (len < 100000) try_file(ptr, len);
}

static void test_found(void **state) {
  (void)state;
  each_file_below(getenv("DFMT_SAMPLES"), on_file);
  assert_true(n_answers > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_descriptions), cmocka_unit_test(test_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
