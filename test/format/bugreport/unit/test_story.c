/* SPDX-License-Identifier: MIT */
/* The table of stories: steps, lives, what two places tell of, numbers of processes that come again, too many steps. */
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:10:00\n" \
  "========================================================\n\n"
#define EVENTS "------ EVENT LOG (logcat -b events) ------\n"
#define ALL "------ SYSTEM LOG (logcat -b all) ------\n"
#define AT(TIME, PRIORITY, TAG, TEXT) "01-01 " TIME "  1000  1000 " PRIORITY " " TAG ": " TEXT "\n"
#define EVENT(TIME, TAG, TEXT) AT(TIME, "I", TAG, TEXT)

static void check(const char *table, const char *text, size_t len, const char *want) {
  const struct rows_case c = {
      .table = table,
      .ptr = text,
      .len = len,
      .columns = {"story", "step", "process_id", "process_name", "adj", "proc_state", "pss_kb", "rss_kb", "reason"},
      .want = want};
  check_case(&c);
}
#define CHECK(TABLE, TEXT, WANT) check(TABLE, TEXT, sizeof(TEXT) - 1, WANT)

#define LIFE \
  EVENT("00:00:01.000", "am_proc_start", "[0,42,10001,com.a,activity,{com.a/.Main}]") \
  EVENT("00:00:01.500", "am_proc_bound", "[0,42,com.a]") \
  EVENT("00:00:02.000", "am_pss", "[42,10001,com.a,104857600,1,2,157286400,0,2,12]") \
  EVENT("00:00:03.000", "am_freeze", "[42,com.a]") \
  EVENT("00:00:04.000", "am_unfreeze", "[42,com.a,6]") \
  EVENT("00:00:05.000", "am_compact", "[42,com.a,all,150000,1,2,3]") \
  EVENT("00:00:06.000", "am_kill", "[0,42,com.a,905,cached #12,123456]") \
  EVENT("00:00:06.000", "am_proc_died", "[0,42,com.a,905,16]")
#define LIFE_ROWS \
  "0 1 start 42 com.a - - - - -\n" \
  "0 2 bound 42 com.a - - - - -\n" \
  "0 6 measured 42 com.a - - 102400 153600 -\n" \
  "0 3 frozen 42 com.a - - - - -\n" \
  "0 4 unfrozen 42 com.a - - - - -\n" \
  "0 5 trimmed 42 com.a - - - 150000 all\n" \
  "0 10 killed 42 com.a 905 - - 123456 cached #12\n" \
  "0 11 died 42 com.a 905 16 - - -\n"

/* All steps, in a report as in a log. Buffers that have the same lines
 * are told once; who goes on has no story. */
static void test_life(void **state) {
  (void)state;
  CHECK("bugreport.story",
        BANNER EVENTS LIFE EVENT("00:00:05.000", "am_proc_start", "[0,43,10002,com.alive,service,x]") ALL LIFE,
        LIFE_ROWS);
  CHECK("log.story", LIFE EVENT("00:00:05.000", "am_proc_start", "[0,43,10002,com.alive,service,x]"), LIFE_ROWS);
}

/* Buffers that have several lines of one instant, in turn. */
static void test_at_once(void **state) {
  (void)state;
#define BOTH \
  EVENT("00:00:01.000", "am_crash", "[42,0,com.a,1,a.B,m,A.java,1]") \
  EVENT("00:00:01.000", "am_crash", "[42,0,com.a,1,a.C,m,A.java,1]")
  CHECK("bugreport.story", BANNER EVENTS BOTH ALL BOTH,
        "0 8 crashed 42 com.a - - - - a.B\n0 8 crashed 42 com.a - - - - a.C\n");
}

/* A number that comes again is another process: it starts, or an end is too long ago. */
static void test_again(void **state) {
  (void)state;
  CHECK("log.story",
        EVENT("00:00:01.000", "am_proc_died", "[0,42,com.a,0,2]")
            EVENT("00:00:02.000", "am_proc_start", "[0,42,10001,com.b,activity,x]")
                EVENT("00:00:03.000", "am_anr", "[0,42,com.b,1,Input (a)]")
                    EVENT("00:00:04.000", "lowmemorykiller",
                          "Kill 'com.b' (42), uid 10001, oom_score_adj 0 to free 200000kB rss, 1kB swap; reason: low")
                        EVENT("00:01:05.000", "am_kill", "[0,42,com.c,0,x]")
                            EVENT("00:01:04.000", "am_proc_died", "[0,42,com.b]"),
        "0 11 died 42 com.a 0 2 - - -\n"
        "1 1 start 42 com.b - - - - -\n"
        "1 7 hung 42 com.b - - - - Input (a)\n"
        "1 9 low_memory 42 com.b 0 - - 200000 low\n"
        "1 11 died 42 com.b - - - - -\n"
        "1 10 killed 42 com.b 0 - - - x\n");
  CHECK("log.story",
        EVENT("00:00:01.000", "am_proc_died", "[0,42,com.a,0,2]")
            EVENT("00:01:01.001", "am_proc_died", "[0,42,com.b,0,2]"),
        "0 11 died 42 com.a 0 2 - - -\n"
        "1 11 died 42 com.b 0 2 - - -\n");
}

#define STARS "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"

/* Crashes, by whatever tells of them; of names libc has the worst one, and a tombstone the best. */
static void test_crashes(void **state) {
  (void)state;
  CHECK("log.story",
        AT("00:00:01.000", "E", "AndroidRuntime", "FATAL EXCEPTION: main")
            AT("00:00:01.000", "E", "AndroidRuntime", "Process: com.a, PID: 1000")
                AT("00:00:01.000", "E", "AndroidRuntime", "java.lang.Error: boom")
                    AT("00:00:01.100", "I", "am_crash", "[1000,0,com.a,1,java.lang.Error,boom,A.java,1]") AT(
                        "00:00:02.000", "F", "libc",
                        "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10 in tid 8 (x), pid 7 (com.b)")
                        AT("00:00:02.500", "F", "DEBUG", STARS)
                            AT("00:00:02.500", "F", "DEBUG", "pid: 7, tid: 8, name: x  >>> com.b:remote <<<")
                                AT("00:00:02.500", "F", "DEBUG", "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)"),
        "0 8 crashed 1000 com.a - - - - java.lang.Error\n"
        "0 8 crashed 1000 com.a - - - - java.lang.Error\n"
        "1 8 crashed 7 com.b:remote - - - - SIGSEGV/SEGV_MAPERR\n"
        "1 8 crashed 7 com.b:remote - - - - SIGSEGV\n");
}

#define EXITS \
  "------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE activity:\n" \
  "ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)\n  package: com.a\n"
#define EXIT(NUMBER, TIME, PID, REASON, REST) \
  "  ApplicationExitInfo #" NUMBER \
  ":\n" \
  "    timestamp=" TIME " pid=" PID \
  " realUid=1 packageUid=1 definingUid=1 user=0\n" \
  "    process=com.a reason=" REASON \
  " subreason=0 (UNKNOWN) status=0\n" \
  "    importance=100 pss=190MB rss=210MB " REST "\n"

/* What the system keeps belongs to what a log tells, or is all that is known of a process that went before. */
static void test_exits(void **state) {
  (void)state;
  static const char text[] = BANNER EVENTS EVENT("00:00:05.000", "am_kill", "[0,42,com.a,0,x,1]")
      EXITS EXIT("0", "2025-01-01 00:00:05.900", "42", "3 (LOW_MEMORY)", "description=null state=empty trace=null")
          EXIT("1", "2024-12-31 20:00:00.000", "42", "13 (OTHER)", "description=was bad state=empty trace=null");
  const struct rows_case c = {
      .table = "bugreport.story",
      .ptr = text,
      .len = sizeof text - 1,
      .columns = {"line", "section", "story", "step", "time_text", "importance", "rss_kb", "reason"},
      .want =
          "15 DUMPSYS 0 12 exit 2024-12-31 20:00:00.000 100 215040 was bad\n"
          "6 EVENT LOG 1 10 killed 01-01 00:00:05.000 - 1 x\n"
          "11 DUMPSYS 1 12 exit 2025-01-01 00:00:05.900 100 215040 LOW_MEMORY\n"};
  check_case(&c);
}

/* Values that are missing, or no numbers, are not there; without a process there is no step. */
static void test_malformed(void **state) {
  (void)state;
  CHECK("log.story", EVENT("00:00:01.000", "am_freeze", "[x,com.a]"), "");
  CHECK("log.story",
        EVENT("00:00:01.000", "am_freeze", "[x,com.a]") EVENT("00:00:01.000", "am_compact", "[42,com.a,all,much]")
            EVENT("00:00:02.000", "am_pss", "[42,1,com.a,99999999999999999999,1,2]")
                EVENT("00:00:03.000", "am_kill", "[0,42,com.a,0,a, b,c]") EVENT("00:00:03.000", "am_kill", "[0,42,]")
                    EVENT("00:00:03.000", "am_wtf", "[0,42,com.a,1,Tag,m]"),
        "0 5 trimmed 42 com.a - - - - all\n"
        "0 6 measured 42 com.a - - - - -\n"
        "0 10 killed 42 com.a 0 - - - a, b,c\n");
}

/* Of too many steps the first ones are told, and that there were more. */
static void test_many(void **state) {
  (void)state;
  enum { STEPS = 33000, LINE = 96, KEPT = 32768 };
  char *text = malloc((size_t)STEPS * LINE);
  assert_non_null(text);
  size_t len = 0;
  for (int i = 0; i < STEPS; i++)
    len += (size_t)snprintf(text + len, LINE, "01-01 00:00:01.000  1000  1000 I am_proc_died: [0,%d,com.a,0,2]\n", i);
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  const struct rows_case c = {.table = "log.story", .ptr = text, .len = len, .columns = {"truncated", "story"}};
  uint64_t n = 0;
  struct ArrowArray batch;
  uint32_t number;
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  while (dfmt_scan_next(x, &number, &batch) == DFMT_OK) {
    assert_true(((const uint8_t *)batch.children[0]->buffers[1])[0] & 1);
    n += (uint64_t)batch.length;
    batch.release(&batch);
  }
  assert_int_equal(n, KEPT);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_life),  cmocka_unit_test(test_at_once),
                                     cmocka_unit_test(test_again), cmocka_unit_test(test_crashes),
                                     cmocka_unit_test(test_exits), cmocka_unit_test(test_malformed),
                                     cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
