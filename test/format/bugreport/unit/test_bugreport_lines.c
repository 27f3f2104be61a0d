/* SPDX-License-Identifier: MIT */
/* Lines of logs, and what lines say of a section's command. */
#include "zips.h"

#include <time.h>

#include "bugreport/text.h"

static void assert_str(dfmt_str s, const char *want) {
  if (s.len != strlen(want) || (s.len > 0 && memcmp(s.ptr, want, (size_t)s.len) != 0))
    fail_msg("got '%.*s', want '%s'", (int)s.len, s.len ? s.ptr : "", want);
}

static bool parse(const char *line, dfmt_bugreport_log *l) {
  return dfmti_bugreport_text_log((const uint8_t *)line, strlen(line), l);
}

static void kernel(void **state) {
  (void)state;
  enum {
    PRIORITY = DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY | DFMT_BUGREPORT_LOG_HAS_PRIORITY,
    CALLER = DFMT_BUGREPORT_LOG_HAS_CALLER,
    ALL = DFMT_BUGREPORT_LOG_HAS_UPTIME_US | DFMT_BUGREPORT_LOG_HAS_MESSAGE
  };
  static const struct {
    const char *line;
    uint32_t present, priority, level;
    uint64_t us;
    const char *caller, *message;
  } good[] = {
      {"<6>[   12.345678] text", PRIORITY, 6, DFMT_BUGREPORT_PRIORITY_INFO, 12345678, "", "text"},
      {"<0>[    0.000000] ", PRIORITY, 0, DFMT_BUGREPORT_PRIORITY_FATAL, 0, "", ""},
      {"<3>[    1.5] a: b: c", PRIORITY, 3, DFMT_BUGREPORT_PRIORITY_ERROR, 1500000, "", "a: b: c"},
      {"<12>[99999.000001] init: x", PRIORITY, 12, DFMT_BUGREPORT_PRIORITY_WARN, 99999000001, "", "init: x"},
      {"<15>[1.000000] x", PRIORITY, 15, DFMT_BUGREPORT_PRIORITY_DEBUG, 1000000, "", "x"},
      {"[   12.345678] <6> text", 0, 0, 0, 12345678, "", "<6> text"},
      {"[   12.345678][ T1234] text", CALLER, 0, 0, 12345678, "T1234", "text"},
      {"<4>[   12.345678][    C7]  text ", CALLER | PRIORITY, 4, DFMT_BUGREPORT_PRIORITY_WARN, 12345678, "C7",
       " text "},
      {"[999999999.999999][T0] [x]", CALLER, 0, 0, 999999999999999, "T0", "[x]"},
  };
  static const char *const bad[] = {"<6>",         "<6",         "<>[ 1.0] x", "<12345>[ 1.0] x", "<x>[ 1.0] x",
                                    "[",           "[ ] x",      "[ 1] x",     "[1.] x",          "[.1] x",
                                    "[1.0 x",      "[1.0]x",     "[1.0]",      "[1.1234567] x",   "[9999999999.0] x",
                                    "[1.0][x] x",  "[1.0][T] x", "[1.0][T1 x", "[1.0][T1]x",      "[1.0][X1] x",
                                    "<6> [1.0] x", "[a]: [b]",   "[-1.0] x"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    dfmt_bugreport_log l;
    if (!parse(good[i].line, &l)) fail_msg("no line: %s", good[i].line);
    assert_int_equal(l.kind, DFMT_BUGREPORT_KIND_KERNEL);
    assert_int_equal(l.present, good[i].present | ALL);
    assert_int_equal(l.kernel_priority, good[i].priority);
    assert_int_equal(l.priority, good[i].level);
    assert_int_equal(l.uptime_us, good[i].us);
    assert_str(l.caller, good[i].caller);
    assert_str(l.message, good[i].message);
    for (size_t n = 0; n + l.message.len < strlen(good[i].line); n++) {
      dfmt_bugreport_log cut;
      assert_false(dfmti_bugreport_text_log((const uint8_t *)good[i].line, n, &cut));
    }
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    dfmt_bugreport_log l;
    if (parse(bad[i], &l)) fail_msg("a line: %s", bad[i]);
  }
}

/* Lines made from bodies are those that were read, where those are laid out as Android does it. */
static void written(void **state) {
  (void)state;
  static const char *const lines[] = {
      "--------- beginning of main",
      "--------- switch to crash",
      "03-17 08:15:01.123  1000   512   530 I ActivityManager: x",
      "2024-03-17 08:15:01.123456 -0330   512   530 F a       : ",
      "01-02 03:04:01.000 I/Old     (   12): x",
      "<6>[   12.345678] text",
      "[12345.000000][ T1234] text",
      "<191>[    0.000001][    C0] [x]",
  };
  dfmt_sink *sink;
  dfmt_writer *w;
  assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_TEXT, sink), DFMT_OK);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    dfmt_bugreport_log l;
    const void *ptr;
    uint64_t len;
    assert_true(parse(lines[i], &l));
    l.head = (dfmt_head){sizeof l, DFMT_BUGREPORT_LOG};
    assert_int_equal(dfmt_writer_put(w, &l.head), DFMT_OK);
    assert_int_equal(dfmt_sink_flush(sink), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(sink, &ptr, &len), DFMT_OK);
    size_t n = strlen(lines[i]);
    assert_true(len >= n + 1);
    assert_memory_equal((const char *)ptr + len - n - 1, lines[i], n);
  }
  dfmt_bugreport_log l;
  assert_true(parse("[    1.000000] x", &l));
  l.head = (dfmt_head){sizeof l, DFMT_BUGREPORT_LOG};
  l.message = (dfmt_str){"x\ny", 3};
  assert_int_equal(dfmt_writer_put(w, &l.head), DFMT_E_ARG);
  l.message = (dfmt_str){"x", 1};
  l.uptime_us = UINT64_MAX;
  assert_int_equal(dfmt_writer_put(w, &l.head), DFMT_E_ARG);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
}

static void statuses(void **state) {
  (void)state;
  static const struct {
    const char *heading, *line;
    uint32_t result, code;
  } all[] = {
      {"X (x)", "*** x: Exit code 7", DFMT_BUGREPORT_RESULT_EXIT_CODE, 7},
      {"X (x)", "*** command 'x y' failed: exit code 255", DFMT_BUGREPORT_RESULT_EXIT_CODE, 255},
      {"X (x)", "*** x: Killed by signal 9", DFMT_BUGREPORT_RESULT_SIGNAL, 9},
      {"X (x)", "*** command 'x y' failed: killed by signal 11", DFMT_BUGREPORT_RESULT_SIGNAL, 11},
      {"X (x)", "*** x: Timed out after 10.004s (killing pid 3)", DFMT_BUGREPORT_RESULT_TIMED_OUT, 0},
      {"X (x)", "*** command 'x y' timed out after 10.004s (killing pid 3)", DFMT_BUGREPORT_RESULT_TIMED_OUT, 0},
      {"X (x)", "*** command 'x y': Error after 1.2345s (killing pid 3)", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** x: Error after 1.2345s (killing pid 3)", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** command 'x y' failed: No such file or directory", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** command 'x y' failed: Success", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** failed to drop root before running x: Operation not permitted", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** fail todrop root before running x: Operation not permitted", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** x: Cannot kill 3 even with SIGKILL.", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** sigprocmask failed: Invalid argument", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** exec(x): No such file or directory", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** fork: Out of memory", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (x)", "*** Error dumping /a/b (X): Permission denied", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (/a/b)", "*** /a/b: No such file or directory", DFMT_BUGREPORT_RESULT_FAILED, 0},
      {"X (/a/b: 2024-01-02 03:04:05)", "*** /a/b: Timed out after 30s", DFMT_BUGREPORT_RESULT_TIMED_OUT, 0},
      {"X (/a/b)", "*** /a/bc: No such file or directory", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (/a/b)", "*** /a/b:", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** x: No such file or directory", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X", "*** : x", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** x: Exit code ", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** x: Exit code 7 or so", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** See dumpstate_board.txt entry ***", DFMT_BUGREPORT_RESULT_OK, 0},
      {"X (x)", "*** NO ANRs to dump in /data/anr", DFMT_BUGREPORT_RESULT_OK, 0},
  };
  static struct dfmti_heading h;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    uint32_t code = 0;
    bool has_code = false;
    h.len = (uint32_t)strlen(all[i].heading);
    memcpy(h.text, all[i].heading, h.len);
    dfmti_bugreport_text_split(&h);
    uint32_t result =
        dfmti_bugreport_text_status(&h, (const uint8_t *)all[i].line, strlen(all[i].line), &code, &has_code);
    if (result != all[i].result || code * has_code != all[i].code)
      fail_msg("%s: %u, %u", all[i].line, result, code * has_code);
  }
}

/* A line that is too long to be one comes as text, in pieces that do not depend on how it arrives. */
static void long_lines(void **state) {
  (void)state;
  enum { LONG = 150000, PIECE = 65536 };
  static const char head[] =
      "========================================================\n== dumpstate: 2024-03-17 08:15:30\n"
      "========================================================\n\n------ SYSTEM LOG (logcat) ------\n";
  static const char tail[] = "\n03-17 08:15:01.123   512   530 I a: b\n";
  struct zip z = {NULL, 0, 0};
  zip_put(&z, head, sizeof head - 1);
  for (int i = 0; i < LONG; i++) zip_put(&z, "x", 1);
  zip_put(&z, tail, sizeof tail - 1);
  static const size_t chunks[] = {0, 1, 4096, 70000};
  for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
    struct pieces x = {.p = z.p, .n = z.n, .chunk = chunks[i]};
    uint64_t sizes[8], n = 0, logs = 0;
    dfmt_config *c;
    dfmt_reader *r;
    const dfmt_event *ev;
    dfmt_source *s = pieces_source(&x, false);
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_BUGREPORT_LOG, 1), DFMT_OK);
    assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
    assert_int_equal(dfmt_reader_open(r, DFMT_BUGREPORT, s), DFMT_OK);
    dfmt_status st;
    while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
      logs += dfmt_event_bugreport_log(ev) != NULL;
      const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
      if (!text || !(text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER)) continue;
      assert_true(n < 8);
      sizes[n++] = ev->length;
    }
    assert_int_equal(st, DFMT_END);
    assert_int_equal(n, 3);
    assert_int_equal(logs, 1);
    assert_int_equal(sizes[0], PIECE);
    assert_int_equal(sizes[1], PIECE);
    assert_int_equal(sizes[2], LONG - 2 * PIECE + 1);
    dfmt_reader_free(r);
    dfmt_source_free(s);
    dfmt_config_free(c);
  }
  zip_free(&z);
}

static const char banner[] =
    "========================================================\n== dumpstate: 2024-03-17 08:15:30\n"
    "========================================================\n\n";

static void put_word(struct zip *z, const char *word) { zip_put(z, word, strlen(word)); }

/* What comes of a text: events of a type, and their bytes; and that all of it comes, in order, once. */
struct outcome {
  uint64_t texts, logs, properties, typed, longest, longest_property, peak;
};

static struct outcome read_text(const struct zip *z, size_t chunk) {
  struct pieces x = {.p = z->p, .n = z->n, .chunk = chunk};
  struct outcome o = {.texts = 0};
  size_t at = 0;
  dfmt_config *c;
  dfmt_reader *r;
  const dfmt_event *ev;
  dfmt_status st;
  dfmt_source *s = pieces_source(&x, false);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_BUGREPORT_LOG, 1), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_BUGREPORT, s), DFMT_OK);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const void *p;
    uint64_t n;
    assert_int_equal(dfmt_reader_stat(r, DFMT_STAT_MEMORY, &n), DFMT_OK);
    if (n > o.peak) o.peak = n;
    if (ev->type == DFMT_BUGREPORT_HEADER || ev->type == DFMT_BUGREPORT_SUMMARY) continue;
    const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
    o.texts += text && text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER;
    o.logs += ev->type == DFMT_BUGREPORT_LOG;
    o.properties += ev->type == DFMT_BUGREPORT_PROPERTY;
    o.typed += ev->type == DFMT_BUGREPORT_SYSTEM_PROPERTY;
    if (ev->type == DFMT_BUGREPORT_SYSTEM_PROPERTY && ev->length > o.longest) o.longest = ev->length;
    if (ev->type == DFMT_BUGREPORT_PROPERTY && ev->length > o.longest_property) o.longest_property = ev->length;
    assert_int_equal(ev->offset, at);
    assert_int_equal(dfmt_payload_mode(r, DFMT_PAYLOAD_RAW), DFMT_OK);
    while (dfmt_payload_chunk(r, &p, &n) == DFMT_OK) {
      assert_true(n <= z->n - at);
      assert_memory_equal(p, z->p + at, (size_t)n);
      at += (size_t)n;
    }
  }
  assert_int_equal(st, DFMT_END);
  assert_int_equal(at, z->n);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
  return o;
}

static const size_t chunks[] = {0, 7, 4096, 70000};
enum { N_CHUNKS = sizeof chunks / sizeof *chunks };

/* Properties without end are text; the last ones are part of a value, as far as that is not too long. */
static void unclosed_properties(void **state) {
  (void)state;
  enum { N = 60000, IN_VALUE = 8190, LINE = 8 };
  struct zip z = {NULL, 0, 0};
  put_word(&z, banner);
  put_word(&z, "------ SYSTEM PROPERTIES (getprop) ------\n");
  for (int i = 0; i < N; i++) put_word(&z, "[a]: [b\n");
  put_word(&z, "[c]: [d]\n[e]: [f\n]\n[g]: [h\n");
  for (size_t i = 0; i < N_CHUNKS; i++) {
    struct outcome o = read_text(&z, chunks[i]);
    assert_int_equal(o.texts, N - IN_VALUE + 1);
    assert_int_equal(o.typed, 2);
    assert_int_equal(o.longest, IN_VALUE * LINE + LINE + 1);
  }
  zip_free(&z);
}

/* What stands below the banner is a property up to 256 KiB, empty lines above it included; else the head is over. */
static void long_properties(void **state) {
  (void)state;
  enum { MOST = 262144 };
  static const struct {
    size_t empty, first, more; /* bytes: of empty lines, of a property's line, of one after it without a key */
    bool fits;
  } all[] = {
      {1, 10, 0, true},           {MOST - 10, 10, 0, true},       {MOST - 9, 10, 0, false}, {MOST + 1, 10, 0, false},
      {MOST * 9, 10, 0, false},   {1, MOST - 1, 0, true},         {1, MOST, 0, false},      {1, MOST * 9, 0, false},
      {1, 10, MOST - 11, true},   {1, 10, MOST - 10, false},      {1, MOST - 11, 10, true}, {1, MOST - 10, 10, false},
      {0, MOST / 2, MOST, false}, {0, MOST / 2, MOST * 9, false},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    struct zip z = {NULL, 0, 0};
    zip_put(&z, banner, sizeof banner - 2); /* without its empty line */
    for (size_t k = 0; k < all[i].empty; k++) put_word(&z, "\n");
    put_word(&z, "Key: ");
    for (size_t k = 6; k < all[i].first; k++) put_word(&z, "v");
    put_word(&z, "\n");
    for (size_t k = 1; k < all[i].more; k++) put_word(&z, "w");
    if (all[i].more) put_word(&z, "\n");
    put_word(&z, "Next: x\n\n------ A (b) ------\n");
    for (size_t k = 0; k < N_CHUNKS; k++) {
      struct outcome o = read_text(&z, chunks[k]);
      assert_int_equal(o.properties, all[i].fits ? 2 : 0);
      assert_int_equal(o.longest_property, all[i].fits ? all[i].empty + all[i].first + all[i].more : 0);
      assert_true(o.peak < 2 << 20);
    }
    zip_free(&z);
  }
}

/* What would be read as text because of its length is not written. */
static void too_long_to_write(void **state) {
  (void)state;
  static char value[262144];
  memset(value, 'v', sizeof value);
  dfmt_sink *sink;
  dfmt_writer *w;
  assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_TEXT, sink), DFMT_OK);
  dfmt_bugreport_banner first = {.head = {sizeof first, DFMT_BUGREPORT_BANNER},
                                 .text = {"dumpstate: 2024-03-17 08:15:30", 30}};
  assert_int_equal(dfmt_writer_put(w, &first.head), DFMT_OK);
  for (uint64_t most = sizeof value - 7, n = most + 1; n >= most; n--) { /* "Key: ", the line end above */
    dfmt_bugreport_property p = {.head = {sizeof p, DFMT_BUGREPORT_PROPERTY},
                                 .present = DFMT_BUGREPORT_PROPERTY_HAS_VALUE,
                                 .key = {"Key", 3},
                                 .value = {value, n}};
    assert_int_equal(dfmt_writer_put(w, &p.head), n > most ? DFMT_E_ARG : DFMT_OK);
  }
  for (uint64_t most = 65535 - 7, n = most + 1; n >= most; n--) { /* "[k]: []" */
    dfmt_bugreport_system_property p = {.head = {sizeof p, DFMT_BUGREPORT_SYSTEM_PROPERTY},
                                        .present = DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE,
                                        .key = {"k", 1},
                                        .value = {value, n}};
    assert_int_equal(dfmt_writer_put(w, &p.head), n > most ? DFMT_E_ARG : DFMT_OK);
  }
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
}

/* Seconds that it takes to read lines of what looks like footers of services, the best of three. */
static double cost_of_footers(const char *tail) {
  enum { LINES = 500, IN_LINE = 94 };
  double best = 1e9;
  struct zip z = {NULL, 0, 0};
  put_word(&z, banner);
  for (int i = 0; i < LINES; i++) {
    for (int k = 0; k < IN_LINE; k++) put_word(&z, "--------- 0.1s was the duration of dumpsys ");
    put_word(&z, tail);
  }
  for (int i = 0; i < 3; i++) {
    clock_t start = clock();
    read_text(&z, 0);
    double took = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (took < best) best = took;
  }
  zip_free(&z);
  return best;
}

/* A line whose end could be a section's is not searched for its duration from each of its words on. */
static void many_footers(void **state) {
  (void)state;
  double plain = cost_of_footers("_ ------\n"), quoted = cost_of_footers("' ------\n");
  if (quoted > 8 * plain + 0.01) fail_msg("%g s, without the quote %g s", quoted, plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kernel),
                                     cmocka_unit_test(written),
                                     cmocka_unit_test(statuses),
                                     cmocka_unit_test(long_lines),
                                     cmocka_unit_test(unclosed_properties),
                                     cmocka_unit_test(long_properties),
                                     cmocka_unit_test(too_long_to_write),
                                     cmocka_unit_test(many_footers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
