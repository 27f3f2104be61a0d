/* SPDX-License-Identifier: MIT */
/* Share: a text goes along a row of the tree of values as far, and meets the same words, as byte by byte. */
#include "share/trie.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 40, TEXT = 64 };

static uint32_t random_below(uint64_t *state, uint32_t n) {
  *state = *state * UINT64_C(6364136223846793005) + 1;
  return (uint32_t)(*state >> 33) % n;
}

/* Long runs of one byte, so that words begin alike. */
static void make_text(uint64_t *state, uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] = random_below(state, 12) ? 'a' : 'b';
}

/* From a node on, byte by byte: what follows it in the order of numbers. */
static void check_row(const struct dfmto_share_trie *t, uint32_t node, const uint8_t *p, size_t n) {
  const size_t along = dfmto_share_trie_along(t, node, p, n);
  uint32_t last = along ? dfmto_share_trie_at(t, node + (uint32_t)along)->last : 0;
  for (size_t i = 0; i < along; i++) assert_int_equal(dfmto_share_trie_step(t, node + (uint32_t)i, p[i]), node + i + 1);
  if (along < n && node + along < dfmto_share_trie_at(t, node)->row)
    assert_int_not_equal(dfmto_share_trie_step(t, node + (uint32_t)along, p[along]), node + along + 1);
  for (uint32_t at = node + (uint32_t)along; at > node; at--) {
    if (!dfmto_share_trie_end(t, at)) continue;
    assert_int_equal(last, at);
    last = dfmto_share_trie_at(t, at - 1)->last;
  }
  assert_true(last <= node);
}

static void test_along(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct dfmti_mem m;
    struct dfmto_share_trie t = {.nodes.len = 0};
    uint64_t s = seed;
    uint8_t word[LONGEST], p[TEXT];
    dfmti_mem_init(&m, NULL);
    for (uint32_t i = 0; i < 40; i++) {
      const size_t n = 3 + random_below(&s, LONGEST - 2);
      make_text(&s, word, n);
      assert_true(dfmto_share_trie_add(&m, &t, word, n, i, random_below(&s, 2)));
      assert_int_not_equal(dfmto_share_trie_find(&t, word, n), 0);
    }
    for (unsigned texts = 0; texts < 200; texts++) {
      uint32_t node = 0;
      make_text(&s, p, sizeof p);
      for (size_t i = 0; i < sizeof p && (node = dfmto_share_trie_step(&t, node, p[i])) != 0; i++)
        check_row(&t, node, p + i + 1, sizeof p - i - 1);
    }
    dfmto_share_trie_free(&m, &t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_along)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
