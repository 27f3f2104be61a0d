/* SPDX-License-Identifier: MIT */
/* Derived tables: small files, and their rows by hand. test_tables.py compares those of all samples with a model. */
#include "rows.h"

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))
#define STR(TEXT) {TEXT, sizeof TEXT - 1} /* a dfmt_str */
#define HEAD(STRUCT, NUMBER) {sizeof(STRUCT), NUMBER}

/* A scan that has all tables. */
static dfmt_scan *offered_scan(const dfmt_config *c, dfmt_source *s) {
  dfmt_scan *x;
  assert_int_equal(dfmt_scan_new(c, s, &x), DFMT_OK);
  assert_int_equal(dfmt_scan_offer(x, dfmt_ops_tables()), DFMT_OK);
  return x;
}

/* What a writer makes of these bodies, in memory of the sink. */
static dfmt_sink *write_bodies(uint32_t format, const dfmt_head *const *bodies, size_t n, const void **ptr,
                               size_t *len) {
  dfmt_sink *s = memory_sink();
  dfmt_writer *w;
  uint64_t size;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK); /* in builds with and without codecs */
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_GZIP), DFMT_OK);
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_writer_open(w, format, 0, s), DFMT_OK);
  for (size_t i = 0; i < n; i++) assert_int_equal(dfmt_writer_put(w, bodies[i]), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  dfmt_writer_free(w);
  assert_int_equal(dfmt_sink_bytes(s, ptr, &size), DFMT_OK);
  *len = (size_t)size;
  return s;
}

/* ---- simpleperf.stack_frame ---- */

enum {
  FRAME = DFMT_SIMPLEPERF_FRAME_HAS_VADDR | DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID | DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID
};

/* Two samples with frames, one without; names after them. */
static dfmt_sink *profile(const void **ptr, size_t *len) {
  static const dfmt_simpleperf_frame frames[] = {
      {0x10, 0, 1, DFMT_SIMPLEPERF_EXECUTION_JIT, FRAME | DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION},
      {0x20, 0, -1, 0, FRAME},
      {0x30, 7, 0, 0, FRAME}};
  static const dfmt_str types[] = {STR("cpu-cycles")}, symbols[] = {STR("a"), STR("b")},
                        mangled[] = {STR("_a"), STR("")};
  const uint32_t all = DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID |
                       DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT |
                       DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID;
  const dfmt_simpleperf_sample first = {.head = HEAD(first, DFMT_SIMPLEPERF_SAMPLE),
                                        .present = all,
                                        .time_ns = 5,
                                        .event_count = 9,
                                        .thread_id = 101,
                                        .frames = frames,
                                        .n_frames = 2};
  const dfmt_simpleperf_sample none = {.head = HEAD(none, DFMT_SIMPLEPERF_SAMPLE)};
  const dfmt_simpleperf_sample last = {
      .head = HEAD(last, DFMT_SIMPLEPERF_SAMPLE),
      .present = DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID,
      .thread_id = 3,
      .frames = frames + 2,
      .n_frames = 1};
  const dfmt_simpleperf_meta meta = {.head = HEAD(meta, DFMT_SIMPLEPERF_META),
                                     .present = DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES,
                                     .event_types = types,
                                     .n_event_types = 1};
  const dfmt_simpleperf_file file = {.head = HEAD(file, DFMT_SIMPLEPERF_FILE),
                                     .present = DFMT_SIMPLEPERF_FILE_HAS_ID | DFMT_SIMPLEPERF_FILE_HAS_PATH |
                                                DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS | DFMT_SIMPLEPERF_FILE_HAS_MANGLED,
                                     .path = STR("/lib/x"),
                                     .symbols = symbols,
                                     .n_symbols = 2,
                                     .mangled = mangled,
                                     .n_mangled = 2};
  const uint32_t named =
      DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID | DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID | DFMT_SIMPLEPERF_THREAD_HAS_NAME;
  const dfmt_simpleperf_thread worker = {
      HEAD(worker, DFMT_SIMPLEPERF_THREAD), named, 101, 100, 0, STR("work"), {0}, {0}};
  const dfmt_simpleperf_thread main_thread = {
      HEAD(main_thread, DFMT_SIMPLEPERF_THREAD), named, 100, 100, 0, STR("app"), {0}, {0}};
  const dfmt_head *const bodies[] = {&first.head, &none.head,   &last.head,       &meta.head,
                                     &file.head,  &worker.head, &main_thread.head};
  return write_bodies(DFMT_SIMPLEPERF, bodies, COUNT(bodies), ptr, len);
}

static void test_stack_frame(void **state) {
  (void)state;
  struct rows_case c = {
      .table = "simpleperf.stack_frame",
      .columns = {"depth", "sample_number", "time_ns", "event_count", "thread_id", "process_id", "execution", "vaddr",
                  "event_type", "thread_name", "process_name", "symbol", "mangled", "path"},
      .want =
          "0 0 5 9 101 100 2 jit 16 cpu-cycles work app b - /lib/x\n"
          "1 0 5 9 101 100 - - 32 cpu-cycles work app - - /lib/x\n"
          "0 2 - - 3 - - - 48 - - - - - -\n"};
  dfmt_sink *s = profile(&c.ptr, &c.len);
  check_case(&c);
  dfmt_sink_free(s);
}

/* Names cannot be loaded first from what cannot seek. */
static void test_stack_frame_of_a_feed(void **state) {
  (void)state;
  const void *ptr;
  size_t len;
  uint64_t taken;
  uint32_t table;
  struct ArrowArray batch;
  dfmt_source *feed;
  dfmt_scan *x;
  dfmt_sink *s = profile(&ptr, &len);
  assert_int_equal(dfmt_source_feed(NULL, &feed), DFMT_OK);
  assert_int_equal(dfmt_feed_write(feed, ptr, len, &taken), DFMT_OK);
  assert_int_equal(dfmt_feed_close(feed), DFMT_OK);
  x = offered_scan(NULL, feed);
  assert_int_equal(dfmt_scan_table(x, "simpleperf.stack_frame", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_scan_error(x)->number, DFMT_ERR_SEEK);
  dfmt_scan_free(x);
  dfmt_source_free(feed);
  dfmt_sink_free(s);
}

/* Plain and derived tables in one pass; filters; batches of one row, two of which are complete at a time. */
static void test_tables_together(void **state) {
  (void)state;
  const void *ptr;
  size_t len;
  uint32_t sample, frame, table;
  int64_t rows[2] = {0};
  struct ArrowArray batch;
  dfmt_source *source;
  dfmt_scan *x;
  const dfmt_filter_value zero = {.kind = DFMT_KIND_U64};
  const dfmt_filter innermost = {.column = "depth", .op = DFMT_FILTER_EQ, .n_values = 1, .values = &zero};
  dfmt_table_request request = {.size = sizeof request, .max_rows = 1};
  dfmt_sink *s = profile(&ptr, &len);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
  x = offered_scan(NULL, source);
  dfmt_source_free(source);
  assert_int_equal(dfmt_scan_table(x, "simpleperf.sample", &request, &sample), DFMT_OK);
  request.filters = &innermost;
  request.n_filters = 1;
  assert_int_equal(dfmt_scan_table(x, "simpleperf.stack_frame", &request, &frame), DFMT_OK);
  while (dfmt_scan_next(x, &table, &batch) == DFMT_OK) {
    assert_int_equal(batch.length, 1);
    rows[table]++;
    batch.release(&batch);
  }
  assert_int_equal(rows[sample], 3);
  assert_int_equal(rows[frame], 2); /* of three */
  dfmt_scan_free(x);
  dfmt_sink_free(s);
}

/* Rows are made of events that are delivered by an option. */
static void test_options(void **state) {
  (void)state;
  dfmt_source *source;
  dfmt_scan *x;
  uint32_t table;
  assert_int_equal(dfmt_source_memory(NULL, "", 0, &source), DFMT_OK);
  x = offered_scan(NULL, source);
  dfmt_source_free(source);
  assert_int_equal(dfmt_scan_table(x, "apitrace.enter", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "apitrace.call_arg", NULL, &table), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_scan_error(x)->message, "apitrace.call_arg needs a value of apitrace.form"));
  dfmt_scan_free(x);
}

/* The limit of names is that of the scan, which goes on when it was raised. */
static void test_limit_of_names(void **state) {
  (void)state;
  enum { NAME = 8192 };
  char *name = calloc(1, NAME);
  const void *ptr;
  size_t len;
  uint32_t table;
  struct ArrowArray batch;
  dfmt_source *source;
  dfmt_config *c;
  dfmt_scan *x;
  assert_non_null(name);
  const dfmt_simpleperf_frame one = {.present = FRAME};
  const dfmt_simpleperf_sample sample = {.head = HEAD(sample, DFMT_SIMPLEPERF_SAMPLE),
                                         .present = DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES,
                                         .frames = &one,
                                         .n_frames = 1};
  const dfmt_simpleperf_file file = {.head = HEAD(file, DFMT_SIMPLEPERF_FILE),
                                     .present = DFMT_SIMPLEPERF_FILE_HAS_PATH,
                                     .path = {memset(name, 'x', NAME), NAME}};
  dfmt_sink *s = write_bodies(DFMT_SIMPLEPERF, (const dfmt_head *[]){&sample.head, &file.head}, 2, &ptr, &len);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_TABLE, 4096), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
  x = offered_scan(c, source);
  assert_int_equal(dfmt_scan_table(x, "simpleperf.stack_frame", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_LIMIT);
  assert_int_equal(dfmt_scan_error(x)->option, DFMT_CFG_MAX_TABLE);
  assert_int_equal(dfmt_scan_limit(x, DFMT_CFG_MAX_TABLE, 65536), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  assert_int_equal(batch.length, 1);
  batch.release(&batch);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_END);
  dfmt_scan_free(x);
  dfmt_source_free(source);
  dfmt_config_free(c);
  dfmt_sink_free(s);
  free(name);
}

/* ---- a table that is offered ---- */

/* The number of samples, once they are known. */
struct counted {
  dfmt_head head;
  uint64_t n;
};
enum { COUNTED = DFMT_SIMPLEPERF << 16 | 0xff00 };

static const dfmt_field counted_fields[] = {
    {.name = "n", .kind = DFMT_KIND_U64, .offset = offsetof(struct counted, n)}};
static const dfmt_type counted_type = {.head = {sizeof counted_type, DFMT_TYPE_TYPE},
                                       .name = "simpleperf.counted",
                                       .c_name = "counted",
                                       .shape = DFMT_SHAPE_ROW,
                                       .body_size = sizeof(struct counted),
                                       .number = COUNTED,
                                       .n_fields = 1,
                                       .fields = counted_fields};
static const dfmt_type *const counted_types[] = {&counted_type, NULL};

struct counting {
  const dfmt_table_input *in;
  void *memory;
  bool ended;
  struct counted row;
};

enum { MEMORY = 1 << 20 };

static dfmt_status begin_counting(void *state, const dfmt_table_input *in) {
  struct counting *x = state;
  x->in = in;
  x->memory = in->alloc(in->alloc_user, NULL, 0, MEMORY);
  return x->memory ? DFMT_OK : DFMT_E_NOMEM;
}

static dfmt_status count_event(void *state, const dfmt_event *ev) {
  struct counting *x = state;
  x->ended = !ev;
  x->row.n += ev != NULL;
  return DFMT_OK;
}

static dfmt_status next_count(void *state, const dfmt_head **row) {
  struct counting *x = state;
  if (!x->ended) return DFMT_END;
  x->ended = false;
  x->row.head = (dfmt_head){sizeof x->row, COUNTED};
  *row = &x->row.head;
  return DFMT_OK;
}

static void close_counting(void *state) {
  struct counting *x = state;
  if (x->memory) x->in->alloc(x->in->alloc_user, x->memory, MEMORY, 0);
}

static const uint32_t counted_events[] = {DFMT_SIMPLEPERF_SAMPLE, 0};

static dfmt_table_maker counter_of(void) {
  return (dfmt_table_maker){.size = sizeof(dfmt_table_maker),
                            .row = COUNTED,
                            .types = counted_types,
                            .events = counted_events,
                            .state_size = sizeof(struct counting),
                            .begin = begin_counting,
                            .event = count_event,
                            .next_row = next_count,
                            .close = close_counting};
}

/* Its memory counts with the scan's, whose limit can be raised; its row is the last. */
static void test_offered(void **state) {
  (void)state;
  const void *ptr;
  size_t len;
  uint32_t table;
  struct ArrowArray batch;
  const dfmt_table_maker maker = counter_of();
  const dfmt_table_maker *const makers[] = {&maker, NULL};
  dfmt_source *source;
  dfmt_config *c;
  dfmt_scan *x;
  dfmt_sink *s = profile(&ptr, &len);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, MEMORY), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
  x = offered_scan(c, source);
  assert_int_equal(dfmt_scan_table(x, "simpleperf.counted", NULL, &table), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_offer(x, makers), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "simpleperf.counted", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_LIMIT);
  assert_int_equal(dfmt_scan_error(x)->option, DFMT_CFG_MAX_MEMORY);
  assert_int_equal(dfmt_scan_limit(x, DFMT_CFG_MAX_MEMORY, 4 * MEMORY), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  assert_int_equal(batch.length, 1);
  assert_int_equal(((const uint64_t *)batch.children[0]->buffers[1])[0], 3);
  batch.release(&batch);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_END);
  assert_int_equal(dfmt_scan_offer(x, makers), DFMT_E_STATE);
  dfmt_scan_free(x);
  dfmt_source_free(source);
  dfmt_config_free(c);
  dfmt_sink_free(s);
}

/* What an offer must have; of formats that a scan does not know it is no table. */
static void test_offers(void **state) {
  (void)state;
  uint32_t table;
  dfmt_source *source;
  dfmt_scan *x;
  dfmt_table_maker bad[] = {counter_of(), counter_of(), counter_of(), counter_of()};
  const dfmt_table_maker good = counter_of();
  const dfmt_read_format *const apport = dfmt_apport_read_format();
  bad[0].size = 8;
  bad[1].row = DFMT_SIMPLEPERF << 16 | 0xff01;
  bad[2].types = NULL;
  bad[3].next_row = NULL;
  assert_int_equal(dfmt_source_memory(NULL, "", 0, &source), DFMT_OK);
  assert_int_equal(dfmt_scan_new_for(NULL, &apport, 1, source, &x), DFMT_OK);
  dfmt_source_free(source);
  assert_int_equal(dfmt_scan_offer(x, NULL), DFMT_E_ARG);
  for (size_t i = 0; i < COUNT(bad); i++)
    assert_int_equal(dfmt_scan_offer(x, (const dfmt_table_maker *const[]){&good, &bad[i], NULL}), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_offer(x, (const dfmt_table_maker *const[]){&good, NULL}), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "counted", NULL, &table), DFMT_E_ARG);
  dfmt_scan_free(x);
}

/* ---- bugreport.logcat ---- */

static const char report[] =
    "========================================================\n"
    "== dumpstate: 2025-01-01 00:00:10\n"
    "========================================================\n"
    "Build: x\n\n"
    "------ SYSTEM LOG (logcat -d) ------\n"
    "12-31 23:59:59.500  1000     7     8 I a: early\n"
    "--------- beginning of main\n"
    "01-01 00:00:11.000     7     8 W b c: new year\n"
    "no line of a log\n"
    "01-03 00:00:00.000     7     8 E d: too late for this year\n"
    "2023-02-03 00:00:01.25 +0100     7     8 F e: own year\n"
    "99-99 00:00:00.000     7     8 V f: no day\n"
    "------ 0.1s was the duration of 'SYSTEM LOG' ------\n"
    "------ KERNEL LOG (dmesg) ------\n"
    "<6>[    1.500000] kernel\n";

static void test_logcat(void **state) {
  (void)state;
  const struct rows_case c = {
      .table = "bugreport.logcat",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"kind", "priority", "process_id", "thread_id", "user_id", "tag", "message", "time_local_s",
                  "nanosecond", "zone_minute", "uptime_us", "buffer", "section_title", "section_number"},
      .want =
          "2 threadtime 4 info 7 8 1000 a early 1735689599 500000000 - - - SYSTEM LOG 0\n"
          "2 threadtime 5 warn 7 8 - b c new year 1735689611 0 - - main SYSTEM LOG 0\n"
          "2 threadtime 6 error 7 8 - d too late for this year 1704240000 0 - - main SYSTEM LOG 0\n"
          "2 threadtime 7 fatal 7 8 - e own year 1675382401 250000000 60 - main SYSTEM LOG 0\n"
          "2 threadtime 2 verbose 7 8 - f no day - - - - main SYSTEM LOG 0\n"
          "4 kernel 4 info - - - - kernel - - - 1500000 - KERNEL LOG 1\n"};
  check_case(&c);
}

/* ---- bugreport.overview ---- */

static void test_overview(void **state) {
  (void)state;
  static const char text[] =
      "========================================================\n"
      "== dumpstate: 2025-01-01 00:00:10\n"
      "========================================================\n"
      "Build: x\nKernel: one\nKernel: two\n\n"
      "------ SYSTEM PROPERTIES (getprop) ------\n"
      "[ro.build.version.release]: [15]\n[ro.serialno]: [S1]\n[other]: [x]\n"
      "------ 0.1s was the duration of 'SYSTEM PROPERTIES' ------\n"
      "------ UPTIME (uptime) ------\n"
      "*** command 'uptime' failed: exit code 3\n"
      "------ 0.1s was the duration of 'UPTIME' ------\n";
  const struct rows_case c = {
      .table = "bugreport.overview",
      .ptr = text,
      .len = sizeof text - 1,
      .columns = {"variant", "time_local_s", "version", "n_sections", "complete", "n_failed_sections",
                  "n_timed_out_services", "build", "android_release", "android_sdk", "serial", "kernel"},
      .want = "1 text 1735689610 0 2 0 1 0 x 15 - S1 one\n"};
  check_case(&c);
}

/* ---- apport.report ---- */

static void test_report(void **state) {
  (void)state;
  static const char crash[] =
      "ProblemType: Crash\nDate: Thu Jan  2 03:04:05 2025\nPackage: old\nPackage: new 1.0\nOther: x\n"
      "Signal: 11\nSignalName: SIGSEGV\nStacktraceTop:\n a\n b\n"
      "CoreDump: base64\n eJzLSM3JyVcozy/KSQEAGgsEXQ==\nLast: x\n";
  static const char odd[] =
      "ProblemType: Bug\nDate: Thu Jan 99 03:04:05 2025\nSignal: many\nCoreDump: base64\n eJzLSM==\n";
  struct rows_case c = {
      .table = "apport.report",
      .ptr = crash,
      .len = sizeof crash - 1,
      .columns = {"signal", "problem_type", "time_local_s", "time_text", "package", "uname", "signal_text",
                  "signal_name", "stacktrace_top", "n_fields", "core_bytes", "has_core"},
      .want = "11 Crash 1735787045 Thu Jan  2 03:04:05 2025 - new 1.0 11 SIGSEGV a\nb 10 47 1\n"};
  check_case(&c);
  c.ptr = odd;
  c.len = sizeof odd - 1;
  c.want = "- Bug - Thu Jan 99 03:04:05 2025 - - many - - 4 27 1\n";
  check_case(&c);
}

/* ---- apport.signature ---- */

/* Values in the file and packed; the last of equal keys counts. */
static void test_signature(void **state) {
  (void)state;
  static const char crash[] =
      "ProblemType: Crash\nExecutablePath: /usr/bin/f\nSignal: 11\nSignal: 6\nStacktraceTop: base64\n "
      "eJxLVNDQ5EoCEgAJEwGw\nCoreDump: base64\n eJzLSM3JyVcozy/KSQEAGgsEXQ==\n";
  struct rows_case c = {.table = "apport.signature",
                        .ptr = crash,
                        .len = sizeof crash - 1,
                        .columns = {"has_useful_stacktrace", "crash_signature_error", "crash_signature",
                                    "standard_title", "stacktrace_top_function", "duplicate_hash", "generated_top"},
                        .want = "1 - - /usr/bin/f:6:a:b f crashed with SIGABRT in a() a _usr_bin_f_6 -\n"};
  check_case(&c);
}

/* ---- apport.frame ---- */

static void test_frame(void **state) {
  (void)state;
  static const char crash[] =
      "ProblemType: Crash\nStacktrace:\n"
      " #0  0x00007f10 in std::map<int, A<b> >::f(int, char (*)[3]) (this=0x1, s=0x2 \"a)\\\"(\") at ../a b.c:12\n"
      " No locals.\n #1  <signal handler called>\n #2  0x20 in ?? () from /lib/l.so.6\n #3 operator<< (x=1)\n #4\n"
      "Other:\n #0  0x1 in g ()\n"
      "ThreadStacktrace:\n .\n Thread 2 (Thread 0x7f (LWP 9)):\n #0  (anonymous namespace)::f (x=1\n"
      "Traceback: base64\n "
      "eJw9yjsOgCAQBcCeU7xYYUL8lfZ6Ai+wktUQVzSACd5eG516pkCWZ7Ib9H7EhMCWfYIlEQjFVPYKGJ0wivqKoc7VeRcG4jyjbQycx/"
      "IOYNXlP+kbnRp65Ac5WRzr\n";
  struct rows_case c = {.table = "apport.frame",
                        .ptr = crash,
                        .len = sizeof crash - 1,
                        .columns = {"field", "number", "signal_handler", "thread_number", "address", "source_line",
                                    "function", "arguments", "source_path", "library"},
                        .want =
                            "1 stacktrace 0 0 - 32528 12 std::map<int, A<b> >::f(int, char (*)[3]) this=0x1, s=0x2 "
                            "\"a)\\\"(\" ../a b.c -\n"
                            "1 stacktrace 1 1 - - - - - - -\n"
                            "1 stacktrace 2 0 - 32 - -  - /lib/l.so.6\n"
                            "1 stacktrace 3 0 - - - operator<< x=1 - -\n"
                            "2 thread_stacktrace 0 0 2 - - (anonymous namespace)::f x=1 - -\n"
                            "3 traceback 0 0 - - 10 f - /usr/x.py -\n"
                            "3 traceback 1 0 - - 2 - - a -\n"};
  check_case(&c);
}

/* ---- mallocdbg.live_block ---- */

static void test_live_block(void **state) {
  (void)state;
  static const char ops[] =
      "7: malloc 0x5000 24\n7: malloc 0x6000 8\n8: calloc 0x7000 2 16 5 6\n9: realloc 0x8000 0x6000 64\n7: free "
      "0x5000\n"
      "8: memalign 0x9000 16 32\n8: malloc 0x0 9\n";
  static const char dump[] =
      "Android Native Heap Dump v1.2\n\nTotal memory: 24\nAllocation records: 2\nBacktrace size: 1\n\n"
      "z 0  sz        8  num    1  bt 7f01\nz 1  sz        8  num    2  bt 7f02\nMAPS\nEND\n";
  struct rows_case c = {
      .table = "mallocdbg.live_block",
      .ptr = ops,
      .len = sizeof ops - 1,
      .columns = {"thread_id", "ptr", "bytes", "count", "op_number", "start_ns", "line", "zygote_child"},
      .want = "9 32768 64 1 4 - - -\n8 28672 32 1 3 5 - -\n8 36864 32 1 6 - - -\n"};
  check_case(&c);
  c.ptr = dump;
  c.len = sizeof dump - 1;
  c.want = "- - 8 1 - - 7 0\n- - 8 2 - - 8 1\n";
  check_case(&c);
}

/* ---- apitrace.call_arg, apitrace.frame_summary ---- */

#define SIG(NAME, ID, KIND, ...) \
  {.head = HEAD(dfmt_apitrace_sig, DFMT_TYPE_APITRACE_SIG), \
   .kind = DFMT_APITRACE_SIG_##KIND, \
   .id = ID, \
   .name = STR(NAME), \
   __VA_ARGS__}
#define CALL(SIGNATURE, THREAD, BITS, ...) \
  {.head = HEAD(dfmt_apitrace_call, DFMT_APITRACE_CALL), \
   .present = DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_THREAD_ID | (BITS), \
   .thread_id = THREAD, \
   .sig = SIGNATURE, \
   __VA_ARGS__}

/* Two frames, of which the last does not end. */
static dfmt_sink *trace(const void **ptr, size_t *len) {
  static const dfmt_str names[] = {STR("a"), STR("b"), STR("c"), STR("d"), STR("e"), STR("f"), STR("g"), STR("h")};
  static const dfmt_str words[] = {STR("ONE"), STR("FOUR")};
  static const int64_t numbers[] = {1, 4};
  static const uint32_t wide[] = {'w', 0x20ac};
  static const dfmt_apitrace_sig f = SIG("f", 0, FUNCTION, .members = names, .n_members = 8),
                                 draw = SIG("glDrawArrays", 1, FUNCTION, .flags = 0),
                                 swap = SIG("glXSwapBuffers", 2, FUNCTION, .flags = 0),
                                 choice = SIG("", 0, ENUM, .members = words, .n_members = 2, .member_values = numbers,
                                              .n_member_values = 2),
                                 bits = SIG("", 0, BITMASK, .members = words, .n_members = 2, .member_values = numbers,
                                            .n_member_values = 2);
  const dfmt_apitrace_value sint = {DFMT_APITRACE_VALUE_SINT, 1, (uint64_t)-3, NULL, 0},
                            real = {DFMT_APITRACE_VALUE_DOUBLE, 1, UINT64_C(0x3fe0000000000000), NULL, 0},
                            string = {DFMT_APITRACE_VALUE_STRING, 1, 0, "text", 4},
                            blob = {DFMT_APITRACE_VALUE_BLOB, 1, 0, "1234567", 7},
                            one = {DFMT_APITRACE_VALUE_ENUM, 1, 4, &choice, 0},
                            flags = {DFMT_APITRACE_VALUE_BITMASK, 1, 13, &bits, 0},
                            wstring = {DFMT_APITRACE_VALUE_WSTRING, 1, 0, wide, 2},
                            yes = {DFMT_APITRACE_VALUE_TRUE, 1, 0, NULL, 0};
  const dfmt_apitrace_value array[] = {{DFMT_APITRACE_VALUE_ARRAY, 2, 1, NULL, 0},
                                       {DFMT_APITRACE_VALUE_UINT, 1, 9, NULL, 0}};
  const dfmt_apitrace_arg args[] = {{STR("a"), &sint, 0},    {STR("b"), &real, 1}, {STR("c"), &string, 2},
                                    {STR("d"), &blob, 3},    {STR("e"), &one, 4},  {STR("f"), &flags, 5},
                                    {STR("g"), &wstring, 6}, {STR("h"), array, 7}};
  const dfmt_apitrace_call first = CALL(&f, 0, DFMT_APITRACE_CALL_HAS_ARGS | DFMT_APITRACE_CALL_HAS_RET, .args = args,
                                        .n_args = 8, .ret = &yes),
                           second = CALL(&draw, 1, 0, .ret = NULL), third = CALL(&swap, 0, 0, .ret = NULL),
                           last = CALL(&f, 1, DFMT_APITRACE_CALL_HAS_ARGS, .args = &args[3], .n_args = 1);
  const dfmt_head *const bodies[] = {&first.head, &second.head, &third.head, &last.head};
  return write_bodies(DFMT_APITRACE, bodies, COUNT(bodies), ptr, len);
}

static void test_call_arg(void **state) {
  (void)state;
  struct rows_case c = {.table = "apitrace.call_arg",
                        .columns = {"kind", "call_number", "thread_id", "function", "arg_number", "name", "value_int",
                                    "value_uint", "value_float", "value_text", "blob_bytes", "value_tree", "returned"},
                        .want =
                            "3 sint 0 0 f 0 a -3 - - - - - 0\n"
                            "6 double 0 0 f 1 b - - 0.5 - - - 0\n"
                            "7 string 0 0 f 2 c - - - text - - 0\n"
                            "8 blob 0 0 f 3 d - - - - 7 - 0\n"
                            "9 enum 0 0 f 4 e 4 4 - FOUR - - 0\n"
                            "10 bitmask 0 0 f 5 f 13 13 - ONE|FOUR|8 - - 0\n"
                            "15 wstring 0 0 f 6 g - - - w\xe2\x82\xac - - 0\n"
                            "11 array 0 0 f 7 h - - - - - [9] 0\n"
                            "2 true 0 0 f - - 1 1 - - - - 1\n"
                            "8 blob 3 1 f 3 d - - - - 7 - 0\n"};
  dfmt_sink *s = trace(&c.ptr, &c.len);
  check_case(&c);
  dfmt_sink_free(s);
}

static void test_frame_summary(void **state) {
  (void)state;
  struct rows_case c = {.table = "apitrace.frame_summary",
                        .columns = {"number", "n_calls", "first_call_number", "last_call_number", "n_threads",
                                    "n_renders", "blob_bytes", "complete"},
                        .want = "0 3 0 2 2 1 7 1\n1 1 3 3 1 0 7 0\n"};
  dfmt_sink *s = trace(&c.ptr, &c.len);
  check_case(&c);
  dfmt_sink_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stack_frame),     cmocka_unit_test(test_stack_frame_of_a_feed),
      cmocka_unit_test(test_tables_together), cmocka_unit_test(test_options),
      cmocka_unit_test(test_limit_of_names),  cmocka_unit_test(test_offered),
      cmocka_unit_test(test_offers),          cmocka_unit_test(test_logcat),
      cmocka_unit_test(test_overview),        cmocka_unit_test(test_report),
      cmocka_unit_test(test_signature),       cmocka_unit_test(test_frame),
      cmocka_unit_test(test_live_block),      cmocka_unit_test(test_call_arg),
      cmocka_unit_test(test_frame_summary)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
