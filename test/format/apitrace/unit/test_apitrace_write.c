/* SPDX-License-Identifier: MIT */
/*
 * The writer of apitrace traces: its bytes, what it refuses, and that a refused or failed record leaves nothing behind.
 * Sections are those of docs/spec/apitrace.md; bytes are spelt out there.
 */
#include <unistd.h>

#include "apitrace_write.h"

/* ---- events and writers ---- */

static void give_args(dfmt_apitrace_call *c, const dfmt_apitrace_arg *args, uint64_t n) {
  c->present |= DFMT_APITRACE_CALL_HAS_ARGS;
  c->args = args;
  c->n_args = n;
}

static void open_raw(struct fixture *x) { open_with(x, NULL, NULL, DFMT_APITRACE_CONTAINER_RAW); }

static void refused(struct fixture *x, const dfmt_head *body, uint32_t number) {
  assert_int_equal(dfmt_writer_put(x->w, body), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_error(x->w)->number, number);
  assert_true(dfmt_writer_error(x->w)->message[0] != '\0');
}

/* Borrowed until the sink is freed. */
static struct output output_of(struct fixture *x) {
  struct output o;
  const void *ptr;
  assert_int_equal(dfmt_sink_bytes(x->sink, &ptr, &o.len), DFMT_OK);
  o.ptr = ptr;
  return o;
}

static size_t from_hex(const char *text, uint8_t *out) {
  size_t n = 0;
  for (unsigned byte; *text; text += 2) {
    while (*text == ' ') text++;
    if (!*text) break;
    assert_int_equal(sscanf(text, "%2x", &byte), 1);
    out[n++] = (uint8_t)byte;
  }
  return n;
}

/* Finishes and closes; the RAW output is the default header and these bytes, or nothing if there were no events. */
static void expect_events(struct fixture *x, const char *hex) {
  uint8_t want[4096] = {6, 6, 0};
  finish(x);
  size_t n = from_hex(hex, want + 3);
  same(output_of(x), want, n ? 3 + n : 0);
  close_it(x);
}

/* ---- the worked example, spec 13.1 ---- */

static const char example_hex[] =
    "0606"
    "0c70726f636573732e6e616d65"
    "0464656d6f"
    "00"
    "000004"
    "07676c436c656172"
    "01046d61736b"
    "0100"
    "0a0002"
    "0544455054488002"
    "05434f4c4f52808001"
    "808201"
    "00"
    "010000"
    "000105"
    "0d676c47656e5465787475726573"
    "02016e087465787475726573"
    "01000401"
    "00"
    "000004"
    "0501"
    "01000a00808001"
    "00"
    "010200"
    "0101"
    "01010b010407"
    "00"
    "000006"
    "0e65676c5377617042756666657273"
    "0103647079"
    "0401"
    "0001"
    "0464656d6f"
    "0540"
    "00"
    "01000db424"
    "00"
    "0103"
    "020900"
    "02"
    "0945474c5f46414c5345"
    "0400"
    "0845474c5f54525545"
    "0401"
    "0401"
    "00"
    "000005"
    "01000301"
    "00";

static const char example_dump[] =
    "// process.name = \"demo\"\n"
    "0 @0 glClear(mask = DEPTH | COLOR)\n"
    "2 @0 glClear(mask = COLOR) // fake\n"
    "1 @1 glGenTextures(n = 1, textures = &7)\n"
    "3 @0 eglSwapBuffers(dpy = 0x1234) = EGL_TRUE\n"
    "Backtrace:\n"
    "demo+0x40\n"
    "\n"
    "4 @0 glGenTextures(n = -1, textures = ?) // incomplete\n";

/* All calls but the last as events. */
static void write_example(struct fixture *x) {
  static const dfmt_pair properties[] = {{S("process.name"), S("demo")}};
  static const dfmt_apitrace_frame frame = {
      .head = {sizeof frame, DFMT_TYPE_APITRACE_FRAME},
      .present = DFMT_APITRACE_FRAME_HAS_MODULE | DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET,
      .module = S("demo"),
      .function_offset = 0x40};
  static const dfmt_apitrace_frame *const frames[] = {&frame};
  const dfmt_apitrace_header h = {
      .head = {sizeof h, DFMT_APITRACE_HEADER},
      .present = DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION | DFMT_APITRACE_HEADER_HAS_PROPERTIES,
      .semantic_version = 6,
      .properties = properties,
      .n_properties = 1};
  assert_int_equal(dfmt_writer_put(x->w, &h.head), DFMT_OK);

  dfmt_apitrace_value v = sig_node(DFMT_APITRACE_VALUE_BITMASK, 0x4100, &sig_mask);
  dfmt_apitrace_arg arg = {.value = &v, .number = 0};
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_clear, 0);
  give_args(&c, &arg, 1);
  put(x, &c);

  c = call_of(DFMT_APITRACE_ENTER, &sig_gen, 1);
  v = NODE(UINT, 1);
  give_args(&c, &arg, 1);
  put(x, &c);

  c = call_of(DFMT_APITRACE_CALL, &sig_clear, 0);
  c.present |= DFMT_APITRACE_CALL_HAS_STORED_FLAGS;
  c.stored_flags = 1;
  v = sig_node(DFMT_APITRACE_VALUE_BITMASK, 0x4000, &sig_mask);
  give_args(&c, &arg, 1);
  put(x, &c);

  const dfmt_apitrace_value array[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 2, 1, NULL), NODE(UINT, 7)};
  const dfmt_apitrace_arg textures = {.value = array, .number = 1};
  c = leave_of(1);
  give_args(&c, &textures, 1);
  put(x, &c);

  const dfmt_apitrace_value ret = sig_node(DFMT_APITRACE_VALUE_ENUM, 1, &sig_bool);
  c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  v = NODE(OPAQUE, 0x1234);
  give_args(&c, &arg, 1);
  give_ret(&c, &ret);
  c.present |= DFMT_APITRACE_CALL_HAS_FRAMES;
  c.frames = frames;
  c.n_frames = 1;
  put(x, &c);

  c = call_of(DFMT_APITRACE_CALL, &sig_gen, 0);
  c.flags = DFMT_APITRACE_FLAG_INCOMPLETE;
  v = NODE(SINT, -1);
  give_args(&c, &arg, 1);
  put(x, &c);
}

static void test_example(void **state) {
  (void)state;
  struct fixture x;
  uint8_t want[300];
  size_t len = from_hex(example_hex, want);
  assert_int_equal(len, 207);
  open_raw(&x);
  write_example(&x);
  finish(&x);
  same(output_of(&x), want, len);
  /* the same writer, used again, remembers nothing */
  dfmt_sink_reset(x.sink);
  assert_int_equal(dfmt_writer_open(x.w, DFMT_APITRACE, DFMT_APITRACE_VARIANT_V6, x.sink), DFMT_OK);
  write_example(&x);
  finish(&x);
  same(output_of(&x), want, len);
  close_it(&x);
}

/* Asked for as it is read below: WebAssembly in Node has system(), but no popen(). */
static bool has_reference(void) {
  FILE *f = popen("command -v apitrace 2>&1", "r");
  if (!f) return false;
  while (fgetc(f) != EOF) continue;
  return pclose(f) == 0;
}

/* What the reference reads of the example in each container that its release 11.1 knows. */
static void test_reference(void **state) {
  (void)state;
  if (!has_reference()) return; /* not installed */
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i]) || containers[i] == DFMT_APITRACE_CONTAINER_ZSTD) continue;
    if (containers[i] == DFMT_APITRACE_CONTAINER_RAW) continue;
    struct fixture x;
    char path[] = "written-XXXXXX", command[128], got[2000];
    open_with(&x, NULL, NULL, containers[i]);
    write_example(&x);
    finish(&x);
    struct output o = output_of(&x);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, o.ptr, (size_t)o.len), o.len);
    close(fd);
    snprintf(command, sizeof command, "apitrace dump -v --thread-ids=yes --color=never %s", path);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    size_t n = fread(got, 1, sizeof got - 1, f);
    got[n] = '\0';
    assert_int_equal(pclose(f), 0);
    unlink(path);
    assert_string_equal(got, example_dump);
    close_it(&x);
  }
}

/* ---- values ---- */

static void expect_tree(const dfmt_apitrace_value *v, const char *hex) {
  struct fixture x;
  char all[2000];
  open_raw(&x);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  give_ret(&c, v);
  put(&x, &c);
  snprintf(all, sizeof all, "00 00 06 0e65676c5377617042756666657273 01 03647079 00 01 00 02 %s 00", hex);
  expect_events(&x, all);
}

static void expect_leaf(dfmt_apitrace_value v, const char *hex) { expect_tree(&v, hex); }

static void test_numbers(void **state) {
  (void)state;
  expect_leaf(NODE(NULL, 0), "00");
  expect_leaf(NODE(FALSE, 0), "01");
  expect_leaf(NODE(TRUE, 0), "02");
  expect_leaf(NODE(SINT, -1), "0301");
  expect_leaf(NODE(SINT, 0), "0400");
  expect_leaf(NODE(SINT, 300), "04ac02");
  expect_leaf(NODE(SINT, INT64_MIN), "03 80808080808080808001");
  expect_leaf(NODE(UINT, 127), "047f");
  expect_leaf(NODE(UINT, 128), "048001");
  expect_leaf(NODE(UINT, UINT64_MAX), "04 ffffffffffffffffff01");
  expect_leaf(NODE(FLOAT, 0x3f8147ae), "05 ae47813f");
  expect_leaf(NODE(FLOAT, 0xdeadbeef3f8147ae), "05 ae47813f"); /* the high half means nothing */
  expect_leaf(NODE(DOUBLE, 0x0102030405060708), "06 0807060504030201");
  expect_leaf(NODE(OPAQUE, 0), "0d 00");
  expect_leaf(NODE(OPAQUE, 0x1234), "0d b424");
}

static void test_text(void **state) {
  (void)state;
  static const uint32_t wide[] = {'a', 0x20ac, UINT32_MAX};
  expect_leaf(BYTES(STRING, "a\0b", 3), "07 03 610062");
  expect_leaf(BYTES(STRING, NULL, 0), "07 00");
  expect_leaf(BYTES(BLOB, "xyz", 3), "08 03 78797a");
  expect_leaf(BYTES(BLOB, NULL, 0), "08 00");
  expect_leaf(BYTES(WSTRING, wide, 3), "0f 03 61 ac41 ffffffff0f");
  expect_leaf(BYTES(WSTRING, NULL, 0), "0f 00");
}

static void test_with_signatures(void **state) {
  (void)state;
  const dfmt_apitrace_sig odd = SIG(ENUM, 200, {0}, point_names, odd_values);
  const dfmt_apitrace_sig none = {.head = odd.head, .kind = DFMT_APITRACE_SIG_ENUM, .id = 1};
  /* what a reader makes of an enum of versions 0 to 2 */
  const dfmt_apitrace_sig old = {.head = odd.head,
                                 .kind = DFMT_APITRACE_SIG_ENUM,
                                 .id = 2,
                                 .name = S("x"),
                                 .members = point_names,
                                 .n_members = 1,
                                 .member_values = odd_values,
                                 .n_member_values = 1};
  expect_leaf(sig_node(DFMT_APITRACE_VALUE_ENUM, (uint64_t)-5, &odd),
              "09 c801 02 0178 0301 0179 0380808080808080808001 0305");
  expect_leaf(sig_node(DFMT_APITRACE_VALUE_ENUM, 7, &none), "09 01 00 0407");
  expect_leaf(sig_node(DFMT_APITRACE_VALUE_ENUM, (uint64_t)-1, &old), "09 02 01 0178 0301 0301");
  expect_leaf(sig_node(DFMT_APITRACE_VALUE_BITMASK, UINT64_MAX, &sig_mask),
              "0a 00 02 054445505448 8002 05434f4c4f52 808001 ffffffffffffffffff01");
}

static void test_trees(void **state) {
  (void)state;
  const dfmt_apitrace_value empty = parent(DFMT_APITRACE_VALUE_ARRAY, 1, 0, NULL);
  const dfmt_apitrace_value points[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 9, 3, NULL),
                                        parent(DFMT_APITRACE_VALUE_STRUCT, 3, 2, &sig_point),
                                        NODE(UINT, 1),
                                        NODE(UINT, 2),
                                        NODE(NULL, 0),
                                        parent(DFMT_APITRACE_VALUE_STRUCT, 4, 2, &sig_point),
                                        parent(DFMT_APITRACE_VALUE_ARRAY, 2, 1, NULL),
                                        NODE(TRUE, 0),
                                        NODE(FALSE, 0)};
  const dfmt_apitrace_value repr[] = {parent(DFMT_APITRACE_VALUE_REPR, 3, 2, NULL), BYTES(STRING, "t", 1),
                                      BYTES(BLOB, "b", 1)};
  expect_tree(&empty, "0b00");
  expect_tree(points, "0b 03  0c 03 05506f696e74 02 0178 0179 0401 0402  00  0c 03 0b01 02 01");
  expect_tree(repr, "0e 070174 080162");
}

/* Nesting takes neither stack nor memory. */
static void test_depth(void **state) {
  (void)state;
  enum { DEPTH = 1000000 };
  struct fixture x;
  dfmt_apitrace_value *v = calloc(DEPTH, sizeof *v);
  assert_non_null(v);
  for (uint32_t i = 0; i < DEPTH - 1; i++) v[i] = parent(DFMT_APITRACE_VALUE_ARRAY, DEPTH - i, 1, NULL);
  v[DEPTH - 1] = NODE(TRUE, 0);
  open_raw(&x);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  give_ret(&c, v);
  put(&x, &c);
  finish(&x);
  assert_int_equal(output_of(&x).len, 3 + 24 + 3 + 2 * (DEPTH - 1) + 1 + 1);
  close_it(&x);
  free(v);
}

static void test_bad_trees(void **state) {
  (void)state;
  const dfmt_apitrace_value one = NODE(TRUE, 0);
  const dfmt_apitrace_value cases[][4] = {
      {{.kind = DFMT_APITRACE_VALUE_TRUE, .span = 0}},
      {{.kind = 16, .span = 1}},
      {{.kind = DFMT_APITRACE_VALUE_TRUE, .span = 2}, one},
      {parent(DFMT_APITRACE_VALUE_ARRAY, 1, 1, NULL)},
      {parent(DFMT_APITRACE_VALUE_ARRAY, 3, 1, NULL), one, one},
      {parent(DFMT_APITRACE_VALUE_ARRAY, 2, 2, NULL), one, one},
      {parent(DFMT_APITRACE_VALUE_ARRAY, 2, UINT64_MAX, NULL), one},
      {parent(DFMT_APITRACE_VALUE_ARRAY, 3, 1, NULL), parent(DFMT_APITRACE_VALUE_ARRAY, 3, 1, NULL), one, one},
      {parent(DFMT_APITRACE_VALUE_ARRAY, 3, 2, NULL), {.kind = DFMT_APITRACE_VALUE_TRUE, .span = 0}, one},
      {parent(DFMT_APITRACE_VALUE_REPR, 2, 1, NULL), one},
      {parent(DFMT_APITRACE_VALUE_REPR, 4, 3, NULL), one, one, one},
      {parent(DFMT_APITRACE_VALUE_STRUCT, 2, 1, &sig_point), one},
      {parent(DFMT_APITRACE_VALUE_STRUCT, 3, 2, NULL), one, one},
      {parent(DFMT_APITRACE_VALUE_STRUCT, 3, 2, &sig_bool), one, one},
      {sig_node(DFMT_APITRACE_VALUE_ENUM, 1, NULL)},
      {sig_node(DFMT_APITRACE_VALUE_ENUM, 1, &sig_mask)},
      {sig_node(DFMT_APITRACE_VALUE_BITMASK, 1, &sig_bool)},
      {BYTES(STRING, NULL, 1)},
      {BYTES(WSTRING, NULL, 1)},
  };
  struct fixture x;
  open_raw(&x);
  for (size_t i = 0; i < LEN(cases); i++) {
    dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
    give_ret(&c, cases[i]);
    refused(&x, &c.head, DFMT_ERR_APITRACE_TREE);
    dfmt_apitrace_arg arg = {.value = cases[i]};
    c = call_of(DFMT_APITRACE_ENTER, &sig_swap, 0);
    give_args(&c, &arg, 1);
    refused(&x, &c.head, DFMT_ERR_APITRACE_TREE);
  }
  expect_events(&x, ""); /* nothing of them is left, and their call numbers and ids are not taken */
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, NULL, 0);
  open_raw(&x);
  refused(&x, &c.head, DFMT_ERR_APITRACE_TREE);
  c = call_of(DFMT_APITRACE_CALL, &sig_bool, 0);
  refused(&x, &c.head, DFMT_ERR_APITRACE_TREE);
  c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  give_ret(&c, NULL);
  refused(&x, &c.head, DFMT_ERR_APITRACE_TREE);
  give_args(&c, NULL, 1);
  refused(&x, &c.head, DFMT_ERR_ARGUMENT);
  c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  put(&x, &c);
  expect_events(&x, "00 00 06 0e65676c5377617042756666657273 01 03647079 00 01 00 00");
}

/* ---- headers ---- */

static void test_headers(void **state) {
  (void)state;
  struct fixture x;
  static const dfmt_pair good[] = {{S("b"), S("2")}, {S("a"), {NULL, 0}}, {S("b"), S("3")}};
  static const dfmt_pair bad[][1] = {
      {{{NULL, 0}, S("v")}}, {{S(""), S("v")}}, {{S("\0x"), S("v")}}, {{S("n"), {NULL, 1}}}};
  dfmt_apitrace_header h = {.head = {sizeof h, DFMT_APITRACE_HEADER}, .present = DFMT_APITRACE_HEADER_HAS_PROPERTIES};
  open_raw(&x);
  h.n_properties = 1;
  for (size_t i = 0; i < LEN(bad); i++) {
    h.properties = bad[i];
    refused(&x, &h.head, DFMT_ERR_ARGUMENT);
  }
  h.properties = NULL;
  refused(&x, &h.head, DFMT_ERR_ARGUMENT);
  h.properties = good;
  h.n_properties = LEN(good);
  h.present |= DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION;
  h.semantic_version = 7;
  refused(&x, &h.head, DFMT_ERR_APITRACE_SEMANTIC_VERSION);
  h.semantic_version = 3;
  assert_int_equal(dfmt_writer_put(x.w, &h.head), DFMT_OK);
  refused(&x, &h.head, DFMT_ERR_APITRACE_ORDER);
  finish(&x);
  static const uint8_t want[] = {6, 3, 1, 'b', 1, '2', 1, 'a', 0, 1, 'b', 1, '3', 0};
  same(output_of(&x), want, sizeof want);
  close_it(&x);

  /* as read of a file of version 2, which stores neither */
  h = (dfmt_apitrace_header){.head = h.head, .version = 2, .semantic_version = 2};
  open_raw(&x);
  assert_int_equal(dfmt_writer_put(x.w, &h.head), DFMT_OK);
  finish(&x);
  same(output_of(&x), (const uint8_t *)"\6\2\0", 3);
  close_it(&x);

  /* properties alone */
  h = (dfmt_apitrace_header){.head = h.head, .present = DFMT_APITRACE_HEADER_HAS_PROPERTIES};
  open_raw(&x);
  assert_int_equal(dfmt_writer_put(x.w, &h.head), DFMT_OK);
  finish(&x);
  same(output_of(&x), (const uint8_t *)"\6\6\0", 3);
  close_it(&x);

  open_raw(&x);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  put(&x, &c);
  refused(&x, &h.head, DFMT_ERR_APITRACE_ORDER);
  close_it(&x);
}

static void test_open(void **state) {
  (void)state;
  struct fixture x;
  open_raw(&x);
  dfmt_writer *w = x.w;
  dfmt_sink *s = x.sink;
  for (uint32_t v = 0; v <= 9; v++)
    assert_int_equal(dfmt_writer_open(w, DFMT_APITRACE, v, s),
                     v == 0 || v == DFMT_APITRACE_VARIANT_V6 ? DFMT_OK : DFMT_E_UNSUPPORTED);
  assert_true(dfmt_writer_error(w)->message[0] != '\0');
  assert_int_equal(dfmt_writer_open(w, DFMT_APITRACE, 0, s), DFMT_OK);
  const dfmt_apitrace_blob blob = blob_of(0, 0);
  const dfmt_apitrace_stream stream = {.head = {sizeof stream, DFMT_APITRACE_STREAM}};
  const dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  assert_int_equal(dfmt_writer_put(w, &blob.head), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_put(w, &stream.head), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_begin(w, &c.head, DFMT_PAYLOAD_DECODED), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_begin(w, &blob.head, DFMT_PAYLOAD_STORED), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_writer_begin(w, &stream.head, DFMT_PAYLOAD_RAW), DFMT_E_UNSUPPORTED);
  close_it(&x);
}

/* ---- order of events ---- */

static void test_order(void **state) {
  (void)state;
  struct fixture x;
  open_raw(&x);
  dfmt_apitrace_call enter = call_of(DFMT_APITRACE_ENTER, &sig_swap, 0), leave = leave_of(0);
  dfmt_apitrace_call whole = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  put(&x, &enter);
  put(&x, &whole); /* number 1: left already */
  leave.number = 1;
  refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  leave.number = 2;
  refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  put(&x, &enter);
  put(&x, &leave);
  refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  leave.number = UINT64_MAX;
  refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  leave.number = 0;
  put(&x, &leave);
  refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  expect_events(&x, "000006 0e65676c5377617042756666657273 0103647079 00  000006 00 010100  000006 00 010200 010000");
}

/* Many calls entered before the first one is left; they leave in another order. */
static void test_many_pending(void **state) {
  (void)state;
  enum { CALLS = 200000, STEP = 70001 }; /* without common factors */
  struct fixture x;
  open_raw(&x);
  const dfmt_apitrace_call enter = call_of(DFMT_APITRACE_ENTER, &sig_swap, 0);
  for (uint32_t i = 0; i < CALLS; i++) put(&x, &enter);
  for (uint64_t i = 0, n = 0; i < CALLS; i++, n = (n + STEP) % CALLS) {
    const dfmt_apitrace_call leave = leave_of(n);
    put(&x, &leave);
    if (i % 1000 == 0) refused(&x, &leave.head, DFMT_ERR_APITRACE_ORDER);
  }
  close_it(&x);
}

/* Everything an event may have, in the order in which it must stand; a leave has it, too. */
static void test_details(void **state) {
  (void)state;
  static const dfmt_apitrace_frame all = {.head = {sizeof all, DFMT_TYPE_APITRACE_FRAME},
                                          .present = 31,
                                          .id = 9,
                                          .module = S("m"),
                                          .function = S("f"),
                                          .file = S("c"),
                                          .line = 3,
                                          .function_offset = 4};
  static const dfmt_apitrace_frame none = {.head = {sizeof none, DFMT_TYPE_APITRACE_FRAME}, .id = 1, .line = 5};
  static const dfmt_apitrace_frame *const frames[] = {&all, &none, &all};
  struct fixture x;
  const dfmt_apitrace_value v = NODE(UINT, 7);
  const dfmt_apitrace_arg args[] = {{.value = &v, .number = 300}, {.value = &v}, {.value = &v}};
  open_raw(&x);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_ENTER, &sig_swap, 200);
  c.present |= DFMT_APITRACE_CALL_HAS_FRAMES | DFMT_APITRACE_CALL_HAS_STORED_FLAGS;
  c.frames = frames;
  c.n_frames = LEN(frames);
  c.stored_flags = 130;
  give_args(&c, args, LEN(args));
  give_ret(&c, &v);
  put(&x, &c);
  c.head.type = DFMT_APITRACE_LEAVE;
  put(&x, &c);
  c.head.type = DFMT_APITRACE_CALL; /* the return value goes to the leave */
  c.stored_flags = 0;
  c.n_frames = 0;
  put(&x, &c);
  c.flags = DFMT_APITRACE_FLAG_INCOMPLETE;
  c.present &=
      ~(uint32_t)(DFMT_APITRACE_CALL_HAS_THREAD_ID | DFMT_APITRACE_CALL_HAS_FRAMES | DFMT_APITRACE_CALL_HAS_ARGS);
  put(&x, &c);
  expect_events(&x,
                "00 c801 06 0e65676c5377617042756666657273 0103647079"
                " 05 8201  04 03 09 01016d 020166 030163 0403 0504 00  01 00  09"
                " 01 ac02 0407 0100 0407 0100 0407 02 0407 00"
                " 01 00 05 8201 04 03 09 01 09  01 ac02 0407 0100 0407 0100 0407 02 0407 00"
                " 00 c801 06 0400 01 ac02 0407 0100 0407 0100 0407 00  01 01 02 0407 00"
                " 00 00 06 02 0407 00");
}

/* ---- one id, one definition ---- */

static void conflict(struct fixture *x, const dfmt_apitrace_sig *sig) {
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, sig, 0);
  refused(x, &c.head, DFMT_ERR_APITRACE_CONFLICT);
}

static void test_conflicts(void **state) {
  (void)state;
  struct fixture x;
  open_raw(&x);
  dfmt_str members[2] = {S("n"), S("textures")};
  char text[] = "textures";
  dfmt_apitrace_sig sig = sig_gen;
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_gen, 0);
  put(&x, &c);
  c.sig = &sig; /* the same elsewhere, as two readers have it */
  sig.members = members;
  members[1].ptr = text;
  put(&x, &c);
  text[7] = 'z'; /* and at the same place something else, as when one of them has gone */
  conflict(&x, &sig);
  text[7] = 's';
  put(&x, &c);
  members[1].len--;
  conflict(&x, &sig);
  members[1].len++;
  sig.n_members = 1;
  conflict(&x, &sig);
  sig.n_members = 2;
  sig.name.len--;
  conflict(&x, &sig);
  sig.name.len++;
  sig.id = 7; /* under another id all may be the same */
  put(&x, &c);
  c.sig = &sig_gen;
  put(&x, &c);
  expect_events(&x,
                "000005 0d676c47656e5465787475726573 02016e087465787475726573 00 010000"
                "000005 00 010100 000005 00 010200"
                "000007 0d676c47656e5465787475726573 02016e087465787475726573 00 010300 000005 00 010400");
}

/* Long enumerations are not compared as a whole at each use, but never pass for another at a new address. */
static void test_long_conflicts(void **state) {
  (void)state;
  enum { N = 3000 };
  struct fixture x;
  static dfmt_str names[N], other_names[N];
  static int64_t values[N], other_values[N];
  for (int64_t i = 0; i < N; i++) {
    names[i] = other_names[i] = (dfmt_str){"GL_SOMETHING", (uint64_t)(3 + i % 9)};
    values[i] = other_values[i] = i * i;
  }
  const dfmt_apitrace_sig sig = SIG(ENUM, 100000, {0}, names, values);
  const dfmt_apitrace_sig other = SIG(ENUM, 100000, {0}, other_names, other_values);
  dfmt_apitrace_value v[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 3, 2, NULL), sig_node(DFMT_APITRACE_VALUE_ENUM, 1, &sig),
                             sig_node(DFMT_APITRACE_VALUE_ENUM, 2, &other)};
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  give_ret(&c, v);
  open_raw(&x);
  put(&x, &c);
  for (size_t i = 0; i < N; i += 7) {
    other_values[i]++;
    refused(&x, &c.head, DFMT_ERR_APITRACE_CONFLICT);
    other_values[i]--;
    put(&x, &c);
  }
  close_it(&x);
}

/*
 * Where one reader's definition stood may be another's of the same CRC-32, which anybody can make: only the origin
 * tells them apart, and where there is none the bytes do.
 */
static void test_same_place(void **state) {
  (void)state;
  enum { N = 30 };
  struct fixture x;
  static dfmt_str names[N], others[N];
  static int64_t values[N];
  for (size_t i = 0; i < N; i++) names[i] = others[i] = (dfmt_str)S("GL_SOMETHING");
  others[N - 1] = (dfmt_str)S("GL_OTHERWISE");
  dfmt_apitrace_sig sig = SIG(ENUM, 1, {0}, names, values);
  dfmt_apitrace_value v[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 2, 1, NULL),
                             sig_node(DFMT_APITRACE_VALUE_ENUM, 1, &sig)};
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  give_ret(&c, v);
  open_raw(&x);
  sig.digest = 7;
  for (uint32_t i = 0; i < 2; i++) {
    sig.origin_1 = i;
    put(&x, &c);
    put(&x, &c);
    sig.origin_4 = 9 * i; /* that of another reader, or still none */
    names[N - 1] = others[N - 1];
    refused(&x, &c.head, DFMT_ERR_APITRACE_CONFLICT);
    names[N - 1] = names[0];
  }
  put(&x, &c);
  sig.members = others; /* a copy that was changed elsewhere */
  refused(&x, &c.head, DFMT_ERR_APITRACE_CONFLICT);
  close_it(&x);
}

static void test_frame_conflict(void **state) {
  (void)state;
  struct fixture x;
  dfmt_apitrace_frame a = {
      .head = {sizeof a, DFMT_TYPE_APITRACE_FRAME}, .present = DFMT_APITRACE_FRAME_HAS_LINE, .line = 1};
  dfmt_apitrace_frame b = a;
  const dfmt_apitrace_frame *frames[] = {&a};
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  c.present |= DFMT_APITRACE_CALL_HAS_FRAMES;
  c.frames = frames;
  c.n_frames = 1;
  open_raw(&x);
  put(&x, &c);
  a.line = 2;
  refused(&x, &c.head, DFMT_ERR_APITRACE_CONFLICT);
  b.present |= DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET;
  frames[0] = &b;
  refused(&x, &c.head, DFMT_ERR_APITRACE_CONFLICT);
  frames[0] = NULL;
  refused(&x, &c.head, DFMT_ERR_ARGUMENT);
  b.present = DFMT_APITRACE_FRAME_HAS_LINE;
  frames[0] = &b;
  put(&x, &c);
  close_it(&x);
}

static void test_max_table(void **state) {
  (void)state;
  struct fixture x;
  dfmt_config *config;
  assert_int_equal(dfmt_config_new(&config), DFMT_OK);
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_TABLE, 4096), DFMT_OK);
  open_with(&x, config, NULL, DFMT_APITRACE_CONTAINER_RAW);
  dfmt_status st = DFMT_OK;
  dfmt_apitrace_sig sig = sig_gen;
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig, 0);
  for (sig.id = 0; st == DFMT_OK && sig.id < 1000; sig.id++) st = dfmt_writer_put(x.w, &c.head);
  assert_int_equal(st, DFMT_E_LIMIT);
  assert_int_equal(dfmt_writer_error(x.w)->option, DFMT_CFG_MAX_TABLE);
  assert_in_range(sig.id, 20, 100);
  sig.id = 0; /* what is known already still goes */
  put(&x, &c);
  close_it(&x);
}

/* ---- blobs and streams ---- */

static void test_blobs(void **state) {
  (void)state;
  struct fixture x;
  open_raw(&x);
  dfmt_apitrace_value v = far_blob(5, 3);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0), plain = c;
  give_ret(&c, &v);
  refused(&x, &c.head, DFMT_ERR_APITRACE_BLOB);
  put_blob(&x, 5, "abc", 3);
  put_blob(&x, 2, "xy", 2);
  put_blob(&x, 9, "z", 1);
  put(&x, &plain); /* other calls may come in between */
  v.aux = 2;
  refused(&x, &c.head, DFMT_ERR_APITRACE_BLOB);
  v.aux = 3;
  put(&x, &c);
  refused(&x, &c.head, DFMT_ERR_APITRACE_BLOB);
  const dfmt_apitrace_value two[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 3, 2, NULL), far_blob(9, 1), far_blob(2, 2)};
  give_ret(&c, two);
  put(&x, &c);
  refused(&x, &c.head, DFMT_ERR_APITRACE_BLOB);

  const dfmt_apitrace_blob b = blob_of(1, 3);
  uint64_t taken;
  assert_int_equal(dfmt_writer_begin(x.w, &b.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(x.w, "ab", 2, &taken), DFMT_OK);
  assert_int_equal(dfmt_writer_end(x.w), DFMT_E_ARG); /* too short, and gone */
  assert_int_equal(dfmt_writer_error(x.w)->number, DFMT_ERR_APITRACE_BLOB);
  assert_int_equal(dfmt_writer_begin(x.w, &b.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(x.w, "abcd", 4, &taken), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_cancel(x.w), DFMT_OK);
  put_blob(&x, 1, "abc", 3);
  assert_int_equal(dfmt_writer_begin(x.w, &b.head, DFMT_PAYLOAD_DECODED), DFMT_E_ARG); /* it waits already */
  assert_int_equal(dfmt_writer_error(x.w)->number, DFMT_ERR_APITRACE_BLOB);
  expect_events(&x,
                "000006 0e65676c5377617042756666657273 0103647079 00 010000"
                "000006 00 0101 02 08 03 616263 00  000006 00 0102 02 0b02 08017a 08027879 00");
}

static void begin_stream(struct fixture *x) {
  const dfmt_apitrace_stream s = {.head = {sizeof s, DFMT_APITRACE_STREAM}};
  assert_int_equal(dfmt_writer_begin(x->w, &s.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
}

static void test_stream(void **state) {
  (void)state;
  struct fixture x;
  open_raw(&x);
  begin_stream(&x);
  send_payload(&x, "anything", 8);
  assert_int_equal(dfmt_writer_cancel(x.w), DFMT_OK);
  begin_stream(&x);
  send_payload(&x, "what", 4);
  send_payload(&x, "ever", 4);
  assert_int_equal(dfmt_writer_end(x.w), DFMT_OK);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
  refused(&x, &c.head, DFMT_ERR_APITRACE_ORDER);
  finish(&x);
  same(output_of(&x), (const uint8_t *)"whatever", 8);
  close_it(&x);

  open_raw(&x);
  put(&x, &c);
  const dfmt_apitrace_stream s = {.head = {sizeof s, DFMT_APITRACE_STREAM}};
  assert_int_equal(dfmt_writer_begin(x.w, &s.head, DFMT_PAYLOAD_DECODED), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_error(x.w)->number, DFMT_ERR_APITRACE_ORDER);
  close_it(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_example),    cmocka_unit_test(test_reference),       cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_text),       cmocka_unit_test(test_with_signatures), cmocka_unit_test(test_trees),
      cmocka_unit_test(test_depth),      cmocka_unit_test(test_bad_trees),       cmocka_unit_test(test_headers),
      cmocka_unit_test(test_open),       cmocka_unit_test(test_order),           cmocka_unit_test(test_many_pending),
      cmocka_unit_test(test_details),    cmocka_unit_test(test_conflicts),       cmocka_unit_test(test_long_conflicts),
      cmocka_unit_test(test_same_place), cmocka_unit_test(test_frame_conflict),  cmocka_unit_test(test_max_table),
      cmocka_unit_test(test_blobs),      cmocka_unit_test(test_stream),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
