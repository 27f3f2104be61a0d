/* SPDX-License-Identifier: MIT */
/* What docs/abi.md promises about structs that grow: to programs for a later header, and to those for the first one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

enum { TAIL = 128 }; /* zero bytes after what is handed out */

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
  return (dfmt_mallocdbg_op){
      .head = {sizeof(dfmt_mallocdbg_op), DFMT_MALLOCDBG_OP}, .op = DFMT_MALLOCDBG_OPERATION_FREE, .thread_id = 1};
}

static dfmt_mallocdbg_map some_map(void) {
  return (dfmt_mallocdbg_map){.head = {sizeof(dfmt_mallocdbg_map), DFMT_MALLOCDBG_MAP},
                              .start_address = 0x1000,
                              .end_address = 0x2000,
                              .file_offset = 0x3000,
                              .inode = UINT64_MAX,
                              .line = UINT64_MAX,
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

/* ---- programs of 1.0 ---- */

/* Bytes up to the end of a member: of a struct, with the last one that 1.0 has. These lines never change. */
#define UP_TO(TYPE, MEMBER) ((uint32_t)(offsetof(TYPE, MEMBER) + sizeof(((const TYPE *)NULL)->MEMBER)))
enum {
  SOURCE_OPS = UP_TO(dfmt_source_ops, close),
  SINK_OPS = UP_TO(dfmt_sink_ops, before),
  MAP = UP_TO(dfmt_mallocdbg_map, line),
  OP = UP_TO(dfmt_mallocdbg_op, resident_bytes),
  OPTIONS = UP_TO(dfmt_mallocdbg_options, record_allocs_file)
};

/* A struct after which something else stands, as in a program that knows less of it, or more. */
#define FOLLOWED(TYPE) \
  struct { \
    TYPE x; \
    uint8_t more[TAIL]; \
  }

static dfmt_status no_bytes(void *user, void *buf, uint64_t cap, uint64_t *got) {
  (void)user, (void)buf, (void)cap;
  *got = 0;
  return DFMT_END;
}

static dfmt_status no_room(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user, (void)buf, (void)len;
  *taken = 0;
  return DFMT_AGAIN;
}

static void test_functions(void **state) {
  (void)state;
  dfmt_source_ops in = {.read = no_bytes};
  dfmt_sink_ops out = {.write = no_room};
  dfmt_source *source;
  dfmt_sink *sink;
  in.size = SOURCE_OPS - 1;
  assert_int_equal(dfmt_source_new(NULL, &in, NULL, &source), DFMT_E_ARG);
  in.size = SOURCE_OPS;
  assert_int_equal(dfmt_source_new(NULL, &in, NULL, &source), DFMT_OK);
  dfmt_source_free(source);
  out.size = SINK_OPS - 1;
  assert_int_equal(dfmt_sink_new(NULL, &out, NULL, &sink), DFMT_E_ARG);
  out.size = SINK_OPS;
  assert_int_equal(dfmt_sink_new(NULL, &out, NULL, &sink), DFMT_OK);
  dfmt_sink_free(sink);
}

static void test_bodies(void **state) {
  (void)state;
  dfmt_mallocdbg_live *l;
  dfmt_mallocdbg_maps *m;
  dfmt_mallocdbg_op op = free_of_null();
  dfmt_mallocdbg_map map = some_map();
  assert_int_equal(dfmt_mallocdbg_live_new(NULL, &l), DFMT_OK);
  op.head.size = OP - 1;
  assert_int_equal(dfmt_mallocdbg_live_add(l, &op), DFMT_E_ARG);
  op.head.size = OP;
  assert_int_equal(dfmt_mallocdbg_live_add(l, &op), DFMT_OK);
  dfmt_mallocdbg_live_free(l);
  assert_int_equal(dfmt_mallocdbg_maps_new(NULL, &m), DFMT_OK);
  map.head.size = MAP - 1;
  assert_int_equal(dfmt_mallocdbg_maps_add(m, &map), DFMT_E_ARG);
  map.head.size = MAP;
  assert_int_equal(dfmt_mallocdbg_maps_add(m, &map), DFMT_OK);
  dfmt_mallocdbg_maps_free(m);
}

static void check_printed(const dfmt_mallocdbg_options *o, dfmt_status status, const char *want) {
  dfmt_sink *s;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_options_print(o, s), status);
  assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
  assert_int_equal(len, strlen(want));
  assert_memory_equal(ptr, want, (size_t)len);
  dfmt_sink_free(s);
}

static dfmt_status parse(dfmt_mallocdbg_options *o) {
  static const char text[] = "backtrace=8 guard";
  return dfmt_mallocdbg_options_parse(text, sizeof text - 1, 8, o, NULL, 0, NULL);
}

static dfmt_writer *writer_to(dfmt_sink **s, uint32_t format) {
  dfmt_writer *w;
  assert_int_equal(dfmt_sink_memory(NULL, s), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, format, 0, *s), DFMT_OK);
  return w;
}

static void check_output(dfmt_writer *w, dfmt_sink *s, const char *want) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
  assert_int_equal(len, strlen(want));
  assert_memory_equal(ptr, want, (size_t)len);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* "I filled every member" speaks of those up to head.size: what lies after is absent, not zero. */
static void test_every_member(void **state) {
  (void)state;
  dfmt_sink *s;
  uint64_t taken;
  dfmt_writer *w = writer_to(&s, DFMT_APPORT);
  dfmt_apport_field f = {.head = {offsetof(dfmt_apport_field, stored_size), DFMT_APPORT_FIELD},
                         .present = DFMT_PRESENT_ALL,
                         .encoding = DFMT_APPORT_ENCODING_TEXT,
                         .compression = DFMT_APPORT_COMPRESSION_NONE,
                         .kind = DFMT_APPORT_KIND_TEXT,
                         .key = {"Key", 3},
                         .text = {"value", 5}};
  assert_int_equal(dfmt_writer_put(w, &f.head), DFMT_OK);
  assert_int_equal(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(w, "more", 4, &taken), DFMT_OK);
  assert_int_equal(dfmt_writer_end(w), DFMT_OK); /* decoded_size is not 0 but absent */
  f.head.size = offsetof(dfmt_apport_field, text);
  assert_int_equal(dfmt_writer_put(w, &f.head), DFMT_E_ARG);
  check_output(w, s, "Key: value\nKey: more\n");
}

/* Nothing is written after the room that there is; what the library does not know becomes zero. */
static void test_settings(void **state) {
  (void)state;
  FOLLOWED(dfmt_mallocdbg_options) o;
  memset(&o, 0xff, sizeof o);
  o.x.head.size = OPTIONS - 1;
  assert_int_equal(parse(&o.x), DFMT_E_ARG);
  o.x.head.size = OPTIONS;
  assert_int_equal(parse(&o.x), DFMT_OK);
  assert_int_equal(o.x.head.size, OPTIONS);
  assert_int_equal(o.x.head.type, DFMT_TYPE_MALLOCDBG_OPTIONS);
  assert_int_equal(o.x.backtrace_frames, 8);
  for (size_t i = OPTIONS; i < sizeof o; i++) assert_int_equal(((const uint8_t *)&o)[i], 0xff);
  check_printed(&o.x, DFMT_OK, "front_guard=32 rear_guard=32 backtrace=8");
  o.x.head.size = OPTIONS - 1;
  check_printed(&o.x, DFMT_E_ARG, "");
  o.x.head.size = sizeof o;
  assert_int_equal(parse(&o.x), DFMT_OK);
  assert_int_equal(o.x.head.size, sizeof o);
  for (size_t i = OPTIONS; i < sizeof o; i++) assert_int_equal(((const uint8_t *)&o)[i], 0);
  check_printed(&o.x, DFMT_OK, "front_guard=32 rear_guard=32 backtrace=8");
  o.more[TAIL - 1] = 1;
  check_printed(&o.x, DFMT_E_UNSUPPORTED, "");
}

/* What the library does not know is not dropped without a word; zeros say nothing. */
static void test_newer_body(void **state) {
  (void)state;
  dfmt_sink *s;
  dfmt_writer *w = writer_to(&s, DFMT_APPORT);
  FOLLOWED(dfmt_apport_field) f;
  memset(&f, 0, sizeof f);
  f.x = (dfmt_apport_field){.head = {sizeof f, DFMT_APPORT_FIELD},
                            .present = DFMT_APPORT_FIELD_HAS_TEXT,
                            .key = {"Key", 3},
                            .text = {"value", 5}};
  assert_int_equal(dfmt_writer_put(w, &f.x.head), DFMT_OK);
  for (size_t i = 0; i < TAIL; i += TAIL - 1) {
    f.more[i] = 1;
    assert_int_equal(dfmt_writer_put(w, &f.x.head), DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_NEWER_BODY);
    assert_int_equal(dfmt_writer_begin(w, &f.x.head, DFMT_PAYLOAD_DECODED), DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_NEWER_BODY);
    f.more[i] = 0;
  }
  f.more[0] = 1;
  f.x.head.size = sizeof f.x;
  assert_int_equal(dfmt_writer_put(w, &f.x.head), DFMT_OK);
  check_output(w, s, "Key: value\nKey: value\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors),    cmocka_unit_test(test_results),
                                     cmocka_unit_test(test_functions), cmocka_unit_test(test_bodies),
                                     cmocka_unit_test(test_settings),  cmocka_unit_test(test_every_member),
                                     cmocka_unit_test(test_newer_body)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
