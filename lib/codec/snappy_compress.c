/* SPDX-License-Identifier: MIT */
#include "snappy_compress.h"

#include <string.h>

enum {
  BLOCK = 1 << 16, /* bytes that copies refer to each other in */
  MOST_BITS = 14,  /* of the table of places */
  LEAST_BITS = 8,
  LEAST = 4,   /* bytes of a copy */
  MARGIN = 16, /* the last bytes of a block, which are literal: so many can be loaded before them */
  PATIENCE = 5 /* after 2^5 bytes without a match every second place is tried, and so on */
};

/* Where four bytes were seen last in this block, by a hash of them. */
struct table {
  uint16_t place[1 << MOST_BITS];
  unsigned shift;
};

struct block {
  const uint8_t *start, *end, *limit; /* limit: the last place a match may begin at */
  uint8_t *to;
};

static uint32_t load_u32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

static uint64_t load_u64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

static uint32_t hash(const struct table *t, uint32_t four) { return four * UINT32_C(0x1e35a7bd) >> t->shift; }

static void table_clear(struct table *t, size_t n) {
  unsigned bits = LEAST_BITS;
  while (bits < MOST_BITS && (size_t)1 << bits < n) bits++;
  t->shift = 32 - bits;
  memset(t->place, 0, sizeof t->place[0] << bits);
}

static uint8_t *put_literal(uint8_t *to, const uint8_t *p, size_t n) {
  size_t rest = n - 1;
  if (rest < 60) {
    *to++ = (uint8_t)(rest << 2);
  } else if (rest < 256) {
    *to++ = 60 << 2;
    *to++ = (uint8_t)rest;
  } else {
    *to++ = 61 << 2;
    *to++ = (uint8_t)rest;
    *to++ = (uint8_t)(rest >> 8);
  }
  memcpy(to, p, n);
  return to + n;
}

/* MARGIN bytes can be loaded at p; what is stored in excess is written over. */
static uint8_t *put_inner_literal(uint8_t *to, const uint8_t *p, size_t n) {
  if (n > MARGIN) return put_literal(to, p, n);
  *to++ = (uint8_t)((n - 1) << 2);
  memcpy(to, p, MARGIN);
  return to + n;
}

/* Up to 64 bytes; short ones from near take two bytes, others three. */
static uint8_t *put_short_copy(uint8_t *to, size_t offset, size_t n) {
  if (n < 12 && offset < 2048) {
    *to++ = (uint8_t)(1 | (n - LEAST) << 2 | offset >> 8 << 5);
    *to++ = (uint8_t)offset;
    return to;
  }
  *to++ = (uint8_t)(2 | (n - 1) << 2);
  *to++ = (uint8_t)offset;
  *to++ = (uint8_t)(offset >> 8);
  return to;
}

/* The last one of a long copy has at least four bytes, so that it can be short. */
static uint8_t *put_copy(uint8_t *to, size_t offset, size_t n) {
  for (; n >= 64 + LEAST; n -= 64) to = put_short_copy(to, offset, 64);
  if (n > 64) {
    to = put_short_copy(to, offset, 60);
    n -= 60;
  }
  return put_short_copy(to, offset, n);
}

/* How many bytes in memory come before the first one that is not 0; there is one. */
static size_t equal_bytes(uint64_t v) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return (size_t)__builtin_ctzll(v) / 8;
#else
  return (size_t)__builtin_clzll(v) / 8;
#endif
}

/* How many bytes at a and further on at b are equal. */
static size_t match_length(const uint8_t *a, const uint8_t *b, const uint8_t *end) {
  const uint8_t *from = b;
  for (; (size_t)(end - b) >= sizeof(uint64_t); a += 8, b += 8) {
    uint64_t unequal = load_u64(a) ^ load_u64(b);
    if (unequal) return (size_t)(b - from) + equal_bytes(unequal);
  }
  while (b < end && *a == *b) {
    a++;
    b++;
  }
  return (size_t)(b - from);
}

/* The earlier place that the table has for this one, which takes its place. */
static const uint8_t *exchange(struct table *t, const struct block *x, const uint8_t *p) {
  uint16_t *place = &t->place[hash(t, load_u32(p))];
  const uint8_t *earlier = x->start + *place;
  *place = (uint16_t)(p - x->start);
  return earlier;
}

/* The first place from p on where something begins that came before. NULL: none. */
static const uint8_t *find(struct table *t, const struct block *x, const uint8_t *p, const uint8_t **earlier) {
  for (uint32_t tried = 1 << PATIENCE; p <= x->limit; p += tried++ >> PATIENCE) {
    *earlier = exchange(t, x, p);
    if (load_u32(p) == load_u32(*earlier)) return p;
  }
  return NULL;
}

/* Copies from p on as long as one follows upon the other; where they end. */
static const uint8_t *put_copies(struct table *t, struct block *x, const uint8_t *p, const uint8_t *earlier) {
  do {
    size_t n = LEAST + match_length(earlier + LEAST, p + LEAST, x->end);
    x->to = put_copy(x->to, (size_t)(p - earlier), n);
    p += n;
    if (p > x->limit) break;
    (void)exchange(t, x, p - 1);
    earlier = exchange(t, x, p);
  } while (load_u32(p) == load_u32(earlier));
  return p;
}

static uint8_t *put_block(struct table *t, const uint8_t *in, size_t n, uint8_t *to) {
  struct block x = {.start = in, .end = in + n, .limit = in + n - (n < MARGIN ? n : MARGIN), .to = to};
  const uint8_t *literal = in, *p, *earlier;
  table_clear(t, n);
  while (n >= MARGIN && (p = find(t, &x, literal + 1, &earlier)) != NULL) {
    x.to = put_inner_literal(x.to, literal, (size_t)(p - literal));
    literal = put_copies(t, &x, p, earlier);
  }
  return literal < x.end ? put_literal(x.to, literal, (size_t)(x.end - literal)) : x.to;
}

size_t dfmti_snappy_compress(const uint8_t *in, size_t n, uint8_t *out) {
  struct table t;
  uint8_t *to = out;
  size_t left = n;
  for (; left >= 128; left >>= 7) *to++ = (uint8_t)(left | 128);
  *to++ = (uint8_t)left;
  for (size_t at = 0; at < n; at += BLOCK) to = put_block(&t, in + at, n - at < BLOCK ? n - at : BLOCK, to);
  return (size_t)(to - out);
}
