/* SPDX-License-Identifier: MIT */
/* Every function of libdiagfmt-ops, called with nothing and in the wrong order. */
#define MISUSED_FORMATS
#include <diagfmt/ops/apport_tables.h>
#include <diagfmt/ops/compare.h>
#include <diagfmt/ops/convert.h>
#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/extract.h>
#include <diagfmt/ops/heap.h>
#include <diagfmt/ops/info.h>
#include <diagfmt/ops/list.h>
#include <diagfmt/ops/profile.h>
#include <diagfmt/ops/repair.h>
#include <diagfmt/ops/search.h>
#include <diagfmt/ops/share.h>
#include <diagfmt/ops/symbols.h>
#include <diagfmt/ops/text.h>
#include <diagfmt/ops/triage.h>
#include <diagfmt/ops/value.h>
#include <diagfmt/ops/verify.h>
#include <diagfmt/ops/walk.h>

#include "../unit/misuse.h"

static void test_nothing(void **state) {
  (void)state;
  static struct called all, *x = &all;
  dfmt_rows *rows = NULL;
  dfmt_op *op = NULL;
  dfmt_source *none = empty_source();
  REFUSED(dfmt_op_add(NULL, none));
  REFUSED(dfmt_op_run(NULL));
  SAYS(0, dfmt_op_input(NULL));
  REFUSED(dfmt_op_accept(NULL));
  REFUSED(dfmt_op_drop(NULL));
  REFUSED(dfmt_op_progress(NULL, NULL, NULL));
  REFUSED(dfmt_op_limit(NULL, DFMT_CFG_MAX_MEMORY, 1));
  REFUSED(dfmt_op_answer(NULL, NULL, &rows));
  NOTHING(dfmt_op_error(NULL));
  REFUSED(dfmt_op_key(NULL, NULL));
  NO_HARM(dfmt_op_free(NULL));
  NOTHING(dfmt_ops_describe(0));
  NOTHING(dfmt_ops_table_at(UINT32_MAX));
  GIVES(dfmt_ops_tables());
  GIVES(dfmt_triage_rules());
  REFUSED(dfmt_apport_signature_new(NULL, NULL, 1, NULL));
  NO_HARM(dfmt_apport_signature_free(NULL));
  NOTHING(dfmt_ops_type_at(UINT32_MAX));
  NOTHING(dfmt_ops_option_at(UINT32_MAX));
  NOTHING(dfmt_ops_option_find(0));
  REFUSED(dfmt_op_new(NULL, "profile", NULL));
  REFUSED(dfmt_op_new(NULL, NULL, &op));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_op_new(NULL, "nothing", &op));
  assert_null(op);
  REFUSED(dfmt_op_output(NULL, NULL, 0, NULL));
  REFUSED(dfmt_op_remarks(NULL, NULL, NULL));
  REFUSED(dfmt_op_write(NULL, "folded", NULL, NULL));
  REFUSED(dfmt_op_merge(NULL, NULL));
  REFUSED(dfmt_op_check(NULL, NULL));
  NOTHING(dfmt_op_at(UINT32_MAX));
  NOTHING(dfmt_op_describe(NULL));
  NOTHING(dfmt_op_part_at(NULL, 0));
  REFUSED(dfmt_text_blobs(NULL, NULL, NULL));
  REFUSED(dfmt_text_call(NULL, NULL, NULL));
  REFUSED(dfmt_text_value(NULL, NULL, NULL));
  REFUSED(dfmt_value_source(NULL, NULL, NULL, NULL));
  SAYS(0, dfmt_value_holder(NULL, 1));
  REFUSED(dfmt_walk_new(NULL, NULL, 0, NULL));
  REFUSED(dfmt_walk_next(NULL, NULL, NULL, NULL));
  REFUSED(dfmt_walk_find(NULL, NULL, 0, NULL, NULL));
  NOTHING(dfmt_walk_error(NULL));
  NO_HARM(dfmt_walk_free(NULL));
  SAYS(0, dfmt_walk_begins(NULL, 1, 0));
  GIVES(dfmt_walk_looks_like(NULL, 0, 0, NULL));
  REFUSED(dfmt_folder_new(NULL, NULL, NULL));
  REFUSED(dfmt_folder_next(NULL, NULL));
  NOTHING(dfmt_folder_error(NULL));
  NO_HARM(dfmt_folder_free(NULL));
  REFUSED(dfmt_demangle(NULL, (dfmt_str){NULL, 0}, DFMT_DEMANGLE_GNU, NULL));
  assert_null(rows);
  compare_with_map(x, 15);
  dfmt_source_free(none);
}

/* Nothing runs without inputs, nothing is found before it ran, and nothing failed that could be accepted. */
static void test_order(void **state) {
  (void)state;
  dfmt_op *op;
  dfmt_rows *rows;
  dfmt_source *none = empty_source();
  assert_int_equal(dfmt_op_new(NULL, "profile", &op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_STATE);
  assert_int_equal(dfmt_op_accept(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_drop(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_STATE);
  assert_int_equal(dfmt_op_add(op, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_RECOVER, 1), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_answer(op, NULL, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_op_write(op, "folded", NULL, NULL), DFMT_E_STATE);
  assert_int_equal(dfmt_op_add(op, none), DFMT_OK);
  assert_int_equal(dfmt_source_shared(none), 1);
  dfmt_op_free(op);
  assert_int_equal(dfmt_source_shared(none), 0);
  dfmt_source_free(none);
}

struct inside {
  dfmt_op *op;
  uint64_t calls;
};

static dfmt_status call_it(void *user, uint64_t input, uint64_t done, uint64_t total) {
  struct inside *x = user;
  dfmt_rows *rows;
  (void)input;
  (void)done;
  (void)total;
  x->calls++;
  assert_int_equal(dfmt_op_run(x->op), DFMT_E_BUSY);
  assert_int_equal(dfmt_op_accept(x->op), DFMT_E_BUSY);
  assert_int_equal(dfmt_op_limit(x->op, DFMT_CFG_MAX_MEMORY, 1 << 30), DFMT_E_BUSY);
  assert_int_equal(dfmt_op_answer(x->op, NULL, &rows), DFMT_E_BUSY);
  assert_int_equal(dfmt_op_progress(x->op, NULL, NULL), DFMT_E_BUSY);
  return DFMT_OK;
}

/* What an operation calls must not call it: that is refused, and the run goes on. */
static void test_inside(void **state) {
  (void)state;
  static const char text[] = "7: malloc 0x5000 24\n7: free 0x5000\n";
  struct inside x = {.calls = 0};
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, text, sizeof text - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_op_new(NULL, "verify", &x.op), DFMT_OK);
  assert_int_equal(dfmt_op_add(x.op, s), DFMT_OK);
  assert_int_equal(dfmt_op_progress(x.op, call_it, &x), DFMT_OK);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_int_equal(dfmt_op_error(x.op)->status, DFMT_OK);
  assert_true(x.calls > 0);
  dfmt_op_free(x.op);
  dfmt_source_free(s);
}

/* By the number of a kind; 0: any of them will do. */
static const char *kind_of(uint32_t number) {
  const dfmt_op_kind *k;
  uint32_t i = 0;
  while ((k = dfmt_op_at(i)) != NULL && number && k->number != number) i++;
  assert_non_null(k);
  return k->name;
}

/* Options are those of the tables, in their ranges, by the number of their operation, which refuses other values. */
static void test_options(void **state) {
  (void)state;
  const dfmt_option *o;
  dfmt_op *op;
  for (uint32_t i = 0; (o = dfmt_ops_option_at(i)) != NULL; i++) {
    dfmt_config *c;
    assert_ptr_equal(dfmt_ops_option_find(o->key), o);
    assert_int_equal(o->key >> 16, DFMT_OPS);
    assert_int_equal(o->key >> 8 & 0xff, o->format);
    assert_true(o->help[0] != '\0' && o->name[0] != '\0');
    if (o->kind == DFMT_KIND_ENUM || o->kind == DFMT_KIND_FLAGS) assert_non_null(dfmt_ops_describe(o->words));
    if (o->kind == DFMT_KIND_STR || o->hi == UINT64_MAX) continue;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_set(c, o->key, o->hi + 1), DFMT_OK);
    assert_int_equal(dfmt_op_new(c, kind_of(o->format), &op), DFMT_E_ARG);
    assert_null(op);
    dfmt_config_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing), cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_inside), cmocka_unit_test(test_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
