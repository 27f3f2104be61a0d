/* SPDX-License-Identifier: MIT */
/* Names of enums and bitmasks by the order that readers make, against going through all as the reference does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "apitrace/sig_order.h"

enum { MOST = 300 };

static uint64_t number = 1;

static uint64_t next(void) {
  number = number * 6364136223846793005u + 1442695040888963407u;
  return number >> 16;
}

struct made {
  dfmt_apitrace_sig sig;
  dfmt_str names[MOST];
  int64_t values[MOST];
  uint32_t order[MOST];
};

/* Numbers of few bits, so that they are equal, share bits and contain each other. */
static void make(struct made *x, uint32_t kind, size_t n, size_t bits) {
  memset(x, 0, sizeof *x);
  for (size_t i = 0; i < n; i++) {
    x->values[i] = (int64_t)(next() & next() & ((UINT64_C(1) << bits) - 1));
    if (bits == 63 && i % 2 && kind == DFMT_APITRACE_SIG_ENUM) x->values[i] = -x->values[i];
    if (bits == 63 && i % 2 && kind == DFMT_APITRACE_SIG_BITMASK) x->values[i] = (int64_t)(UINT64_C(1) << i % 64);
    x->names[i] = (dfmt_str){"name", 4};
  }
  x->sig = (dfmt_apitrace_sig){.head = {sizeof x->sig, DFMT_TYPE_APITRACE_SIG},
                               .kind = kind,
                               .members = x->names,
                               .n_members = n,
                               .member_values = x->values,
                               .n_member_values = n};
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  assert_int_equal(dfmti_apitrace_sig_order(&m, kind, x->values, n, MOST, x->order, &x->sig.n_lookup_order),
                   DFMTI_ORDER_MADE);
  assert_int_equal(m.used, 0);
  x->sig.lookup_order = x->order;
}

static void enums(void **state) {
  (void)state;
  static struct made x;
  for (size_t round = 0; round < 600; round++) {
    make(&x, DFMT_APITRACE_SIG_ENUM, round % MOST, round % 3 == 2 ? 63 : 1 + round % 11);
    for (size_t k = 0; k < 200; k++) {
      int64_t value = k < x.sig.n_member_values ? x.values[k] : (int64_t)(next() % 50) - 5;
      const dfmt_str *first = NULL;
      for (uint64_t i = x.sig.n_member_values; i-- > 0;)
        if (x.values[i] == value) first = &x.names[i];
      assert_ptr_equal(dfmt_apitrace_enum_name(&x.sig, value), first);
    }
  }
}

/* The reference's loop. */
static uint32_t go_through(const struct made *x, uint64_t value, const dfmt_str **names, uint64_t *left) {
  uint32_t n = 0;
  for (size_t i = 0; i < x->sig.n_member_values; i++) {
    uint64_t bits = (uint64_t)x->values[i];
    if (bits ? (value & bits) == bits : value == 0) {
      names[n++] = &x->names[i];
      value &= ~bits;
    }
    if (value == 0) break;
  }
  *left = value;
  return n;
}

static void bitmasks(void **state) {
  (void)state;
  static struct made x;
  for (size_t round = 0; round < 1200; round++) {
    make(&x, DFMT_APITRACE_SIG_BITMASK, round % MOST, round % 3 == 2 ? 63 : 1 + round % 11);
    if (round % 5 == 0) x.sig.lookup_order = NULL; /* as a caller has it */
    for (size_t k = 0; k < 100; k++) {
      const dfmt_str *names[64], *expected[64];
      uint64_t value = k == 0 ? 0 : k == 1 ? UINT64_MAX : next() & next() >> 1, rest, left;
      uint32_t n = dfmt_apitrace_flag_names(&x.sig, value, names, &rest);
      assert_int_equal(n, go_through(&x, value, expected, &left));
      assert_int_equal(rest, left);
      for (uint32_t i = 0; i < n; i++) assert_ptr_equal(names[i], expected[i]);
    }
  }
}

/* However many flags there are, few are ever looked at; more of several bits than the limit allows are refused. */
static void few_are_left(void **state) {
  (void)state;
  enum { N = 100000 };
  static int64_t values[N];
  static uint32_t order[N];
  struct dfmti_mem m;
  uint64_t n;
  dfmti_mem_init(&m, NULL);
  for (size_t i = 0; i < N; i++) values[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? 3 << i % 8 : 1 << i % 16;
  assert_int_equal(dfmti_apitrace_sig_order(&m, DFMT_APITRACE_SIG_BITMASK, values, N, 256, order, &n),
                   DFMTI_ORDER_MADE);
  assert_in_range(n, 1, 64);
  for (size_t i = 0; i < N; i++) values[i] = (int64_t)(2 * i + 1) << 20 | 1;
  assert_int_equal(dfmti_apitrace_sig_order(&m, DFMT_APITRACE_SIG_BITMASK, values, 256, 256, order, &n),
                   DFMTI_ORDER_MADE);
  assert_int_equal(n, 256);
  assert_int_equal(dfmti_apitrace_sig_order(&m, DFMT_APITRACE_SIG_BITMASK, values, 257, 256, order, &n),
                   DFMTI_ORDER_TOO_MANY);
  assert_int_equal(dfmti_apitrace_sig_order(&m, DFMT_APITRACE_SIG_BITMASK, values, N, N, order, &n), DFMTI_ORDER_MADE);
  assert_int_equal(m.used, 0);
}

static void odd_calls(void **state) {
  (void)state;
  const dfmt_str *names[64];
  uint64_t rest;
  static struct made x;
  make(&x, DFMT_APITRACE_SIG_BITMASK, 3, 4);
  assert_int_equal(dfmt_apitrace_flag_names(NULL, 5, names, &rest), 0);
  assert_int_equal(rest, 5);
  x.order[0] = x.order[1] = x.order[2] = UINT32_MAX; /* a caller's nonsense is not followed */
  assert_int_equal(dfmt_apitrace_flag_names(&x.sig, 5, names, NULL), 0);
  x.sig.kind = DFMT_APITRACE_SIG_ENUM;
  x.sig.n_lookup_order = 3;
  assert_null(dfmt_apitrace_enum_name(&x.sig, 5));
  assert_int_equal(dfmt_apitrace_flag_names(&x.sig, 5, names, &rest), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(enums), cmocka_unit_test(bitmasks),
                                     cmocka_unit_test(few_are_left), cmocka_unit_test(odd_calls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
