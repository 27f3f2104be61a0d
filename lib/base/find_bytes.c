/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "base/find_bytes.h"

#include <stdbool.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#ifdef _WIN32
static const uint8_t *find_plainly(const uint8_t *p, size_t len, const uint8_t *what, size_t n) {
  while (len >= n) {
    const uint8_t *hit = memchr(p, *what, len - n + 1);
    if (!hit) return NULL;
    if (memcmp(hit, what, n) == 0) return hit;
    len -= (size_t)(hit + 1 - p);
    p = hit + 1;
  }
  return NULL;
}
#else
static const uint8_t *find_plainly(const uint8_t *p, size_t len, const uint8_t *what, size_t n) {
  return memmem(p, len, what, n);
}
#endif

#ifdef __SSE2__
/*
 * Thirty-two places at a time: those where two of the bytes fit, the two that are rarest in texts of our kind. Only
 * there are all compared.
 */

/* How often a byte comes in logs and reports: the logarithm of its share, 65,536 being all. */
static const uint8_t frequency[256] = {
    12, 0,  0,  0,  0,  0,  0,  0,  0,  2, 9,  0,  0,  0,  0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0,  0,
    0,  0,  0,  0,  0,  0,  13, 0,  2,  1, 2,  0,  0,  4,  7, 7, 4, 2, 6, 10, 11, 8,  11, 11, 10, 10,
    10, 10, 10, 10, 10, 9,  10, 0,  2,  9, 6,  0,  0,  7,  6, 6, 6, 5, 5, 1,  6,  7,  5,  1,  5,  8,
    2,  5,  6,  0,  4,  8,  7,  2,  5,  7, 1,  0,  5,  6,  0, 6, 0, 6, 0, 12, 10, 11, 11, 12, 10, 9,
    8,  11, 5,  9,  11, 10, 11, 11, 10, 7, 11, 11, 11, 10, 9, 8, 8, 9, 6, 8,  2,  8,  1,  0,
};

struct needle {
  const uint8_t *what;
  size_t n;
  size_t a, b; /* places of the two */
};

enum {
  STEP = 32,       /* places */
  MOST_RANKED = 32 /* a long one has rare bytes near its start */
};

static struct needle rank(const uint8_t *what, size_t n) {
  struct needle x = {.what = what, .n = n, .a = 0, .b = 1};
  if (frequency[what[1]] < frequency[what[0]]) x.a = 1, x.b = 0;
  for (size_t i = 2; i < n && i < MOST_RANKED; i++) {
    if (frequency[what[i]] < frequency[what[x.a]]) {
      x.b = x.a;
      x.a = i;
    } else if (frequency[what[i]] < frequency[what[x.b]]) {
      x.b = i;
    }
  }
  return x;
}

static __m128i load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }

/*
 * Goes on from p, a step at a time, to where both bytes are: bits of *m are the places of that step. Stops where `end`
 * is less than a step away.
 */
static const uint8_t *next_fit(const uint8_t *p, const uint8_t *end, const struct needle *x, uint32_t *m) {
  const size_t to_a = x->a, to_b = x->b;
  const __m128i a = _mm_set1_epi8((char)x->what[to_a]), b = _mm_set1_epi8((char)x->what[to_b]);
  for (; end - p >= STEP; p += STEP) {
    __m128i low = _mm_and_si128(_mm_cmpeq_epi8(load(p + to_a), a), _mm_cmpeq_epi8(load(p + to_b), b));
    __m128i high = _mm_and_si128(_mm_cmpeq_epi8(load(p + 16 + to_a), a), _mm_cmpeq_epi8(load(p + 16 + to_b), b));
    *m = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
    if (*m) break;
  }
  return p;
}

static bool is_at(const uint8_t *p, const struct needle *x) {
  return p[x->a] == x->what[x->a] && p[x->b] == x->what[x->b] && memcmp(p, x->what, x->n) == 0;
}

/* `tried` counts bytes that were compared for nothing: where these are many, the search that is linear takes over. */
static const uint8_t *find_by_two(const uint8_t *p, size_t len, const struct needle *x) {
  enum { SPARE = 4096 };
  const uint8_t *begin = p, *end = p + (len - x->n) + 1; /* of the places where it may begin */
  uint32_t m = 0;
  for (size_t tried = 0; end - (p = next_fit(p, end, x, &m)) >= STEP; p += STEP) {
    for (; m; m &= m - 1, tried += x->n)
      if (memcmp(p + (unsigned)__builtin_ctz(m), x->what, x->n) == 0) return p + (unsigned)__builtin_ctz(m);
    if (tried > 2 * (size_t)(p - begin) + SPARE) return find_plainly(p, (size_t)(end - p) + x->n - 1, x->what, x->n);
  }
  while (p < end && !is_at(p, x)) p++;
  return p < end ? p : NULL;
}

/*
 * A byte that hardly ever comes is found by the C library, which uses what the processor has; false: here it comes
 * often. *p: where it is all, or where to go on, or `end`.
 */
static bool find_by_one(const uint8_t **p, const uint8_t *end, const struct needle *x) {
  enum { APART = 256 }; /* bytes between two of them, on average, for this to be the quicker way */
  size_t budget = 4096;
  for (; *p < end; ++*p) {
    const uint8_t *from = *p, *hit = memchr(from + x->a, x->what[x->a], (size_t)(end - from));
    *p = hit ? hit - x->a : end;
    if (!hit || is_at(*p, x)) break;
    budget += (size_t)(*p - from);
    if (budget < APART) return false;
    budget -= APART;
  }
  return true;
}

static const uint8_t *find_long(const uint8_t *p, size_t len, const uint8_t *what, size_t n) {
  enum { HARDLY_EVER = 2 };
  const uint8_t *end = p + (len - n) + 1;
  struct needle x = rank(what, n);
  if (frequency[what[x.a]] <= HARDLY_EVER && find_by_one(&p, end, &x)) return p < end ? p : NULL;
  return find_by_two(p, (size_t)(end - p) + n - 1, &x);
}
#else
static const uint8_t *find_long(const uint8_t *p, size_t len, const uint8_t *what, size_t n) {
  return find_plainly(p, len, what, n);
}
#endif

const void *dfmti_find_bytes(const void *where, size_t len, const void *what, size_t n) {
  const uint8_t *w = what;
  if (n > len) return NULL;
  if (n == 0) return where;
  return n == 1 ? memchr(where, *w, len) : find_long(where, len, w, n);
}
