/* SPDX-License-Identifier: MIT */
/* What docs/abi.md promises about structs that grow: to programs for a later header, and to those for the first one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

enum { TAIL = 128 }; /* zero bytes behind what is handed out */

static void check_tail(const void *body) {
  uint32_t size;
  memcpy(&size, body, sizeof size);
  for (size_t i = 0; i < TAIL; i++) assert_int_equal(((const uint8_t *)body + size)[i], 0);
}

static void check_error(const dfmt_error *e, dfmt_status status) {
  assert_int_equal(e->status, status);
  assert_true(e->message[0] != '\0');
  check_tail(e);
}

/* The message is not what a later member would be read from. */
static void test_errors(void **state) {
  (void)state;
  dfmt_reader *r;
  dfmt_writer *w;
  dfmt_source *in;
  dfmt_sink *out;
  const dfmt_event *ev;
  uint8_t byte;
  uint64_t n;
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_E_STATE);
  check_error(dfmt_reader_error(r), DFMT_E_STATE);
  dfmt_reader_free(r);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_E_STATE);
  check_error(dfmt_writer_error(w), DFMT_E_STATE);
  dfmt_writer_free(w);
  assert_int_equal(dfmt_source_path(NULL, "/nowhere/at/all", &in), DFMT_OK);
  assert_int_equal(dfmt_source_read(in, &byte, 1, &n), DFMT_E_IO);
  check_error(dfmt_source_error(in), DFMT_E_IO);
  dfmt_source_free(in);
  assert_int_equal(dfmt_sink_null(NULL, &out), DFMT_OK);
  assert_int_equal(dfmt_sink_close(out), DFMT_OK);
  assert_int_equal(dfmt_sink_close(out), DFMT_E_STATE);
  check_error(dfmt_sink_error(out), DFMT_E_STATE);
  dfmt_sink_free(out);
}

static dfmt_mallocdbg_op free_of_null(void) {
  return (dfmt_mallocdbg_op){.head = {sizeof(dfmt_mallocdbg_op), DFMT_MALLOCDBG_OP},
                             .op = DFMT_MALLOCDBG_OPERATION_FREE, .tid = 1};
}

static dfmt_mallocdbg_map some_map(void) {
  return (dfmt_mallocdbg_map){.head = {sizeof(dfmt_mallocdbg_map), DFMT_MALLOCDBG_MAP}, .start = 0x1000,
                              .end = 0x2000, .offset = 0x3000, .inode = UINT64_MAX, .line = UINT64_MAX,
                              .present = DFMT_MALLOCDBG_MAP_HAS_LINE | DFMT_MALLOCDBG_MAP_HAS_NAME,
                              .name = {"libc.so", 7}};
}

/* In handles made one after the other, so that memory used before is used again. */
static void test_results(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    dfmt_mallocdbg_live *l;
    dfmt_mallocdbg_maps *m;
    dfmt_mallocdbg_op op = free_of_null();
    dfmt_mallocdbg_map map = some_map();
    assert_int_equal(dfmt_mallocdbg_live_new(NULL, &l), DFMT_OK);
    assert_int_equal(dfmt_mallocdbg_live_add(l, &op), DFMT_OK);
    assert_int_equal(dfmt_mallocdbg_live_use(l)->free_null, 1);
    check_tail(dfmt_mallocdbg_live_use(l));
    dfmt_mallocdbg_live_free(l);
    assert_int_equal(dfmt_mallocdbg_maps_new(NULL, &m), DFMT_OK);
    assert_int_equal(dfmt_mallocdbg_maps_add(m, &map), DFMT_OK);
    assert_non_null(dfmt_mallocdbg_maps_find(m, 0x1234, NULL));
    check_tail(dfmt_mallocdbg_maps_find(m, 0x1234, NULL));
    dfmt_mallocdbg_maps_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors), cmocka_unit_test(test_results)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
