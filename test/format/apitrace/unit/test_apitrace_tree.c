/* SPDX-License-Identifier: MIT */
/* Values of calls: as JSON, compared and copied, alone and as members of events. */
#include <diagfmt/apitrace.h>

#include "apitrace/apitrace.h"
#include "apitrace/wire.h"
#include "counter.h"
#include "model/json_text.h"
#include "sinks.h"

#define STR(text) {text, sizeof text - 1}
#define SIG(KIND) .head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG}, .kind = DFMT_APITRACE_SIG_##KIND
#define NODE(KIND, ...) {.kind = DFMT_APITRACE_VALUE_##KIND, .span = 1, __VA_ARGS__}
#define LEAF(KIND) {.kind = DFMT_APITRACE_VALUE_##KIND, .span = 1}
#define PARENT(KIND, SPAN, CHILDREN) {.kind = DFMT_APITRACE_VALUE_##KIND, .span = SPAN, .bits = CHILDREN}
#define STRUCT(SPAN, CHILDREN, OF) {.kind = DFMT_APITRACE_VALUE_STRUCT, .span = SPAN, .bits = CHILDREN, .ptr = OF}
#define STRING(text) NODE(STRING, .ptr = text, .aux = sizeof text - 1)
#define WIDE(units) NODE(WSTRING, .ptr = units, .aux = sizeof units / sizeof *units)

static const dfmt_str enum_names[] = {STR("GL_FALSE"), STR("GL_ZERO"), STR("GL_MINUS"), STR("GL_\xff")};
static const int64_t enum_values[] = {0, 0, -1, 7};
static const dfmt_apitrace_sig enum_sig = {
    SIG(ENUM), .id = 3, .members = enum_names, .n_members = 4, .member_values = enum_values, .n_member_values = 4};

static const dfmt_str bit_names[] = {STR("DEPTH"), STR("BOTH"), STR("COLOR"), STR("NONE"), STR("TOP")};
static const int64_t bit_values[] = {0x100, 0x600, 0x200, 0, INT64_MIN};
static const dfmt_apitrace_sig bitmask_sig = {SIG(BITMASK), .members = bit_names, .n_members = 5,
                                              .member_values = bit_values, .n_member_values = 5};
static const dfmt_str zero_names[] = {STR("NOTHING"), STR("ONE")};
static const int64_t zero_values[] = {0, 1};
static const dfmt_apitrace_sig zero_sig = {SIG(BITMASK), .members = zero_names, .n_members = 2,
                                           .member_values = zero_values, .n_member_values = 2};

static const dfmt_str point_names[] = {STR("x"), STR("")};
static const dfmt_apitrace_sig point_sig = {SIG(STRUCT), .name = STR("POINT"), .members = point_names, .n_members = 2};
static const dfmt_apitrace_sig empty_sig = {SIG(STRUCT), .name = STR("EMPTY")};

/* ---- JSON ---- */

static dfmt_status tree_json(const dfmt_apitrace_value *root, dfmt_sink *s) {
  struct dfmti_json j;
  dfmti_json_begin(&j, s, 0);
  dfmti_apitrace_tree.json(&j, root);
  return dfmti_json_end(&j, NULL);
}

static void expect_json(const dfmt_apitrace_value *root, const char *want) {
  dfmt_sink *s = memory_sink();
  assert_int_equal(tree_json(root, s), DFMT_OK);
  expect(s, want);
  dfmt_sink_free(s);
}

static void test_json_leaves(void **state) {
  (void)state;
  static const uint32_t wide[] = {'a', 0xe9, 0x20ac, 0xd83d, 0xde00, 0x1f600, '"', 0x10ffff};
  static const uint32_t lone[] = {'a', 0xd83d}, swapped[] = {0xde00, 0xd83d}, high[] = {0xd83d, 'a'};
  static const uint32_t large[] = {0x110000, UINT32_MAX};
  const struct {
    dfmt_apitrace_value v;
    const char *json;
  } cases[] = {
      {LEAF(NULL), "null"},
      {LEAF(FALSE), "false"},
      {LEAF(TRUE), "true"},
      {NODE(SINT, .bits = (uint64_t)INT64_MIN), "-9223372036854775808"},
      {NODE(SINT, .bits = UINT64_MAX), "-1"},
      {LEAF(SINT), "0"},
      {NODE(UINT, .bits = UINT64_MAX), "18446744073709551615"},
      {NODE(FLOAT, .bits = 0x3dcccccd), "0.1"},
      {NODE(FLOAT, .bits = 0x3f800000), "1.0"},
      {NODE(FLOAT, .bits = 0xff800000), "{\"float\":\"-inf\"}"},
      {NODE(FLOAT, .bits = 0x7fc00000), "{\"float\":\"nan\"}"},
      {NODE(DOUBLE, .bits = 0x3fb999999999999a), "0.1"},
      {NODE(DOUBLE, .bits = 0x8000000000000000), "-0.0"},
      {NODE(DOUBLE, .bits = 0x44b52d02c7e14af6), "1e+23"},
      {NODE(DOUBLE, .bits = 0x7ff0000000000000), "{\"double\":\"inf\"}"},
      {NODE(DOUBLE, .bits = 0xfff8000000000000), "{\"double\":\"-nan\"}"},
      {STRING("a\n\0"), "\"a\\n\\u0000\""},
      {STRING("\xff"), "{\"base64\":\"/w==\"}"},
      {LEAF(STRING), "\"\""},
      {NODE(STRING, .aux = 5), "\"\""},
      {NODE(BLOB, .ptr = "123456789", .aux = 9), "{\"blob\":{\"size\":9,\"crc32\":\"cbf43926\"}}"},
      {NODE(BLOB, .ptr = ""), "{\"blob\":{\"size\":0,\"crc32\":\"00000000\"}}"},
      {NODE(BLOB, .bits = 4, .aux = 70000), "{\"blob\":{\"size\":70000,\"ordinal\":4}}"},
      {NODE(ENUM, .ptr = &enum_sig), "{\"enum\":0,\"name\":\"GL_FALSE\"}"},
      {NODE(ENUM, .ptr = &enum_sig, .bits = UINT64_MAX), "{\"enum\":-1,\"name\":\"GL_MINUS\"}"},
      {NODE(ENUM, .ptr = &enum_sig, .bits = 7), "{\"enum\":7,\"name\":{\"base64\":\"R0xf/w==\"}}"},
      {NODE(ENUM, .ptr = &enum_sig, .bits = 8), "{\"enum\":8}"},
      {NODE(ENUM, .bits = 8), "{\"enum\":8}"},
      {NODE(BITMASK, .ptr = &bitmask_sig), "{\"bitmask\":0,\"names\":[]}"}, /* NONE is not the first */
      {NODE(BITMASK, .ptr = &bitmask_sig, .bits = 0x100), "{\"bitmask\":256,\"names\":[\"DEPTH\"]}"},
      {NODE(BITMASK, .ptr = &bitmask_sig, .bits = 0x700), "{\"bitmask\":1792,\"names\":[\"DEPTH\",\"BOTH\"]}"},
      {NODE(BITMASK, .ptr = &bitmask_sig, .bits = 0x8000000000000201),
       "{\"bitmask\":9223372036854776321,\"names\":[\"COLOR\",\"TOP\"],\"rest\":1}"},
      {NODE(BITMASK, .bits = 5), "{\"bitmask\":5,\"names\":[],\"rest\":5}"},
      {NODE(BITMASK, .ptr = &zero_sig), "{\"bitmask\":0,\"names\":[\"NOTHING\"]}"},
      {NODE(BITMASK, .ptr = &zero_sig, .bits = 1), "{\"bitmask\":1,\"names\":[\"ONE\"]}"},
      {LEAF(OPAQUE), "{\"pointer\":\"0x0\"}"},
      {NODE(OPAQUE, .bits = 0x7fff00000010), "{\"pointer\":\"0x7fff00000010\"}"},
      {WIDE(wide), "{\"wide\":\"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xf0\x9f\x98\x80\\\"\xf4\x8f\xbf\xbf\"}"},
      {WIDE(lone), "{\"wide\":[97,55357]}"},
      {WIDE(swapped), "{\"wide\":[56832,55357]}"},
      {WIDE(high), "{\"wide\":[55357,97]}"},
      {WIDE(large), "{\"wide\":[1114112,4294967295]}"},
      {LEAF(WSTRING), "{\"wide\":\"\"}"},
      {PARENT(ARRAY, 1, 0), "[]"},
      {STRUCT(1, 0, &empty_sig), "{\"struct\":\"EMPTY\",\"members\":[]}"},
      {PARENT(STRUCT, 1, 0), "{\"struct\":\"\",\"members\":[]}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_json(&cases[i].v, cases[i].json);
}

/* A long wide string, across the pieces it is made of. */
static void test_json_wide(void **state) {
  (void)state;
  enum { LEN = 3000 };
  static uint32_t units[LEN];
  static char want[4 * LEN + 16];
  size_t n = (size_t)sprintf(want, "{\"wide\":\"");
  for (size_t i = 0; i < LEN; i++) {
    static const char *const texts[] = {"x", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    static const uint32_t chars[] = {'x', 0xe9, 0x20ac, 0x1f600};
    size_t which = i * i % 7 % 4;
    units[i] = chars[which];
    n += (size_t)sprintf(want + n, "%s", texts[which]);
  }
  sprintf(want + n, "\"}");
  const dfmt_apitrace_value v = WIDE(units);
  expect_json(&v, want);
}

static const dfmt_apitrace_value sample[] = {PARENT(ARRAY, 15, 4),
                                             STRUCT(4, 2, &point_sig),
                                             PARENT(ARRAY, 2, 1),
                                             NODE(UINT, .bits = 1),
                                             LEAF(NULL),
                                             PARENT(ARRAY, 1, 0),
                                             PARENT(REPR, 5, 2),
                                             STRING("shader"),
                                             STRUCT(3, 2, &point_sig),
                                             NODE(ENUM, .ptr = &enum_sig),
                                             NODE(ENUM, .ptr = &enum_sig, .bits = 7),
                                             PARENT(REPR, 4, 2),
                                             PARENT(ARRAY, 2, 1),
                                             STRUCT(1, 0, &empty_sig),
                                             NODE(BLOB, .ptr = "\0\1", .aux = 2)};

static const char sample_json[] =
    "[{\"struct\":\"POINT\",\"members\":[{\"name\":\"x\",\"value\":[1]},{\"name\":\"\",\"value\":null}]},[],"
    "{\"repr\":\"shader\",\"machine\":{\"struct\":\"POINT\",\"members\":[{\"name\":\"x\",\"value\":{\"enum\":0,"
    "\"name\":\"GL_FALSE\"}},{\"name\":\"\",\"value\":{\"enum\":7,\"name\":{\"base64\":\"R0xf/w==\"}}}]}},"
    "{\"repr\":[{\"struct\":\"EMPTY\",\"members\":[]}],\"machine\":{\"blob\":{\"size\":2,\"crc32\":\"36de2269\"}}}]";

static void test_json_trees(void **state) {
  (void)state;
  expect_json(sample, sample_json);
  const dfmt_apitrace_value more[] = {STRUCT(4, 3, &point_sig), LEAF(TRUE), LEAF(TRUE), LEAF(TRUE)};
  expect_json(more,
              "{\"struct\":\"POINT\",\"members\":[{\"name\":\"x\",\"value\":true},{\"name\":\"\",\"value\":true},"
              "{\"name\":\"\",\"value\":true}]}");
}

/* Nodes that contradict each other are refused and not followed. */
static void test_json_contradictions(void **state) {
  (void)state;
  const dfmt_apitrace_value cases[][4] = {
      {{.kind = DFMT_APITRACE_VALUE_UINT}},                        /* not even itself */
      {{.kind = 16, .span = 1}},                                   /* no such kind */
      {{.kind = DFMT_APITRACE_VALUE_UINT, .span = 2}, LEAF(NULL)}, /* children of a number */
      {PARENT(ARRAY, 1, 1)},                                       /* too few */
      {PARENT(ARRAY, 2, 2), LEAF(NULL)},                           /* too few */
      {PARENT(ARRAY, 3, 1), LEAF(NULL), LEAF(NULL)},               /* too many */
      {PARENT(ARRAY, 2, 1), PARENT(ARRAY, 2, 1), LEAF(NULL)},      /* out of its parent */
      {PARENT(ARRAY, 2, 1), {.kind = DFMT_APITRACE_VALUE_ARRAY, .span = UINT32_MAX}},
      {PARENT(ARRAY, 2, 1), {.kind = DFMT_APITRACE_VALUE_NULL}},
      {PARENT(REPR, 1, 0)},
      {PARENT(REPR, 1, 2)},
      {PARENT(REPR, 2, 1), LEAF(NULL)},
      {PARENT(REPR, 2, 2), LEAF(NULL)},
      {PARENT(REPR, 4, 2), LEAF(NULL), LEAF(NULL), LEAF(NULL)},
      {PARENT(REPR, 4, 3), LEAF(NULL), LEAF(NULL), LEAF(NULL)},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_sink *s = memory_sink();
    if (tree_json(cases[i], s) != DFMT_E_ARG) fail_msg("case %zu is taken for sound", i);
    dfmt_sink_free(s);
  }
}

/* Depth: `levels` of arrays, structs and reprs around a number, and as many opened and closed again after it. */
static dfmt_apitrace_value *make_deep(uint32_t levels, size_t *n_nodes) {
  static const uint32_t kinds[] = {DFMT_APITRACE_VALUE_ARRAY, DFMT_APITRACE_VALUE_STRUCT, DFMT_APITRACE_VALUE_REPR};
  uint32_t n = 2 * levels + 1;
  dfmt_apitrace_value *v = calloc(n, sizeof *v);
  assert_non_null(v);
  for (uint32_t i = 0; i < levels; i++) {
    v[i] = (dfmt_apitrace_value){.kind = kinds[i % 3], .bits = i % 3 ? 2 : 1, .ptr = i % 3 == 1 ? &point_sig : NULL};
  }
  size_t at = levels;
  v[at++] = (dfmt_apitrace_value)NODE(UINT, .bits = 5);
  for (uint32_t i = levels; i-- > 0;) {
    if (i % 3 != 0) v[at++] = (dfmt_apitrace_value)LEAF(NULL);
    v[i].span = (uint32_t)(at - i);
  }
  *n_nodes = at;
  return v;
}

static char *deep_json(uint32_t levels) {
  char *want = malloc((size_t)levels * 100 + 16);
  assert_non_null(want);
  size_t n = 0;
  for (uint32_t i = 0; i < levels; i++)
    n += (size_t)sprintf(want + n, "%s",
                         i % 3 == 0   ? "["
                         : i % 3 == 1 ? "{\"struct\":\"POINT\",\"members\":[{\"name\":\"x\",\"value\":"
                                      : "{\"repr\":");
  n += (size_t)sprintf(want + n, "5");
  for (uint32_t i = levels; i-- > 0;)
    n += (size_t)sprintf(want + n, "%s",
                         i % 3 == 0   ? "]"
                         : i % 3 == 1 ? "},{\"name\":\"\",\"value\":null}]}"
                                      : ",\"machine\":null}");
  return want;
}

static void test_json_depth(void **state) {
  (void)state;
  for (uint32_t levels = 1; levels <= 65536; levels = levels < 130 ? levels + 1 : levels * 2 - levels % 2) {
    size_t n;
    dfmt_apitrace_value *v = make_deep(levels, &n);
    char *want = deep_json(levels);
    assert_int_equal(v->span, n);
    expect_json(v, want);
    free(want);
    free(v);
  }
}

/* Levels that do not fit on the stack need memory of the sink, and say so if there is none. */
static void test_json_no_memory(void **state) {
  (void)state;
  uint32_t left;
  size_t n;
  dfmt_config *c = failing_config(&left);
  dfmt_apitrace_value *v = make_deep(100, &n);
  dfmt_sink *s;
  assert_int_equal(dfmt_sink_memory(c, &s), DFMT_OK);
  left = 1;
  assert_int_equal(tree_json(v, s), DFMT_E_NOMEM);
  assert_int_equal(dfmt_sink_error(s)->status, DFMT_E_NOMEM);
  left = 0;
  dfmt_sink_reset(s);
  assert_int_equal(tree_json(v, s), DFMT_OK);
  char *want = deep_json(100);
  expect(s, want);
  free(want);
  free(v);
  dfmt_sink_free(s);
  dfmt_config_free(c);
}

/* ---- comparison ---- */

static void expect_difference(const dfmt_apitrace_value *a, const dfmt_apitrace_value *b, bool equal) {
  assert_int_equal(dfmti_apitrace_tree.equal(a, b), equal);
  assert_int_equal(dfmti_apitrace_tree.equal(b, a), equal);
}

static void test_equal(void **state) {
  (void)state;
  static const char text[] = "12", other[] = "13", same[] = "12";
  static const uint32_t wide[] = {1, 2}, wide_other[] = {1, 3}, wide_same[] = {1, 2};
  const dfmt_apitrace_value different[][2] = {
      {LEAF(NULL), LEAF(FALSE)},
      {NODE(SINT, .bits = 1), NODE(UINT, .bits = 1)},
      {NODE(SINT, .bits = 1), NODE(SINT, .bits = 2)},
      {NODE(FLOAT, .bits = 0), NODE(FLOAT, .bits = 0x80000000)},
      {NODE(DOUBLE, .bits = 0), NODE(DOUBLE, .bits = 0x8000000000000000)},
      {NODE(STRING, .ptr = text, .aux = 2), NODE(STRING, .ptr = other, .aux = 2)},
      {NODE(STRING, .ptr = text, .aux = 2), NODE(STRING, .ptr = text, .aux = 1)},
      {NODE(STRING, .ptr = text, .aux = 2), LEAF(STRING)},
      {NODE(WSTRING, .ptr = wide, .aux = 2), NODE(WSTRING, .ptr = wide_other, .aux = 2)},
      {NODE(WSTRING, .ptr = wide, .aux = 2), NODE(WSTRING, .ptr = wide, .aux = 1)},
      {NODE(BLOB, .ptr = text, .aux = 2), NODE(BLOB, .ptr = other, .aux = 2)},
      {NODE(BLOB, .ptr = text), LEAF(BLOB)},
      {NODE(BLOB, .bits = 1, .aux = 5), NODE(BLOB, .bits = 2, .aux = 5)},
      {NODE(BLOB, .bits = 1, .aux = 5), NODE(BLOB, .bits = 1, .aux = 6)},
      {NODE(ENUM, .ptr = &enum_sig), LEAF(ENUM)},
      {NODE(ENUM, .ptr = &enum_sig), NODE(ENUM, .ptr = &enum_sig, .bits = 1)},
      {NODE(BITMASK, .ptr = &zero_sig), NODE(BITMASK, .ptr = &bitmask_sig)},
      {STRUCT(1, 0, &empty_sig), STRUCT(1, 0, &point_sig)},
      {NODE(OPAQUE, .bits = 1), NODE(OPAQUE, .bits = 2)},
  };
  const dfmt_apitrace_value equal[][2] = {
      {NODE(NULL, .bits = 1), LEAF(NULL)}, /* what has no meaning */
      {NODE(FLOAT, .bits = 0x100000000), LEAF(FLOAT)},
      {NODE(DOUBLE, .bits = 0x7ff8000000000000), NODE(DOUBLE, .bits = 0x7ff8000000000000)},
      {NODE(STRING, .ptr = text, .aux = 2), NODE(STRING, .ptr = same, .aux = 2)},
      {NODE(STRING, .ptr = text), LEAF(STRING)},
      {NODE(WSTRING, .ptr = wide, .aux = 2), NODE(WSTRING, .ptr = wide_same, .aux = 2)},
      {NODE(BLOB, .ptr = text, .aux = 2, .bits = 3), NODE(BLOB, .ptr = same, .aux = 2)},
      {NODE(BLOB, .bits = 1, .aux = 5), NODE(BLOB, .bits = 1, .aux = 5)},
      {LEAF(ENUM), LEAF(ENUM)},
  };
  for (size_t i = 0; i < sizeof different / sizeof *different; i++)
    expect_difference(&different[i][0], &different[i][1], false);
  for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) expect_difference(&equal[i][0], &equal[i][1], true);
}

/* Signatures are compared by what they say. */
static void test_equal_signatures(void **state) {
  (void)state;
  static const dfmt_str names[] = {STR("GL_FALSE"), STR("GL_ZERO"), STR("GL_MINUS"), STR("GL_\xff")};
  static const dfmt_str renamed[] = {STR("GL_FALSE"), STR("GL_ZERO"), STR("GL_MINUS"), STR("GL_\xfe")};
  static const int64_t values[] = {0, 0, -1, 7}, moved[] = {0, 0, -1, 8};
  const dfmt_apitrace_value a[] = {PARENT(ARRAY, 3, 2), NODE(ENUM, .ptr = &enum_sig), NODE(ENUM, .ptr = &enum_sig)};
  dfmt_apitrace_sig sig = {
      SIG(ENUM),       .id = 9,   .members = names, .n_members = 4, .member_values = values, .n_member_values = 4,
      .def_offset = 7, .flags = 1};
  const dfmt_apitrace_value b[] = {PARENT(ARRAY, 3, 2), NODE(ENUM, .ptr = &sig), NODE(ENUM, .ptr = &sig)};
  expect_difference(a, b, true);
  sig.members = renamed;
  expect_difference(a, b, false);
  sig.members = names;
  sig.member_values = moved;
  expect_difference(a, b, false);
  sig.member_values = values;
  sig.n_member_values = 3;
  expect_difference(a, b, false);
  sig.n_members = 3;
  expect_difference(a, b, false);
  sig.n_members = sig.n_member_values = 4;
  sig.name = (dfmt_str)STR("x");
  expect_difference(a, b, false);
  sig.name = (dfmt_str){NULL, 0};
  sig.kind = DFMT_APITRACE_SIG_BITMASK;
  expect_difference(a, b, false);
}

static void test_equal_trees(void **state) {
  (void)state;
  enum { N = sizeof sample / sizeof *sample };
  dfmt_apitrace_value b[N];
  for (size_t i = 0; i < N; i++) {
    memcpy(b, sample, sizeof b);
    expect_difference(sample, b, true);
    b[i].kind = DFMT_APITRACE_VALUE_OPAQUE;
    expect_difference(sample, b, false);
    b[i].kind = sample[i].kind;
    b[i].span++;
    if (i) expect_difference(sample, b, false);
  }
  memcpy(b, sample, sizeof b);
  b[0].span--;
  expect_difference(sample, b, false);
}

/* ---- names ---- */

static void test_enum_name(void **state) {
  (void)state;
  assert_ptr_equal(dfmt_apitrace_enum_name(&enum_sig, 0), &enum_names[0]);
  assert_ptr_equal(dfmt_apitrace_enum_name(&enum_sig, -1), &enum_names[2]);
  assert_null(dfmt_apitrace_enum_name(&enum_sig, 1));
  assert_null(dfmt_apitrace_enum_name(&bitmask_sig, 0x100));
  assert_null(dfmt_apitrace_enum_name(NULL, 0));
  dfmt_apitrace_sig cut = enum_sig;
  cut.n_member_values = 1;
  assert_null(dfmt_apitrace_enum_name(&cut, -1));
}

/* ---- events ---- */

static const dfmt_str arg_names[] = {STR("a"), STR("b")};
static const dfmt_apitrace_sig function_sig = {SIG(FUNCTION),          .id = 4,
                                               .name = STR("glThing"), .members = arg_names,
                                               .n_members = 2,         .flags = DFMT_APITRACE_FLAG_RENDER};
static const dfmt_apitrace_value b_value = NODE(ENUM, .ptr = &enum_sig);
static const uint32_t wide[] = {'w', 'x'};
static const dfmt_apitrace_value ret_value[] = {PARENT(ARRAY, 3, 2), WIDE(wide), LEAF(NULL)};
static const dfmt_apitrace_arg args[] = {{STR("a"), sample, 0}, {STR("b"), &b_value, 1}};
static const dfmt_apitrace_frame frame = {
    .head = {sizeof frame, DFMT_TYPE_APITRACE_FRAME},
    .present = DFMT_APITRACE_FRAME_HAS_MODULE | DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET,
    .id = 2,
    .module = STR("demo"),
    .function_offset = 0x40,
    .def_offset = 90};
static const dfmt_apitrace_frame *const frames[] = {&frame};

static dfmt_apitrace_call sample_call(void) {
  return (dfmt_apitrace_call){.head = {sizeof(dfmt_apitrace_call), DFMT_APITRACE_CALL},
                              .present = DFMT_APITRACE_CALL_HAS_THREAD_ID | DFMT_APITRACE_CALL_HAS_SIG |
                                         DFMT_APITRACE_CALL_HAS_ARGS | DFMT_APITRACE_CALL_HAS_RET |
                                         DFMT_APITRACE_CALL_HAS_FRAMES | DFMT_APITRACE_CALL_HAS_ENTER,
                              .flags = DFMT_APITRACE_FLAG_RENDER,
                              .number = 6,
                              .thread_id = 1,
                              .name = STR("glThing"),
                              .sig = &function_sig,
                              .args = args,
                              .n_args = 2,
                              .ret = ret_value,
                              .frames = frames,
                              .n_frames = 1,
                              .enter_offset = 100,
                              .enter_length = 30};
}

static void expect_event(const dfmt_event *ev, const char *want) {
  dfmt_sink *s = memory_sink();
  assert_int_equal(dfmt_event_json(ev, s), DFMT_OK);
  expect(s, want);
  dfmt_sink_free(s);
}

static void call_json(char *out, size_t cap) {
  snprintf(out, cap,
           "{\"event\":\"apitrace.call\",\"flags\":[\"render\"],\"number\":6,\"thread_id\":1,\"name\":\"glThing\","
           "\"args\":[{\"name\":\"a\",\"value\":%s,\"number\":0},{\"name\":\"b\",\"value\":{\"enum\":0,\"name\":"
           "\"GL_FALSE\"},\"number\":1}],\"ret\":[{\"wide\":\"wx\"},null],\"frames\":[{\"id\":2,\"module\":\"demo\","
           "\"function_offset\":64,\"def_offset\":90}],\"enter_offset\":100,\"enter_length\":30}\n",
           sample_json);
}

static void test_event_json(void **state) {
  (void)state;
  char want[2048];
  dfmt_apitrace_call call = sample_call();
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_APITRACE_CALL, .body = &call.head};
  call_json(want, sizeof want);
  expect_event(&ev, want);
  call.present = DFMT_APITRACE_CALL_HAS_RET | DFMT_APITRACE_CALL_HAS_STORED_FLAGS;
  call.ret = NULL;
  call.stored_flags = 3;
  expect_event(&ev,
               "{\"event\":\"apitrace.call\",\"flags\":[\"render\"],\"number\":6,\"stored_flags\":3,"
               "\"ret\":null}\n");
}

static void check_inside(const struct counter *x, const void *block, const void *p) {
  assert_true((const char *)p >= (const char *)block && (const char *)p < (const char *)block + x->bytes);
}

static void test_clone(void **state) {
  (void)state;
  struct counter x;
  dfmt_config *c = counting_config(&x);
  char want[2048];
  dfmt_apitrace_call call = sample_call();
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_APITRACE_CALL, .body = &call.head};
  dfmt_event *copy, *again;
  assert_int_equal(dfmt_event_clone(c, &ev, &copy), DFMT_OK);
  assert_int_equal(x.blocks, 1);
  const char *first;
  assert_int_equal(dfmt_event_equal(&ev, copy, &first), 1);
  call_json(want, sizeof want);
  memset(&call, 0xee, sizeof call);
  expect_event(copy, want);

  const dfmt_apitrace_call *d = dfmt_event_apitrace_call(copy);
  assert_null(dfmt_event_apitrace_enter(copy));
  const dfmt_apitrace_value *a = d->args[0].value;
  const void *pointers[] = {d,        d->sig,        d->sig->name.ptr, d->args,      a,
                            a[1].ptr, a[7].ptr,      a[9].ptr,         a[14].ptr,    d->args[1].value,
                            d->ret,   d->ret[1].ptr, d->frames,        d->frames[0], d->frames[0]->module.ptr};
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) check_inside(&x, copy, pointers[i]);
  const dfmt_apitrace_sig *sig = a[9].ptr; /* one for all */
  assert_ptr_equal(a[10].ptr, sig);
  assert_ptr_equal(d->args[1].value->ptr, sig);
  assert_ptr_equal(a[8].ptr, a[1].ptr);
  check_inside(&x, copy, sig->members);
  check_inside(&x, copy, sig->members[3].ptr);
  check_inside(&x, copy, sig->member_values);
  assert_null(a[2].ptr);
  assert_null(a[5].ptr);

  assert_int_equal(dfmt_event_clone(NULL, copy, &again), DFMT_OK);
  dfmt_event_free(copy);
  assert_int_equal(x.blocks, 0);
  assert_int_equal(x.bytes, 0);
  expect_event(again, want);
  dfmt_event_free(again);
  dfmt_config_free(c);
}

/* Many signatures, each with many uses: each is copied once. */
static void test_clone_of_signatures(void **state) {
  (void)state;
  enum { SIGS = 500, USES = 20 };
  struct counter x;
  dfmt_config *c = counting_config(&x);
  dfmt_apitrace_sig *sigs = calloc(SIGS, sizeof *sigs);
  dfmt_apitrace_value *v = calloc(SIGS * USES + 1, sizeof *v);
  assert_true(sigs && v);
  v[0] = (dfmt_apitrace_value)PARENT(ARRAY, SIGS * USES + 1, SIGS * USES);
  for (uint32_t i = 0; i < SIGS; i++) {
    sigs[i] = enum_sig;
    sigs[i].id = i;
  }
  for (uint32_t i = 0; i < SIGS * USES; i++) v[i + 1] = (dfmt_apitrace_value)NODE(ENUM, .ptr = &sigs[i * 7 % SIGS]);
  dfmt_apitrace_call call = sample_call();
  call.ret = v;
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_APITRACE_CALL, .body = &call.head};
  dfmt_event *copy;
  assert_int_equal(dfmt_event_clone(c, &ev, &copy), DFMT_OK);
  assert_int_equal(x.blocks, 1);
  assert_true(x.bytes < SIGS * USES * sizeof *v + SIGS * 1024 + 16384);
  assert_int_equal(dfmt_event_equal(&ev, copy, NULL), 1);
  const dfmt_apitrace_value *w = dfmt_event_apitrace_call(copy)->ret;
  for (uint32_t i = 0; i < SIGS * USES; i++) {
    const dfmt_apitrace_sig *sig = w[i + 1].ptr;
    assert_int_equal(sig->id, i * 7 % SIGS);
    assert_ptr_equal(sig, w[(i + SIGS) % (SIGS * USES) + 1].ptr);
  }
  uint64_t block = x.bytes;
  dfmt_event_free(copy);

  dfmt_status st = DFMT_E_NOMEM; /* no allocation is missed when it fails */
  uint32_t failed = 0;
  for (; st == DFMT_E_NOMEM; failed++) {
    x.calls = 0;
    x.fail_at = failed + 1;
    st = dfmt_event_clone(c, &ev, &copy);
    if (st == DFMT_E_NOMEM) assert_int_equal(x.blocks, 0);
  }
  assert_int_equal(st, DFMT_OK);
  assert_true(failed > 3);
  x.fail_at = 0;
  dfmt_event_free(copy);
  dfmt_config_free(c);
  assert_int_equal(x.bytes, 0);
  assert_true(block > 0);
  free(v);
  free(sigs);
}

/* Trees of a caller's that contradict themselves, and sizes that do not fit. */
static void test_clone_edges(void **state) {
  (void)state;
  dfmt_apitrace_value v = {.kind = DFMT_APITRACE_VALUE_UINT, .span = 0, .bits = 3, .ptr = &v};
  dfmt_apitrace_call call = sample_call();
  call.present = DFMT_APITRACE_CALL_HAS_RET;
  call.ret = &v;
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_APITRACE_CALL, .body = &call.head};
  dfmt_event *copy;
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_OK);
  const dfmt_apitrace_value *w = dfmt_event_apitrace_call(copy)->ret;
  assert_int_equal(w->bits, 3);
  assert_null(w->ptr); /* it means nothing there, and may point anywhere */
  assert_null(dfmt_event_apitrace_call(copy)->sig);
  dfmt_event_free(copy);
  v = (dfmt_apitrace_value)NODE(WSTRING, .ptr = wide, .aux = UINT64_MAX / 4 + 2);
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_E_NOMEM);
  v = (dfmt_apitrace_value)NODE(BLOB, .ptr = wide, .aux = UINT64_MAX);
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_E_NOMEM);
  call.ret = NULL;
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_OK);
  assert_int_equal(dfmt_event_equal(&ev, copy, NULL), 1);
  call.ret = &v;
  const char *first;
  assert_int_equal(dfmt_event_equal(&ev, copy, &first), 0);
  assert_string_equal(first, "ret");
  dfmt_event_free(copy);
}

static void test_clone_depth(void **state) {
  (void)state;
  size_t n;
  dfmt_apitrace_value *v = make_deep(65536, &n);
  dfmt_apitrace_call call = sample_call();
  call.ret = v;
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_APITRACE_CALL, .body = &call.head};
  dfmt_event *copy;
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_OK);
  assert_int_equal(dfmt_event_equal(&ev, copy, NULL), 1);
  v[65536].bits++;
  const char *first;
  assert_int_equal(dfmt_event_equal(&ev, copy, &first), 0);
  assert_string_equal(first, "ret");
  dfmt_event_free(copy);
  free(v);
}

/* More than a size_t of 32 bits holds: what is said to be needed is the same everywhere. */
static void test_length_beyond_memory(void **state) {
  (void)state;
  const uint8_t bytes[16] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 'a', 'b'}; /* 2^40, and two characters */
  struct dfmti_cursor c = {.p = bytes, .end = bytes + 8};
  dfmt_str s;
  assert_int_equal(dfmti_apitrace_cursor_str(&c, &s), DFMTI_SHORT);
  assert_true(c.need == (1ull << 40) - 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_json_leaves),
                                     cmocka_unit_test(test_json_wide),
                                     cmocka_unit_test(test_json_trees),
                                     cmocka_unit_test(test_json_contradictions),
                                     cmocka_unit_test(test_json_depth),
                                     cmocka_unit_test(test_json_no_memory),
                                     cmocka_unit_test(test_equal),
                                     cmocka_unit_test(test_equal_signatures),
                                     cmocka_unit_test(test_equal_trees),
                                     cmocka_unit_test(test_enum_name),
                                     cmocka_unit_test(test_event_json),
                                     cmocka_unit_test(test_clone),
                                     cmocka_unit_test(test_clone_of_signatures),
                                     cmocka_unit_test(test_clone_edges),
                                     cmocka_unit_test(test_clone_depth),
                                     cmocka_unit_test(test_length_beyond_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
