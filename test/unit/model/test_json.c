/* SPDX-License-Identifier: MIT */
/* JSON without a reader: strings, every kind of member, events. */
#include <diagfmt/apport.h>
#include <diagfmt/diagfmt.h>

#include "kinds.h"
#include "model/json_struct.h"
#include "sinks.h"

/* ---- strings ---- */

static void test_string_answers(void **state) {
  (void)state;
  static const struct {
    const char *in;
    size_t len;
    const char *out;
  } cases[] = {
      {"", 0, "\"\""},
      {NULL, 0, "\"\""},
      {"\0", 1, "\"\\u0000\""},
      {"\x1f\x7f", 2, "\"\\u001f\x7f\""},
      {"\"\\/\b\f\n\r\t", 8, "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
      {"\xe2\x80\xa8", 3, "\"\xe2\x80\xa8\""},
      {"\xff", 1, "{\"base64\":\"/w==\"}"},
      {"\xed\xa0\x80", 3, "{\"base64\":\"7aCA\"}"},
      {"ab\xc3", 3, "{\"base64\":\"YWLD\"}"},
  };
  dfmt_sink *s = memory_sink();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(dfmt_json_string(cases[i].in, cases[i].len, s), DFMT_OK);
    expect(s, cases[i].out);
  }
  assert_int_equal(dfmt_json_string("a", 1, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_json_string(NULL, 1, s), DFMT_E_ARG);
  assert_int_equal(dfmt_sink_error(s)->number, DFMT_ERR_ARGUMENT);
  expect(s, "");
  assert_int_equal(dfmt_sink_close(s), DFMT_OK);
  assert_int_equal(dfmt_json_string("a", 1, s), DFMT_E_STATE);
  dfmt_sink_free(s);
}

/* Every byte at every place of strings of all short lengths, in blocks of their own. */
static void test_string_places(void **state) {
  (void)state;
  char out[8 + 6 * 70];
  dfmt_sink *s = memory_sink();
  for (size_t len = 1; len <= 70; len += len < 40 ? 1 : 10) {
    uint8_t *p = malloc(len);
    assert_non_null(p);
    for (size_t at = 0; at < len; at++)
      for (uint32_t c = 0; c < 0x80; c++) {
        memset(p, 'a', len);
        p[at] = (uint8_t)c;
        if (at > 2) p[at / 2] = '"';
        assert_int_equal(dfmt_json_string(p, len, s), DFMT_OK);
        expect_bytes(s, out, escaped(p, len, out));
      }
    free(p);
  }
  dfmt_sink_free(s);
}

/* Long ones, across all buffers; the plain, the all-escaped and the one in base64. */
static void test_string_long(void **state) {
  (void)state;
  enum { LEN = 300000 };
  uint8_t *p = malloc(LEN);
  char *out = malloc(6 * LEN + 2);
  dfmt_sink *s = memory_sink();
  assert_true(p && out);
  for (uint32_t kind = 0; kind < 3; kind++) {
    for (size_t i = 0; i < LEN; i++) p[i] = kind == 0 ? 'x' : kind == 1 ? 1 : i % 61 == 0 ? '\n' : ' ';
    assert_int_equal(dfmt_json_string(p, LEN, s), DFMT_OK);
    expect_bytes(s, out, escaped(p, LEN, out));
  }
  memset(p, 0xff, LEN); /* "////" for three of them */
  assert_int_equal(dfmt_json_string(p, LEN, s), DFMT_OK);
  memset(out, '/', LEN / 3 * 4 + 13);
  memcpy(out, "{\"base64\":\"", 11);
  memcpy(out + 11 + LEN / 3 * 4, "\"}", 2);
  expect_bytes(s, out, LEN / 3 * 4 + 13);
  dfmt_sink_free(s);
  free(out);
  free(p);
}

/* ---- structs ---- */

static void put_sample(dfmt_sink *s, const t_all *a, bool as_event) {
  struct dfmti_json j;
  dfmti_json_begin(&j, s, 0);
  if (as_event) {
    dfmti_json_event(&j, &kinds, kinds_find(T_ALL));
    dfmti_json_members(&j, &kinds, kinds_find(T_ALL), a, DFMTI_MEMBERS_EARLY);
    dfmti_json_raw(&j, "|", 1);
    dfmti_json_members(&j, &kinds, kinds_find(T_ALL), a, DFMTI_MEMBERS_LATE);
  } else {
    dfmti_json_object(&j, &kinds, kinds_find(T_ALL), a);
  }
  assert_int_equal(dfmti_json_end(&j, NULL), DFMT_OK);
}

static void test_kinds(void **state) {
  (void)state;
  char want[4096];
  dfmt_sink *s = memory_sink();
  t_all a = kinds_sample();
  put_sample(s, &a, false);
  sprintf(want, "{%s,%s}", kinds_sample_json, kinds_sample_late);
  expect(s, want);
  put_sample(s, &a, true);
  sprintf(want, "{\"event\":\"test.all\",%s|,%s", kinds_sample_json, kinds_sample_late);
  expect(s, want);
  dfmt_sink_free(s);
}

static dfmt_status put_line(dfmt_sink *s, size_t before, const struct dfmti_format *format, const void *body,
                            uint32_t type) {
  static uint8_t spaces[DFMTI_JSON_ROOM];
  struct dfmti_json j;
  memset(spaces, ' ', sizeof spaces);
  dfmti_json_begin(&j, s, 0);
  for (size_t n; before > 0; before -= n) {
    n = before < sizeof spaces ? before : sizeof spaces;
    dfmti_json_raw(&j, spaces, n);
  }
  dfmti_json_line(&j, format, dfmti_type_of(format, type), body);
  return dfmti_json_end(&j, NULL);
}

/* A line at each place before the end of the sink's buffer, where what room is asked for may not be there any more. */
static void test_kinds_places(void **state) {
  (void)state;
  enum { CAP = DFMTI_SINK_BUFFER + DFMTI_JSON_ROOM, LINE = 1600 };
  static char want[CAP + 4096];
  const t_all a = kinds_sample();
  for (size_t before = CAP - LINE - DFMTI_JSON_ROOM; before <= CAP; before++) {
    dfmt_sink *s = memory_sink();
    memset(want, ' ', before);
    size_t len =
        (size_t)sprintf(want + before, "{\"event\":\"test.all\",%s,%s}\n", kinds_sample_json, kinds_sample_late);
    assert_true(len < LINE);
    assert_int_equal(put_line(s, before, &kinds, &a, T_ALL), DFMT_OK);
    expect_bytes(s, want, before + len);
    dfmt_sink_free(s);
  }
}

/* ---- members that are written one by one ---- */

/* A name that is not at hand, and more numbers in a row than there is room for in advance. */
typedef struct t_wide {
  uint64_t a_name_of_more_than_thirty_two_bytes;
  uint64_t m[32];
} t_wide;

#define M(I) \
  {.name = "m" #I, \
   .kind = DFMT_KIND_U64, \
   .offset = offsetof(t_wide, m) + (I) * sizeof(uint64_t), \
   .unit = DFMT_UNIT_ADDRESS}
#define M8(I) M(I), M(I + 1), M(I + 2), M(I + 3), M(I + 4), M(I + 5), M(I + 6), M(I + 7)
static const dfmt_field named[] = {DFMTI_FIELD(t_wide, a_name_of_more_than_thirty_two_bytes, U64, .unit = 0), M(0)};
static const dfmt_field numbers[] = {M8(0), M8(8), M8(16), M8(24)};
enum { T_NAMED = 0x7fe8000, T_NUMBERS = 0x7fe8001 };
static const dfmt_type named_type =
    DFMTI_STRUCT(T_NAMED, "test.named", t_wide, STRUCT, named, .present_offset = UINT32_MAX);
static const dfmt_type numbers_type =
    DFMTI_STRUCT(T_NUMBERS, "test.numbers", t_wide, STRUCT, numbers, .present_offset = UINT32_MAX);
static const dfmt_type *const wide_types[] = {&named_type, &numbers_type, NULL};
static const struct dfmti_format wide_format = {.id = T_NAMED >> 16, .name = "test", .types = wide_types};

static void test_wide(void **state) {
  (void)state;
  char want[4096];
  t_wide w = {.a_name_of_more_than_thirty_two_bytes = UINT64_MAX};
  dfmt_sink *s = memory_sink();
  for (uint32_t i = 0; i < 32; i++) w.m[i] = UINT64_MAX - i;
  assert_int_equal(put_line(s, 0, &wide_format, &w, T_NAMED), DFMT_OK);
  expect(s,
         "{\"event\":\"test.named\",\"a_name_of_more_than_thirty_two_bytes\":18446744073709551615,"
         "\"m0\":\"0xffffffffffffffff\"}\n");
  size_t len = (size_t)sprintf(want, "{\"event\":\"test.numbers\"");
  for (uint32_t i = 0; i < 32; i++)
    len += (size_t)sprintf(want + len, ",\"%s\":\"0x%016llx\"", numbers[i].name, (unsigned long long)w.m[i]);
  memcpy(want + len, "}\n", 2);
  for (size_t before = 0; before < 3000; before += 61) { /* with less and less room */
    assert_int_equal(put_line(s, before, &wide_format, &w, T_NUMBERS), DFMT_OK);
    const void *ptr;
    uint64_t got;
    assert_int_equal(dfmt_sink_bytes(s, &ptr, &got), DFMT_OK);
    assert_int_equal(got, before + len + 2);
    assert_memory_equal((const char *)ptr + before, want, len + 2);
    dfmt_sink_reset(s);
  }
  dfmt_sink_free(s);
}

/* Absent, unknown, NULL and empty values. */
static void test_kinds_edges(void **state) {
  (void)state;
  t_all a = {.head = {sizeof a, T_ALL}, .colour = 77, .bits = 0x40000002, .status = -77};
  a.u64 = 1; /* absent all the same */
  a.str = (dfmt_str){NULL, 99};
  a.bytes = (dfmt_str){NULL, 99};
  a.n_points = 5; /* of an array that is NULL */
  a.nodes = (const t_node *const *)(uintptr_t)1;
  a.n_nodes = 1;
  dfmt_sink *s = memory_sink();
  put_sample(s, &a, false);
  expect(s,
         "{\"u32\":0,\"i32\":0,\"i64\":0,\"bytes\":\"\",\"cstr\":null,\"colour\":77,\"bits\":[2,1073741824],"
         "\"yes\":false,\"status\":-77,\"crc\":\"00000000\",\"address\":\"0x0\",\"a_u32\":[],\"a_u64\":[],"
         "\"strings\":[],\"cstrings\":[],\"points\":[],\"node\":null,\"any\":null,\"f64\":0.0,\"a_f64\":[]}");
  a.head.size = offsetof(t_all, cstr) + 3; /* half a member is none */
  put_sample(s, &a, false);
  expect(s, "{\"u32\":0,\"i32\":0,\"i64\":0,\"bytes\":\"\"}");
  a.head.size = sizeof(dfmt_head);
  put_sample(s, &a, false);
  expect(s, "{}");
  dfmt_sink_free(s);
}

/* A list that does not end is not followed for ever. */
static void test_kinds_depth(void **state) {
  (void)state;
  t_node ring = {.size = sizeof ring};
  ring.next = &ring;
  struct dfmti_json j;
  dfmt_sink *s = memory_sink();
  dfmti_json_begin(&j, s, 0);
  dfmti_json_object(&j, &kinds, kinds_find(T_NODE), &ring);
  assert_int_equal(dfmti_json_end(&j, NULL), DFMT_E_UNSUPPORTED);
  dfmt_sink_free(s);
}

static void test_struct_json(void **state) {
  (void)state;
  dfmt_sink *s = memory_sink();
  const dfmt_pair pair = {{"k", 1}, {"v\n", 2}};
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_PAIR, &pair, s), DFMT_OK);
  expect(s, "{\"key\":\"k\",\"value\":\"v\\n\"}");
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_OPTION, dfmt_option_find(DFMT_CFG_LEVEL), s), DFMT_OK);
  expect(s,
         "{\"name\":\"level\",\"help\":\"Compression level: a word, or the codec's own 1 to 22.\",\"key\":64,"
         "\"kind\":8,\"unit\":\"none\",\"words\":33026,\"format\":0,\"roles\":[\"writer\"],\"lo\":0,"
         "\"hi\":257,\"def\":0}");
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_PAIR, NULL, s), DFMT_E_ARG);
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_STATUS, &pair, s), DFMT_E_ARG);
  assert_int_equal(dfmt_struct_json(12345, &pair, s), DFMT_E_ARG);
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_PAIR, &pair, NULL), DFMT_E_ARG);
  expect(s, "");
  dfmt_sink_free(s);
}

static void test_event_json(void **state) {
  (void)state;
  dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                         .present = DFMT_APPORT_FIELD_HAS_STORED_SIZE | DFMT_APPORT_FIELD_HAS_LINE,
                         .key = {"K", 1},
                         .line = 3,
                         .stored_size = 4,
                         .flags = DFMT_APPORT_FLAG_BAD_KEY};
  dfmt_event ev = {.size = sizeof ev, .type = DFMT_APPORT_FIELD, .body = &f.head};
  static const char line[] =
      "{\"event\":\"apport.field\",\"encoding\":\"text\",\"flags\":[\"bad_key\"],\"key\":\"K\","
      "\"line\":3,\"stored_size\":4}\n";
  dfmt_sink *s = memory_sink();
  assert_int_equal(dfmt_event_json(&ev, s), DFMT_OK);
  expect(s, line);
  ev.flags = DFMT_EVENT_FLAG_PAYLOAD; /* what is late comes last: here it does anyway */
  assert_int_equal(dfmt_event_json(&ev, s), DFMT_OK);
  expect(s, line);
  f.present |= DFMT_APPORT_FIELD_HAS_KIND; /* "kind" is late, too */
  f.kind = DFMT_APPORT_KIND_BYTES;
  assert_int_equal(dfmt_event_json(&ev, s), DFMT_OK);
  expect(s,
         "{\"event\":\"apport.field\",\"encoding\":\"text\",\"flags\":[\"bad_key\"],\"key\":\"K\",\"line\":3,"
         "\"kind\":\"bytes\",\"stored_size\":4}\n");
  ev.flags = 0;
  assert_int_equal(dfmt_event_json(&ev, s), DFMT_OK);
  expect(s,
         "{\"event\":\"apport.field\",\"encoding\":\"text\",\"kind\":\"bytes\",\"flags\":[\"bad_key\"],"
         "\"key\":\"K\",\"line\":3,\"stored_size\":4}\n");
  ev.type = 12345;
  assert_int_equal(dfmt_event_json(&ev, s), DFMT_E_ARG);
  assert_int_equal(dfmt_event_json(NULL, s), DFMT_E_ARG);
  assert_int_equal(dfmt_event_json(&ev, NULL), DFMT_E_ARG);
  expect(s, "");
  dfmt_sink_free(s);

  ev.type = DFMT_APPORT_FIELD; /* a full sink: nothing is written, or all of it is accepted */
  struct drip d = {.budget = 10};
  s = drip_sink(NULL, &d);
  uint32_t lines = 0, again = 0;
  while (lines < 5) {
    dfmt_status st = dfmt_event_json(&ev, s);
    assert_true(st == DFMT_OK || st == DFMT_AGAIN);
    lines += st == DFMT_OK;
    again += st == DFMT_AGAIN;
  }
  while (dfmt_sink_flush(s) == DFMT_AGAIN) continue;
  assert_true(again > 0);
  lines = 0;
  for (size_t i = 0; i < d.len; i++) lines += d.ptr[i] == '\n';
  assert_int_equal(lines, 5);
  assert_int_equal(d.len % 5, 0);
  for (size_t i = 0; i < d.len; i++) assert_int_equal(d.ptr[i], d.ptr[i % (d.len / 5)]);
  dfmt_sink_free(s);
  free(d.ptr);
}

/* Without memory for the sink's buffer nothing is written. */
static void test_no_memory(void **state) {
  (void)state;
  uint32_t left;
  dfmt_config *c = failing_config(&left);
  const dfmt_pair pair = {{"k", 1}, {"v", 1}};
  dfmt_sink *s;
  assert_int_equal(dfmt_sink_memory(c, &s), DFMT_OK);
  left = 1;
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_PAIR, &pair, s), DFMT_E_NOMEM);
  left = 1;
  assert_int_equal(dfmt_json_string("a", 1, s), DFMT_E_NOMEM);
  left = 0;
  assert_int_equal(dfmt_struct_json(DFMT_TYPE_PAIR, &pair, s), DFMT_OK);
  expect(s, "{\"key\":\"k\",\"value\":\"v\"}");
  dfmt_sink_free(s);

  /* Nor if there is room for its beginning only. */
  static char waiting[60000], text[8000];
  memset(text, 'x', sizeof text);
  struct drip d = {.budget = 1};
  uint64_t taken;
  s = drip_sink(c, &d);
  assert_int_equal(dfmt_sink_write(s, waiting, sizeof waiting, &taken), DFMT_OK);
  assert_int_equal(d.len, 0);
  left = 1;
  assert_int_equal(dfmt_json_string(text, sizeof text, s), DFMT_E_NOMEM);
  left = 0;
  assert_int_equal(dfmt_json_string("a", 1, s), DFMT_OK);
  d.budget = SIZE_MAX;
  assert_int_equal(dfmt_sink_flush(s), DFMT_OK);
  assert_int_equal(d.len, sizeof waiting + 3);
  assert_memory_equal(d.ptr + sizeof waiting, "\"a\"", 3);
  dfmt_sink_free(s);
  free(d.ptr);
  dfmt_config_free(c);
}

/* A string of which the sink takes a part only: nobody can go on after it, and nobody can commit it. */
static void test_no_memory_midway(void **state) {
  (void)state;
  uint32_t left, whole = 0, failed = 0;
  static char text[300000];
  dfmt_config *c = failing_config(&left);
  memset(text, 'x', sizeof text);
  for (uint32_t n = 1; n < 12; n++) {
    struct drip d = {.budget = 1};
    dfmt_sink *s = drip_sink(c, &d);
    left = n;
    dfmt_status st = dfmt_json_string(text, sizeof text, s);
    left = 0;
    d.budget = SIZE_MAX;
    dfmt_status after = dfmt_json_string("a", 1, s);
    if (after == DFMT_OK) {
      assert_int_equal(dfmt_sink_close(s), DFMT_OK);
      assert_int_equal(d.len, st == DFMT_OK ? sizeof text + 5 : 3);
      whole++;
    } else {
      assert_int_equal(st, DFMT_E_NOMEM);
      assert_int_equal(after, DFMT_E_NOMEM);
      assert_int_equal(dfmt_sink_close(s), DFMT_E_NOMEM);
      failed++;
    }
    dfmt_sink_free(s);
    free(d.ptr);
  }
  assert_true(whole > 1 && failed > 0);
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_string_answers), cmocka_unit_test(test_string_places),
                                     cmocka_unit_test(test_string_long),    cmocka_unit_test(test_kinds),
                                     cmocka_unit_test(test_kinds_places),   cmocka_unit_test(test_wide),
                                     cmocka_unit_test(test_kinds_edges),    cmocka_unit_test(test_kinds_depth),
                                     cmocka_unit_test(test_struct_json),    cmocka_unit_test(test_event_json),
                                     cmocka_unit_test(test_no_memory),      cmocka_unit_test(test_no_memory_midway)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
