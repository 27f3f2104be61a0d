/* SPDX-License-Identifier: MIT */
/*
 * The writer of apitrace traces: its bytes, what it refuses, and that a refused or failed record leaves nothing behind.
 * Sections are those of the fact sheet of the format; bytes are spelt out there.
 */
#include <unistd.h>

#include <diagfmt/apitrace.h>

#include "sinks.h"

#define LEN(a) (sizeof(a) / sizeof(a)[0])
#define S(text) {text, sizeof(text) - 1}

/* ---- definitions and values ---- */

static const dfmt_str clear_args[] = {S("mask")}, gen_args[] = {S("n"), S("textures")}, swap_args[] = {S("dpy")};
static const dfmt_str mask_names[] = {S("DEPTH"), S("COLOR")}, bool_names[] = {S("EGL_FALSE"), S("EGL_TRUE")};
static const dfmt_str point_names[] = {S("x"), S("y")};
static const int64_t mask_values[] = {0x100, 0x4000}, bool_values[] = {0, 1}, odd_values[] = {-1, INT64_MIN};

#define SIG(KIND, ID, NAME, MEMBERS, VALUES)                                                                   \
  {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG}, .kind = DFMT_APITRACE_SIG_##KIND, .id = ID,    \
   .name = NAME, .members = MEMBERS, .n_members = LEN(MEMBERS), .values = VALUES,                             \
   .n_values = DFMT_APITRACE_SIG_##KIND >= DFMT_APITRACE_SIG_ENUM ? LEN(MEMBERS) : 0}
#define NO_VALUES NULL

static const dfmt_apitrace_sig sig_clear = SIG(FUNCTION, 4, S("glClear"), clear_args, NO_VALUES);
static const dfmt_apitrace_sig sig_gen = SIG(FUNCTION, 5, S("glGenTextures"), gen_args, NO_VALUES);
static const dfmt_apitrace_sig sig_swap = SIG(FUNCTION, 6, S("eglSwapBuffers"), swap_args, NO_VALUES);
static const dfmt_apitrace_sig sig_mask = SIG(BITMASK, 0, {0}, mask_names, mask_values);
static const dfmt_apitrace_sig sig_bool = SIG(ENUM, 0, {0}, bool_names, bool_values);
static const dfmt_apitrace_sig sig_point = SIG(STRUCT, 3, S("Point"), point_names, NO_VALUES);

static dfmt_apitrace_value node(uint32_t kind, uint64_t bits) {
  return (dfmt_apitrace_value){.kind = kind, .span = 1, .bits = bits};
}

static dfmt_apitrace_value bytes_node(uint32_t kind, const void *ptr, uint64_t n) {
  return (dfmt_apitrace_value){.kind = kind, .span = 1, .ptr = ptr, .aux = n};
}

static dfmt_apitrace_value parent(uint32_t kind, uint32_t span, uint64_t children, const dfmt_apitrace_sig *sig) {
  return (dfmt_apitrace_value){.kind = kind, .span = span, .bits = children, .ptr = sig};
}

static dfmt_apitrace_value sig_node(uint32_t kind, uint64_t bits, const dfmt_apitrace_sig *sig) {
  return (dfmt_apitrace_value){.kind = kind, .span = 1, .bits = bits, .ptr = sig};
}

#define NODE(KIND, BITS) node(DFMT_APITRACE_VALUE_##KIND, (uint64_t)(BITS))
#define BYTES(KIND, PTR, N) bytes_node(DFMT_APITRACE_VALUE_##KIND, PTR, N)

static dfmt_apitrace_call call_of(uint32_t type, const dfmt_apitrace_sig *sig, uint64_t thread) {
  return (dfmt_apitrace_call){.head = {sizeof(dfmt_apitrace_call), type},
                              .present = DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_THREAD,
                              .sig = sig,
                              .thread = thread};
}

static dfmt_apitrace_call leave_of(uint64_t number) {
  return (dfmt_apitrace_call){.head = {sizeof(dfmt_apitrace_call), DFMT_APITRACE_LEAVE}, .number = number};
}

static void give_args(dfmt_apitrace_call *c, const dfmt_apitrace_arg *args, uint64_t n) {
  c->present |= DFMT_APITRACE_CALL_HAS_ARGS;
  c->args = args;
  c->n_args = n;
}

static void give_ret(dfmt_apitrace_call *c, const dfmt_apitrace_value *v) {
  c->present |= DFMT_APITRACE_CALL_HAS_RET;
  c->ret = v;
}

/* ---- writers ---- */

struct fixture {
  dfmt_config *config;
  dfmt_writer *w;
  dfmt_sink *sink;
};

static void open_with(struct fixture *x, dfmt_config *config, dfmt_sink *sink, uint32_t container) {
  x->config = config;
  if (!config) assert_int_equal(dfmt_config_new(&x->config), DFMT_OK);
  assert_int_equal(dfmt_config_set(x->config, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  x->sink = sink ? sink : memory_sink();
  assert_int_equal(dfmt_writer_new(x->config, &x->w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(x->w, DFMT_APITRACE, 0, x->sink), DFMT_OK);
}

static void open_raw(struct fixture *x) { open_with(x, NULL, NULL, DFMT_APITRACE_CONTAINER_RAW); }

static void close_it(struct fixture *x) {
  dfmt_writer_free(x->w);
  dfmt_sink_free(x->sink);
  dfmt_config_free(x->config);
}

static void put(struct fixture *x, const dfmt_apitrace_call *c) {
  dfmt_status st;
  do st = dfmt_writer_put(x->w, &c->head);
  while (st == DFMT_AGAIN);
  if (st != DFMT_OK) fail_msg("%s: %s", dfmt_status_name(st), dfmt_writer_error(x->w)->message);
}

static void refused(struct fixture *x, const dfmt_head *body, uint32_t number) {
  assert_int_equal(dfmt_writer_put(x->w, body), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_error(x->w)->number, number);
  assert_true(dfmt_writer_error(x->w)->message[0] != '\0');
}

static void send_payload(struct fixture *x, const void *ptr, uint64_t len) {
  uint64_t done = 0, n;
  while (done < len) {
    dfmt_status st = dfmt_writer_payload(x->w, (const char *)ptr + done, len - done, &n);
    assert_true(st == DFMT_OK || st == DFMT_AGAIN);
    done += n;
  }
}

static dfmt_apitrace_blob blob_of(uint64_t ordinal, uint64_t size) {
  const dfmt_head head = {sizeof(dfmt_apitrace_blob), DFMT_APITRACE_BLOB};
  return (dfmt_apitrace_blob){.head = head, .ordinal = ordinal, .size = size};
}

static void put_blob(struct fixture *x, uint64_t ordinal, const void *ptr, uint64_t size) {
  const dfmt_apitrace_blob b = blob_of(ordinal, size);
  dfmt_status st;
  do st = dfmt_writer_begin(x->w, &b.head, DFMT_PAYLOAD_DECODED);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
  send_payload(x, ptr, size);
  do st = dfmt_writer_end(x->w);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
}

static void finish(struct fixture *x) {
  dfmt_status st;
  do st = dfmt_writer_finish(x->w);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
}

static const uint32_t containers[] = {DFMT_APITRACE_CONTAINER_SNAPPY, DFMT_APITRACE_CONTAINER_GZIP,
                                      DFMT_APITRACE_CONTAINER_BROTLI, DFMT_APITRACE_CONTAINER_ZSTD,
                                      DFMT_APITRACE_CONTAINER_RAW};

static bool built_in(uint32_t container) {
#ifndef HAVE_SNAPPY
  if (container == DFMT_APITRACE_CONTAINER_SNAPPY) return false;
#endif
#ifndef HAVE_BROTLI
  if (container == DFMT_APITRACE_CONTAINER_BROTLI) return false;
#endif
#ifndef HAVE_ZSTD
  if (container == DFMT_APITRACE_CONTAINER_ZSTD) return false;
#endif
  return container != 0;
}

struct output {
  const uint8_t *ptr;
  uint64_t len;
};

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

static void same(struct output o, const uint8_t *want, size_t len) {
  for (size_t i = 0; i < o.len && i < len; i++)
    if (o.ptr[i] != want[i]) fail_msg("byte %zu: got %02x, want %02x", i, o.ptr[i], want[i]);
  assert_int_equal(o.len, len);
}

/* Finishes and closes; the RAW output is the default header and these bytes, or nothing if there were no events. */
static void expect_events(struct fixture *x, const char *hex) {
  uint8_t want[4096] = {6, 6, 0};
  finish(x);
  size_t n = from_hex(hex, want + 3);
  same(output_of(x), want, n ? 3 + n : 0);
  close_it(x);
}

/* ---- the worked example, section 13 ---- */

static const char example_hex[] =
    "0606" "0c70726f636573732e6e616d65" "0464656d6f" "00"
    "000004" "07676c436c656172" "01046d61736b" "0100" "0a0002" "0544455054488002" "05434f4c4f52808001" "808201" "00"
    "010000"
    "000105" "0d676c47656e5465787475726573" "02016e087465787475726573" "01000401" "00"
    "000004" "0501" "01000a00808001" "00"
    "010200"
    "0101" "01010b010407" "00"
    "000006" "0e65676c5377617042756666657273" "0103647079" "0401" "0001" "0464656d6f" "0540" "00" "01000db424" "00"
    "0103" "020900" "02" "0945474c5f46414c5345" "0400" "0845474c5f54525545" "0401" "0401" "00"
    "000005" "01000301" "00";

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
      .present = DFMT_APITRACE_FRAME_HAS_MODULE | DFMT_APITRACE_FRAME_HAS_OFFSET,
      .module = S("demo"), .offset = 0x40};
  static const dfmt_apitrace_frame *const frames[] = {&frame};
  const dfmt_apitrace_header h = {
      .head = {sizeof h, DFMT_APITRACE_HEADER},
      .present = DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION | DFMT_APITRACE_HEADER_HAS_PROPERTIES,
      .semantic_version = 6, .properties = properties, .n_properties = 1};
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

static bool has_reference(void) { return system("command -v apitrace >/dev/null 2>&1") == 0; }

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
  const dfmt_apitrace_sig old = {.head = odd.head, .kind = DFMT_APITRACE_SIG_ENUM, .id = 2, .name = S("x"),
                                 .members = point_names, .n_members = 1, .values = odd_values, .n_values = 1};
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
  const dfmt_apitrace_value points[] = {
      parent(DFMT_APITRACE_VALUE_ARRAY, 9, 3, NULL),
      parent(DFMT_APITRACE_VALUE_STRUCT, 3, 2, &sig_point), NODE(UINT, 1), NODE(UINT, 2),
      NODE(NULL, 0),
      parent(DFMT_APITRACE_VALUE_STRUCT, 4, 2, &sig_point), parent(DFMT_APITRACE_VALUE_ARRAY, 2, 1, NULL),
      NODE(TRUE, 0), NODE(FALSE, 0)};
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
  static const dfmt_apitrace_frame all = {.head = {sizeof all, DFMT_TYPE_APITRACE_FRAME}, .present = 31, .id = 9,
                                          .module = S("m"), .function = S("f"), .file = S("c"), .line = 3, .offset = 4};
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
  c.present &= ~(uint32_t)(DFMT_APITRACE_CALL_HAS_THREAD | DFMT_APITRACE_CALL_HAS_FRAMES | DFMT_APITRACE_CALL_HAS_ARGS);
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
  b.present |= DFMT_APITRACE_FRAME_HAS_OFFSET;
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

static dfmt_apitrace_value far_blob(uint64_t ordinal, uint64_t size) {
  return (dfmt_apitrace_value){.kind = DFMT_APITRACE_VALUE_BLOB, .span = 1, .bits = ordinal, .aux = size};
}

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

/* ---- containers ---- */

/* The event stream in a file, by this library's reader. */
static void read_stream(struct output file, uint32_t container, struct drip *to) {
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_STREAM), DFMT_OK);
  if (container == DFMT_APITRACE_CONTAINER_RAW || container == DFMT_APITRACE_CONTAINER_BROTLI)
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_source_memory(c, file.ptr, file.len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APITRACE, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(ev->type, DFMT_APITRACE_STREAM);
  assert_int_equal(dfmt_event_apitrace_stream(ev)->container, container);
  dfmt_status st;
  while ((st = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) {
    uint64_t taken;
    drip_write(to, ptr, len, &taken);
  }
  assert_int_equal(st, DFMT_END);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static uint32_t get_le32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Chunks of just 1 MiB, the last one shorter, none empty, section 2.2. */
static void check_snappy(struct output o, uint64_t total) {
  assert_memory_equal(o.ptr, "at", 2);
  uint64_t at = 2;
  for (; total; at += 4 + get_le32(o.ptr + at)) {
    uint64_t size = 0, chunk = total < 1 << 20 ? total : 1 << 20;
    const uint8_t *p = o.ptr + at + 4;
    for (unsigned shift = 0;; shift += 7) {
      size |= (uint64_t)(*p & 0x7f) << shift;
      if (*p++ < 0x80) break;
    }
    assert_int_equal(size, chunk);
    assert_in_range(get_le32(o.ptr + at), 1, 1223370);
    total -= chunk;
  }
  assert_int_equal(at, o.len);
}

/* Frames of 2 MiB without checksum and size, and a table that agrees with them, section 2.5. */
static void check_zstd(struct output o, uint64_t total) {
  assert_int_equal(get_le32(o.ptr), 0xfd2fb528);
  assert_int_equal(o.ptr[4], 0); /* the frame header's descriptor: a window, nothing else */
  if (total == 0) return;
  assert_int_equal(get_le32(o.ptr + o.len - 4), 0x8f92eab1);
  uint32_t n = get_le32(o.ptr + o.len - 9);
  assert_int_equal(n, (total + (2 << 20) - 1) / (2 << 20));
  assert_int_equal(o.ptr[o.len - 5], 0);
  const uint8_t *table = o.ptr + o.len - (17 + 8 * (uint64_t)n);
  assert_int_equal(get_le32(table), 0x184d2a5e);
  assert_int_equal(get_le32(table + 4), n * 8 + 9);
  uint64_t at = 0;
  for (uint32_t i = 0; i < n; i++) {
    assert_int_equal(get_le32(o.ptr + at), 0xfd2fb528);
    assert_int_equal(o.ptr[at + 4], 0);
    at += get_le32(table + 8 + 8 * i);
    assert_int_equal(get_le32(table + 12 + 8 * i), total < 2 << 20 ? total : 2 << 20);
    total -= total < 2 << 20 ? total : 2 << 20;
  }
  assert_ptr_equal(o.ptr + at, table);
}

/* Packs bytes in pieces, into a sink that is full now and then. */
static void pack(struct drip *to, uint32_t container, uint64_t level, const uint8_t *data, size_t len, size_t piece) {
  struct fixture x;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, level), DFMT_OK);
  open_with(&x, c, drip_sink(NULL, to), container);
  dfmt_status st;
  const dfmt_apitrace_stream s = {.head = {sizeof s, DFMT_APITRACE_STREAM}};
  do st = dfmt_writer_begin(x.w, &s.head, DFMT_PAYLOAD_DECODED);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
  for (size_t i = 0; i < len; i += piece) send_payload(&x, data + i, len - i < piece ? len - i : piece);
  do st = dfmt_writer_end(x.w);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
  finish(&x);
  close_it(&x);
}

/* Text that shrinks, and random bytes that do not. */
static uint8_t *make_data(size_t len) {
  uint8_t *p = malloc(len);
  uint64_t seed = 1;
  assert_non_null(p);
  for (size_t i = 0; i < len; i++) {
    seed = seed * UINT64_C(6364136223846793005) + 1;
    bool noise = i >> 18 & 1;
    p[i] = noise ? (uint8_t)(seed >> 56) : (uint8_t)"glUniform4fv(location, count)"[(i + (seed >> 62)) % 29];
  }
  return p;
}

static void test_containers(void **state) {
  (void)state;
  enum { MOST = (5 << 20) + 12345 };
  static const size_t lengths[] = {0, 1, 65536, 1 << 20, 2 << 20, MOST};
  uint8_t *data = make_data(MOST);
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i])) continue;
    uint64_t level = containers[i] == DFMT_APITRACE_CONTAINER_BROTLI ? 2 : DFMT_LEVEL_DEFAULT;
    for (size_t k = 0; k < LEN(lengths); k++) {
      struct drip whole = {.budget = SIZE_MAX}, pieces = {.budget = 30000, .every = 3}, back = {.budget = SIZE_MAX};
      pack(&whole, containers[i], level, data, lengths[k], SIZE_MAX);
      pack(&pieces, containers[i], level, data, lengths[k], 7777);
      struct output o = {(const uint8_t *)whole.ptr, whole.len};
      same(o, (const uint8_t *)pieces.ptr, pieces.len);
      if (containers[i] == DFMT_APITRACE_CONTAINER_SNAPPY) check_snappy(o, lengths[k]);
      if (containers[i] == DFMT_APITRACE_CONTAINER_ZSTD) check_zstd(o, lengths[k]);
      if (lengths[k] || containers[i] != DFMT_APITRACE_CONTAINER_RAW) read_stream(o, containers[i], &back);
      same((struct output){(const uint8_t *)back.ptr, back.len}, data, lengths[k]);
      free(whole.ptr);
      free(pieces.ptr);
      free(back.ptr);
    }
  }
  free(data);
}

/* No file may be taken for one of another container by its first bytes, whatever its length. */
static void test_first_bytes(void **state) {
  (void)state;
  enum { MOST = 65536 };
  static const uint64_t levels[] = {DFMT_LEVEL_NONE, 2, 11};
  if (!built_in(DFMT_APITRACE_CONTAINER_BROTLI)) return;
  uint8_t *data = make_data(MOST);
  for (size_t len = 0; len <= MOST; len += len < 0x28c ? 1 : 256) {
    for (size_t k = 0; k < LEN(levels); k++) {
      struct drip out = {.budget = SIZE_MAX}, back = {.budget = SIZE_MAX};
      pack(&out, DFMT_APITRACE_CONTAINER_BROTLI, levels[k], data, len, SIZE_MAX);
      assert_int_equal(out.ptr[0] & 15, 15);
      assert_false(out.len > 1 && memcmp(out.ptr, "\x1f\x8b", 2) == 0);
      read_stream((struct output){(const uint8_t *)out.ptr, out.len}, DFMT_APITRACE_CONTAINER_BROTLI, &back);
      same((struct output){(const uint8_t *)back.ptr, back.len}, data, len);
      free(out.ptr);
      free(back.ptr);
    }
  }
  free(data);
}

/* Every level packs what can be unpacked; larger ones than a codec has are its largest. */
static void test_levels(void **state) {
  (void)state;
  enum { SIZE = 600000 };
  static const uint64_t levels[] = {0, 1, 5, 9, 11, 22, DFMT_LEVEL_SMALLEST, DFMT_LEVEL_NONE};
  uint8_t *data = make_data(SIZE);
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i])) continue;
    size_t smallest = 0, best = 0;
    for (size_t k = 0; k < LEN(levels); k++) {
      struct drip out = {.budget = SIZE_MAX}, back = {.budget = SIZE_MAX};
      pack(&out, containers[i], levels[k], data, SIZE, 100000);
      read_stream((struct output){(const uint8_t *)out.ptr, out.len}, containers[i], &back);
      same((struct output){(const uint8_t *)back.ptr, back.len}, data, SIZE);
      if (levels[k] == 22) best = out.len;
      if (levels[k] == DFMT_LEVEL_SMALLEST) smallest = out.len;
      bool stored = levels[k] == DFMT_LEVEL_NONE && containers[i] == DFMT_APITRACE_CONTAINER_GZIP;
      if (stored) assert_true(out.len > SIZE);
      free(out.ptr);
      free(back.ptr);
    }
    assert_int_equal(smallest, best);
  }
  free(data);
}

static void test_missing_codecs(void **state) {
  (void)state;
  for (size_t i = 0; i < LEN(containers); i++) {
    dfmt_config *c;
    dfmt_writer *w;
    dfmt_sink *s = memory_sink();
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, containers[i]), DFMT_OK);
    assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
    bool there = built_in(containers[i]);
    assert_int_equal(dfmt_writer_open(w, DFMT_APITRACE, 0, s), there ? DFMT_OK : DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_writer_error(w)->number, there ? 0 : DFMT_ERR_CODEC_MISSING);
    dfmt_writer_free(w);
    dfmt_sink_free(s);
    dfmt_config_free(c);
  }
}

/* A record larger than several blocks, and many small ones. */
static void test_large_records(void **state) {
  (void)state;
  enum { SIZE = 3 << 20, SMALL = 40000 };
  uint8_t *data = make_data(SIZE);
  struct drip raw = {.budget = SIZE_MAX};
  for (size_t i = LEN(containers); i-- > 0;) {
    if (!built_in(containers[i]) || containers[i] == DFMT_APITRACE_CONTAINER_BROTLI) continue;
    struct fixture x;
    struct drip out = {.budget = 100000, .every = 5}; /* full in the middle of a record's blocks */
    open_with(&x, NULL, drip_sink(NULL, &out), containers[i]);
    dfmt_apitrace_value v = BYTES(BLOB, data, SIZE);
    dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0);
    give_ret(&c, &v);
    put(&x, &c);
    v = far_blob(0, SIZE);
    put_blob(&x, 0, data, SIZE);
    put(&x, &c);
    for (uint64_t k = 0; k < SMALL; k++) {
      v = NODE(OPAQUE, k);
      put(&x, &c);
    }
    finish(&x);
    struct drip back = {.budget = SIZE_MAX};
    read_stream((struct output){(const uint8_t *)out.ptr, out.len}, containers[i], raw.ptr ? &back : &raw);
    if (back.ptr) same((struct output){(const uint8_t *)back.ptr, back.len}, (const uint8_t *)raw.ptr, raw.len);
    free(back.ptr);
    free(out.ptr);
    close_it(&x);
  }
  assert_true(raw.len > 2 * SIZE + SMALL * 8);
  free(raw.ptr);
  free(data);
}

/* ---- memory that runs out ---- */

static bool ended;        /* the writer said that it cannot go on */

/* Calls until it is not for want of memory. */
#define MUST(call)                                  \
  do {                                              \
    dfmt_status st_ = (call);                       \
    if (st_ == DFMT_E_NOMEM) st_ = (call);          \
    if (st_ == DFMT_E_NOMEM) ended = true;          \
    if (ended) return;                              \
    assert_int_equal(st_, DFMT_OK);                 \
  } while (0)

static void put_sent(dfmt_writer *w, const uint8_t *data, uint64_t len) {
  int failures = 0;
  for (uint64_t done = 0, n; done < len; done += n) {
    dfmt_status st = dfmt_writer_payload(w, data + done, len - done, &n);
    if (st == DFMT_E_NOMEM && failures++ == 0) continue;
    if (st == DFMT_E_NOMEM) ended = true;
    if (ended) return;
    assert_int_equal(st, DFMT_OK);
  }
}

/* Some of everything, with records that are refused in the middle, and enough for several blocks. */
static void write_all(dfmt_writer *w, const uint8_t *data, size_t len) {
  const dfmt_apitrace_blob blob = blob_of(3, len);
  static const dfmt_apitrace_frame frame = {
      .head = {sizeof frame, DFMT_TYPE_APITRACE_FRAME}, .present = DFMT_APITRACE_FRAME_HAS_MODULE, .module = S("m")};
  static const dfmt_apitrace_frame *const frames[] = {&frame};
  const dfmt_apitrace_value tree[] = {
      parent(DFMT_APITRACE_VALUE_ARRAY, 7, 4, NULL), sig_node(DFMT_APITRACE_VALUE_ENUM, 1, &sig_bool),
      sig_node(DFMT_APITRACE_VALUE_BITMASK, 1, &sig_mask), parent(DFMT_APITRACE_VALUE_STRUCT, 3, 2, &sig_point),
      NODE(UINT, 1), NODE(UINT, 2), BYTES(BLOB, data, len)};
  dfmt_apitrace_value bad[7];
  memcpy(bad, tree, sizeof bad);
  bad[6].kind = 99;
  dfmt_apitrace_sig far = sig_clear;
  far.id = 1000000;
  const dfmt_apitrace_value late = far_blob(3, len);
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, &sig_swap, 0), enter = call_of(DFMT_APITRACE_ENTER, &far, 0);
  give_ret(&c, bad);
  c.present |= DFMT_APITRACE_CALL_HAS_FRAMES;
  c.frames = frames;
  c.n_frames = 1;
  dfmt_status st = dfmt_writer_put(w, &c.head);
  if (st == DFMT_E_NOMEM) st = dfmt_writer_put(w, &c.head);
  if (st == DFMT_E_NOMEM) {
    ended = true;
    return;
  }
  assert_int_equal(st, DFMT_E_ARG);
  MUST(dfmt_writer_put(w, &enter.head));
  give_ret(&c, tree);
  MUST(dfmt_writer_put(w, &c.head));
  MUST(dfmt_writer_begin(w, &blob.head, DFMT_PAYLOAD_DECODED));
  put_sent(w, data, len);
  if (ended) return;
  MUST(dfmt_writer_end(w));
  MUST(dfmt_writer_put(w, &c.head));
  give_ret(&c, &late);
  MUST(dfmt_writer_put(w, &c.head));
  const dfmt_apitrace_call leave = leave_of(0);
  MUST(dfmt_writer_put(w, &leave.head));
  MUST(dfmt_writer_finish(w));
}

static void write_stream(dfmt_writer *w, const uint8_t *data, size_t len) {
  const dfmt_apitrace_stream s = {.head = {sizeof s, DFMT_APITRACE_STREAM}};
  MUST(dfmt_writer_begin(w, &s.head, DFMT_PAYLOAD_DECODED));
  put_sent(w, data, len);
  if (ended) return;
  MUST(dfmt_writer_end(w));
  MUST(dfmt_writer_finish(w));
}

/* Writes with the n-th allocation failing; false if there is no such allocation any more. */
static bool with_failure(struct drip *to, uint32_t container, bool stream, uint32_t n, const uint8_t *data,
                         size_t len) {
  uint32_t left;
  dfmt_config *c = failing_config(&left);
  ended = false;
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, 1), DFMT_OK);
  dfmt_sink *sink = drip_sink(c, to); /* the writer's part of the sink fails as well */
  dfmt_writer *w;
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  left = n;
  dfmt_status st = dfmt_writer_open(w, DFMT_APITRACE, 0, sink);
  if (st == DFMT_E_NOMEM) st = dfmt_writer_open(w, DFMT_APITRACE, 0, sink);
  assert_int_equal(st, DFMT_OK);
  (stream ? write_stream : write_all)(w, data, len);
  bool fired = n && left == 0;
  left = 0;
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
  return fired;
}

static void test_memory(void **state) {
  (void)state;
  enum { SIZE = 900000 };
  uint8_t *data = make_data(SIZE);
  for (size_t i = 0; i < LEN(containers); i++) {
    if (!built_in(containers[i])) continue;
    for (int stream = 0; stream < 2; stream++) {
      struct drip want = {.budget = SIZE_MAX}, got;
      bool fired = true;
      with_failure(&want, containers[i], stream, 0, data, SIZE);
      for (uint32_t n = 1; fired; n++) {
        got = (struct drip){.budget = SIZE_MAX};
        fired = with_failure(&got, containers[i], stream, n, data, SIZE);
        /* libbrotlienc alone cannot go on without memory */
        if (ended)
          assert_int_equal(containers[i], DFMT_APITRACE_CONTAINER_BROTLI);
        else
          same((struct output){(const uint8_t *)got.ptr, got.len}, (const uint8_t *)want.ptr, want.len);
        free(got.ptr);
      }
      free(want.ptr);
    }
  }
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_example),        cmocka_unit_test(test_reference),
      cmocka_unit_test(test_numbers),        cmocka_unit_test(test_text),
      cmocka_unit_test(test_with_signatures), cmocka_unit_test(test_trees),
      cmocka_unit_test(test_depth),          cmocka_unit_test(test_bad_trees),
      cmocka_unit_test(test_headers),        cmocka_unit_test(test_open),
      cmocka_unit_test(test_order),          cmocka_unit_test(test_many_pending),
      cmocka_unit_test(test_details),        cmocka_unit_test(test_conflicts),
      cmocka_unit_test(test_long_conflicts), cmocka_unit_test(test_frame_conflict),
      cmocka_unit_test(test_max_table),      cmocka_unit_test(test_blobs),
      cmocka_unit_test(test_stream),         cmocka_unit_test(test_containers),
      cmocka_unit_test(test_first_bytes),
      cmocka_unit_test(test_levels),         cmocka_unit_test(test_missing_codecs),
      cmocka_unit_test(test_large_records),  cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
