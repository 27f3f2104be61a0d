/* SPDX-License-Identifier: MIT */
#include "frequent.h"

#include "bits.h"

enum { MOST_ELSEWHERE = 20 }; /* places outside of fields; a word of the report itself has more */

/* Letters alone, searched for as they are. What is longer, or has a blank or a digit, is no word of a text. */
static bool is_plain_word(const struct dfmto_share_scan *x, const struct dfmto_share_value *v) {
  const uint8_t *p = x->values->bytes.ptr + v->text;
  bool letters = dfmto_share_class_shape(v->cls) == DFMTO_TEXT;
  for (size_t i = 0; i < v->len && letters; i++) letters = dfmto_share_is_word(p[i]) && !dfmto_share_is_digit(p[i]);
  return letters;
}

bool dfmto_share_frequent_begin(struct dfmto_share_scan *x) {
  bool any = false;
  for (size_t i = 0; i < dfmto_share_values_n(x->values); i++) {
    struct dfmto_share_value *v = dfmto_share_value_at(x->values, (uint32_t)i);
    v->counted = v->spelled && !v->given && !v->listed && x->classes >> v->cls & 1 && is_plain_word(x, v);
    any |= v->counted;
  }
  return any;
}

/* The word that begins a text. */
static void count(struct dfmto_share_scan *x, const uint8_t *p, size_t n) {
  const struct dfmto_share_trie *t = &x->values->text;
  uint32_t node = 0;
  size_t i = 0;
  if (n < 4 || !dfmto_share_trie_may(t, p, n)) return;
  while (i < n && dfmto_share_is_word(p[i]) && (node = dfmto_share_trie_step(t, node, dfmto_share_folded[p[i]])) != 0)
    i++;
  const uint32_t number = node && !(i < n && dfmto_share_is_word(p[i])) ? dfmto_share_trie_end(t, node) : 0;
  if (number) dfmto_share_value_at(x->values, number - 1)->n_words++;
}

void dfmto_share_frequent_count(struct dfmto_share_scan *x, const uint8_t *p, size_t n) {
  uint64_t before = 0; /* the last byte was of a word */
  for (size_t at = 0; at < n; at += DFMTO_BITS) {
    const uint64_t word = dfmto_share_bits_of_words(p + at, n - at);
    for (uint64_t starts = word & ~(word << 1 | before); starts; starts &= starts - 1) {
      const size_t i = at + (unsigned)__builtin_ctzll(starts);
      count(x, p + i, n - i);
    }
    before = word >> (DFMTO_BITS - 1);
  }
}

/* How often fields of any class have the text of a value: the name of a person may be that of an account, too. */
static uint64_t in_fields(const struct dfmto_share_scan *x, const struct dfmto_share_value *v) {
  uint64_t n = 0;
  for (unsigned c = 0; c < DFMTO_N_CLASSES; c++) {
    const uint32_t number =
        dfmto_share_values_find(x->values, (enum dfmto_share_class)c, x->values->bytes.ptr + v->text, v->len);
    n += number != UINT32_MAX ? dfmto_share_value_at(x->values, number)->n_fields : 0;
  }
  return n;
}

void dfmto_share_frequent_end(struct dfmto_share_scan *x) {
  for (size_t i = 0; i < dfmto_share_values_n(x->values); i++) {
    struct dfmto_share_value *v = dfmto_share_value_at(x->values, (uint32_t)i);
    v->frequent = v->counted && v->n_words > in_fields(x, v) + MOST_ELSEWHERE;
    v->listed |= v->frequent;
  }
}
