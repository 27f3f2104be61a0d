/* SPDX-License-Identifier: MIT */
/* The table of findings: what is one occurrence, what is one finding, their order, limits, memory that is out. */
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define COLUMNS {"rank", "kind", "severity", "process_id", "count", "process_name", "time_text", "signature"}
#define EVENTS "------ EVENT LOG (logcat -b events) ------\n"

static void check(const char *report, size_t len, const char *want) {
  const struct rows_case c = {
      .table = "bugreport.triage_finding", .ptr = report, .len = len, .columns = COLUMNS, .want = want};
  check_case(&c);
}
#define CHECK(REPORT, WANT) check(REPORT, sizeof(REPORT) - 1, WANT)

/* One process within ten seconds is one occurrence, whoever tells of it; across the new year, too. */
static void test_times(void **state) {
  (void)state;
  static const char report[] = BANNER EVENTS
      "12-31 23:59:55.000  1000     5     5 I am_wtf  : [0,7,a,-1,Tag,x]\n"
      "01-01 00:00:04.000  1000     5     5 I am_wtf  : [0,7,a,-1,Tag,x]\n"
      "01-01 00:00:06.000  1000     5     5 I am_wtf  : [0,7,a,-1,Tag,x]\n"
      "01-01 00:00:06.000  1000     5     5 I am_wtf  : [0,7,b,-1,Tag,x]\n"
      "01-01 00:00:06.000  1000     5     5 I am_wtf  : [0,8,a,-1,Other,x]\n";
  CHECK(report,
        "1 16 wtf 20 7 2 a 01-01 00:00:06.000 wtf|a|Tag\n"
        "2 16 wtf 20 7 1 b 01-01 00:00:06.000 wtf|b|Tag\n"
        "3 16 wtf 20 8 1 a 01-01 00:00:06.000 wtf|a|Other\n");
}

/* A crash that only the event log tells of; and kills, of which most are as they should be. */
static void test_events(void **state) {
  (void)state;
  static const char report[] = BANNER EVENTS
      "01-01 00:00:01.000  1000     5     5 I am_crash: [7,0,/bin/a,1,Native crash,Aborted,unknown,0]\n"
      "01-01 00:00:01.000  1000     5     5 I am_crash: [8,0,system_server,1,java.lang.X,m,F.java,1]\n"
      "01-01 00:00:01.000  1000     5     5 I am_anr  : [0,9,a:b,1,Broadcast of Intent { x } (y)]\n"
      "01-01 00:00:01.000  1000     5     5 I am_kill : [0,1,p,200,low memory]\n"
      "01-01 00:00:01.000  1000     5     5 I am_kill : [0,2,p,201,low memory]\n"
      "01-01 00:00:01.000  1000     5     5 I am_kill : [0,3,p,15,low memory]\n"
      "01-01 00:00:01.000  1000     5     5 I am_kill : [0,4,p,0,stop p]\n"
      "01-01 00:00:01.000  1000     5     5 I am_proc_died: [0,4,p]\n";
  CHECK(report,
        "1 3 java_crash 90 8 1 system_server 01-01 00:00:01.000 java|system_server|java.lang.X\n"
        "2 4 native_crash 75 7 1 /bin/a 01-01 00:00:01.000 native|a\n"
        "3 5 anr 60 9 1 a:b 01-01 00:00:01.000 anr|a|Broadcast of Intent { x }\n"
        "4 8 foreground_kill 50 1 1 p 01-01 00:00:01.000 kill|p|low memory\n");
}

/* A record that is kept of what a log tells is no finding of its own. */
static void test_past(void **state) {
  (void)state;
  static const char report[] = BANNER EVENTS
      "01-01 00:00:01.000  1000     5     5 I am_crash: [7,0,a,1,java.lang.X,m,F.java,1]\n"
      "------ 0.1s was the duration of 'EVENT LOG' ------\n"
      "------ DUMPSYS (dumpsys) ------\n"
      "DUMP OF SERVICE activity:\n"
      "        ApplicationExitInfo #0:\n"
      "          timestamp=2025-01-01 00:00:20.000 pid=7 realUid=1 packageUid=2 definingUid=3 user=0\n"
      "          process=a reason=4 (APP CRASH(EXCEPTION)) subreason=0 (UNKNOWN) status=0\n"
      "        ApplicationExitInfo #1:\n"
      "          timestamp=2025-01-01 00:00:40.000 pid=7 realUid=1 packageUid=2 definingUid=3 user=0\n"
      "          process=a reason=4 (APP CRASH(EXCEPTION)) subreason=0 (UNKNOWN) status=0\n"
      "        ApplicationExitInfo #2:\n"
      "          timestamp=2025-01-01 00:00:40.000 pid=7 realUid=1 packageUid=2 definingUid=3 user=0\n"
      "          process=a reason=3 (LOW_MEMORY) subreason=0 (UNKNOWN) status=0\n"
      "DUMP OF SERVICE dropbox:\n"
      "2025-01-01 00:00:02 data_app_crash (text, 9 bytes)\n"
      "2025-01-01 00:00:12 data_app_crash (text, 9 bytes)\n"
      "2024-12-31 00:00:02 system_app_native_crash (text, 9 bytes)\n"
      "2024-12-31 00:00:02 SYSTEM_RESTART (text, 9 bytes)\n"
      "2024-12-31 00:00:02 data_app_strictmode (text, 9 bytes)\n";
  CHECK(report,
        "1 3 java_crash 70 7 1 a 01-01 00:00:01.000 java|a|java.lang.X\n"
        "2 9 past_exit 40 7 1 a 2025-01-01 00:00:40.000 exit|a|APP CRASH(EXCEPTION)\n"
        "3 10 past_crash 35 - 1 - 2025-01-01 00:00:12 dropbox|data_app_crash\n"
        "4 11 past_native_crash 35 - 1 - 2024-12-31 00:00:02 dropbox|system_app_native_crash\n"
        "5 15 past_restart 35 - 1 - 2024-12-31 00:00:02 dropbox|SYSTEM_RESTART\n");
}

/* The kernel's fault that two places have is one; its tasks are processes. */
static void test_kernel(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ KERNEL LOG (dmesg) ------\n"
      "[    1.000000] INFO: task a:5 blocked for more than 120 seconds.\n"
      "[    2.000000] Out of memory: Killed process 6 (b) x\n"
      "------ 0.1s was the duration of 'KERNEL LOG' ------\n"
      "------ LAST KMSG (x) ------\n"
      "[    1.000000] Kernel panic - not syncing: x\n"
      "[    3.000000] Kernel panic - not syncing: x\n"
      "------ 0.1s was the duration of 'LAST KMSG' ------\n"
      "------ LAST KMSG (y) ------\n"
      "[    1.000000] Kernel panic - not syncing: x\n";
  CHECK(report,
        "1 1 kernel_crash 100 - 2 - 3.000000 kernel|panic|x\n"
        "2 6 hung_task 55 5 1 a 1.000000 kernel|hung|a\n"
        "3 7 oom_kill 45 6 1 b 2.000000 kernel|oom|b\n");
}

#define LOG "------ SYSTEM LOG (logcat) ------\n"
#define FATAL(PID, TID) \
  "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid " TID " (ple.app), pid " PID " (ple.app)\n"
#define STARS "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"

/* A native crash is one by its process and time, whatever the names that are printed of it, and counts once. */
static void test_native(void **state) {
  (void)state;
  static const char report[] = BANNER LOG
      "01-01 00:00:01.000  1000     7     8 F libc    : " FATAL("7", "8")
      "01-01 00:00:01.500  1000     7     8 F libc    : " FATAL("7", "8")
      "01-01 00:00:41.000  1000     9     9 F DEBUG   : " STARS
      "01-01 00:00:41.000  1000     9     9 F DEBUG   : Timestamp: 2024-12-31 00:00:00.000000000+0000\n"
      "01-01 00:00:41.000  1000     9     9 F DEBUG   : pid: 7, tid: 8, name: ple.app  >>> com.example.app <<<\n"
      "01-01 00:00:41.000  1000     9     9 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n"
      "01-01 00:00:41.000  1000     9     9 F DEBUG   : backtrace:\n"
      "01-01 00:00:41.000  1000     9     9 F DEBUG   :       #00 pc 0000000000000010  /a.so (f+4)\n"
      "01-01 00:00:42.000  1000     6     6 F DEBUG   : " STARS
      "------ 0.1s was the duration of 'SYSTEM LOG' ------\n" EVENTS
      "01-01 00:00:02.000  1000     5     5 I am_crash: [7,0,com.example.app:ui,1,Native crash,Aborted,unknown,0]\n";
  CHECK(report,
        "1 4 native_crash 75 7 1 com.example.app 01-01 00:00:01.000 native|com.example.app|SIGSEGV/SEGV_MAPERR|f\n");
  static const char two[] = BANNER LOG
      "01-01 00:00:01.000  1000     7     8 F libc    : " FATAL("7", "8")
      "01-01 00:00:02.000  1000     7     9 F libc    : " FATAL("7", "9")
      "01-01 00:00:02.000  1000     6     8 F libc    : " FATAL("6", "8")
      "01-01 00:01:02.000  1000     5     5 F DEBUG   : " STARS;
  CHECK(two, "1 4 native_crash 75 6 3 ple.app 01-01 00:00:02.000 native|ple.app|SIGSEGV/SEGV_MAPERR\n");
}

#define DUMP(TITLE, MAIN) \
  "------ VM TRACES " TITLE \
  " (x) ------\n" \
  "----- pid 5 at 2025-01-01 00:00:01 -----\nCmd line: a\n\n" \
  "\"main\" prio=5 tid=1 " MAIN \
  "\"b\" prio=5 tid=2 Blocked\n  at B.b(B.java:1)\n  - waiting to lock <0x2> (a C) held by thread 3\n\n" \
  "\"c\" prio=5 tid=3 Blocked\n  at C.c(C.java:1)\n  - waiting to lock <0x3> (a C) held by thread 2\n\n" \
  "----- end 5 -----\n" \
  "------ 0.1s was the duration of 'VM TRACES' ------\n"
#define LOOKS "Native\n  at android.os.MessageQueue.nativePollOnce(Native Method)\n\n"
#define WAITS "Blocked\n  at A.a(A.java:1)\n  - waiting to lock <0x1> (a C) held by thread 2\n\n"

/* Stacks that were written for an ANR are one, and a deadlock is one anywhere but where all had to give their stacks.
 */
static void test_stacks(void **state) {
  (void)state;
  CHECK(BANNER DUMP("AT LAST ANR", WAITS), "1 5 anr 65 5 1 a 2025-01-01 00:00:01 anr|a|deadlock|A.a<-C.c\n");
  CHECK(BANNER DUMP("AT LAST ANR", LOOKS), "1 5 anr 65 5 1 a 2025-01-01 00:00:01 anr|a|deadlock\n");
  CHECK(BANNER DUMP("OF X", LOOKS), "1 5 anr 65 5 1 a 2025-01-01 00:00:01 anr|a|deadlock\n");
  CHECK(BANNER DUMP("JUST NOW", WAITS), "");
  CHECK(BANNER DUMP("AT LAST ANR", WAITS) DUMP("JUST NOW", WAITS),
        "1 5 anr 65 5 1 a 2025-01-01 00:00:01 anr|a|deadlock|A.a<-C.c\n");
}

#define MALLOC(PID, TEXT) "01-01 00:00:01.000  " PID "  " PID " E malloc_debug: " TEXT "\n"

/* What malloc_debug found, each report by its stack without what allocates; those of two processes take turns. */
static void test_memory(void **state) {
  (void)state;
  static const char report[] = BANNER LOG MALLOC("7", "+++ ALLOCATION 0x7f00 SIZE 100 HAS A CORRUPTED REAR GUARD")
      MALLOC("8", "+++ /system/bin/d leaked block of size 24 at 0x71 (leak 1 of 2)")
          MALLOC("7", "  allocation[100] = 0xbf (expected 0xbb)") MALLOC("7", "Backtrace at time of failure:") MALLOC(
              "8", "Backtrace at time of allocation:") MALLOC("7", "          #00  pc 0000000000001000  /a.so (free+4)")
              MALLOC("8", "          #00  pc 0000000000001000  /a.so (malloc+4)")
                  MALLOC("7", "          #01  pc 0000000000001010  /a.so (drop(Obj*)+5)")
                      MALLOC("8", "          #01  pc 0000000000001010  /a.so (make()+5)")
                          MALLOC("7", "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***")
                              MALLOC("8", "+++ /system/bin/d leaked block of size 25 at 0x72 (leak 2 of 2)")
                                  MALLOC("8", "Backtrace at time of allocation:")
                                      MALLOC("8", "          #00  pc 0000000000001010  /a.so (make()+5)")
                                          MALLOC("7", "+++ ALLOCATION 0x7f00 USED AFTER FREE (free)")
                                              MALLOC("7", "Backtrace of original free:")
                                                  MALLOC("7", "          #00  pc 0000000000001020  /a.so (first()+6)")
                                                      MALLOC("7", "Backtrace at time of failure:") MALLOC(
                                                          "7", "          #00  pc 0000000000001020  /a.so (second()+6)")
                                                          MALLOC("7", "+++ ALLOCATION of nothing") MALLOC(
                                                              "7", "+++ ALLOCATION 0x7f00 UNKNOWN POINTER (realloc)");
  CHECK(report,
        "1 17 memory_error 75 7 1 - 01-01 00:00:01.000 memory|?|rear guard|drop\n"
        "2 17 memory_error 75 7 1 - 01-01 00:00:01.000 memory|?|double free|second\n"
        "3 17 memory_error 75 7 1 - 01-01 00:00:01.000 memory|?|unknown pointer\n"
        "4 18 leak 25 8 2 /system/bin/d 01-01 00:00:01.000 memory|d|leak|make\n");
}

#define REPORT_OF(PID, SECOND, TEXT) \
  "01-01 00:00:0" SECOND ".000  " PID "  " PID " E malloc_debug: +++ ALLOCATION " TEXT "\n"
#define END_OF_LOG "------ 0.1s was the duration of 'SYSTEM LOG' ------\n"
#define LAST "------ LAST LOGCAT (logcat -L) ------\n"
#define FREED "0x7f00 USED AFTER FREE (free)"

/* What is in two buffers of the log is one; what one buffer has twice, or of another process, time or block, is not. */
static void test_memory_twins(void **state) {
  (void)state;
  CHECK(BANNER LOG REPORT_OF("7", "1", FREED) END_OF_LOG LAST REPORT_OF("7", "1", FREED),
        "1 17 memory_error 75 7 1 - 01-01 00:00:01.000 memory|?|double free\n");
  CHECK(BANNER LOG REPORT_OF("7", "1", FREED) REPORT_OF("7", "1", FREED) END_OF_LOG LAST REPORT_OF("7", "1", FREED)
            REPORT_OF("7", "1", FREED),
        "1 17 memory_error 75 7 2 - 01-01 00:00:01.000 memory|?|double free\n");
  CHECK(BANNER LOG REPORT_OF("7", "1", FREED) END_OF_LOG LAST REPORT_OF("8", "1", FREED),
        "1 17 memory_error 75 8 2 - 01-01 00:00:01.000 memory|?|double free\n");
  CHECK(BANNER LOG REPORT_OF("7", "1", FREED) END_OF_LOG LAST REPORT_OF("7", "2", FREED),
        "1 17 memory_error 75 7 2 - 01-01 00:00:02.000 memory|?|double free\n");
  CHECK(BANNER LOG REPORT_OF("7", "1", FREED) END_OF_LOG LAST REPORT_OF("7", "1", "0x7f10 USED AFTER FREE (free)"),
        "1 17 memory_error 75 7 2 - 01-01 00:00:01.000 memory|?|double free\n");
}

#define KEPT(SECOND, PROCESS, PID, TEXT) \
  "2025-01-01 00:00:0" SECOND " data_app_crash (text, 9 bytes)\nProcess: " PROCESS "\nPID: " PID "\nFlags: 0x1\n" TEXT \
  "\n========================================\n"

/* What the device kept is what it says, with the log if that is there; a list of it names processes. */
static void test_dropbox(void **state) {
  (void)state;
  static const char report[] = BANNER EVENTS
      "01-01 00:00:01.000  1000     5     5 I am_crash: [7,0,a,1,java.lang.X,m,F.java,1]\n"
      "------ 0.1s was the duration of 'EVENT LOG' ------\n"
      "------ DROPBOX CRASHES (x) ------\n"
      KEPT("1", "b", "8", "\njava.lang.Y: m\n\tat B.b(B.java:1)\nCaused by: java.lang.Z: n\n\tat C.c(C.java:1)\n")
      KEPT("1", "a", "7", "\njava.lang.X: m\n\tat A.a(A.java:1)\n")
      KEPT("2", "c", "9", "\nno exception\n")
      "------ 0.1s was the duration of 'DROPBOX CRASHES' ------\n"
      "------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE dropbox:\n"
      "2025-01-01 00:00:03 system_app_crash (text, 9 bytes)\n    Process: d/PID: 10/UID: 1000/Fl ...\n"
      "2025-01-01 00:00:03 system_app_crash (text, 9 bytes)\n    Process: e/PID: 11/UID: 1000/Fl ...\n"
      "2025-01-01 00:00:03 system_app_anr (text, 9 bytes)\n    Process: com.exam ...\n";
  CHECK(report,
        "1 3 java_crash 70 7 1 a 01-01 00:00:01.000 java|a|java.lang.X|A.a\n"
        "2 3 java_crash 70 8 1 b 2025-01-01 00:00:01 java|b|java.lang.Z|C.c\n"
        "3 10 past_crash 35 10 1 d 2025-01-01 00:00:03 dropbox|system_app_crash|d\n"
        "4 10 past_crash 35 11 1 e 2025-01-01 00:00:03 dropbox|system_app_crash|e\n"
        "5 12 past_anr 35 - 1 - 2025-01-01 00:00:03 dropbox|system_app_anr\n"
        "6 10 past_crash 35 9 1 c 2025-01-01 00:00:02 dropbox|data_app_crash|c\n");
}

#define EXIT(NUMBER, TIME, PID, KEYS, REASON, IMPORTANCE) \
  "    ApplicationExitInfo #" NUMBER ":\n      timestamp=2025-01-01 00:00:" TIME " pid=" PID " realUid=1 " KEYS \
  "packageUid=2 definingUid=3 user=0\n" \
  "      process=a.b:c " KEYS "reason=" REASON \
  " subreason=0 (UNKNOWN) status=0\n" \
  "      importance=" IMPORTANCE " pss=0.00 " KEYS "rss=1,5MB description=d state=empty trace=null\n"
#define KILLER(TAG, TEXT) "01-01 00:00:01.000   400   400 I " TAG ": " TEXT "\n"

/* Processes that the user saw or heard, ended for lack of memory; the daemon and the system tell of one in their words.
 */
static void test_kills(void **state) {
  (void)state;
  CHECK(BANNER LOG KILLER("lowmemorykiller",
                          "Kill 'a.b:c' (7), uid 10001, oom_score_adj 0 to free 9kB rss; reason: r 12kB")
            KILLER("lmkd", "Terminate 'd' (8), oom_adj 200 to free 9kB")
                KILLER("lmkd", "Kill 'e' (9), uid 1, oom_score_adj 201") KILLER("lmkd", "Kill 'f' (10), uid 1")
                    KILLER("lmkd", "Kill '' (10), oom_score_adj 0") KILLER("lmkd", "mp_event: 'g' (11) adj 0")
                        KILLER("other", "Kill 'g' (11), oom_score_adj 0"),
        "1 8 foreground_kill 50 7 1 a.b:c 01-01 00:00:01.000 kill|a.b|low memory\n"
        "2 8 foreground_kill 50 8 1 d 01-01 00:00:01.000 kill|d|low memory\n");
  CHECK(BANNER LOG KILLER("lowmemorykiller",
                          "Kill 'a.b:c' (7), uid 10001, oom_score_adj 0 to free 9kB rss; reason: r 12kB") END_OF_LOG
        "------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE activity:\n" EXIT(
            "0", "02.000", "7", "", "3 (LOW_MEMORY)", "100") EXIT("1", "40.000", "7", "new=1 ", "3 (LOW_MEMORY)", "125")
            EXIT("2", "41.000", "9", "", "3 (LOW_MEMORY)", "126")
                EXIT("3", "42.000", "10", "", "10 (USER REQUESTED)", "100"),
        "1 8 foreground_kill 50 7 2 a.b:c 2025-01-01 00:00:40.000 kill|a.b|low memory\n");
}

#define HEADS(PROCESS, PID, MORE) \
  "Process: " PROCESS "\nPID: " PID "\nUID: 10001\nFlags: 0x1\nPackage: " PROCESS " v1 (1.0)\n" MORE "Build: b\n\n"
#define TRACE "java.lang.X: m\n\tat A.a(A.java:1)\nCaused by: java.lang.Y: n\n\tat B.b(B.java:1)\n"

/* A file of what the device keeps, alone: its text tells what it is. */
static void test_stored(void **state) {
  (void)state;
  CHECK(HEADS("a.b:c", "7", "") TRACE, "1 3 java_crash 70 7 1 a.b:c - java|a.b|java.lang.Y|B.b\n");
  CHECK(HEADS("a", "7", "") TRACE "\nFATAL EXCEPTION: x\n" TRACE, "1 3 java_crash 70 7 1 a - java|a|java.lang.Y|B.b\n");
  CHECK(HEADS("a", "7", "Subject: Broadcast of Intent { x } (y)\n") "CPU usage from 0ms to 1ms later:\n  1% 1/init\n",
        "1 5 anr 60 7 1 a - anr|a|Broadcast of Intent { x }\n");
  CHECK(
      HEADS("system_server", "7", "Subject: Blocked in handler on a (b) for 64s, Blocked in c for 5s d for 6s\n") "x\n",
      "1 2 watchdog 95 7 1 system_server - watchdog|system_server|Blocked in handler on a (b), Blocked in c for 5s "
      "d\n");
  CHECK(HEADS("a", "7", "Subject: Tag\n") "android.util.Log$TerribleFailure: m\n\tat A.a(A.java:1)\n",
        "1 16 wtf 20 7 1 a - wtf|a|Tag\n");
  CHECK(HEADS("a", "7", "") "android.os.StrictMode$StrictModeDiskReadViolation: x\n\tat A.a(A.java:1)\n", "");
  CHECK(HEADS("a", "7", "") "no exception\n", "");
  CHECK("isPrevious: true\nBuild: b\n\n" STARS "pid: 7, tid: 8, name: x  >>> a <<<\nsignal 6 (SIGABRT), code 0\n",
        "1 4 native_crash 75 7 1 a - native|a|SIGABRT\n");
}

#define SUBJECT "Subject: Input dispatching timed out (x)\n"
#define PROCESS(PID, NAME, MAIN) \
  "----- pid " PID " at 2025-01-01 00:00:01 -----\nCmd line: " NAME "\n\n\"main\" prio=5 tid=1 " MAIN "----- end " PID \
  " -----\n"
#define LATE \
  "----- Waiting Channels: pid 7 at 2025-01-01 00:00:01 -----\nCmd line: a\n\nsysTid=7 x\n----- end 7 -----\n"
#define LOCKED "Blocked\n  at A.a(A.java:1)\n  - waiting to lock <0x1> (a C) held by thread 2\n\n"

/* Stacks with a reason are an ANR of the process that comes first, or should; without one if it waits for a lock. */
static void test_reasons(void **state) {
  (void)state;
  CHECK(SUBJECT PROCESS("7", "a", LOCKED) PROCESS("8", "b", LOOKS),
        "1 5 anr 60 7 1 a 2025-01-01 00:00:01 anr|a|lock|A.a\n");
  CHECK(SUBJECT PROCESS("7", "a", LOOKS) PROCESS("8", "b", LOCKED),
        "1 5 anr 60 7 1 a 2025-01-01 00:00:01 anr|a|Input dispatching timed out\n");
  CHECK(PROCESS("7", "a", LOCKED) PROCESS("8", "b", LOCKED), "1 5 anr 60 7 1 a 2025-01-01 00:00:01 anr|a|lock|A.a\n");
  CHECK(PROCESS("7", "a", LOOKS) PROCESS("8", "b", LOCKED), "");
  CHECK(SUBJECT "----- dumping pid: 7 at 9\n" PROCESS("8", "b", LOCKED),
        "1 5 anr 60 7 1 - - anr|?|Input dispatching timed out\n");
  CHECK(SUBJECT LATE PROCESS("8", "b", LOCKED), "1 5 anr 60 7 1 a - anr|a|Input dispatching timed out\n");
  CHECK(SUBJECT "----- dumping pid: 7 at 9\n", "1 5 anr 60 7 1 - - anr|?|Input dispatching timed out\n");
  CHECK(HEADS("a", "7", "Subject: Input dispatching timed out\n") "CPU usage\n\n" SUBJECT PROCESS("7", "a", LOCKED),
        "1 5 anr 60 7 1 a 2025-01-01 00:00:01 anr|a|lock|A.a\n");
}

/* Of more than there is room for, some are left out, and rows say so. */
static void test_many(void **state) {
  (void)state;
  enum { LINES = 2000 };
  static const char head[] = BANNER EVENTS;
  static const char form[] = "01-01 00:00:01.000  1000     5     5 I am_wtf  : [0,%04d,a,-1,Tag,x]\n";
  char line[128], *text = malloc(sizeof head + LINES * sizeof line);
  assert_non_null(text);
  size_t len = sizeof head - 1;
  memcpy(text, head, len);
  for (int i = 0; i < LINES; i++) {
    int n = snprintf(line, sizeof line, form, i);
    memcpy(text + len, line, (size_t)n);
    len += (size_t)n;
  }
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  const struct rows_case c = {.table = "bugreport.triage_finding",
                              .ptr = text,
                              .len = len,
                              .columns = {"truncated", "rank", "count", "signature"},
                              .want = "1 1 512 wtf|a|Tag\n"};
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_MEMORY, 4 << 20), DFMT_OK);
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_times),  cmocka_unit_test(test_events),       cmocka_unit_test(test_past),
      cmocka_unit_test(test_kernel), cmocka_unit_test(test_native),       cmocka_unit_test(test_stacks),
      cmocka_unit_test(test_memory), cmocka_unit_test(test_memory_twins), cmocka_unit_test(test_dropbox),
      cmocka_unit_test(test_many),   cmocka_unit_test(test_stored),       cmocka_unit_test(test_reasons),
      cmocka_unit_test(test_kills)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
