/* SPDX-License-Identifier: MIT */
/* Heap: beside what every operation is held to, groups and peaks, times, sums, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/heap.h>

#include "all.h"

const struct kind kind = {.name = "heap", .arguments = "leaks --json"};

static dfmt_op *made(const char *text, uint32_t key, uint64_t value, const char *thread) {
  dfmt_op *op;
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  if (key) assert_int_equal(dfmt_config_set(c, key, value), DFMT_OK);
  if (thread) assert_int_equal(dfmt_config_add(c, DFMT_OPS_HEAP_THREADS, thread, strlen(thread)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "heap", &op), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_E_STATE);
  dfmt_source_free(s);
  return op;
}

static const dfmt_heap_facts *facts_of(dfmt_rows *rows) { return (const void *)dfmt_rows_set(rows)->facts; }

/* Rows of an answer are this text, a line each. */
static void check_rows(dfmt_op *op, const char *what, const char *want) {
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(op, what, &rows), DFMT_OK);
  char *text = rows_text(rows);
  assert_string_equal(text, want);
  free(text);
}

static void check_run(const char *text, uint32_t key, uint64_t value, const char *thread, const char *what,
                      const char *want) {
  dfmt_op *op = made(text, key, value, thread);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  check_rows(op, what, want);
  dfmt_op_free(op);
}

/* ---- recorded operations ---- */

static const char operations[] =
    "1: malloc 0x10 100 1000 1001\n"
    "2: calloc 0x20 10 10 1010 1011\n"
    "1: malloc 0x30 100 1020 1021\n"
    "2: realloc 0x40 0x30 300 1030 1031\n" /* of another thread's */
    "1: free 0x20 1040 1041\n"
    "1: malloc 0x10 7 1050 1051\n" /* a duplicate */
    "2: free 0x99 1060 1061\n"     /* unknown */
    "1: malloc 0x0 5000 1070 1071\n"
    "3: malloc 0x50 7 1080 1081\n"
    "3: free 0x50 1090 1091\n"
    "1: thread_done 0x0 1100\n";

static void test_groups(void **state) {
  (void)state;
  check_run(operations, 0, 0, NULL, "live",
            "{\"bytes\":300,\"blocks\":1,\"block_bytes\":300,\"thread_id\":2,\"allocated_bytes\":300,"
            "\"allocated_blocks\":1,\"peak_bytes\":300,\"peak_blocks\":1,\"oldest_op_number\":4,"
            "\"oldest_start_ns\":1030,\"oldest_age_ns\":70}\n"
            "{\"bytes\":7,\"blocks\":1,\"block_bytes\":7,\"thread_id\":1,\"allocated_bytes\":7,"
            "\"allocated_blocks\":1,\"peak_bytes\":7,\"peak_blocks\":1,\"oldest_op_number\":6,"
            "\"oldest_start_ns\":1050,\"oldest_age_ns\":50}\n");
  check_run(operations, DFMT_OPS_HEAP_BY, DFMT_HEAP_BY_THREAD, NULL, "use",
            "{\"bytes\":300,\"blocks\":1,\"thread_id\":2,\"allocated_bytes\":400,\"allocated_blocks\":2,"
            "\"peak_bytes\":400,\"peak_blocks\":2,\"oldest_op_number\":4,\"oldest_start_ns\":1030,"
            "\"oldest_age_ns\":70}\n"
            "{\"bytes\":7,\"blocks\":1,\"thread_id\":1,\"allocated_bytes\":207,\"allocated_blocks\":3,"
            "\"peak_bytes\":200,\"peak_blocks\":2,\"oldest_op_number\":6,\"oldest_start_ns\":1050,"
            "\"oldest_age_ns\":50}\n"
            "{\"bytes\":0,\"blocks\":0,\"thread_id\":3,\"allocated_bytes\":7,\"allocated_blocks\":1,"
            "\"peak_bytes\":7,\"peak_blocks\":1}\n");
  check_run(operations, DFMT_OPS_HEAP_BY, DFMT_HEAP_BY_SIZE, NULL, "use",
            "{\"bytes\":0,\"blocks\":0,\"block_bytes\":100,\"allocated_bytes\":300,\"allocated_blocks\":3,"
            "\"peak_bytes\":300,\"peak_blocks\":3}\n"
            "{\"bytes\":300,\"blocks\":1,\"block_bytes\":300,\"allocated_bytes\":300,\"allocated_blocks\":1,"
            "\"peak_bytes\":300,\"peak_blocks\":1,\"oldest_op_number\":4,\"oldest_start_ns\":1030,"
            "\"oldest_age_ns\":70}\n"
            "{\"bytes\":7,\"blocks\":1,\"block_bytes\":7,\"allocated_bytes\":14,\"allocated_blocks\":2,"
            "\"peak_bytes\":14,\"peak_blocks\":2,\"oldest_op_number\":6,\"oldest_start_ns\":1050,"
            "\"oldest_age_ns\":50}\n");
}

/* They are those of the library's own replay. */
static void test_facts(void **state) {
  (void)state;
  dfmt_op *op = made(operations, 0, 0, NULL);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_STATE);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  const dfmt_heap_facts *f = facts_of(rows);
  assert_int_equal(f->bytes, 307);
  assert_int_equal(f->blocks, 2);
  assert_int_equal(f->allocated_bytes, 614);
  assert_int_equal(f->allocated_blocks, 6);
  assert_int_equal(f->peak_bytes, 500);
  assert_int_equal(f->peak_blocks, 3);
  assert_int_equal(f->at_ns, 1100);
  assert_int_equal(f->n_ops, 11);
  assert_int_equal(f->n_unknown_frees, 1);
  assert_int_equal(f->n_unknown_reallocs, 0);
  assert_int_equal(f->n_duplicates, 1);
  assert_int_equal(f->partial + f->limited + f->n_problems, 0);
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_END);
  assert_int_equal(dfmt_rows_rewind(rows), DFMT_OK);
  char *text = rows_text(rows);
  assert_non_null(strstr(text, "\"bytes\":300"));
  free(text);
  dfmt_op_free(op);
}

/* What had ended by then, though it need not stand in that order; numbers stay those of the file. */
static void test_times(void **state) {
  (void)state;
  static const char late[] =
      "1: malloc 0x10 1 1000 1001\n"
      "1: malloc 0x20 2 1002 5000\n"
      "2: malloc 0x30 3 1003 1004\n"
      "1: free 0x10 1005 5001\n"
      "2: malloc 0x40 4 1006 1007\n";
  check_run(late, DFMT_OPS_HEAP_AT_NS, 1007, NULL, "live",
            "{\"bytes\":4,\"blocks\":1,\"block_bytes\":4,\"thread_id\":2,\"allocated_bytes\":4,"
            "\"allocated_blocks\":1,\"peak_bytes\":4,\"peak_blocks\":1,\"oldest_op_number\":5,"
            "\"oldest_start_ns\":1006,\"oldest_age_ns\":1}\n"
            "{\"bytes\":3,\"blocks\":1,\"block_bytes\":3,\"thread_id\":2,\"allocated_bytes\":3,"
            "\"allocated_blocks\":1,\"peak_bytes\":3,\"peak_blocks\":1,\"oldest_op_number\":3,"
            "\"oldest_start_ns\":1003,\"oldest_age_ns\":4}\n"
            "{\"bytes\":1,\"blocks\":1,\"block_bytes\":1,\"thread_id\":1,\"allocated_bytes\":1,"
            "\"allocated_blocks\":1,\"peak_bytes\":1,\"peak_blocks\":1,\"oldest_op_number\":1,"
            "\"oldest_start_ns\":1000,\"oldest_age_ns\":7}\n");
  check_run(late, DFMT_OPS_HEAP_AT_NS, 0, NULL, "use", "");
}

static void test_threads(void **state) {
  (void)state;
  check_run(operations, 0, 0, "[12]", "live",
            "{\"bytes\":300,\"blocks\":1,\"block_bytes\":300,\"thread_id\":2,\"allocated_bytes\":300,"
            "\"allocated_blocks\":1,\"peak_bytes\":300,\"peak_blocks\":1,\"oldest_op_number\":4,"
            "\"oldest_start_ns\":1030,\"oldest_age_ns\":70}\n"
            "{\"bytes\":7,\"blocks\":1,\"block_bytes\":7,\"thread_id\":1,\"allocated_bytes\":7,"
            "\"allocated_blocks\":1,\"peak_bytes\":7,\"peak_blocks\":1,\"oldest_op_number\":6,"
            "\"oldest_start_ns\":1050,\"oldest_age_ns\":50}\n");
  check_run(operations, 0, 0, "3", "live", "");
}

/* ---- dumps ---- */

#define DUMP(N, RECORDS) \
  "Android Native Heap Dump v1.1\n\nTotal memory: 1\nAllocation records: " N "\nBacktrace size: 16\n\n" RECORDS \
  "MAPS\n00001000-00003000 r-xp 00010000 00:00 1                                   /a.so\nEND\n"

static void test_chains(void **state) {
  (void)state;
  static const char text[] = DUMP("3",
                                  "z 0  sz       10  num    2  bt 0000000000001010 0000000000009000\n"
                                  "z 1  sz        5  num    3  bt 0000000000001010 0000000000009000\n"
                                  "z 1  sz        1  num    1  bt\n");
  check_run(text, 0, 0, NULL, "chains",
            "{\"bytes\":35,\"blocks\":5,\"app_bytes\":15,\"app_blocks\":3,\"frames\":[{\"file\":\"/a.so\","
            "\"file_offset\":\"0x10010\",\"pc\":\"0x1010\"},{\"pc\":\"0x9000\"}],"
            "\"elf_addresses\":[\"0x10010\",\"0x0\"]}\n"
            "{\"bytes\":1,\"blocks\":1,\"app_bytes\":1,\"app_blocks\":1,\"frames\":[]}\n");
}

/* Code that is mapped farther on than it is stored: file_offset is where it is stored, the ELF address where it runs,
 * for symbolizers; with names or without. */
static void test_elf_addresses(void **state) {
  (void)state;
#define MAPPED(RECORD) \
  "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'x'\n\nTotal memory: 8\nAllocation records: 1\n" \
  "Backtrace size: 16\n\n" RECORD \
  "MAPS\n70000000-70001000 r--p 00000000 fd:00 7                                  /lib/libx.so\n" \
  "70002000-70006000 r-xp 00001000 fd:00 7                                  /lib/libx.so\n" \
  "70008000-70009000 rw-p 00005000 fd:00 7                                  /lib/libx.so\nEND\n"
#define ROW "{\"bytes\":8,\"blocks\":1,\"app_bytes\":0,\"app_blocks\":0,\"frames\":["
  static const char bare[] = MAPPED("z 0  sz        8  num    1  bt 70002010 70000020\n");
  static const char named[] = MAPPED(
      "z 0  sz        8  num    1  bt 70002010 70000020\n"
      "  bt_info {\"/lib/libx.so\" 2010 \"f\" 10} {\"/lib/libx.so\" 20 \"\" 0}\n");
  check_run(bare, 0, 0, NULL, "chains",
            ROW
            "{\"file\":\"/lib/libx.so\",\"file_offset\":\"0x1010\",\"pc\":\"0x70002010\"},"
            "{\"file\":\"/lib/libx.so\",\"file_offset\":\"0x20\",\"pc\":\"0x70000020\"}],"
            "\"elf_addresses\":[\"0x2010\",\"0x20\"]}\n");
  check_run(named, 0, 0, NULL, "chains",
            ROW
            "{\"function\":\"f\",\"function_offset\":16,\"file\":\"/lib/libx.so\",\"file_offset\":\"0x1010\"},"
            "{\"file\":\"/lib/libx.so\",\"file_offset\":\"0x20\"}],\"elf_addresses\":[\"0x2010\",\"0x20\"]}\n");
#undef MAPPED
#undef ROW
}

enum { MANY = 200, KINDS = 40, LONG = 100 };

/* Record i of chain i % KINDS, of which every seventh is longer than what waits. */
static size_t frames_of(size_t chain) { return chain % 7 == 3 ? LONG : chain % 5; }

static char *many_records(void) {
  char *text = malloc((size_t)MANY * (LONG * 8 + 64) + 256), *p = text;
  assert_non_null(text);
  p += sprintf(p, "Android Native Heap Dump v1.1\n\nTotal memory: 1\nBacktrace size: 16\n\n");
  for (size_t i = 0; i < MANY; i++) {
    p += sprintf(p, "z %d  sz %8zu  num    2  bt", i % 3 == 0, i + 1);
    for (size_t k = 0; k < frames_of(i % KINDS); k++) p += sprintf(p, " %zx", 0x1000 + i % KINDS / 5 + k);
    p += sprintf(p, "\n");
  }
  p += sprintf(p, "MAPS\nEND\n");
  return text;
}

/* Chains of equal pcs are one, however far apart their records are. */
static void test_many_records(void **state) {
  (void)state;
  char *text = many_records();
  uint64_t sums[MANY][LONG + 1] = {{0}}, n = 0; /* by the first pc, 0 without one, and how many there are */
  for (size_t i = 0; i < MANY; i++) {
    const size_t frames = frames_of(i % KINDS);
    sums[frames ? i % KINDS / 5 + 1 : 0][frames] += 2 * (i + 1);
  }
  dfmt_op *op = made(text, 0, 0, NULL);
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, "chains", &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->bytes, MANY * (MANY + 1));
  for (; dfmt_rows_next(rows, &row) == DFMT_OK; n++) {
    const dfmt_heap_row *r = (const void *)row;
    uint64_t *sum = &sums[r->n_frames ? r->frames[0].pc - 0x1000 + 1 : 0][r->n_frames];
    assert_int_equal(r->bytes, *sum);
    *sum = 0;
  }
  for (size_t i = 0; i < MANY * (LONG + 1); i++) assert_int_equal(sums[i / (LONG + 1)][i % (LONG + 1)], 0);
  assert_true(n > 30);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  free(text);
}

/* What a limit cannot mend is refused; then the input is left out. */
static void test_sums(void **state) {
  (void)state;
  static const char *const texts[] = {
      DUMP("1", "z 0  sz 18446744073709551615  num    2  bt 1\n"),
      DUMP("2", "z 0  sz 18446744073709551615  num    1  bt 1\nz 1  sz 1  num    1  bt 2\n"),
      "1: malloc 0x10 18446744073709551615\n1: free 0x10\n1: malloc 0x10 1\n",
      "1: calloc 0x10 4294967296 4294967296\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dfmt_op *op = made(texts[i], 0, 0, NULL);
    dfmt_rows *rows;
    assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_TOO_LARGE);
    assert_int_equal(dfmt_op_accept(op), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_UNSUPPORTED);
    dfmt_op_free(op);
  }
}

/* ---- logs ---- */

#define LEAK(PID, SIZE, NUMBER) \
  "E/malloc_debug( " PID "): +++ app leaked block of size " SIZE " at 0x1000 (leak " NUMBER \
  " of 9)\n" \
  "E/malloc_debug( " PID \
  "): Backtrace at time of allocation:\n" \
  "E/malloc_debug( " PID "):           #00  pc 00001000  /a.so (f+4)\n"

static void test_leaks(void **state) {
  (void)state;
  static const char text[] = LEAK("7412", "8", "1") LEAK("7413", "16", "1") LEAK("7412", "8", "3");
  dfmt_op *op = made(text, 0, 0, NULL);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  check_rows(op, "leaks",
             "{\"bytes\":16,\"blocks\":2,\"block_bytes\":8,\"process_id\":7412,\"program\":\"app\",\"frames\":["
             "{\"function\":\"f\",\"function_offset\":4,\"file\":\"/"
             "a.so\",\"file_offset\":\"0x1000\"}],\"elf_addresses\":[\"0x1000\"]}\n"
             "{\"bytes\":16,\"blocks\":1,\"block_bytes\":16,\"process_id\":7413,\"program\":\"app\",\"frames\":["
             "{\"function\":\"f\",\"function_offset\":4,\"file\":\"/"
             "a.so\",\"file_offset\":\"0x1000\"}],\"elf_addresses\":[\"0x1000\"]}\n");
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->n_announced, 18);
  assert_int_equal(facts_of(rows)->blocks, 3);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* ---- refused, damaged ---- */

static void test_refused(void **state) {
  (void)state;
  static const char dump[] = DUMP("1", "z 0  sz 1  num    1  bt 1\n"), untimed[] = "1: malloc 0x10 1\n";
  const struct {
    const char *text;
    uint32_t key;
    uint64_t value;
    const char *thread;
  } cases[] = {{dump, DFMT_OPS_HEAP_BY, DFMT_HEAP_BY_SIZE, NULL},
               {dump, DFMT_OPS_HEAP_AT_NS, 1, NULL},
               {dump, 0, 0, "1"},
               {"ProblemType: Crash\n", 0, 0, NULL},
               {untimed, DFMT_OPS_HEAP_AT_NS, 1, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = made(cases[i].text, cases[i].key, cases[i].value, cases[i].thread);
    assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
    assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
    assert_int_equal(dfmt_op_drop(op), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    dfmt_rows *rows;
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_UNSUPPORTED);
    dfmt_op_free(op);
  }
  dfmt_op *op = made(dump, 0, 0, NULL);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, "live", &rows), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_answer(op, "leaks", &rows), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_answer(op, "nothing", &rows), DFMT_E_ARG);
  assert_int_equal(dfmt_op_answer(op, "chains", NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_op_answer(NULL, "chains", &rows), DFMT_E_ARG);
  dfmt_op_free(op);
}

/* What came before the damage counts, and it is told that it is not all. */
static void test_damaged(void **state) {
  (void)state;
  static const char text[] = "1: malloc 0x10 5\n1: nonsense 0x20 5\n1: malloc 0x30 6\n";
  dfmt_rows *rows;
  dfmt_op *op = made(text, 0, 0, NULL);
  assert_int_equal(dfmt_op_run(op), DFMT_E_FORMAT);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->partial, 1);
  assert_int_equal(facts_of(rows)->limited, 0);
  assert_int_equal(facts_of(rows)->bytes, 5);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  op = made(text, DFMT_CFG_RECOVER, 1, NULL);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->partial, 0);
  assert_int_equal(facts_of(rows)->n_problems, 1);
  assert_int_equal(facts_of(rows)->bytes, 11);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_groups),
                                     cmocka_unit_test(test_facts),
                                     cmocka_unit_test(test_times),
                                     cmocka_unit_test(test_threads),
                                     cmocka_unit_test(test_chains),
                                     cmocka_unit_test(test_elf_addresses),
                                     cmocka_unit_test(test_many_records),
                                     cmocka_unit_test(test_sums),
                                     cmocka_unit_test(test_leaks),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_damaged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
