/* SPDX-License-Identifier: MIT */
/* What libraries on top of this one need: configurations that are kept and asked, sources and sinks that are kept. */
#include <string.h>

#include <diagfmt/diagfmt.h>

#include "../counter.h"

enum { FOREIGN = DFMT_CFG_FOREIGN + 7, FOREIGN_LIST = DFMT_CFG_FOREIGN + 8 };

static uint32_t stop_now(void *user) { return *(uint32_t *)user; }

static dfmt_str item_of(const dfmt_config *c, uint32_t key, uint64_t index) {
  dfmt_str s;
  assert_int_equal(dfmt_config_item(c, key, index, &s), DFMT_OK);
  return s;
}

static void test_copies(void **state) {
  (void)state;
  struct counter memory;
  uint32_t stop = 1;
  uint64_t value;
  dfmt_str s;
  dfmt_config *c = counting_config(&memory), *copy;
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, 1), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "Title", 5), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "", 0), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, FOREIGN, UINT64_MAX), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, FOREIGN_LIST, "/tmp", 4), DFMT_OK);
  assert_int_equal(dfmt_config_stop(c, stop_now, &stop), DFMT_OK);
  assert_int_equal(dfmt_config_copy(c, &copy), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_config_get(copy, DFMT_CFG_RECOVER, &value), DFMT_OK);
  assert_int_equal(value, 1);
  assert_int_equal(dfmt_config_get(copy, FOREIGN, &value), DFMT_OK);
  assert_true(value == UINT64_MAX);
  assert_int_equal(item_of(copy, DFMT_CFG_APPORT_KEYS, 0).len, 5);
  assert_int_equal(item_of(copy, DFMT_CFG_APPORT_KEYS, 1).len, 0);
  assert_memory_equal(item_of(copy, FOREIGN_LIST, 0).ptr, "/tmp", 4);
  assert_int_equal(dfmt_config_item(copy, FOREIGN_LIST, 1, &s), DFMT_END);
  assert_int_equal(dfmt_config_item(copy, FOREIGN_LIST, UINT64_MAX, &s), DFMT_END);
  assert_int_equal(dfmt_config_item(copy, DFMT_CFG_RECOVER, 0, &s), DFMT_E_ARG);
  assert_int_equal(dfmt_config_item(copy, DFMT_CFG_FOREIGN - 1, 0, &s), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_config_get(copy, FOREIGN + 9, &value), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_config_stopped(copy), 1);
  stop = 0;
  assert_int_equal(dfmt_config_stopped(copy), 0);
  void *p = dfmt_config_realloc(copy, NULL, 0, 10);
  assert_int_equal(memory.blocks, 1);
  assert_non_null(p);
  p = dfmt_config_realloc(copy, p, 10, 100);
  assert_int_equal(memory.bytes, 100);
  assert_null(dfmt_config_realloc(copy, p, 100, 0));
  assert_int_equal(memory.blocks, 0);
  dfmt_config_free(copy);
}

static void test_defaults(void **state) {
  (void)state;
  dfmt_config *c;
  uint64_t value = 1;
  assert_int_equal(dfmt_config_copy(NULL, &c), DFMT_OK);
  assert_int_equal(dfmt_config_get(c, DFMT_CFG_RECOVER, &value), DFMT_OK);
  assert_int_equal(value, 0);
  assert_int_equal(dfmt_config_stopped(c), 0);
  void *p = dfmt_config_realloc(NULL, NULL, 0, 10);
  assert_non_null(p);
  assert_null(dfmt_config_realloc(NULL, p, 10, 0));
  dfmt_config_free(c);
}

static dfmt_status count_source(void *user, void *buf, uint64_t len, uint64_t *got) {
  (void)user;
  (void)buf;
  (void)len;
  *got = 0;
  return DFMT_END;
}

static dfmt_status count_sink(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  (void)buf;
  *taken = len;
  return DFMT_OK;
}

static void close_source(void *user) { ++*(int *)user; }

static dfmt_status close_sink(void *user, uint32_t commit) {
  (void)commit;
  ++*(int *)user;
  return DFMT_OK;
}

/* The last reference closes. */
static void test_references(void **state) {
  (void)state;
  int closed = 0;
  const dfmt_source_ops in = {.size = sizeof in, .read = count_source, .close = close_source};
  const dfmt_sink_ops out = {.size = sizeof out, .write = count_sink, .close = close_sink};
  dfmt_source *s;
  dfmt_sink *to;
  assert_int_equal(dfmt_source_new(NULL, &in, &closed, &s), DFMT_OK);
  assert_int_equal(dfmt_source_shared(s), 0);
  assert_ptr_equal(dfmt_source_ref(s), s);
  assert_int_equal(dfmt_source_shared(s), 1);
  dfmt_source_free(s);
  assert_int_equal(closed, 0);
  dfmt_source_free(s);
  assert_int_equal(closed, 1);
  assert_int_equal(dfmt_sink_new(NULL, &out, &closed, &to), DFMT_OK);
  assert_ptr_equal(dfmt_sink_ref(to), to);
  dfmt_sink_free(to);
  assert_int_equal(closed, 1);
  dfmt_sink_free(to);
  assert_int_equal(closed, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_copies), cmocka_unit_test(test_defaults),
                                     cmocka_unit_test(test_references)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
