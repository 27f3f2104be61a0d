/* SPDX-License-Identifier: MIT */
/* What operations that write a file are held to, over all samples: test_convert.c, test_repair.c. */
#ifndef OPS_WRITING_H
#define OPS_WRITING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/convert.h>
#include <diagfmt/ops/repair.h>

/* Defined by each test. */
struct writing {
  const char *name; /* of the operation, and of the tool's command */
};
extern const struct writing writing;

struct bytes {
  char *ptr;
  size_t len;
};

/* An option of a format's operation: a word or, if that is NULL, a number. key 0: the end. */
struct choice {
  uint32_t key;
  const char *word;
  uint64_t number;
};

/* The output of an operation on inputs, and its status; damage is accepted. ptr NULL unless it is OK. */
struct bytes made_of(const char *name, const struct bytes *inputs, size_t n, const struct choice *choices,
                     dfmt_status *st);

struct bytes sample(const char *format, const char *name);
bool same(struct bytes a, struct bytes b);

void test_allocation(void **state);
void test_limits(void **state);
void test_cancel(void **state);
void test_again(void **state);
void test_truncated(void **state);
void test_tool(void **state);

#define WRITING_TESTS \
  cmocka_unit_test(test_allocation), cmocka_unit_test(test_limits), cmocka_unit_test(test_cancel), \
      cmocka_unit_test(test_again), cmocka_unit_test(test_truncated), cmocka_unit_test(test_tool)

#endif
