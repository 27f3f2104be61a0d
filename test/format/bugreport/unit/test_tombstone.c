/* SPDX-License-Identifier: MIT */
/* The tables of tombstones: places, logs whose crashes take turns, limits, memory that is out. */
#include "rows.h"

#define STARS "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"
#define DASHES "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---"
#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define PID "pid: 7, tid: 8, name: a, b  >>> /bin/x y <<<\n"
#define SIGNAL "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10\n"
#define CRASH_COLUMNS \
  {"form", "truncated", "process_id", "thread_id",    "signal",      "fault_address", "crash_number", \
   "line", "entry",     "section",    "process_name", "thread_name", "abort_message", "signature"}

static const char alone[] =
    STARS "\nBuild fingerprint: 'f'\n" PID SIGNAL
          "Abort message: 'it's\n\nlong'\n"
          "    x0  0000000000000001\n\nbacktrace:\n"
          "    #00 pc 0000000000000010  /lib/a b.so (offset 0x1000) (void n::f<int>(int) const+4) (BuildId: ab)\n"
          "    #01 pc 20  <anonymous:7c>\n    #02 pc 30  \n    #03 pc 40  /x/base.apk!l.so (deleted)\n"
          "    #04 pc 50  /l.so (__start_thread+1)\n    #05 pc 60  /l.so (g+1)\n"
          "\nbacktrace:\n    #00 pc 1  /not/of/it\n" DASHES
          "\npid: 7, tid: 9, name: w  >>> /bin/x y <<<\n"
          "signal 5 (SIGTRAP), code -32763 (?), fault addr 0x1\nbacktrace:\n    #00 pc 1  /l.so\n";

static void test_alone(void **state) {
  (void)state;
  struct rows_case c = {.table = "bugreport.tombstone_crash",
                        .ptr = alone,
                        .len = sizeof alone - 1,
                        .columns = CRASH_COLUMNS,
                        .want =
                            "1 text 0 7 8 11 16 0 1 - - /bin/x y a, b it's\n\nlong "
                            "native|x y|SIGSEGV/SEGV_MAPERR|n::f<>|<anon>|l.so+0x40\n"};
  check_case(&c);
  c.table = "tombstone.thread"; /* the same as bugreport.tombstone_thread */
  c = (struct rows_case){.table = c.table,
                         .ptr = alone,
                         .len = c.len,
                         .columns = {"process_id", "thread_id", "crashed", "frames", "line", "name"},
                         .want = "7 8 1 6 3 a, b\n7 9 0 1 21 w\n"};
  check_case(&c);
  c = (struct rows_case){
      .table = "bugreport.tombstone_frame",
      .ptr = alone,
      .len = c.len,
      .columns = {"thread_id", "number", "pc", "map_offset", "function_offset", "line", "path", "function", "build_id"},
      .want =
          "8 0 16 4096 4 11 /lib/a b.so void n::f<int>(int) const ab\n"
          "8 1 32 - - 12 <anonymous:7c> - -\n"
          "8 2 48 - - 13  - -\n"
          "8 3 64 - - 14 /x/base.apk!l.so (deleted) - -\n"
          "8 4 80 - 1 15 /l.so __start_thread -\n"
          "8 5 96 - 1 16 /l.so g -\n"
          "9 0 1 - - 24 /l.so - -\n"};
  check_case(&c);
}

/* Two crashes of a log that take turns, and a section. */
static void test_report(void **state) {
  (void)state;
#define LINE(PID, TEXT) "01-01 00:00:00.000 " PID " " PID " F DEBUG   : " TEXT "\n"
  static const char report[] = BANNER "------ SYSTEM LOG (logcat -d) ------\n" LINE("  31", STARS) LINE("  32", STARS)
      LINE("  31", "pid: 1, tid: 2, name: one  >>> one <<<") LINE("  32", "pid: 3, tid: 4, name: two  >>> two <<<")
          LINE("  32", "signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------")
              LINE("  31", "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0") LINE("  31", "backtrace:")
                  LINE("  32", "backtrace:") LINE("  32", "      #00 pc 1  /l.so (abort+1)")
                      LINE("  31", "      #00 pc 1  /l.so (f+1)") LINE(
                          "  32", "      #01 pc 1  /l.so (g+1)") "01-01 00:00:00.000   31   31 F other   : " STARS
                                                                 "\n"
                                                                 "------ 0.1s was the duration of 'SYSTEM LOG' ------\n"
                                                                 "------ TOMBSTONE (/data/tombstones/tombstone_00: "
                                                                 "2025-01-01 00:00:00) ------\n" STARS "\n" PID SIGNAL
                                                                 "------ 0.1s was the duration of 'TOMBSTONE' ------\n"
                                                                 "------ OTHER (x) ------\n" STARS "\n" PID SIGNAL;
  const struct rows_case c = {
      .table = "bugreport.tombstone_crash",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = CRASH_COLUMNS,
      .want =
          "2 log 0 1 2 11 0 0 6 - SYSTEM LOG one one - native|one|SIGSEGV/SEGV_MAPERR|f\n"
          "2 log 0 3 4 6 - 1 7 - SYSTEM LOG two two - native|two|SIGABRT|g\n"
          "1 text 0 7 8 11 16 2 20 - TOMBSTONE /bin/x y a, b - native|x y|SIGSEGV/SEGV_MAPERR\n"};
  check_case(&c);
}

/* More crashes are open at once than there may be: the oldest ends, and says so. */
static void test_many(void **state) {
  (void)state;
  enum { MANY = 40, LEAST = 9 };
  struct lines text = {0}, want = {0};
  add_text(&text, BANNER "------ SYSTEM LOG (logcat -d) ------\n",
           sizeof BANNER "------ SYSTEM LOG (logcat -d) ------\n" - 1);
  for (int i = 0; i < MANY; i++) {
    char line[160];
    int n = snprintf(line, sizeof line, "01-01 00:00:00.000 %4d %4d F DEBUG   : %s\n", i + 1, i + 1, STARS);
    add_text(&text, line, (size_t)n);
    n = snprintf(line, sizeof line, "%d %d\n", i < LEAST, i);
    add_text(&want, line, (size_t)n);
  }
  const struct rows_case c = {.table = "bugreport.tombstone_crash",
                              .ptr = text.ptr,
                              .len = text.len,
                              .columns = {"truncated", "crash_number"},
                              .want = want.ptr};
  check_case(&c);
  free(text.ptr);
  free(want.ptr);
}

/* A text again and again, with one growth of memory. */
static void add_repeated(struct lines *to, const char *text, size_t n) {
  size_t len = strlen(text);
  char *all = malloc(n * len);
  assert_non_null(all);
  for (size_t i = 0; i < n; i++) memcpy(all + i * len, text, len);
  add_text(to, all, n * len);
  free(all);
}

/* Lines and texts of any length need little memory. */
static void test_long(void **state) {
  (void)state;
  enum { LINES = 60000 };
  struct lines text = {0};
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  add_text(&text, STARS "\nAbort message: '", sizeof STARS "\nAbort message: '" - 1);
  add_repeated(&text, "0123456789012345678901234567890123456789", LINES);
  add_text(&text, "\n", 1);
  add_repeated(&text, "x'\n", LINES);
  const struct rows_case c = {.table = "bugreport.tombstone_crash",
                              .ptr = text.ptr,
                              .len = text.len,
                              .columns = {"truncated", "line"},
                              .want = "1 1\n"};
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text.ptr);
}

/* Threads come in the order of their numbers, the one that crashed first; vendors' fields are passed over. */
static void test_proto(void **state) {
  (void)state;
  static const char message[] =
      "\x08\x01\x12\x01"
      "f\x1a\x01"
      "0\x22\x18"
      "2024-03-04 05:06:07-0130"
      "\x28\x07\x30\x09\x4a\x04/b/x\x4a\x02-y"
      "\x52\x15\x08\x0b\x12\x07SIGSEGV\x18\x01\x22\x01"
      "C\x40\x01\x48\x80\x02"
      "\x82\x01\x09\x08\x0a\x12\x05\x08\x0a\x12\x01w"
      "\x82\x01\x15\x08\x09\x12\x11\x08\x09\x12\x01m\x22\x0a\x08\x20\x22\x01"
      "f\x28\x03\x32\x01/"
      "\xa2\x38\x01z";
  struct rows_case c = {.table = "bugreport.tombstone_crash",
                        .ptr = message,
                        .len = sizeof message - 1,
                        .columns = {"form", "process_id", "thread_id", "signal", "utc_offset_s", "fault_address",
                                    "line", "process_name", "thread_name", "signature", "abi", "time_text", "cmdline"},
                        .want =
                            "3 proto 7 9 11 -5400 256 - /b/x m native|x|SIGSEGV/C|f arm64 2024-03-04 05:06:07 "
                            "/b/x -y\n"};
  check_case(&c);
  static const char heads[] = "isPrevious: true\nBuild: b\n\n";
  char stored[sizeof heads - 1 + sizeof message - 1];
  memcpy(stored, heads, sizeof heads - 1);
  memcpy(stored + sizeof heads - 1, message, sizeof message - 1);
  c.ptr = stored; /* as the device keeps it: SYSTEM_TOMBSTONE_PROTO_WITH_HEADERS */
  c.len = sizeof stored;
  check_case(&c);
  c = (struct rows_case){.table = "bugreport.tombstone_thread",
                         .ptr = message,
                         .len = sizeof message - 1,
                         .columns = {"thread_id", "crashed", "frames", "name"},
                         .want = "9 1 1 m\n10 0 0 w\n"};
  check_case(&c);
  c = (struct rows_case){
      .table = "bugreport.tombstone_frame",
      .ptr = message,
      .len = sizeof message - 1,
      .columns = {"process_id", "thread_id", "number", "pc", "map_offset", "function_offset", "path", "function"},
      .want = "7 9 0 32 - 3 / f\n"};
  check_case(&c);
}

/* Stacks of memory at fault are of no count and no signature; causes are listed once. */
static const char memory[] = STARS
    "\nABI: 'x86_64'\nGuest architecture: 'arm64'\nTimestamp: 2025-01-01 00:00:01.5+0000\nPage size: 16384 bytes\n"
    "Executable: /bin/app\n" PID SIGNAL
    "Cause: one\nExtra crash detail: n: 'a\\042b\\134'\nbacktrace:\n"
    "    #00 pc 1  /l.so (f+1)\n"
    "\nCause: one\n\ndeallocated by thread 3:\n    #00 pc 2  /l.so (g+1)\n\nallocated by thread 4:\n"
    "    #00 pc 3  /l.so (h+1)\n\nCause: two\n\nallocated by thread 5:\n    #00 pc 4  /l.so (i+1)\n"
    "memory map (3 entries):\n"
    "    00000001'00000000-00000001'00000fff r-x      1000      1000  /l.so (BuildId: ab) (load bias 0x2000)\n"
    "--->00000001'00001000-00000001'00001fff rw-         0      1000\n    1000-2000 --- [a b]\n    none\n"
    "--------- tail end of log main\n01-01 00:00:00.900   7   8 E AndroidRuntime: FATAL EXCEPTION: main\n"
    "open files:\n    fd 0: /dev/null (unowned)\n    fd 5: socket:[12] (owned by A 0x1)\n    fd x: no\n"
    "--------- log main\n12-31 23:59:59.000   7   8 I a: b\nno line\n";

static const struct rows_case memory_cases[] = {
    {.table = "tombstone.crash",
     .columns = {"signature", "causes", "page_size", "executable", "guest_abi", "details"},
     .want = "native|x y|SIGSEGV/SEGV_MAPERR|f [one][two] 16384 /bin/app arm64 [n: a\"b\\]\n"},
    {.table = "tombstone.thread", .columns = {"thread_id", "frames"}, .want = "8 1\n"},
    {.table = "tombstone.frame",
     .columns = {"thread_id", "function", "stack", "stack_thread_id", "cause_number"},
     .want = "8 f 1 crash - -\n8 g 2 deallocated 3 0\n8 h 3 allocated 4 0\n8 i 3 allocated 5 1\n"},
    {.table = "tombstone.map",
     .columns = {"faulted", "start_address", "end_address", "file_offset", "load_bias", "line", "permissions", "path",
                 "build_id"},
     .want = "0 4294967296 4294971392 4096 8192 27 r-x /l.so ab\n1 4294971392 4294975488 0 - 28 rw- - -\n"
             "0 4096 8192 - - 29 --- [a b] -\n"},
    {.table = "tombstone.file",
     .columns = {"number", "line", "path", "owner"},
     .want = "0 34 /dev/null -\n5 35 socket:[12] A 0x1\n"},
    {.table = "tombstone.log",
     .columns = {"tail", "priority", "process_id", "thread_id", "time_local_s", "line", "buffer", "time_text", "tag",
                 "message"},
     .want = "1 6 error 7 8 1735689600 32 main 01-01 00:00:00.900 AndroidRuntime FATAL EXCEPTION: main\n"
             "0 4 info 7 8 1735689599 38 main 12-31 23:59:59.000 a b\n"},
    {.table = "log.crash", .columns = {"kind"}, .want = ""},
};

static void test_memory(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof memory_cases / sizeof *memory_cases; i++) {
    struct rows_case c = memory_cases[i];
    c.ptr = memory;
    c.len = sizeof memory - 1;
    check_case(&c);
  }
}

/* A tombstone among the lines of a log: it quotes lines of its process only. */
static void test_in_log(void **state) {
  (void)state;
  static const char text[] =
      "01-01 00:00:00.000     1     1 I a: b\n01-01 00:00:00.000     1     1 I a: b\n" STARS "\n" PID SIGNAL
      "backtrace:\n    #00 pc 1  /l.so (f+1)\n--------- tail end of log main\n"
      "01-01 00:00:00.900     7     8 E AndroidRuntime: FATAL EXCEPTION: quoted\n--------- log main\n"
      "01-01 00:00:00.900     7     8 E AndroidRuntime: FATAL EXCEPTION: quoted\n"
      "01-01 00:00:02.000     9     9 E AndroidRuntime: FATAL EXCEPTION: real\n"
      "01-01 00:00:02.000     9     9 E AndroidRuntime: a.B\n--------- beginning of main\n"
      "01-01 00:00:03.000     7     7 E AndroidRuntime: FATAL EXCEPTION: another\n"
      "01-01 00:00:03.000     7     7 E AndroidRuntime: a.C\n";
  struct rows_case c = {.table = "log.crash",
                        .ptr = text,
                        .len = sizeof text - 1,
                        .columns = {"line", "process_id", "thread_name"},
                        .want = "12 9 real\n15 7 another\n"};
  check_case(&c);
  c = (struct rows_case){.table = "tombstone.crash",
                         .ptr = text,
                         .len = c.len,
                         .columns = {"line", "signature"},
                         .want = "3 native|x y|SIGSEGV/SEGV_MAPERR|f\n"};
  check_case(&c);
}

/* Unisoc's head: with a line of stars, in any order, or alone. Heads without `pid:` are part of the next one. */
static void test_heads(void **state) {
  (void)state;
#define TIMED "Native Crash TIME: 3585579\n"
  static const char text[] = STARS "\n" TIMED STARS "\n" PID SIGNAL TIMED STARS "\n" PID TIMED PID STARS
                                   "\nRevision: 'r'\n" STARS "\n" PID STARS "\nABI: 'a'\n";
  const struct rows_case c = {.table = "tombstone.crash",
                              .ptr = text,
                              .len = sizeof text - 1,
                              .columns = {"process_id", "signal", "crash_number", "line", "revision", "abi"},
                              .want = "7 11 0 1 - -\n7 - 1 6 - -\n7 - 2 9 - -\n7 - 3 11 r -\n- - 4 15 - a\n"};
  check_case(&c);
  const struct rows_case timed = {.table = c.table,
                                  .ptr = text + sizeof STARS,
                                  .len = sizeof TIMED STARS "\n" PID SIGNAL - 1,
                                  .columns = {"process_id", "line"},
                                  .want = "7 1\n"};
  check_case(&timed);
}

/* A memory error, a map, open files and a log. */
static const char parts[] =
    "\x12\x01"
    "f\"\x18"
    "2024-03-04 05:06:07+0000"
    "(\x07"
    "0\x09"
    "B\x01LJ\x01p"
    "R\x0f\x12\x01S@\x01H\x80\xa0\x80\x80\x80\x80\x80\x80\x0b"
    "z\x03\x0a\x01"
    "a"
    "z \x0a\x01"
    "b\x12\x1b\x1a\x19\x18\x04\"\x05\x08\x01\"\x01h(\x03"
    "2\x05\x08\x02\"\x01g2\x05\x08\x03\"\x01k"
    "\x82\x01\x10\x08\x0a\x12\x0c\x08\x0a\x12\x01w\"\x05\x08\x05\"\x01o"
    "\x82\x01\x10\x08\x09\x12\x0c\x08\x09\x12\x01m\"\x05\x08\x04\"\x01"
    "f"
    "\x8a\x01\x14\x08\x80 \x10\x80@\x18\x10 \x01"
    "0\x01:\x01/B\x01xH\x08"
    "\x8a\x01\x08\x08\x80@\x10\x80`(\x01"
    "\x92\x01\x06\x0a\x04none"
    "\x92\x01"
    "A\x0a\x04main\x12"
    "1\x0a\x12"
    "03-04 05:06:06.500\x10\x01\x18\x02 \x05*\x01T2\x12"
    "FATAL EXCEPTION: x\x12\x06\x0a\x01?2\x01y"
    "\x9a\x01\x0a\x08\x03\x12\x01/\x1a\x01O \x1f"
    "\x9a\x01\x05\x08\x04\x12\x01."
    "\xaa\x01\x07\x0a\x01n\x12\x02\xc3\xa9"
    "\xb0\x01\x80\x80\x01\xc0\x01\x00";

static const struct rows_case parts_cases[] = {
    {.table = "tombstone.crash",
     .columns = {"truncated", "signature", "causes", "page_size", "selinux_label", "guest_abi", "details"},
     .want = "0 native|p|S|f [a][b] 16384 L arm [n: \xc3\xa9]\n"},
    {.table = "tombstone.thread", .columns = {"thread_id", "frames"}, .want = "9 1\n10 1\n"},
    {.table = "tombstone.frame",
     .columns = {"thread_id", "number", "function", "stack", "stack_thread_id", "cause_number"},
     .want = "9 0 f 1 crash - -\n9 0 g 2 deallocated 3 1\n9 1 k 2 deallocated 3 1\n9 0 h 3 allocated 4 1\n"
             "10 0 o 1 crash - -\n"},
    {.table = "tombstone.map",
     .columns = {"faulted", "start_address", "end_address", "file_offset", "load_bias", "line", "permissions", "path",
                 "build_id"},
     .want = "1 4096 8192 16 8 - r-x / x\n0 8192 12288 0 - - -w- - -\n"},
    {.table = "tombstone.file",
     .columns = {"number", "crash_number", "line", "path", "owner"},
     .want = "3 0 - / O 0x1f\n4 0 - . -\n"},
    {.table = "tombstone.log",
     .columns = {"tail", "priority", "process_id", "thread_id", "time_local_s", "nanosecond", "buffer", "time_text",
                 "tag", "message"},
     .want = "0 5 warn 1 2 500000000 1709528766 main 03-04 05:06:06.500 T FATAL EXCEPTION: x\n"
             "0 0 - 0 0 - - main -  y\n"},
};

/* Of a protobuf message: as its text has them. */
static void test_proto_parts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof parts_cases / sizeof *parts_cases; i++) {
    struct rows_case c = parts_cases[i];
    c.ptr = parts;
    c.len = sizeof parts - 1;
    check_case(&c);
  }
}

#define REGISTERS(BEFORE) BEFORE "    x0  00000000000000ff  x1  0000000000000010\n" BEFORE "    pc  fedcba9876543210\n"

/* Several in a line, of each thread; lines of memory behind the stack are none. */
static void test_registers(void **state) {
  (void)state;
  static const char text[] = STARS "\n" PID SIGNAL "Abort message: 'a'\n" REGISTERS(
      "") "backtrace:\n    #00 pc 1  /l.so (f+1)\nmemory near x0:\n    b400007000000000 0000000000000001\n" DASHES
          "\npid: 7, tid: 9, name: w  >>> /bin/x y <<<\n    r0 0000000f  r1 xyz\n";
#define DEBUG "01-01 00:00:00.000     1     1 F DEBUG   : "
  static const char log[] = DEBUG STARS "\n" DEBUG PID REGISTERS(DEBUG);
  static const char message[] =
      "\x12\x01"
      "f\x1a\x01"
      "0\x22\x18"
      "2024-03-04 05:06:07-0130"
      "\x28\x07\x30\x09"
      "\x82\x01\x12\x08\x0a\x12\x0e\x08\x0a\x12\x01m\x1a\x07\x0a\x02x0\x10\xff\x01"
      "\x82\x01\x1b\x08\x09\x12\x17\x08\x09\x12\x01n\x1a\x07\x0a\x02x0\x10\x80\x02\x1a\x07\x0a\x02x1\x10\x81\x02";
  struct rows_case c = {.table = "tombstone.register",
                        .ptr = text,
                        .len = sizeof text - 1,
                        .columns = {"thread_id", "value", "line", "name"},
                        .want = "8 255 5 x0\n8 16 5 x1\n8 18364758544493064720 6 pc\n9 15 13 r0\n"};
  check_case(&c);
  c.ptr = log;
  c.len = sizeof log - 1;
  c.want = "8 255 3 x0\n8 16 3 x1\n8 18364758544493064720 4 pc\n";
  check_case(&c);
  c.ptr = message;
  c.len = sizeof message - 1;
  c.want = "9 256 - x0\n9 257 - x1\n10 255 - x0\n";
  check_case(&c);
}

/* Whatever its length, a message is read as far as it goes, and said to be cut unless a field ends there. */
static void test_proto_cut(void **state) {
  (void)state;
  static const size_t ends[] = {sizeof parts - 1, sizeof parts - 4};
  for (size_t i = 0; i < 2; i++)
    for (size_t cut = 0; cut < 2; cut++) {
      const struct rows_case c = {.table = "tombstone.crash",
                                  .ptr = parts,
                                  .len = ends[i] - cut,
                                  .columns = {"truncated", "thread_name"},
                                  .want = cut ? "1 m\n" : "0 m\n"};
      check_case(&c);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),     cmocka_unit_test(test_report),   cmocka_unit_test(test_many),
      cmocka_unit_test(test_long),      cmocka_unit_test(test_proto),    cmocka_unit_test(test_memory),
      cmocka_unit_test(test_in_log),    cmocka_unit_test(test_heads),    cmocka_unit_test(test_proto_parts),
      cmocka_unit_test(test_proto_cut), cmocka_unit_test(test_registers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
