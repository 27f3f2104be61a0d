/* SPDX-License-Identifier: MIT */
/*
 * Calls that should not be: nothing given, handles that are not open or of another kind. Each says so, and none reads
 * what is not there. Every exported function is called with nothing: the list is held against the version script.
 */
#include "misuse.h"

/* ---- nothing given ---- */

static void general(struct called *x) {
  uint32_t n;
  dfmt_str s;
  assert_true(dfmt_version() > 0);
  note(x, "dfmt_version");
  SAYS(0, dfmt_has_feature(0));
  note(x, "dfmt_status_name");
  assert_string_equal(dfmt_status_name(-1000), "?");
  NOTHING(dfmt_option_at(UINT32_MAX));
  NOTHING(dfmt_option_find(0));
  REFUSED(dfmt_config_new(NULL));
  REFUSED(dfmt_config_copy(NULL, NULL));
  REFUSED(dfmt_config_set(NULL, DFMT_CFG_RECOVER, 1));
  REFUSED(dfmt_config_get(NULL, DFMT_CFG_RECOVER, NULL));
  REFUSED(dfmt_config_add(NULL, DFMT_CFG_APPORT_KEYS, "x", 1));
  REFUSED(dfmt_config_allocator(NULL, NULL, NULL));
  REFUSED(dfmt_config_stop(NULL, NULL, NULL));
  REFUSED(dfmt_config_copy(NULL, NULL));
  REFUSED(dfmt_config_item(NULL, DFMT_CFG_APPORT_KEYS, 0, &s));
  NOTHING(dfmt_config_realloc(NULL, NULL, 0, 0));
  SAYS(0, dfmt_config_stopped(NULL));
  NO_HARM(dfmt_config_free(NULL));
  REFUSED(dfmt_identify(NULL, NULL, 1, NULL, NULL, 0, &n));
  REFUSED(dfmt_identify(NULL, NULL, 0, NULL, NULL, 1, &n));
  REFUSED(dfmt_identify(NULL, NULL, 0, NULL, NULL, 0, NULL));
  NOTHING(dfmt_format_name(0));
  NOTHING(dfmt_read_format_find(0));
  SAYS(0, dfmt_format_at(UINT32_MAX));
  NOTHING(dfmt_describe(0));
  NOTHING(dfmt_type_at(UINT32_MAX));
  NOTHING(dfmt_type_word(0, 0));
}

static void sources(struct called *x) {
  dfmt_source *s = NULL;
  uint64_t n;
  uint8_t byte;
  REFUSED(dfmt_source_new(NULL, NULL, NULL, &s));
  REFUSED(dfmt_source_memory(NULL, NULL, 1, &s));
  REFUSED(dfmt_source_memory(NULL, NULL, 0, NULL));
  REFUSED(dfmt_source_path(NULL, NULL, &s));
  REFUSED(dfmt_source_fd(NULL, -1, 0, &s));
  REFUSED(dfmt_source_feed(NULL, NULL));
  REFUSED(dfmt_feed_write(NULL, &byte, 1, &n));
  REFUSED(dfmt_feed_close(NULL));
  REFUSED(dfmt_source_slice(NULL, NULL, 0, 1, &s));
  REFUSED(dfmt_source_unwrap(NULL, NULL, &s));
  REFUSED(dfmt_source_text(NULL, NULL, &s));
  REFUSED(dfmt_source_reset_path(NULL, "x"));
  REFUSED(dfmt_source_reset_memory(NULL, NULL, 0));
  REFUSED(dfmt_source_read(NULL, &byte, 1, &n));
  REFUSED(dfmt_source_total(NULL, &n));
  SAYS(0, dfmt_source_seekable(NULL));
  NOTHING(dfmt_source_error(NULL));
  SAYS(0, dfmt_source_shared(NULL));
  NOTHING(dfmt_source_ref(NULL));
  NO_HARM(dfmt_source_free(NULL));
  assert_null(s);
}

static void sinks(struct called *x) {
  dfmt_sink *s = NULL;
  uint64_t n;
  const void *p;
  REFUSED(dfmt_sink_new(NULL, NULL, NULL, &s));
  REFUSED(dfmt_sink_path(NULL, NULL, &s));
  REFUSED(dfmt_sink_in(NULL, -1, NULL, 1, &s));
  SAYS(0, dfmt_name_is_safe(NULL, 0));
  REFUSED(dfmt_sink_append(NULL, NULL, 0, &s));
  REFUSED(dfmt_sink_fd(NULL, -1, 0, &s));
  REFUSED(dfmt_sink_memory(NULL, NULL));
  REFUSED(dfmt_sink_null(NULL, NULL));
  REFUSED(dfmt_sink_bytes(NULL, &p, &n));
  REFUSED(dfmt_sink_reset(NULL));
  REFUSED(dfmt_sink_write(NULL, "x", 1, &n));
  REFUSED(dfmt_sink_flush(NULL));
  REFUSED(dfmt_sink_close(NULL));
  REFUSED(dfmt_sink_discard(NULL));
  NOTHING(dfmt_sink_error(NULL));
  NOTHING(dfmt_sink_ref(NULL));
  NO_HARM(dfmt_sink_free(NULL));
  assert_null(s);
}

static void events(struct called *x) {
  dfmt_event *copy;
  dfmt_sink *s = memory_sink();
  NOTHING(dfmt_event_diagnostic(NULL));
  NOTHING(dfmt_event_opaque(NULL));
  REFUSED(dfmt_event_json(NULL, NULL));
  REFUSED(dfmt_event_json(NULL, s));
  REFUSED(dfmt_struct_json(DFMT_TYPE_PAIR, NULL, s));
  REFUSED(dfmt_json_string(NULL, 1, s));
  SAYS(1, dfmt_event_equal(NULL, NULL, NULL));
  SAYS(0, dfmt_event_equal(NULL, &(dfmt_event){.size = sizeof(dfmt_event)}, NULL));
  REFUSED(dfmt_event_clone(NULL, NULL, &copy));
  NO_HARM(dfmt_event_free(NULL));
  REFUSED(dfmt_body_copy(NULL, NULL));
  dfmt_sink_free(s);
}

static void readers(struct called *x) {
  dfmt_source *s;
  dfmt_sink *to = memory_sink();
  const dfmt_event *ev;
  const void *p;
  uint64_t n;
  uint8_t byte;
  REFUSED(dfmt_reader_new(NULL, NULL));
  REFUSED(dfmt_reader_new_for(NULL, NULL, 1, NULL));
  REFUSED(dfmt_reader_open(NULL, 0, NULL));
  REFUSED(dfmt_reader_identify(NULL, NULL, NULL, 0, NULL));
  REFUSED(dfmt_reader_next(NULL, &ev));
  REFUSED(dfmt_reader_columns(NULL, DFMT_MALLOCDBG_OP, 1, &ev));
  REFUSED(dfmt_reader_json(NULL, NULL, 0, to));
  REFUSED(dfmt_payload_mode(NULL, 0));
  REFUSED(dfmt_payload_chunk(NULL, &p, &n));
  REFUSED(dfmt_payload_read(NULL, &byte, 1, &n));
  REFUSED(dfmt_payload_drain(NULL, to, &n));
  REFUSED(dfmt_payload_skip(NULL));
  REFUSED(dfmt_payload_source(NULL, &s));
  REFUSED(dfmt_reader_stat(NULL, DFMT_STAT_RECORDS, &n));
  REFUSED(dfmt_reader_limit(NULL, DFMT_CFG_MAX_MEMORY, 1));
  REFUSED(dfmt_reader_count_lines(NULL));
  NOTHING(dfmt_reader_error(NULL));
  NO_HARM(dfmt_reader_free(NULL));
  dfmt_sink_free(to);
}

static void writers(struct called *x) {
  uint64_t n;
  REFUSED(dfmt_writer_new(NULL, NULL));
  REFUSED(dfmt_writer_new_for(NULL, NULL, 1, NULL));
  REFUSED(dfmt_writer_open(NULL, DFMT_APPORT, 0, NULL));
  REFUSED(dfmt_writer_put(NULL, NULL));
  REFUSED(dfmt_writer_begin(NULL, NULL, 0));
  REFUSED(dfmt_writer_payload(NULL, "x", 1, &n));
  REFUSED(dfmt_writer_payload_from(NULL, NULL));
  REFUSED(dfmt_writer_end(NULL));
  REFUSED(dfmt_writer_cancel(NULL));
  REFUSED(dfmt_writer_copy(NULL, NULL, NULL));
  REFUSED(dfmt_writer_limit(NULL, DFMT_CFG_MAX_MEMORY, 1));
  REFUSED(dfmt_writer_finish(NULL));
  SAYS(0, dfmt_writer_offset(NULL));
  NOTHING(dfmt_writer_error(NULL));
  NO_HARM(dfmt_writer_free(NULL));
}

#define FORMAT(NAME) \
  GIVES(dfmt_##NAME##_read_format()); \
  GIVES(dfmt_##NAME##_write_format()); \
  misuse_##NAME(x);
static void formats(struct called *x) { MISUSED_FORMATS }

static void scans(struct called *x) {
  dfmt_scan *made;
  uint32_t table;
  struct ArrowSchema schema;
  struct ArrowArray batch;
  struct ArrowArrayStream stream;
  REFUSED(dfmt_scan_new(NULL, NULL, &made));
  assert_null(made);
  REFUSED(dfmt_scan_new(NULL, NULL, NULL));
  REFUSED(dfmt_scan_new_for(NULL, NULL, 1, NULL, &made));
  REFUSED(dfmt_scan_offer(NULL, NULL));
  REFUSED(dfmt_scan_table(NULL, "apport.field", NULL, &table));
  REFUSED(dfmt_scan_schema(NULL, 0, &schema));
  REFUSED(dfmt_scan_next(NULL, &table, &batch));
  REFUSED(dfmt_scan_limit(NULL, DFMT_CFG_MAX_MEMORY, 1));
  REFUSED(dfmt_scan_problems(NULL, NULL, NULL));
  REFUSED(dfmt_scan_stream(NULL, &stream));
  REFUSED(dfmt_batch_share(NULL, NULL, &batch));
  NOTHING(dfmt_table_at(UINT32_MAX));
  NOTHING(dfmt_scan_error(NULL));
  NO_HARM(dfmt_scan_free(NULL));
}

static void rows(struct called *x) {
  dfmt_rows *made = NULL;
  const dfmt_head *row;
  struct ArrowArrayStream stream;
  REFUSED(dfmt_rows_new(NULL, NULL, NULL, &made));
  REFUSED(dfmt_scan_rows(NULL, &made));
  assert_null(made);
  NOTHING(dfmt_rows_set(NULL));
  REFUSED(dfmt_rows_next(NULL, &row));
  REFUSED(dfmt_rows_next_set(NULL));
  REFUSED(dfmt_rows_rewind(NULL));
  REFUSED(dfmt_rows_print(NULL, DFMT_PRINT_CSV, NULL, NULL));
  REFUSED(dfmt_rows_arrow(NULL, &stream));
  NOTHING(dfmt_rows_error(NULL));
  NO_HARM(dfmt_rows_free(NULL));
}

static void test_nothing(void **state) {
  (void)state;
  static struct called all;
  general(&all);
  sources(&all);
  sinks(&all);
  events(&all);
  readers(&all);
  scans(&all);
  rows(&all);
  writers(&all);
  formats(&all);
  compare_with_map(&all, 100);
}

/* ---- not open ---- */

static void expect_not_open(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev) {
  uint64_t n;
  assert_int_equal(dfmt_writer_put(w, ev->body), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_begin(w, ev->body, DFMT_PAYLOAD_DECODED), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_payload(w, "x", 1, &n), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_payload_from(w, r), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_end(w), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_cancel(w), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_STATE);
  assert_int_equal(dfmt_writer_finish(w), DFMT_E_STATE);
}

static dfmt_reader *open_reader(uint32_t format, const void *ptr, size_t len) {
  dfmt_source *s;
  dfmt_reader *r;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, format, s), DFMT_OK);
  dfmt_source_free(s);
  return r;
}

static const char field[] = "Title: x\n";

/* New; after opening failed; finished; and with a sink that was closed. */
static void test_writer_not_open(void **state) {
  (void)state;
  const dfmt_event *ev;
  dfmt_writer *w;
  dfmt_sink *s = memory_sink();
  dfmt_reader *r = open_reader(DFMT_APPORT, field, sizeof field - 1);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  expect_not_open(w, r, ev);
  assert_int_equal(dfmt_writer_offset(w), 0);
  assert_int_equal(dfmt_writer_open(w, 77, 0, s), DFMT_E_ARG);
  expect_not_open(w, r, ev);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 77, s), DFMT_E_ARG);
  expect_not_open(w, r, ev);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
  assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_put(w, ev->body), DFMT_E_STATE);
  expect(s, field);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
  assert_int_equal(dfmt_sink_close(s), DFMT_OK);
  expect_not_open(w, r, ev);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(s);
}

static void test_reader_not_open(void **state) {
  (void)state;
  dfmt_reader *r;
  dfmt_source *s;
  dfmt_sink *to = memory_sink();
  const dfmt_event *ev;
  const void *p;
  uint64_t n;
  uint8_t byte;
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  for (int opened = 0; opened < 2; opened++) { /* and opened, without a current event */
    if (opened) {
      assert_int_equal(dfmt_source_memory(NULL, field, sizeof field - 1, &s), DFMT_OK);
      assert_int_equal(dfmt_reader_open(r, DFMT_APPORT, s), DFMT_OK);
      dfmt_source_free(s);
    } else {
      assert_int_equal(dfmt_reader_next(r, &ev), DFMT_E_STATE);
      assert_int_equal(dfmt_reader_columns(r, DFMT_MALLOCDBG_OP, 1, &ev), DFMT_E_STATE);
    }
    assert_int_equal(dfmt_reader_columns(r, DFMT_APPORT_FIELD, 1, &ev), DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_payload_mode(r, DFMT_PAYLOAD_RAW), DFMT_E_STATE);
    assert_int_equal(dfmt_payload_chunk(r, &p, &n), DFMT_E_STATE);
    assert_int_equal(dfmt_payload_read(r, &byte, 1, &n), DFMT_E_STATE);
    assert_int_equal(dfmt_payload_drain(r, to, &n), DFMT_E_STATE);
    assert_int_equal(dfmt_payload_skip(r), DFMT_E_STATE);
    assert_int_equal(dfmt_payload_source(r, &s), DFMT_E_STATE);
    assert_null(s);
    dfmt_event other = {.size = sizeof other, .type = DFMT_APPORT_FIELD};
    assert_int_equal(dfmt_reader_json(r, &other, DFMT_JSON_PAYLOAD_INLINE, to), DFMT_E_STATE);
    assert_int_equal(dfmt_reader_json(r, NULL, DFMT_JSON_PAYLOAD_INLINE, to), DFMT_E_STATE);
  }
  expect(to, "");
  dfmt_reader_free(r);
  dfmt_sink_free(to);
}

/* Handles of another kind, or that hold nothing yet. */
static void test_other_handles(void **state) {
  (void)state;
  dfmt_source *memory;
  dfmt_sink *s;
  dfmt_reader *r = open_reader(DFMT_APPORT, field, sizeof field - 1);
  dfmt_apitrace_index *index;
  dfmt_simpleperf_symbols *symbols;
  dfmt_simpleperf_names *names;
  dfmt_mallocdbg_maps *maps;
  dfmt_mallocdbg_live *live;
  dfmt_writer *w;
  const dfmt_event *ev;
  const void *p;
  uint64_t n;
  uint32_t id;
  assert_int_equal(dfmt_source_memory(NULL, "x", 1, &memory), DFMT_OK);
  assert_int_equal(dfmt_feed_write(memory, "x", 1, &n), DFMT_E_STATE);
  assert_int_equal(dfmt_feed_close(memory), DFMT_E_STATE);
  assert_int_equal(dfmt_source_reset_path(memory, "x"), DFMT_E_STATE);
  dfmt_source_free(memory);
  assert_int_equal(dfmt_sink_null(NULL, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(s, &p, &n), DFMT_E_STATE);
  assert_int_equal(dfmt_sink_reset(s), DFMT_E_STATE);
  assert_int_equal(dfmt_apitrace_index_new(NULL, &index), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_open(index, r, DFMT_APITRACE_AT_CALL, 0), DFMT_E_STATE);
  dfmt_apitrace_index_free(index);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_names_new(NULL, &names), DFMT_OK);
  dfmt_simpleperf_names_add(names, ev);
  dfmt_simpleperf_names_free(names);
  assert_int_equal(dfmt_mallocdbg_maps_new(NULL, &maps), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_maps_add(maps, (const dfmt_mallocdbg_map *)(const void *)ev->body), DFMT_E_ARG);
  dfmt_mallocdbg_maps_free(maps);
  assert_int_equal(dfmt_mallocdbg_live_new(NULL, &live), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_live_add(live, (const dfmt_mallocdbg_op *)(const void *)ev->body), DFMT_E_ARG);
  dfmt_mallocdbg_live_free(live);
  assert_int_equal(dfmt_simpleperf_symbols_new(NULL, &symbols), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_file(symbols, "/a", 2, 0, &id), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_write(symbols, w), DFMT_E_STATE);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_write(symbols, w), DFMT_E_ARG);
  dfmt_simpleperf_symbols_free(symbols);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(s);
}

/* What is to be filled in at the end is not there any more. */
static void test_sink_reset_in_between(void **state) {
  (void)state;
  dfmt_writer *w;
  dfmt_sink *s = memory_sink();
  const dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER}, .variant = DFMT_MALLOCDBG_VARIANT_V12};
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_MALLOCDBG, 0, s), DFMT_OK);
  assert_int_equal(dfmt_writer_put(w, &h.head), DFMT_OK);
  assert_int_equal(dfmt_sink_reset(s), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_E_STATE);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* An empty name, before any other: it is one, not nothing. */
static void test_empty_name(void **state) {
  (void)state;
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, NULL, 0), DFMT_OK);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dfmt_source_memory(NULL, field, sizeof field - 1, &s), DFMT_OK);
    assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
    assert_int_equal(dfmt_reader_open(r, DFMT_APPORT, s), DFMT_OK);
    assert_int_equal(dfmt_reader_next(r, &ev), i ? DFMT_OK : DFMT_END);
    dfmt_reader_free(r);
    dfmt_source_free(s);
    assert_int_equal(dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "Title", 5), DFMT_OK);
  }
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_writer_not_open),
      cmocka_unit_test(test_reader_not_open),
      cmocka_unit_test(test_other_handles),
      cmocka_unit_test(test_sink_reset_in_between),
      cmocka_unit_test(test_empty_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
