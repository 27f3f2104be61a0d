/* SPDX-License-Identifier: MIT */
/* What every operation on one input, or on two, is held to, over all samples. */
#ifndef OPS_ALL_H
#define OPS_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <diagfmt/ops/ops.h>

struct kind {
  const char *name; /* of the operation */
  /* Makes it with what it needs; NULL: it needs nothing. */
  dfmt_status (*make)(const dfmt_config *c, dfmt_op **out);
  const char *arguments; /* of the tool, for the same as JSON lines, or as it is; NULL: it says something else */
  uint32_t option;       /* that is set to `value`, 1 if that is 0; 0: none */
  uint64_t value;
  bool pair;     /* it takes two inputs: the previous sample of the format and this one */
  bool writes;   /* its result is an output, not rows */
  bool extracts; /* it makes files beside rows */
};

/* Defined by each test. */
extern const struct kind kind;

/* Tests for all kinds. */
void test_allocation(void **state);
void test_cancel(void **state);
void test_again(void **state);
void test_truncated(void **state);
void test_memory_limit(void **state);
void test_many(void **state);
void test_tool(void **state);

#define ALL_TESTS \
  cmocka_unit_test(test_allocation), cmocka_unit_test(test_cancel), cmocka_unit_test(test_again), \
      cmocka_unit_test(test_truncated), cmocka_unit_test(test_memory_limit), cmocka_unit_test(test_many), \
      cmocka_unit_test(test_tool)

/* All sets of rows as JSON lines, for the caller to free. */
char *rows_text(dfmt_rows *rows);

/* A new folder, in memory if possible, else below the one for temporary files; path: at least 300 bytes. Its
 * descriptor. */
int make_folder(char *path);

/* The files in a folder, a line each with their sizes and sums, for the caller to free; the folder is removed. */
char *take_folder(const char *path);

/* Calls a function with each file below a folder. */
void each_file_below(const char *folder, void (*fn)(const char *path, const char *ptr, size_t len));

#endif
