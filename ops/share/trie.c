/* SPDX-License-Identifier: MIT */
#include "trie.h"

#include "letters.h"

uint64_t dfmto_trie_size(const struct dfmto_trie *t) { return t->steps.cap * sizeof(struct dfmti_slot) + t->ends.cap; }

static bool add_node(struct dfmti_mem *m, struct dfmto_trie *t) {
  return dfmti_buf_append(m, &t->ends, &(uint32_t){0}, sizeof(uint32_t));
}

/* The node after a byte, which is a new one if there was none; 0: no memory. */
static uint32_t grow(struct dfmti_mem *m, struct dfmto_trie *t, uint32_t node, uint8_t c) {
  uint32_t next = dfmto_trie_step(t, node, c);
  if (next) return next;
  if (!dfmti_table_reserve(m, &t->steps) || !add_node(m, t)) return 0;
  next = (uint32_t)(t->ends.len / sizeof(uint32_t) - 1);
  dfmti_table_add(&t->steps, dfmti_hash_number(t->steps.key, ((uint64_t)node << 8 | c) + 1), next);
  return next;
}

static void add_place(struct dfmto_look *l, const uint8_t p[4]) {
  const uint32_t place = dfmto_look_place(p);
  l->bits[place / 8] |= (uint8_t)(1u << place % 8);
}

void dfmto_look_add(struct dfmto_look *l, const uint8_t *word, size_t len, const char *next) {
  uint8_t p[4] = {word[0], word[1], word[2], 0};
  for (unsigned c = 1; c < 256 && len == 3; c++) {
    p[3] = (uint8_t)c;
    if (!next || strchr(next, (int)c)) add_place(l, p);
  }
  for (unsigned blanks = 0; blanks < 8 && len > 3; blanks++) { /* for each of which a text may have '+' */
    for (unsigned i = 1; i < 4; i++) p[i] = word[i] == ' ' && blanks >> (i - 1) & 1 ? '+' : word[i];
    add_place(l, p);
  }
}

/* A hash of a word's first bytes, as texts are compared: of one more. */
static uint32_t with_byte(uint32_t h, uint8_t c) { return (h ^ dfmto_folded[c]) * 0x01000193u; }

static uint32_t more_place(uint32_t h, size_t n) { return (h ^ h >> 16 ^ (uint32_t)n) & 0xffff; }

/* Words have as many bytes that are looked at. */
static bool is_start(size_t n) { return n == 3 || n == 4 || n == 8 || n == 12; }

static void add_more(struct dfmto_look *l, const uint8_t *word, size_t len) {
  uint32_t h = 0, place = 0;
  for (size_t n = 1; n <= len && n <= 12; n++) {
    h = with_byte(h, word[n - 1]);
    if (is_start(n)) place = more_place(h, n);
  }
  l->bits[place / 8] |= (uint8_t)(1u << place % 8);
}

bool dfmto_trie_may(const struct dfmto_trie *t, const uint8_t *p, size_t len) {
  uint32_t h = 0;
  if (!dfmto_look_at(&t->look, p)) return false;
  for (size_t n = 1; n <= len && n <= 12; n++) {
    h = with_byte(h, p[n - 1]);
    const uint32_t place = more_place(h, n);
    if (is_start(n) && t->more.bits[place / 8] >> place % 8 & 1) return true;
  }
  return false;
}

bool dfmto_trie_add(struct dfmti_mem *m, struct dfmto_trie *t, const uint8_t *word, size_t len, uint32_t number,
                    bool again) {
  uint32_t node = 0;
  if (len < 3) return true;
  if (!t->ends.len && !add_node(m, t)) return false;
  for (size_t i = 0; i < len; i++)
    if (!(node = grow(m, t, node, word[i]))) return false;
  uint32_t *end = (uint32_t *)(void *)t->ends.ptr + node;
  if (!*end || again) *end = number + 1;
  add_more(&t->more, word, len);
  /* what may follow a word before its value */
  dfmto_look_add(&t->look, word, len, dfmto_is_word(word[2]) ? "\"'])\\ \t:=>," : NULL);
  return true;
}

void dfmto_trie_free(struct dfmti_mem *m, struct dfmto_trie *t) {
  dfmti_table_free(m, &t->steps);
  dfmti_buf_free(m, &t->ends);
}
