/* SPDX-License-Identifier: MIT */
/* Share: what told a value, and what became of it. */
#include <string.h>

#include "sharing.h"

static const char report[] =
    "SSID: \"Pusteblume 5G\"\n"
    "seen Pusteblume 5G again\n"
    "Account {name=chat, type=x} Account {name=wifi_x, type=x}\n"
    "DUMP OF SERVICE wifi_x:\n"
    "mac 3c:28:6d:0a:0b:0c and 3c286d0a0b0c\n"
    "your code is 120934\n"
    "serial: R58M12ABCDE\n"
    "[ro.product.model]: [Feldspar]\n"
    "name:device_name pkg:x value:Feldspar default:x\n";

static const char labels[] = "account token\n  ~ logged in as %v%_at\n";

struct want {
  const char *value;
  int cls; /* negative: none */
  uint32_t outcome;
  int how; /* negative: none */
  uint64_t line;
  const char *rule; /* its start; NULL: none */
  uint64_t n_places;
};

/* What the caller asks about, in this order; one that several classes have comes by class. */
static const struct want wants[] = {
    {"Pusteblume 5G", DFMT_SHARE_SSID, DFMT_SHARE_REPLACED, DFMT_SHARE_BY_PLACE, 1, "= ssid", 2},
    {"chat", DFMT_SHARE_ACCOUNT, DFMT_SHARE_REPLACED_SHORT, DFMT_SHARE_BY_PLACE, 3, "~ Account", 1},
    {"wifi_x", DFMT_SHARE_ACCOUNT, DFMT_SHARE_REPLACED_LISTED, DFMT_SHARE_BY_PLACE, 3, "~ Account", 1},
    {"3C-28-6D-0A-0B-0C", DFMT_SHARE_MAC, DFMT_SHARE_REPLACED, DFMT_SHARE_BY_FORM, 5, NULL, 2},
    {"R58M12ABCDE", DFMT_SHARE_SERIAL, DFMT_SHARE_STAYS_CLASS, DFMT_SHARE_BY_PLACE, 7, "", 0},
    {"Nobody Known", -1, DFMT_SHARE_NOT_TOLD, -1, 0, NULL, 0},
    {"", -1, DFMT_SHARE_NOT_TOLD, -1, 0, NULL, 0},
    {"given one", DFMT_SHARE_PERSON, DFMT_SHARE_REPLACED, -1, 0, NULL, 0},
};

static void same_row(const dfmt_share_explained *e, const struct want *w, uint64_t value) {
  assert_int_equal(e->value, value);
  assert_int_equal(e->outcome, w->outcome);
  assert_int_equal(!!(e->present & DFMT_SHARE_EXPLAINED_HAS_VALUE_CLASS), w->cls >= 0);
  if (w->cls >= 0) assert_int_equal(e->value_class, w->cls);
  assert_int_equal(!!(e->present & DFMT_SHARE_EXPLAINED_HAS_HOW), w->how >= 0);
  if (w->how >= 0) assert_int_equal(e->how, w->how);
  assert_int_equal(!!(e->present & DFMT_SHARE_EXPLAINED_HAS_LINE), w->line > 0);
  assert_int_equal(e->line, w->line);
  assert_int_equal(!!(e->present & DFMT_SHARE_EXPLAINED_HAS_RULE), w->rule != NULL);
  if (w->rule) assert_true(e->rule.len >= strlen(w->rule) && memcmp(e->rule.ptr, w->rule, strlen(w->rule)) == 0);
  assert_int_equal(e->n_places, w->n_places);
}

/* Runs over a text that asks about all of them. */
static dfmt_op *asked(const char *text, const struct want *list, size_t n, dfmt_sink *to) {
  dfmt_config *c = config();
  dfmt_source *s;
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_CLASSES, "-serial", 7), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_VALUES, "person:given one", 16), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_LABELS, labels, sizeof labels - 1), DFMT_OK);
  for (size_t i = 0; i < n; i++)
    assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_EXPLAIN, list[i].value, strlen(list[i].value)), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  dfmt_source_free(s);
  dfmt_config_free(c);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  return op;
}

static void explains(const char *text, const struct want *list, size_t n) {
  dfmt_rows *rows;
  const dfmt_head *row;
  dfmt_op *op = asked(text, list, n, NULL);
  assert_int_equal(dfmt_op_answer(op, "explained", &rows), DFMT_OK);
  for (size_t i = 0; i < n; i++) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    same_row((const void *)row, &list[i], i);
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

static void test_all(void **state) {
  (void)state;
  explains(report, wants, sizeof wants / sizeof *wants);
  explains(report, NULL, 0);
}

/* Those of the caller's own labels, by their rows; of templates and tables. */
static void test_rules(void **state) {
  (void)state;
  static const struct want ours[] = {{"birch77", DFMT_SHARE_ACCOUNT, DFMT_SHARE_REPLACED, DFMT_SHARE_BY_PLACE, 2,
                                      "~ logged in as %v%_at", 2}},
                           table[] = {
                               {"Mirabelle 2", DFMT_SHARE_SSID, DFMT_SHARE_REPLACED, DFMT_SHARE_BY_PLACE, 2, NULL, 1}};
  explains("birch77\nlogged in as birch77 at noon\n", ours, 1);
  explains("List of SSIDs:\n  \"Mirabelle 2\"\n", table, 1);
}

/* A value of two classes has a row for each. */
static void test_two_classes(void **state) {
  (void)state;
  static const char text[] = "ssid=\"Mirabelle\"\nandroid.title=String (Mirabelle)\n";
  dfmt_rows *rows;
  const dfmt_head *row;
  static const struct want asks[] = {{"mirabelle", 0, 0, 0, 0, NULL, 0}};
  dfmt_op *op = asked(text, asks, 1, NULL);
  assert_int_equal(dfmt_op_answer(op, "explained", &rows), DFMT_OK);
  static const uint32_t classes[] = {DFMT_SHARE_SSID, DFMT_SHARE_PERSON};
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    assert_int_equal(((const dfmt_share_explained *)(const void *)row)->value_class, classes[i]);
    assert_int_equal(((const dfmt_share_explained *)(const void *)row)->line, i + 1);
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all), cmocka_unit_test(test_rules),
                                     cmocka_unit_test(test_two_classes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
