/* SPDX-License-Identifier: MIT */
/*
 * What a writer cannot take: bodies of every described type that is no record of its format, columns among them, and
 * records whose arrays and strings point to nothing. It says so, and writes nothing. And what becomes of a copy whose
 * reader goes away in the middle.
 */
#include <stdalign.h>

#include "sinks.h"

enum { MOST = 2048, N_MODES = 3 }; /* bytes of a body, or of an array; DFMT_PAYLOAD_* */

/* In builds with and without codecs. */
static dfmt_writer *open_writer(uint32_t format, dfmt_sink *s) {
  dfmt_writer *w;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_GZIP), DFMT_OK);
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_writer_open(w, format, 0, s), DFMT_OK);
  return w;
}

static bool is_columns(const dfmt_type *t) { return strstr(t->name, "columns") != NULL; }

static bool may_be_written(const dfmt_type *t, uint32_t format) {
  if (t->number == DFMT_OPAQUE) return true;
  return t->shape == DFMT_SHAPE_EVENT && t->number >> 16 == format && !is_columns(t);
}

/* Strings of five bytes and arrays of five elements, all at NULL; everything is there, numbers are zero. */
static void fill(const dfmt_type *t, uint8_t *at) {
  const uint32_t all = DFMT_PRESENT_ALL;
  const uint64_t five = 5;
  memset(at, 0, t->body_size);
  if (t->present_offset) memcpy(at + t->present_offset, &all, sizeof all);
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    if (f->kind == DFMT_KIND_COUNT) memcpy(at + f->offset, &five, sizeof five);
    if (f->kind == DFMT_KIND_STR || f->kind == DFMT_KIND_BYTES)
      memcpy(at + f->offset, &(dfmt_str){NULL, 5}, sizeof(dfmt_str));
  }
}

/* The same one level down: the arrays have their elements, each of them like that. */
static void fill_arrays(const dfmt_type *t, uint8_t *body, uint8_t *elements) {
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    if (f->kind != DFMT_KIND_ARRAY && f->kind != DFMT_KIND_REF_ARRAY) continue;
    const dfmt_type *element = f->kind == DFMT_KIND_ARRAY && f->elem_type >= 256 ? dfmt_describe(f->elem_type) : NULL;
    memcpy(body + f->offset, &elements, sizeof elements);
    memset(elements, 0, MOST);
    for (size_t k = 0; k < 5; k++, elements += element ? element->body_size : 0) {
      if (element) fill(element, elements);
      if (f->elem_type == DFMT_KIND_STR)
        memcpy(elements + k * sizeof(dfmt_str), &(dfmt_str){NULL, 5}, sizeof(dfmt_str));
    }
    elements += (MOST - (size_t)(uintptr_t)elements % MOST) % MOST;
  }
}

/* put() and begin() in each form, in a file of its own. */
static void try_body(uint32_t format, const dfmt_type *t, const dfmt_head *body) {
  for (uint32_t mode = 0; mode <= N_MODES; mode++) {
    dfmt_sink *s = memory_sink();
    dfmt_writer *w = open_writer(format, s);
    uint64_t taken;
    dfmt_status st = mode < N_MODES ? dfmt_writer_begin(w, body, mode) : dfmt_writer_put(w, body);
    if (!may_be_written(t, format)) {
      if (st != DFMT_E_ARG || dfmt_writer_error(w)->number != DFMT_ERR_WRONG_TYPE)
        fail_msg("%s in %s: %s", t->name, dfmt_format_name(format), dfmt_status_name(st));
      expect(s, "");
    } else if (st == DFMT_OK && mode < N_MODES) {
      dfmt_writer_payload(w, "x", 1, &taken);
      if (dfmt_writer_end(w) != DFMT_OK) dfmt_writer_cancel(w);
    }
    assert_true(st <= DFMT_OK);
    dfmt_writer_finish(w);
    dfmt_writer_free(w);
    dfmt_sink_free(s);
  }
}

static void test_all_types(void **state) {
  (void)state;
  alignas(MOST) static uint8_t body[MOST], elements[8 * MOST];
  uint32_t format, n_columns = 0;
  for (uint32_t k = 0; (format = dfmt_format_at(k)) != 0; k++) {
    const dfmt_type *t;
    for (uint32_t i = 0; (t = dfmt_type_at(i)) != NULL; i++) {
      assert_true(t->body_size <= MOST);
      n_columns += is_columns(t);
      dfmt_head *head = (dfmt_head *)(void *)body;
      for (int how = 0; how < 3; how++) {
        memset(body, 0, sizeof body);
        if (how > 0) fill(t, body);
        if (how > 1) fill_arrays(t, body, elements);
        *head = (dfmt_head){t->body_size ? t->body_size : sizeof *head, t->number};
        try_body(format, t, head);
      }
    }
  }
  assert_true(n_columns > 0); /* their names are what they are known by here */
}

/* ---- of a reader ---- */

static dfmt_reader *open_reader(uint32_t format, const void *ptr, size_t len) {
  dfmt_source *s;
  dfmt_reader *r;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, format, s), DFMT_OK);
  dfmt_source_free(s);
  return r;
}

static void expect_not_copied(uint32_t format, dfmt_reader *r, const dfmt_event *ev) {
  dfmt_sink *s = memory_sink();
  dfmt_writer *w = open_writer(format, s);
  assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_WRONG_TYPE);
  assert_int_equal(dfmt_writer_put(w, ev->body), DFMT_E_ARG);
  expect(s, "");
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* Many records at once are read by their arrays only; to be shown, compared and kept they are like any event. */
static void test_columns(void **state) {
  (void)state;
  static const char ops[] = "1: malloc 0x1000 16 1 2\n1: malloc 0x2000 32 3 4\n1: free 0x1000 5 6\n";
  static const char dump[] =
      "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'x'\n\nTotal memory: 16\n"
      "Allocation records: 1\nBacktrace size: 16\n\n"
      "z 0  sz       16  num    1  bt 10 20\nMAPS\nEND\n";
  static const char profile[] = "SIMPLEPERF\x01\0\x04\0\0\0\x0a\x02\x08\x07\0\0\0";
  static const struct {
    uint32_t format, type;
    const char *ptr;
    size_t len;
  } files[] = {{DFMT_MALLOCDBG, DFMT_MALLOCDBG_OP, ops, sizeof ops - 1},
               {DFMT_MALLOCDBG, DFMT_MALLOCDBG_ALLOC, dump, sizeof dump - 1},
               {DFMT_SIMPLEPERF, DFMT_SIMPLEPERF_SAMPLE, profile, sizeof profile}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    dfmt_reader *r = open_reader(files[i].format, files[i].ptr, files[i].len);
    dfmt_sink *s = memory_sink();
    const dfmt_event *ev;
    dfmt_event *copy;
    assert_int_equal(dfmt_reader_columns(r, files[i].type, 100, &ev), DFMT_OK);
    expect_not_copied(files[i].format, r, ev);
    expect_not_copied(DFMT_APPORT, r, ev);
    assert_int_equal(dfmt_event_clone(NULL, ev, &copy), DFMT_OK);
    assert_int_equal(dfmt_event_equal(ev, copy, NULL), 1);
    assert_int_equal(dfmt_event_json(copy, s), DFMT_OK);
    assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, s), DFMT_OK);
    dfmt_event_free(copy);
    dfmt_reader_free(r);
    dfmt_sink_free(s);
  }
}

/* The current event of a reader goes to writers of its own format only. */
static void test_other_formats(void **state) {
  (void)state;
  static const struct {
    uint32_t format;
    const char *text;
  } files[] = {{DFMT_APPORT, "Title: x\n"},
               {DFMT_MALLOCDBG, "1: malloc 0x1000 16 1 2\n"},
               {DFMT_BUGREPORT,
                "========================================================\n"
                "== dumpstate: 2024-03-17 08:15:30\n"
                "========================================================\n"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    dfmt_reader *r = open_reader(files[i].format, files[i].text, strlen(files[i].text));
    const dfmt_event *ev;
    uint32_t other, seen = 0;
    while (dfmt_reader_next(r, &ev) == DFMT_OK) {
      seen++;
      for (uint32_t k = 0; (other = dfmt_format_at(k)) != 0; k++)
        if (other != files[i].format) expect_not_copied(other, r, ev);
    }
    assert_true(seen > 0);
    dfmt_reader_free(r);
  }
}

/* ---- readers that go away ---- */

enum { LINES = 20000 };

/* A report with a value that is too long to come with its event: payload. */
static char *long_report(const char *key, char letter) {
  enum { WIDTH = 60 };
  char *text = malloc(100 + LINES * WIDTH), *p = text + sprintf(text, "%s:\n", key);
  for (int i = 0; i < LINES; i++, p += WIDTH) {
    memset(p, letter, WIDTH);
    p[0] = ' ';
    p[WIDTH - 1] = '\n';
  }
  *p = '\0';
  return text;
}

static dfmt_reader *at_value(const char *report, const dfmt_event **ev) {
  dfmt_reader *r = open_reader(DFMT_APPORT, report, strlen(report));
  assert_int_equal(dfmt_reader_next(r, ev), DFMT_OK);
  assert_true((*ev)->flags & DFMT_EVENT_FLAG_PAYLOAD);
  return r;
}

/* A copy that stopped, of a reader that is gone: the record is ended where it was, and the next one is copied whole. */
static void test_copy_goes_on_with_another(void **state) {
  (void)state;
  struct drip d = {.budget = 100000};
  dfmt_sink *s = drip_sink(NULL, &d);
  dfmt_writer *w = open_writer(DFMT_APPORT, s);
  char *first = long_report("First", 'a'), *second = long_report("Second", 'b');
  const dfmt_event *ev;
  dfmt_reader *r = at_value(first, &ev);
  assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_AGAIN);
  dfmt_reader_free(r);
  memset(first, 'x', strlen(first));
  free(first);
  r = at_value(second, &ev);
  dfmt_status st;
  while ((st = dfmt_writer_copy(w, r, ev)) == DFMT_AGAIN) continue;
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_writer_finish(w)) == DFMT_AGAIN) continue;
  assert_int_equal(st, DFMT_OK);
  size_t len = strlen(second);
  assert_true(d.len > len);
  assert_memory_equal(d.ptr + d.len - len, second, len);
  assert_memory_equal(d.ptr, "First:\n aaaa", 12);
  assert_null(memchr(d.ptr, 'x', d.len));
  dfmt_reader_free(r);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
  free(d.ptr);
  free(second);
}

/* What payload_from() could not write is the reader's still. */
static void test_rest_stays(void **state) {
  (void)state;
  struct drip d = {.budget = 100000};
  dfmt_sink *s = drip_sink(NULL, &d), *rest = memory_sink();
  dfmt_writer *w = open_writer(DFMT_APPORT, s);
  char *text = long_report("Value", 'v');
  const dfmt_event *ev;
  dfmt_reader *r = at_value(text, &ev);
  const void *ptr;
  uint64_t n, lines = 0;
  assert_int_equal(dfmt_payload_mode(r, DFMT_PAYLOAD_RAW), DFMT_OK);
  assert_int_equal(dfmt_writer_begin(w, ev->body, DFMT_PAYLOAD_RAW), DFMT_OK);
  assert_int_equal(dfmt_writer_payload_from(w, r), DFMT_AGAIN);
  assert_int_equal(dfmt_payload_drain(r, rest, &n), DFMT_OK);
  dfmt_status st;
  while ((st = dfmt_writer_end(w)) == DFMT_AGAIN) continue;
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_writer_finish(w)) == DFMT_AGAIN) continue;
  assert_int_equal(st, DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(rest, &ptr, &n), DFMT_OK);
  for (size_t i = 0; i < d.len; i++) lines += d.ptr[i] == 'v';
  for (uint64_t i = 0; i < n; i++) lines += ((const char *)ptr)[i] == 'v';
  assert_int_equal(lines, LINES * 58);
  dfmt_reader_free(r);
  dfmt_writer_free(w);
  dfmt_sink_free(rest);
  dfmt_sink_free(s);
  free(d.ptr);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_types),     cmocka_unit_test(test_columns),
      cmocka_unit_test(test_other_formats), cmocka_unit_test(test_copy_goes_on_with_another),
      cmocka_unit_test(test_rest_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
