/* SPDX-License-Identifier: MIT */
/* Calls as rows that a program hands out: their values, and the types that they need, are those of the library. */
#include <diagfmt/apitrace.h>
#include <diagfmt/rows.h>

#include "rows.h"

#define STR(text) {text, sizeof text - 1}

static const dfmt_str names[] = {STR("mode")};
static const dfmt_apitrace_sig sig = {
    .head = {sizeof sig, DFMT_TYPE_APITRACE_SIG}, .name = STR("glThing"), .members = names, .n_members = 1};
static const dfmt_apitrace_value value = {.kind = DFMT_APITRACE_VALUE_STRING, .span = 1, .ptr = "wide", .aux = 4};
static const dfmt_apitrace_value returned[] = {
    {.kind = DFMT_APITRACE_VALUE_ARRAY, .span = 3, .bits = 2},
    {.kind = DFMT_APITRACE_VALUE_SINT, .span = 1, .bits = (uint64_t)-7},
    {.kind = DFMT_APITRACE_VALUE_NULL, .span = 1},
};
static const dfmt_apitrace_arg args[] = {{STR("mode"), &value, 0}};
static const dfmt_apitrace_call call = {
    .head = {sizeof call, DFMT_APITRACE_CALL},
    .present = DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_ARGS | DFMT_APITRACE_CALL_HAS_RET,
    .number = 6,
    .name = STR("glThing"),
    .sig = &sig,
    .args = args,
    .n_args = 1,
    .ret = returned,
};

/* The only row, in columns by their names. */
struct single {
  dfmt_row_set set;
  dfmt_column columns[2];
  bool has_set, has_row;
};

static void add_column(struct single *x, const char *name) {
  uint32_t i = 0;
  while (strcmp(x->set.type->fields[i].name, name) != 0) i++;
  x->columns[x->set.n_columns++] = (dfmt_column){i, DFMT_COLUMN_PLAIN};
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct single *x = user;
  if (x->has_set) return DFMT_END;
  x->has_set = true;
  *set = x->set;
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct single *x = user;
  if (x->has_row) return DFMT_END;
  x->has_row = true;
  *row = &call.head;
  return DFMT_OK;
}

static dfmt_rows *single_row(struct single *x) {
  static const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = next_set, .next = next};
  dfmt_rows *rows;
  *x = (struct single){
      .set = {
          .size = sizeof x->set, .name = "calls", .type = dfmt_describe(DFMT_APITRACE_CALL), .columns = x->columns}};
  add_column(x, "args");
  add_column(x, "ret");
  assert_int_equal(dfmt_rows_new(NULL, &ops, x, &rows), DFMT_OK);
  return rows;
}

static void expect_form(uint32_t form, const char *want) {
  struct single x;
  dfmt_rows *rows = single_row(&x);
  dfmt_sink *to = memory_sink();
  assert_int_equal(dfmt_rows_print(rows, form, NULL, to), DFMT_OK);
  expect(to, want);
  dfmt_sink_free(to);
  dfmt_rows_free(rows);
}

static void test_printed(void **state) {
  (void)state;
  expect_form(DFMT_PRINT_JSON, "{\"args\":[{\"name\":\"mode\",\"value\":\"wide\",\"number\":0}],\"ret\":[-7,null]}\n");
  expect_form(
      DFMT_PRINT_CSV,
      "args,ret\n\"[{\"\"name\"\":\"\"mode\"\",\"\"value\"\":\"\"wide\"\",\"\"number\"\":0}]\",\"[-7,null]\"\n");
}

static void test_arrow(void **state) {
  (void)state;
  struct single x;
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray batch;
  struct lines got = {0};
  assert_int_equal(dfmt_rows_arrow(single_row(&x), &stream), DFMT_OK);
  assert_int_equal(stream.get_schema(&stream, &schema), 0);
  assert_int_equal(stream.get_next(&stream, &batch), 0);
  assert_int_equal(batch.n_children, 2);
  const struct ArrowSchema *arg = schema.children[0]->children[0];
  const struct ArrowArray *given = batch.children[0]->children[0];
  assert_string_equal(arg->children[1]->name, "value");
  add_value(&got, arg->children[1], given->children[1], 0);
  add_text(&got, " ", 1);
  add_value(&got, schema.children[1], batch.children[1], 0);
  assert_string_equal(got.ptr, "\"wide\" [-7,null]");
  free(got.ptr);
  batch.release(&batch);
  schema.release(&schema);
  stream.release(&stream);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_printed), cmocka_unit_test(test_arrow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
