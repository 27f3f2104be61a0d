/* SPDX-License-Identifier: MIT */
/* The hash table against a list, and its keyed hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/mem.h"

static struct dfmti_mem memory(uint64_t seed) {
  dfmt_config *c;
  struct dfmti_mem m;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_HASH_SEED, seed), DFMT_OK);
  dfmti_mem_init(&m, c);
  dfmt_config_free(c);
  return m;
}

/* Numbers go in and out; the list says what must be there. */
static void as_a_list(void **state) {
  (void)state;
  enum { N = 250, STEPS = 20000 };
  static const uint64_t seeds[] = {0, 1, 2, UINT64_MAX};
  for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++) {
    struct dfmti_mem m = memory(seeds[k]);
    struct dfmti_table t = {.cap = 0};
    uint64_t list[N] = {0}, x = 1;
    size_t n = 0;
    for (size_t i = 0; i < STEPS; i++) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      size_t at = (size_t)(x >> 33) % N;
      uint64_t number = (uint64_t)at << (at % 2 ? 56 : 0); /* differences in the lowest or the highest bits alone */
      assert_int_equal(dfmti_table_number(&t, number), list[at]);
      assert_true(dfmti_table_reserve(&m, &t));
      uint64_t hash = dfmti_hash_number(t.key, number);
      struct dfmti_slot *s = dfmti_table_find(&t, hash, NULL, NULL);
      if (s)
        dfmti_table_remove(&t, s);
      else
        dfmti_table_add(&t, hash, at + 1);
      n += s ? -(size_t)1 : 1;
      list[at] = s ? 0 : at + 1;
      assert_int_equal(t.n, n);
    }
    dfmti_table_free(&m, &t);
    assert_int_equal(m.used, 0);
  }
}

/* Many numbers of one shape share no more of the places than chance has it. */
static void assert_spread(const struct dfmti_hash_key *keys, unsigned shift) {
  enum { N = 4096 };
  for (size_t k = 0; k < 3; k++) {
    unsigned places[N] = {0}, most = 0;
    for (uint64_t i = 0; i < N; i++) {
      unsigned c = ++places[dfmti_hash_number(keys[k], i << shift) % N];
      if (c > most) most = c;
    }
    assert_in_range(most, 1, 24);
  }
}

static void numbers_spread(void **state) {
  (void)state;
  struct dfmti_hash_key keys[3] = {dfmti_hash_key(1), dfmti_hash_key(2), dfmti_hash_key(0)};
  for (unsigned shift = 0; shift <= 52; shift += 4) assert_spread(keys, shift);
}

/* What collides by one key does not by another: else a file could be made that collides by all. */
static void keys_matter(void **state) {
  (void)state;
  enum { N = 64, PLACES = 1024 };
  struct dfmti_hash_key one = dfmti_hash_key(0), two = dfmti_hash_key(0);
  assert_true(one.a != two.a && one.b != two.b && one.b % 2 == 1);
  struct dfmti_hash_key fixed = dfmti_hash_key(7), again = dfmti_hash_key(7);
  assert_true(fixed.a == again.a && fixed.b == again.b);
  unsigned numbers = 0, names = 0, n = 0, m = 0;
  for (uint64_t i = 0; n < N || m < N; i++) {
    char name[8];
    memcpy(name, &i, sizeof name);
    if (n < N && dfmti_hash_number(one, i) % PLACES == 0) numbers += dfmti_hash_number(two, i) % PLACES == 0, n++;
    if (m < N && dfmti_hash_bytes(one, 0, name, 8) % PLACES == 0)
      names += dfmti_hash_bytes(two, 0, name, 8) % PLACES == 0, m++;
  }
  assert_in_range(numbers, 0, 8);
  assert_in_range(names, 0, 8);
}

static void bytes_count(void **state) {
  (void)state;
  struct dfmti_hash_key key = dfmti_hash_key(3);
  uint8_t text[40] = {0};
  for (size_t len = 0; len <= sizeof text; len++) {
    uint64_t h = dfmti_hash_bytes(key, 0, text, len);
    assert_true(h != dfmti_hash_bytes(key, 1, text, len));
    if (len) assert_true(h != dfmti_hash_bytes(key, 0, text, len - 1));
    for (size_t bit = 0; bit < 8 * len; bit++) {
      text[bit / 8] ^= (uint8_t)(1u << bit % 8);
      assert_true(h != dfmti_hash_bytes(key, 0, text, len));
      text[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
  }
}

/* As on machines without a product of 128 bits, which gives the same. */
static void product(void **state) {
  (void)state;
  assert_true(dfmti_hash_fold(UINT64_MAX, UINT64_MAX) == (UINT64_C(1) ^ (UINT64_MAX - 1)));
  assert_true(dfmti_hash_fold(UINT64_C(1) << 32, UINT64_C(1) << 32) == 1);
  assert_true(dfmti_hash_fold(UINT64_C(0x123456789abcdef0), UINT64_C(0xfedcba9876543210)) ==
              (UINT64_C(0x121fa00ad77d7422) ^ UINT64_C(0x236d88fe5618cf00)));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_a_list), cmocka_unit_test(numbers_spread),
                                     cmocka_unit_test(keys_matter), cmocka_unit_test(bytes_count),
                                     cmocka_unit_test(product)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
