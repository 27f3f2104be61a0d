/* SPDX-License-Identifier: MIT */
/* zip64 where it is needed: with limits so small that it soon is. Sinks that turn out not to seek. Headings of any
   length. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "base/calendar.h"
#include "base/find_bytes.h"
#include "bugreport/write_line.h"
#include "bugreport/writer_state.h"
#include "sinks.h"

#ifdef _WIN32
#define NULL_DEVICE "NUL"
#else
#define NULL_DEVICE "/dev/null"
#endif

enum { SIZE = 5000, ENTRIES = 4 };

static dfmt_status take(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  dfmt_sink *to = user;
  return dfmt_sink_write(to, buf, len, taken);
}

/* Reads all back, forward or by the directory. */
static void check(const void *ptr, uint64_t len, uint64_t pass) {
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  size_t n = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_BUGREPORT_PASS, pass), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_BUGREPORT, s), DFMT_OK);
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
    const void *piece;
    uint64_t got, all = 0;
    if (!e) continue;
    while ((st = dfmt_payload_chunk(r, &piece, &got)) == DFMT_OK) all += got;
    assert_int_equal(st, DFMT_END);
    assert_int_equal(all, SIZE);
    n++;
  }
  assert_int_equal(st, DFMT_END);
  assert_int_equal(n, ENTRIES);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

/* announced: decoded_size is given, so that the header has zip64's field from the start. */
static void write_zip(bool seeks, bool announced, uint32_t method) {
  static const char content[SIZE];
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = take};
  const void *ptr;
  uint64_t len, taken;
  dfmt_sink *memory, *sink;
  dfmt_writer *w;
  assert_int_equal(dfmt_sink_memory(NULL, &memory), DFMT_OK);
  assert_int_equal(seeks ? dfmt_sink_memory(NULL, &sink) : dfmt_sink_new(NULL, &ops, memory, &sink), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_ZIP, sink), DFMT_OK);
  struct dfmti_bugreport_writer *s = w->state;
  s->zip.limit = 1000;
  s->zip.limit_entries = 2;
  for (int i = 0; i < ENTRIES; i++) {
    char name[] = "name0";
    name[4] = (char)('0' + i);
    dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY}, .method = method, .name = {name, 5}};
    if (announced) e.present = DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE;
    e.decoded_size = announced ? SIZE : 0;
    assert_int_equal(dfmt_writer_begin(w, &e.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
    assert_int_equal(dfmt_writer_payload(w, content, SIZE, &taken), DFMT_OK);
    assert_int_equal(dfmt_writer_end(w), DFMT_OK);
  }
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(dfmt_sink_flush(seeks ? sink : memory), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(seeks ? sink : memory, &ptr, &len), DFMT_OK);
  assert_memory_equal((const char *)ptr + len - 42, "PK\6\7", 4);
  assert_memory_equal((const char *)ptr + len - 98, "PK\6\6", 4);
  check(ptr, len, DFMT_BUGREPORT_PASS_DIRECTORY);
  check(ptr, len, DFMT_BUGREPORT_PASS_FORWARD);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_sink_free(memory);
}

static void zip64(void **state) {
  (void)state;
  for (int i = 0; i < 8; i++)
    write_zip(i & 1, i & 2, i & 4 ? DFMT_BUGREPORT_METHOD_DEFLATE : DFMT_BUGREPORT_METHOD_STORED);
}

/* An entry that is larger than the sink's buffer, deflated or not: its local header is out when it ends. */
static void write_large(dfmt_sink *sink) {
  static char content[200000];
  dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY}, .name = {"name", 4}};
  uint64_t taken;
  dfmt_writer *w;
  for (size_t i = 0, x = 1; i < sizeof content; i++) content[i] = (char)((x = x * 1103515245 + 12345) >> 16);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_ZIP, sink), DFMT_OK);
  assert_int_equal(dfmt_writer_begin(w, &e.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(w, content, sizeof content, &taken), DFMT_OK);
  assert_int_equal(dfmt_writer_end(w), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(dfmt_sink_close(sink), DFMT_OK);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
}

static void no_seeking(void **state) {
  (void)state;
  dfmt_sink *sink;
  assert_int_equal(dfmt_sink_path(NULL, NULL_DEVICE, &sink), DFMT_OK);
  write_large(sink);
  assert_int_equal(dfmt_sink_fd(NULL, open(NULL_DEVICE, O_WRONLY | O_CLOEXEC), 1, &sink), DFMT_OK);
  write_large(sink);
}

static void calendars(void **state) {
  (void)state;
  static const int64_t days[] = {0, -1, 59, 60, 365, 10957, 11016, 19722, 47541, -719528, 2932896};
  for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
    struct dfmti_calendar c = dfmti_bugreport_calendar(days[i] * 86400 + 3723);
    assert_int_equal(dfmti_calendar_seconds((uint32_t)c.year, c.month, c.day, c.hour * 3600 + c.minute * 60 + c.second),
                     days[i] * 86400 + 3723);
  }
}

/* With an allocation failing, or (0) none. */
static dfmt_status write_heading(const char *text, uint64_t len, uint32_t failing) {
  uint32_t left;
  dfmt_config *c = failing_config(&left);
  const dfmt_bugreport_section b = {.head = {sizeof b, DFMT_BUGREPORT_SECTION}, .text = {text, len}};
  dfmt_sink *sink;
  dfmt_writer *w;
  assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_TEXT, sink), DFMT_OK);
  left = failing;
  dfmt_status st = dfmt_writer_begin(w, &b.head, DFMT_PAYLOAD_DECODED);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
  return st;
}

/* The marker is read back where it was made, so its buffer must stay where it is; what lacks memory is not refused. */
static void headings(void **state) {
  (void)state;
  char text[600];
  memset(text, 'A', sizeof text);
  for (uint64_t len = 1; len <= sizeof text; len++) {
    dfmt_status st = DFMT_E_NOMEM;
    for (uint32_t failing = 1; st == DFMT_E_NOMEM; failing++) st = write_heading(text, len, failing);
    assert_int_equal(st, DFMT_OK);
    assert_int_equal(write_heading(text, len, 1), DFMT_E_NOMEM);
  }
}

static dfmt_status put_banner(dfmt_writer *w) {
  const dfmt_bugreport_banner b = {.head = {sizeof b, DFMT_BUGREPORT_BANNER},
                                   .text = {"dumpstate: 2024-03-17 08:15:30", 30}};
  return dfmt_writer_put(w, &b.head);
}

static dfmt_status put_main(dfmt_writer *w, const char *name) {
  const dfmt_bugreport_entry e = {
      .head = {sizeof e, DFMT_BUGREPORT_ENTRY}, .role = DFMT_BUGREPORT_ROLE_MAIN, .name = {name, strlen(name)}};
  return dfmt_writer_put(w, &e.head);
}

/* The text of a main entry that was refused is refused as well; it does not become that of an entry of another name. */
static void text_of_refused(void **state) {
  (void)state;
  const dfmt_bugreport_entry end = {.head = {sizeof end, DFMT_BUGREPORT_ENTRY_END}};
  static const uint32_t variants[] = {0, DFMT_BUGREPORT_VARIANT_ZIP, DFMT_BUGREPORT_VARIANT_V0,
                                      DFMT_BUGREPORT_VARIANT_V1, DFMT_BUGREPORT_VARIANT_V2};
  static const char *const names[] = {"", "../x.txt"};
  for (size_t i = 0; i < sizeof variants / sizeof *variants * 2; i++) {
    const void *ptr;
    uint64_t len;
    dfmt_sink *sink;
    dfmt_writer *w;
    assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
    assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
    assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, variants[i / 2], sink), DFMT_OK);
    assert_int_equal(put_main(w, names[i % 2]), DFMT_E_ARG);
    assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_BUGREPORT_UNSAFE_NAME);
    assert_int_equal(put_banner(w), DFMT_E_ARG);
    assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_BUGREPORT_ORDER);
    assert_int_equal(dfmt_writer_put(w, &end.head), DFMT_E_ARG);
    assert_int_equal(put_main(w, ""), DFMT_E_ARG);
    assert_int_equal(put_main(w, "given"), DFMT_OK); /* under another name it may come */
    assert_int_equal(put_banner(w), DFMT_OK);
    assert_int_equal(dfmt_writer_put(w, &end.head), DFMT_OK);
    assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
    assert_int_equal(dfmt_sink_flush(sink), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(sink, &ptr, &len), DFMT_OK);
    assert_non_null(dfmti_find_bytes(ptr, (size_t)len, "given", 5));
    assert_null(dfmti_find_bytes(ptr, (size_t)len, "bugreport", 9));
    dfmt_writer_free(w);
    dfmt_sink_free(sink);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(zip64), cmocka_unit_test(no_seeking), cmocka_unit_test(calendars),
                                     cmocka_unit_test(headings), cmocka_unit_test(text_of_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
