/* SPDX-License-Identifier: MIT */
#include "trie.h"

#include "base/little_endian.h"
#include "letters.h"

uint64_t dfmto_share_trie_size(const struct dfmto_share_trie *t) {
  return t->steps.cap * sizeof(struct dfmti_slot) + t->nodes.cap + t->bytes.cap;
}

static uint32_t n_nodes(const struct dfmto_share_trie *t) {
  return (uint32_t)(t->nodes.len / sizeof(struct dfmto_share_trie_node));
}

static bool add_node(struct dfmti_mem *m, struct dfmto_share_trie *t, uint8_t c) {
  const struct dfmto_share_trie_node node = {.row = n_nodes(t)};
  return dfmti_buf_reserve(m, &t->bytes, 1) && dfmti_buf_append(m, &t->nodes, &node, sizeof node) &&
         dfmti_buf_append(m, &t->bytes, &c, 1);
}

/* The node after a byte, added if needed; 0: no memory. */
static uint32_t grow(struct dfmti_mem *m, struct dfmto_share_trie *t, uint32_t node, uint8_t c) {
  uint32_t next = dfmto_share_trie_step(t, node, c);
  if (next) return next;
  if (!dfmti_table_reserve(m, &t->steps) || !add_node(m, t, c)) return 0;
  next = n_nodes(t) - 1;
  dfmti_table_add(&t->steps, dfmti_hash_number(t->steps.key, ((uint64_t)node << 8 | c) + 1), next);
  return next;
}

static void add_place(struct dfmto_share_look *l, const uint8_t p[4]) {
  const uint32_t place = dfmto_share_look_place(p);
  l->bits[place / 8] |= (uint8_t)(1u << place % 8);
}

void dfmto_share_look_add(struct dfmto_share_look *l, const uint8_t *word, size_t len, const char *next) {
  uint8_t p[4] = {word[0], word[1], word[2], 0};
  for (unsigned c = 1; c < 256 && len == 3; c++) {
    p[3] = (uint8_t)c;
    if (!next || strchr(next, (int)c)) add_place(l, p);
  }
  for (unsigned blanks = 0; blanks < 8 && len > 3; blanks++) { /* variants, as a text may have '+' for each */
    for (unsigned i = 1; i < 4; i++) p[i] = word[i] == ' ' && blanks >> (i - 1) & 1 ? '+' : word[i];
    add_place(l, p);
  }
}

enum { MOST_START = 12 };

/* Folds bytes for the filter as texts are compared: lower case, and '+' becomes a blank. */
static uint64_t folded(uint64_t v) {
  const uint64_t ones = UINT64_C(0x0101010101010101), low = ones * 0x7f, other = v ^ ones * '+';
  const uint64_t plus = ~(((other & low) + low) | other | low); /* the highest bit of each */
  return (v ^ plus >> 4 ^ plus >> 6 ^ plus >> 7) | ones << 5;
}

/* Start lengths of 3, 4, 8 and 12 bytes: the longest that a word has is used. */
enum { N_STARTS = 4 };
static const uint8_t starts[N_STARTS] = {3, 4, 8, MOST_START};

static void more_places(const uint8_t p[MOST_START], uint32_t places[N_STARTS]) {
  const uint64_t first = folded(dfmti_load_le64(p)), rest = folded(dfmti_load_le32(p + 8));
  const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15), eight = first * mix;
  places[0] = (uint32_t)((first << 40) * mix >> 48);
  places[1] = (uint32_t)((first << 32) * mix >> 48);
  places[2] = (uint32_t)(eight >> 48);
  places[3] = (uint32_t)(((eight ^ eight >> 32) + rest) * mix >> 48);
}

static void add_more(struct dfmto_share_look *l, const uint8_t *word, size_t len) {
  uint8_t start[MOST_START] = {0};
  uint32_t places[N_STARTS];
  size_t i = N_STARTS - 1;
  while (starts[i] > len) i--;
  memcpy(start, word, dfmti_min(len, sizeof start));
  more_places(start, places);
  l->bits[places[i] / 8] |= (uint8_t)(1u << places[i] % 8);
}

bool dfmto_share_trie_may_more(const struct dfmto_share_trie *t, const uint8_t *p, size_t len) {
  uint8_t start[MOST_START] = {0};
  uint32_t places[N_STARTS];
  if (len < sizeof start) p = memcpy(start, p, len);
  more_places(p, places);
  for (size_t i = 0; i < N_STARTS && starts[i] <= len; i++)
    if (t->more.bits[places[i] / 8] >> places[i] % 8 & 1) return true;
  return false;
}

/* A word ends at a node, and is the last one up to those that follow in the row, as far as no other is. */
static void end_word(struct dfmto_share_trie *t, uint32_t node, uint32_t number, bool again) {
  struct dfmto_share_trie_node *x = dfmto_share_trie_at(t, node);
  if (!x->word || again) x->word = number + 1;
  for (uint32_t i = node; i <= x->row && dfmto_share_trie_at(t, i)->last < node; i++)
    dfmto_share_trie_at(t, i)->last = node;
}

size_t dfmto_share_trie_along(const struct dfmto_share_trie *t, uint32_t node, const uint8_t *p, size_t n) {
  const size_t most = dfmti_min(n, dfmto_share_trie_at(t, node)->row - node);
  const uint8_t *row = t->bytes.ptr + node + 1;
  enum { PIECE = 128 };
  size_t i = 0;
  while (most - i >= PIECE && memcmp(p + i, row + i, PIECE) == 0) i += PIECE;
  while (most - i >= 8 && dfmti_load_le64(p + i) == dfmti_load_le64(row + i)) i += 8;
  while (i < most && p[i] == row[i]) i++;
  return i;
}

bool dfmto_share_trie_add(struct dfmti_mem *m, struct dfmto_share_trie *t, const uint8_t *word, size_t len,
                          uint32_t number, bool again) {
  uint32_t node = 0;
  if (len < 3) return true;
  if (!t->nodes.len && !add_node(m, t, 0)) return false;
  const uint32_t before = n_nodes(t);
  for (size_t i = 0; i < len; i++)
    if (!(node = grow(m, t, node, word[i]))) return false;
  for (uint32_t i = before; i < n_nodes(t); i++) dfmto_share_trie_at(t, i)->row = n_nodes(t) - 1;
  end_word(t, node, number, again);
  add_more(&t->more, word, len);
  /* what may follow a word before its value */
  dfmto_share_look_add(&t->look, word, len, dfmto_share_is_word(word[2]) ? "\"'])\\ \t:=>," : NULL);
  return true;
}

void dfmto_share_trie_free(struct dfmti_mem *m, struct dfmto_share_trie *t) {
  dfmti_table_free(m, &t->steps);
  dfmti_buf_free(m, &t->nodes);
  dfmti_buf_free(m, &t->bytes);
}
