/* SPDX-License-Identifier: MIT */
/* The tables of dumps of threads: places, names, locks, cut processes, limits, memory that is out. */
#include "android/wait_graph.h"
#include "bugreport/lone.h"
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define PROCESS(PID, NAME) "----- pid " PID " at 2024-01-02 03:04:05.678901234-0130 -----\nCmd line: " NAME "\n"
#define END "----- end 7 -----\n"

/* Names with anything in them, both virtual machines, a native process, and a process without an end. */
static const char alone[] =
    PROCESS("7", "com.x:remote") "DALVIK THREADS (3):\n"
    "\"a\" prio=1 tid=3 b=\" daemon prio=5 tid=1 TIMED_WAIT JIT\n"
    "  | group=\"sysTid=9 nice=9\" sCount=1\n"
    "  | sysTid=8 nice=-4 sched=0/0 cgrp=[fopen-error:2] handle=-1342909272\n"
    "  | state=S schedstat=( 1 2 3 ) utm=12 stm=4 core=1 HZ=100\n"
    "  kernel: __switch_to+0x1/0x2\n"
    "  native: #00 pc 1  /l.so (f+1)\n"
    "  native: (backtrace::Unwind failed for thread 8)\n"
    "  at java.lang.VMThread.sleep(Native Method)\n"
    "  at a.b(C.java:~1)\n"
    "\"r\" prio=5 (not attached)\n"
    "  (no managed stack frames)\n"
    "\n"
    "\"\" prio=-1 tid=x Native\n"
    END
    "----- Waiting Channels: pid 7 at 2024-01-02 03:04:05 -----\n"
    "sysTid=8  poll\n"
    "\"none\" prio=5 tid=1 Native\n"
    END
    "----- pid 9 at  -----\n"
    "\"sf\" sysTid=9\n"
    "    #00 pc 1  /l.so\n"
    "    #01 pc 2  /l.so\n";

static void test_alone(void **state) {
  (void)state;
  struct rows_case c = {.table = "bugreport.anr_process",
                        .ptr = alone,
                        .len = sizeof alone - 1,
                        .columns = {"truncated", "line", "process_id", "threads", "process_name", "time_text"},
                        .want =
                            "0 1 7 3 com.x:remote 2024-01-02 03:04:05.678901234\n"
                            "1 22 9 1 - -\n"};
  check_case(&c);
  c = (struct rows_case){
      .table = "anr.thread", /* the same as bugreport.anr_thread */
      .ptr = alone,
      .len = c.len,
      .columns = {"truncated", "line", "process_id", "vm_thread_id", "thread_id", "daemon", "java_priority", "nice",
                  "core", "utm", "stm", "frames", "name", "state", "cgrp", "native_state"},
      .want =
          "0 4 7 1 8 1 5 -4 1 12 4 3 a\" prio=1 tid=3 b= TIMED_WAIT [fopen-error:2] S\n"
          "0 13 7 - - 0 5 - - - - 0 r - - -\n"
          "0 16 7 - - 0 -1 - - - - 0  - - -\n"
          "1 23 9 - 9 0 - - - - - 2 sf - - -\n"};
  check_case(&c);
  c = (struct rows_case){.table = "anr.verdict",
                         .ptr = alone,
                         .len = c.len,
                         .columns = {"truncated", "line", "process_id", "kind", "state", "signature"},
                         .want = "0 1 7 6 sleeping timed_wait anr|com.x|sleeping|java.lang.VMThread.sleep\n"};
  check_case(&c);
}

/* As Play Console shows it: heads twice, no process, a blank before the places of frames. */
static void test_console(void **state) {
  (void)state;
  static const char text[] =
      "\"main\" tid=1 Blocked \n"
      "\"main\" prio=5 tid=1 Blocked\n"
      "  | sysTid=24493 nice=-10 cgrp=default sched=0/0 handle=0x1\n"
      "  at com.example.Handler.call (Handler.java:22)\n"
      "  - waiting to lock <0x0000000a> (a x.Y) held by thread 2\n"
      "\"pool\" tid=2 Native \n"
      "\"pool\" daemon prio=5 tid=2 Native\n"
      "  #00  pc 0000000000019178  /system/lib/libc.so (syscall+28)\n"
      "  #01  pc 0000000000019179  /system/lib/libc.so\n";
  struct rows_case c = {
      .table = "anr.thread",
      .ptr = text,
      .len = sizeof text - 1,
      .columns = {"truncated", "line", "process_id", "vm_thread_id", "thread_id", "daemon", "frames", "name", "state"},
      .want =
          "0 2 - 1 24493 0 1 main Blocked\n"
          "0 7 - 2 - 1 2 pool Native\n"};
  check_case(&c);
  c = (struct rows_case){.table = "anr.process",
                         .ptr = text,
                         .len = sizeof text - 1,
                         .columns = {"truncated", "line", "process_id", "threads", "process_name"},
                         .want = "0 1 - 2 -\n"};
  check_case(&c);
  c = (struct rows_case){.table = "anr.verdict",
                         .ptr = text,
                         .len = sizeof text - 1,
                         .columns = {"truncated", "process_id", "kind", "signature"},
                         .want = "0 - 2 lock anr|?|lock|com.example.Handler.call\n"};
  check_case(&c);
  static const struct {
    const char *text;
    bool is;
  } starts[] = {{"\"main\" tid=1 Native\n\"main\" prio=5 tid=1 Native\n", true},
                {"\"main\" tid=1 Native\n\"main\" daemon prio=5 tid=1 Native\n", true},
                {"\"main\" tid=1 Native\n\"mail\" prio=5 tid=1 Native\n", false},
                {"\"main\" tid=1 Native\n\"main\" tid=1 Native\n", false},
                {"\"main\" prio=5 tid=1 Native\n", false},
                {"\"main\" tid=1 Native\n", false}};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    assert_int_equal(dfmti_bugreport_lone_is_dump((dfmt_str){starts[i].text, strlen(starts[i].text)}), starts[i].is);
}

/* All forms of locks, with CR LF; the line of a lock belongs to the frame above it. */
static void test_locks(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2025-01-01 00:00:00) ------\r\n"
      "----- pid 7 at 2024-01-02 03:04:05 -----\r\n"
      "\"main\" prio=5 tid=1 Blocked\r\n"
      "  - waiting to lock <0x0000000a> (a java.lang.Class<x.Y>) held by thread 3\r\n"
      "  at a.b(C.java:1)\r\n"
      "  - waiting for lock inflation of an unknown object\r\n"
      "  - waiting on <@addr=0xb> (a x.Y)\r\n"
      "  native: #00 pc 1  /l.so\r\n"
      "  - sleeping on <0xffffffffffffffff> (a x.Y)\r\n"
      "  - locked <0x1ffffffffffffffff> (a x.Y)\r\n"
      "  - locked <0xc> (a x.Y\r\n"
      "  - unlocked <0xd> (a x.Y)\r\n"
      "\"t\" prio=5 (not attached)\r\n"
      "  - waiting to lock <0x1> (a x.Y) held by threadid=3 (a)\r\n"
      "  - waiting to lock <0x1> (a x.Y) held by tid=4 (a)\r\n"
      "  - waiting to lock <0x1> (a x.Y) held by tid=4294967296\r\n"
      "\r\n"
      "  - locked <0x1> (a of.no.Thread)\r\n"
      "------ 0.1s was the duration of 'VM TRACES AT LAST ANR' ------\r\n"
      "------ OTHER (x) ------\r\n" PROCESS("8", "no") "\"main\" prio=5 tid=1 Blocked\r\n  - locked <0x1> (a x.Y)\r\n";
  const struct rows_case c = {
      .table = "anr.lock",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"line", "section", "vm_thread_id", "kind", "held_by", "frame_number", "lock_address", "class_name"},
      .want =
          "8 VM TRACES AT LAST ANR 1 1 blocked 3 -1 10 java.lang.Class<x.Y>\n"
          "10 VM TRACES AT LAST ANR 1 2 inflate - 0 - -\n"
          "11 VM TRACES AT LAST ANR 1 3 wait - 0 11 x.Y\n"
          "13 VM TRACES AT LAST ANR 1 4 sleep - 1 18446744073709551615 x.Y\n"
          "15 VM TRACES AT LAST ANR 1 5 locked - 1 12 -\n"
          "18 VM TRACES AT LAST ANR - 1 blocked 3 -1 1 x.Y\n"
          "19 VM TRACES AT LAST ANR - 1 blocked 4 -1 1 x.Y\n"
          "20 VM TRACES AT LAST ANR - 1 blocked - -1 1 x.Y\n"};
  check_case(&c);
}

#define THREAD(TID, STATE, FRAME) "\"t\" prio=5 tid=" TID " " STATE "\n  at " FRAME "(x)\n"
#define WAITS(TID) "  - waiting to lock <0x1> (a x) held by thread " TID "\n"

/* What the main thread was doing; test_graph() has the numbers of chains and cycles, as lists are no cells here. */
static void test_verdicts(void **state) {
  (void)state;
  static const char text[] = PROCESS("1", "/system/bin/x --a /b/c") THREAD("2", "Blocked", "b.b") WAITS("3")
      THREAD("3", "Blocked", "c.c") WAITS("2") THREAD("1", "Blocked", "a.a") WAITS("2") WAITS("9") THREAD(
          "1", "Native", "other.one") "\n" END PROCESS("2", "self") THREAD("1", "Blocked", "a.a") WAITS("1")
          END PROCESS("3", "gone") THREAD("1", "Blocked",
                                          "java.util.concurrent.X.y") "  at java.lang.Object.wait(x)\n" WAITS("-5")
              END PROCESS("4", "none") "\"main\" prio=5 tid=1 VMWAIT\n" END PROCESS("5", "timed")
                  THREAD("1", "TimedWaiting", "java.lang.Object.wait") "  at a.a(x)\n" END PROCESS("6", "two") THREAD(
                      "1", "Native", "a.a") "  at android.os.MessageQueue.next(x)\n" END PROCESS("7", "three")
                      THREAD("1", "Native", "a.a") "  at a.a(x)\n  at android.os.MessageQueue.next(x)\n" END PROCESS(
                          "8", "binder") THREAD("1", "Native", "android.os.BinderProxy.transactNative")
                          END PROCESS("9", "unlocked")
                              THREAD("1", "Blocked", "a.a") "  - waiting to lock <0x1> (a x)\n" END
                                                            "----- pid 10 at 2024-01-02 03:04:05 -----\n" THREAD(
                                                                "1", "Runnable", "a.a") WAITS("x");
  const struct rows_case c = {.table = "anr.verdict",
                              .ptr = text,
                              .len = sizeof text - 1,
                              .columns = {"truncated", "process_id", "kind", "signature"},
                              .want =
                                  "0 1 1 deadlock anr|x|deadlock|a.a<-c.c\n"
                                  "0 2 1 deadlock anr|self|deadlock|a.a\n"
                                  "0 3 2 lock anr|gone|lock|java.util.concurrent.X.y\n"
                                  "0 4 9 other anr|none|vmwait\n"
                                  "0 5 7 waiting anr|timed|waiting|a.a\n"
                                  "0 6 3 idle anr|two|idle|a.a\n"
                                  "0 7 8 native anr|three|native|a.a\n"
                                  "0 8 4 binder anr|binder|binder|android.os.BinderProxy.transactNative\n"
                                  "0 9 9 other anr|unlocked|blocked|a.a\n"
                                  "1 10 5 running anr|?|running|a.a\n"};
  check_case(&c);
}

/* Several cycles of a process, each once; a way into one is no part of it. */
static void test_cycles(void **state) {
  (void)state;
  static const char text[] =
      PROCESS("7", "x") THREAD("5", "Blocked", "a") WAITS("4") THREAD("4", "Blocked", "a") WAITS("-3")
          THREAD("-3", "Blocked", "a") WAITS("4") THREAD("8", "Blocked", "a") WAITS("8") THREAD("1", "Native", "a") END;
  const struct rows_case c = {.table = "anr.cycle",
                              .ptr = text,
                              .len = sizeof text - 1,
                              .columns = {"truncated", "line", "process_id"},
                              .want = "0 1 7\n0 1 7\n"};
  check_case(&c);
}

/* The graph itself: ways in the order of the dump, threads that are there twice, and as many as there may be. */
static void test_graph(void **state) {
  (void)state;
  static const int32_t edges[][2] = {{5, 4}, {4, -3}, {-3, 4}, {1, 4}, {8, 8}, {5, 9}};
  static const int32_t first[] = {-3, 4}, second[] = {8}, chain[] = {1, 4, -3, 4};
  struct dfmti_wait_graph g = {.n = 0};
  struct dfmti_buf tids = {0};
  struct counter memory;
  struct dfmti_mem m;
  dfmt_config *config = counting_config(&memory);
  bool added, repeats;
  dfmti_mem_init(&m, config);
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    assert_true(dfmti_wait_graph_add(&m, &g, edges[i][0], &added));
    assert_int_equal(added, i < 5);
    if (added) dfmti_wait_graph_edge(&g, edges[i][1]);
    dfmti_wait_graph_edge(&g, 77); /* only the first counts */
  }
  assert_true(dfmti_wait_graph_chain(&m, &g, &tids, &repeats));
  assert_true(repeats);
  assert_int_equal(tids.len, sizeof chain);
  assert_memory_equal(tids.ptr, chain, sizeof chain);
  assert_true(dfmti_wait_graph_cycle(&m, &g, &tids));
  assert_int_equal(tids.len, sizeof first);
  assert_memory_equal(tids.ptr, first, sizeof first);
  assert_true(dfmti_wait_graph_cycle(&m, &g, &tids));
  assert_int_equal(tids.len, sizeof second);
  assert_memory_equal(tids.ptr, second, sizeof second);
  assert_true(dfmti_wait_graph_cycle(&m, &g, &tids));
  assert_int_equal(tids.len, 0);
  dfmti_wait_graph_clear(&g);
  for (int32_t i = 0; i < DFMTI_WAIT_THREADS; i++) assert_true(dfmti_wait_graph_add(&m, &g, i, &added));
  assert_true(added && !g.cut);
  assert_true(dfmti_wait_graph_add(&m, &g, 0, &added));
  assert_false(added || g.cut);
  assert_true(dfmti_wait_graph_add(&m, &g, -1, &added));
  assert_true(g.cut && !added);
  dfmti_wait_graph_free(&m, &g);
  dfmti_buf_free(&m, &tids);
  assert_int_equal(memory.blocks, 0);
  dfmt_config_free(config);
}

/* More threads and longer names than are kept need little memory, and the rows say so. */
static void test_many(void **state) {
  (void)state;
  enum { THREADS = 40000, LONG = 150, ROOM = LONG + 150 };
  size_t cap = (THREADS + 2) * (size_t)ROOM;
  struct lines text = {.ptr = malloc(cap)}; /* at once: growing takes long under sanitizers */
  char want[ROOM];
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  assert_non_null(text.ptr);
  text.len = (size_t)snprintf(text.ptr, cap, "%s", PROCESS("7", "x"));
  for (int i = 1; i <= THREADS; i++)
    text.len += (size_t)snprintf(text.ptr + text.len, cap - text.len,
                                 "\"t\" prio=5 tid=%d Blocked\n  at a%0*d(x)\n"
                                 "  - waiting to lock <0x1> (a x) held by thread %d\n",
                                 i, LONG, i, i % THREADS + 1);
  text.len += (size_t)snprintf(text.ptr + text.len, cap - text.len, "%s", END);
  assert_true(text.len < cap);
  (void)snprintf(want, sizeof want, "1 2 lock anr|x|lock|a%0*d\n", LONG, 1);
  const struct rows_case c = {.table = "anr.verdict",
                              .ptr = text.ptr,
                              .len = text.len,
                              .columns = {"truncated", "kind", "signature"},
                              .want = want};
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_MEMORY, 16 << 20), DFMT_OK);
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  assert_true(x->mem.limit == 16 << 20); /* it was enough */
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text.ptr);
}

/* Lines of any length. */
static void test_long(void **state) {
  (void)state;
  enum { LONG = 100000 };
  struct lines text = {0};
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  char *filler = malloc(LONG);
  assert_non_null(filler);
  memset(filler, 'x', LONG);
  add_text(&text, PROCESS("7", "x") "\"t\" prio=5 tid=1 Native\n  at ",
           sizeof PROCESS("7", "x") "\"t\" prio=5 tid=1 Native\n  at " - 1);
  add_text(&text, filler, LONG);
  add_text(&text, "\n\n\"u\" prio=5 tid=2 Native\n\n" END, sizeof "\n\n\"u\" prio=5 tid=2 Native\n\n" END - 1);
  const struct rows_case c = {.table = "anr.thread",
                              .ptr = text.ptr,
                              .len = text.len,
                              .columns = {"truncated", "frames", "name"},
                              .want = "1 1 t\n0 0 u\n"};
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(filler);
  free(text.ptr);
}

/* What is certain enough to be read without being asked to. */
static void test_recognised(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool dump;
  } cases[] = {
      {"----- pid 7 at 2024-01-02 03:04:05 -----\n", true},
      {"\r\n\n----- pid 7 at 2024-01-02 03:04:05 -----\r\n", true},
      {"Subject: x\nRssHwmKb: 1\n\n----- dumping pid: 7 at 1\n\n----- pid 7 at 2024-01-02 03:04:05 -----", true},
      {"----- dumping pid: 7 at 1\n----- pid 7 at 2024-01-02 03:04:05 -----\n", true},
      {"Subject: x\nFrom: y\n", false},
      {"----- pid 7 at noon -----\n", false},
      {"----- pid 7 at 2024-01-02 -----\n", false},
      {"x\n----- pid 7 at 2024-01-02 03:04:05 -----\n", false},
      {"----- end 7 -----\n----- pid 7 at 2024-01-02 03:04:05 -----\n", false},
      {"\n\n", false},
      {"", false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(dfmti_bugreport_lone_is_dump((dfmt_str){cases[i].text, strlen(cases[i].text)}), cases[i].dump);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),    cmocka_unit_test(test_console), cmocka_unit_test(test_locks),
      cmocka_unit_test(test_verdicts), cmocka_unit_test(test_cycles),  cmocka_unit_test(test_graph),
      cmocka_unit_test(test_many),     cmocka_unit_test(test_long),    cmocka_unit_test(test_recognised)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
