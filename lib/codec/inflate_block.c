/* SPDX-License-Identifier: MIT */
#include "inflate_block.h"

#include <string.h>

enum { STORED, FIXED, DYNAMIC };
enum { N_LENGTH_CODES = 19, END_OF_BLOCK = 256, MAX_LITERAL = 286, MAX_DISTANCE = 30, MAX_BITS = 15 };
enum { FAST_BITS = 7, FAST_SIZE = 1 << FAST_BITS }; /* no code length has a longer code */

/* Tops up the bits if there are fewer than n, up to 57; false if there still are. */
static bool have(struct dfmti_bits *b, uint32_t n) {
  if (b->n >= n) return true;
  for (; b->n <= 56 && b->p < b->end; b->n += 8) b->v |= (uint64_t)*b->p++ << b->n;
  return b->n >= n;
}

static uint32_t take(struct dfmti_bits *b, uint32_t n) {
  uint32_t v = (uint32_t)b->v & (((uint32_t)1 << n) - 1);
  b->v >>= n;
  b->n -= n;
  return v;
}

/* ---- heads ---- */

/*
 * Whether the codes with these lengths fill their space, by Kraft's sum, as zlib wants it. It also lets pass no code at
 * all, and a lone one of one bit; the latter not for the code of the lengths themselves.
 */
static bool complete(const uint8_t *lengths, uint32_t n, bool lone) {
  uint32_t sum = 0, longest = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (lengths[i]) sum += (uint32_t)1 << (MAX_BITS - lengths[i]);
    if (lengths[i] > longest) longest = lengths[i];
  }
  const uint32_t full = (uint32_t)1 << MAX_BITS;
  return sum == full || longest == 0 || (lone && longest == 1 && sum == full / 2);
}

/* What the next bits mean: symbol << 4 | length. Without any code, zlib reads each bit as a zero. */
static void make_fast(const uint8_t *lengths, uint16_t *fast) {
  uint32_t code = 0;
  for (uint32_t i = 0; i < FAST_SIZE; i++) fast[i] = 1;
  for (uint32_t bits = 1; bits <= FAST_BITS; bits++, code <<= 1) {
    for (uint32_t symbol = 0; symbol < N_LENGTH_CODES; symbol++) {
      if (lengths[symbol] != bits) continue;
      uint32_t reversed = 0;
      for (uint32_t i = 0; i < bits; i++) reversed |= (code >> i & 1) << (bits - 1 - i);
      for (uint32_t i = reversed; i < FAST_SIZE; i += 1u << bits) fast[i] = (uint16_t)(symbol << 4 | bits);
      code++;
    }
  }
}

static int read_lengths(struct dfmti_bits *b, const uint16_t *fast, uint8_t *lengths, uint32_t total) {
  static const struct {
    uint8_t bits, least;
  } repeat[3] = {{2, 3}, {3, 3}, {7, 11}};
  for (uint32_t n = 0; n < total;) {
    have(b, FAST_BITS + 7);
    uint32_t entry = fast[b->v & (FAST_SIZE - 1)], bits = entry & 15, symbol = entry >> 4;
    if (symbol < 16) {
      if (b->n < bits) return DFMTI_BLOCK_SHORT;
      take(b, bits);
      lengths[n++] = (uint8_t)symbol;
      continue;
    }
    uint32_t more = repeat[symbol - 16].bits;
    if (b->n < bits + more) return DFMTI_BLOCK_SHORT;
    take(b, bits);
    uint32_t times = repeat[symbol - 16].least + take(b, more);
    if ((symbol == 16 && n == 0) || times > total - n) return DFMTI_BLOCK_BAD;
    memset(lengths + n, symbol == 16 ? lengths[n - 1] : 0, times);
    n += times;
  }
  return DFMTI_BLOCK_GOOD;
}

static int read_dynamic(struct dfmti_block_head *h, struct dfmti_bits *b) {
  static const uint8_t order[N_LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t lengths[N_LENGTH_CODES] = {0};
  uint16_t fast[FAST_SIZE];
  if (!have(b, 14)) return DFMTI_BLOCK_SHORT;
  h->n_literal = 257 + take(b, 5);
  h->n_distance = 1 + take(b, 5);
  uint32_t n_length = 4 + take(b, 4);
  if (h->n_literal > MAX_LITERAL || h->n_distance > MAX_DISTANCE) return DFMTI_BLOCK_BAD;
  for (uint32_t i = 0; i < n_length; i++) {
    if (!have(b, 3)) return DFMTI_BLOCK_SHORT;
    lengths[order[i]] = (uint8_t)take(b, 3);
  }
  if (!complete(lengths, N_LENGTH_CODES, false)) return DFMTI_BLOCK_BAD;
  make_fast(lengths, fast);
  int verdict = read_lengths(b, fast, h->lengths, h->n_literal + h->n_distance);
  if (verdict != DFMTI_BLOCK_GOOD) return verdict;
  bool good = h->lengths[END_OF_BLOCK] > 0 && complete(h->lengths, h->n_literal, true) &&
              complete(h->lengths + h->n_literal, h->n_distance, true);
  return good ? DFMTI_BLOCK_GOOD : DFMTI_BLOCK_BAD;
}

static int read_stored(struct dfmti_bits *b) {
  take(b, b->n & 7);
  if (!have(b, 32)) return DFMTI_BLOCK_SHORT;
  uint32_t length = take(b, 16);
  return (length ^ take(b, 16)) == 0xffff ? DFMTI_BLOCK_GOOD : DFMTI_BLOCK_BAD;
}

static int set_fixed(struct dfmti_block_head *h) {
  h->n_literal = 288;
  h->n_distance = 32;
  memset(h->lengths, 8, 288);
  memset(h->lengths + 144, 9, 112);
  memset(h->lengths + 256, 7, 24);
  memset(h->lengths + 288, 5, 32);
  return DFMTI_BLOCK_GOOD;
}

int dfmti_block_read(struct dfmti_block_head *h, struct dfmti_bits *b) {
  h->final = false;
  h->n_literal = 0;
  if (!have(b, 3)) return DFMTI_BLOCK_SHORT;
  bool final = take(b, 1);
  uint32_t type = take(b, 2);
  int verdict = type == STORED ? read_stored(b) : type == FIXED ? set_fixed(h) : DFMTI_BLOCK_BAD;
  if (type == DYNAMIC) verdict = read_dynamic(h, b);
  h->final = final && verdict == DFMTI_BLOCK_GOOD;
  return verdict;
}

/* ---- data, symbol by symbol ---- */

/* A code as RFC 1951 section 3.2.2 makes it from lengths. */
struct code {
  uint16_t count[MAX_BITS + 1]; /* symbols by length */
  uint16_t symbol[288];         /* in the order of their codes */
  uint32_t longest;             /* bits after which zlib knows that there is no such code */
};

static void make_code(struct code *c, const uint8_t *lengths, uint32_t n) {
  uint32_t k = 0;
  *c = (struct code){.longest = 1};
  for (uint32_t bits = 1; bits <= MAX_BITS; bits++) {
    for (uint32_t symbol = 0; symbol < n; symbol++) {
      if (lengths[symbol] != bits) continue;
      c->symbol[k++] = (uint16_t)symbol;
      c->count[bits]++;
      c->longest = bits;
    }
  }
}

static int next_symbol(const struct code *c, struct dfmti_bits *b, uint32_t *symbol) {
  uint32_t code = 0, first = 0, k = 0;
  have(b, MAX_BITS);
  for (uint32_t bits = 1; bits <= c->longest; bits++) {
    if (b->n < bits) return DFMTI_BLOCK_SHORT;
    code |= (uint32_t)(b->v >> (bits - 1)) & 1;
    if (code - first < c->count[bits]) {
      take(b, bits);
      *symbol = c->symbol[k + code - first];
      return DFMTI_BLOCK_GOOD;
    }
    k += c->count[bits];
    first = (first + c->count[bits]) << 1;
    code <<= 1;
  }
  return DFMTI_BLOCK_BAD;
}

bool dfmti_block_literal(const struct dfmti_block_head *h, struct dfmti_bits *b, uint8_t *literal) {
  struct code literals;
  struct dfmti_bits ahead = *b;
  uint32_t symbol;
  make_code(&literals, h->lengths, h->n_literal);
  if (next_symbol(&literals, &ahead, &symbol) != DFMTI_BLOCK_GOOD || symbol >= END_OF_BLOCK) return false;
  *literal = (uint8_t)symbol;
  *b = ahead;
  return true;
}

/* Adds a base and extra bits: these count up by one every `group` symbols from the second group on. */
static int extra(struct dfmti_bits *b, uint32_t k, uint32_t group, uint32_t *value) {
  uint32_t bits = k < 2 * group ? 0 : k / group - 1;
  if (!have(b, bits)) return DFMTI_BLOCK_SHORT;
  *value = (k < 2 * group ? k : (group + k % group) << bits) + take(b, bits);
  return DFMTI_BLOCK_GOOD;
}

/* The rest of a match: its length's extra bits and its distance. */
static int follow_match(const struct code *distances, struct dfmti_bits *b, uint32_t symbol, uint64_t reach,
                        uint64_t *made) {
  uint32_t length = 258 - 3, distance = 0;
  int verdict = symbol > 285 ? DFMTI_BLOCK_BAD : DFMTI_BLOCK_GOOD;
  if (symbol < 285) verdict = extra(b, symbol - 257, 4, &length);
  if (verdict == DFMTI_BLOCK_GOOD) verdict = next_symbol(distances, b, &symbol);
  if (verdict == DFMTI_BLOCK_GOOD && symbol >= MAX_DISTANCE) verdict = DFMTI_BLOCK_BAD;
  if (verdict == DFMTI_BLOCK_GOOD) verdict = extra(b, symbol, 2, &distance);
  if (verdict == DFMTI_BLOCK_GOOD && (uint64_t)distance + 1 > reach) verdict = DFMTI_BLOCK_BAD;
  if (verdict == DFMTI_BLOCK_GOOD) *made += length + 3;
  return verdict;
}

int dfmti_block_follow(const struct dfmti_block_head *h, struct dfmti_bits *b, uint64_t window, uint64_t *made) {
  struct code literals, distances;
  make_code(&literals, h->lengths, h->n_literal);
  make_code(&distances, h->lengths + h->n_literal, h->n_distance);
  for (*made = 0;;) {
    uint32_t symbol;
    int verdict = next_symbol(&literals, b, &symbol);
    if (verdict != DFMTI_BLOCK_GOOD || symbol == END_OF_BLOCK) return verdict;
    if (symbol < END_OF_BLOCK)
      ++*made;
    else
      verdict = follow_match(&distances, b, symbol, window + *made, made);
    if (verdict != DFMTI_BLOCK_GOOD) return verdict;
  }
}
