/* SPDX-License-Identifier: MIT */
/* Every function of libdiagfmt-ops, called with nothing and in the wrong order. */
#define MISUSED_FORMATS
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
#include <diagfmt/ops/text.h>
#include <diagfmt/ops/triage.h>
#include <diagfmt/ops/value.h>
#include <diagfmt/ops/verify.h>

#include "../unit/misuse.h"

static void test_nothing(void **state) {
  (void)state;
  static struct called all, *x = &all;
  dfmt_rows *rows = NULL;
  dfmt_source *none = empty_source();
  REFUSED(dfmt_op_add(NULL, none));
  REFUSED(dfmt_op_run(NULL));
  SAYS(0, dfmt_op_input(NULL));
  REFUSED(dfmt_op_accept(NULL));
  REFUSED(dfmt_op_drop(NULL));
  REFUSED(dfmt_op_progress(NULL, NULL, NULL));
  REFUSED(dfmt_op_limit(NULL, DFMT_CFG_MAX_MEMORY, 1));
  REFUSED(dfmt_op_rows(NULL, &rows));
  NOTHING(dfmt_op_error(NULL));
  REFUSED(dfmt_op_key(NULL, NULL));
  NO_HARM(dfmt_op_free(NULL));
  NOTHING(dfmt_ops_describe(0));
  NOTHING(dfmt_ops_type_at(UINT32_MAX));
  NOTHING(dfmt_ops_option_at(UINT32_MAX));
  NOTHING(dfmt_ops_option_find(0));
  REFUSED(dfmt_profile_new(NULL, NULL));
  REFUSED(dfmt_profile_rows(NULL, DFMT_PROFILE_FUNCTIONS, &rows));
  REFUSED(dfmt_profile_merge(NULL, NULL));
  REFUSED(dfmt_compare_flame(NULL, NULL, NULL, NULL));
  REFUSED(dfmt_profile_write(NULL, DFMT_PROFILE_FOLDED, NULL, NULL));
  REFUSED(dfmt_compare_rows(NULL, NULL, 0, NULL, 0, 0, &rows));
  REFUSED(dfmt_heap_new(NULL, NULL));
  REFUSED(dfmt_heap_rows(NULL, DFMT_HEAP_LIVE, &rows));
  REFUSED(dfmt_list_new(NULL, NULL));
  REFUSED(dfmt_search_new(NULL, NULL));
  REFUSED(dfmt_convert_new(NULL, NULL));
  REFUSED(dfmt_convert_to(NULL, NULL));
  REFUSED(dfmt_repair_new(NULL, NULL));
  REFUSED(dfmt_heap_growth_rows(NULL, NULL, &rows));
  REFUSED(dfmt_verify_new(NULL, NULL));
  REFUSED(dfmt_info_new(NULL, NULL));
  REFUSED(dfmt_triage_new(NULL, NULL));
  REFUSED(dfmt_diff_new(NULL, NULL));
  REFUSED(dfmt_extract_new(NULL, NULL));
  REFUSED(dfmt_extract_to(NULL, 0));
  REFUSED(dfmt_share_new(NULL, NULL));
  REFUSED(dfmt_share_to(NULL, NULL));
  REFUSED(dfmt_share_review(NULL, NULL));
  REFUSED(dfmt_share_check(NULL, NULL));
  REFUSED(dfmt_text_new(NULL, NULL));
  REFUSED(dfmt_text_to(NULL, NULL));
  REFUSED(dfmt_text_remarks(NULL, NULL, NULL));
  REFUSED(dfmt_text_blobs(NULL, NULL, NULL));
  REFUSED(dfmt_text_call(NULL, NULL, NULL));
  REFUSED(dfmt_text_value(NULL, NULL, NULL));
  REFUSED(dfmt_value_new(NULL, NULL));
  REFUSED(dfmt_value_to(NULL, NULL));
  REFUSED(dfmt_value_remarks(NULL, NULL, NULL));
  SAYS(0, dfmt_value_count(NULL));
  REFUSED(dfmt_value_source(NULL, NULL, NULL, NULL));
  SAYS(0, dfmt_value_holder(NULL, 1));
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
  assert_int_equal(dfmt_profile_new(NULL, &op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_rows(op, &rows), DFMT_E_STATE);
  assert_int_equal(dfmt_op_accept(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_drop(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_STATE);
  assert_int_equal(dfmt_op_add(op, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_RECOVER, 1), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_rows(op, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_profile_write(op, DFMT_PROFILE_FOLDED, NULL, NULL), DFMT_E_STATE);
  assert_int_equal(dfmt_op_add(op, none), DFMT_OK);
  assert_int_equal(dfmt_source_shared(none), 1);
  dfmt_op_free(op);
  assert_int_equal(dfmt_source_shared(none), 0);
  dfmt_source_free(none);
}

/* By the numbers of operations; 0: any of them will do. */
static dfmt_status (*const makers[])(const dfmt_config *c, dfmt_op **out) = {
    [0] = dfmt_verify_new,
    [DFMT_OP_PROFILE] = dfmt_profile_new,
    [DFMT_OP_HEAP] = dfmt_heap_new,
    [DFMT_OP_VERIFY] = dfmt_verify_new,
    [DFMT_OP_INFO] = dfmt_info_new,
    [DFMT_OP_DIFF] = dfmt_diff_new,
    [DFMT_OP_CONVERT] = dfmt_convert_new,
    [DFMT_OP_REPAIR] = dfmt_repair_new,
    [DFMT_OP_TEXT] = dfmt_text_new,
    [DFMT_OP_LIST] = dfmt_list_new,
    [DFMT_OP_SEARCH] = dfmt_search_new,
    [DFMT_OP_EXTRACT] = dfmt_extract_new,
    [DFMT_OP_VALUE] = dfmt_value_new,
    [DFMT_OP_SHARE] = dfmt_share_new,
    [DFMT_OP_TRIAGE] = dfmt_triage_new,
};

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
    assert_int_equal(makers[o->format](c, &op), DFMT_E_ARG);
    assert_null(op);
    dfmt_config_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing), cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
