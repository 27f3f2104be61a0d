/* SPDX-License-Identifier: MIT */
/*
 * Free-format printing after Steele and White: digits are made from exact integers, large ones where need be, until
 * what is left is less than half the distance to the neighbours.
 */
#include "float_text.h"

#include <stdbool.h>
#include <string.h>

#include "text.h"

/* ---- large numbers ---- */

enum { WORDS = 36 }; /* 1152 bits: the largest here, 10 * 2^1076, has 1080 */

struct large {
  uint32_t n; /* words in use; the last one is not 0 */
  uint32_t word[WORDS];
};

static void multiply(struct large *a, uint32_t by) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    carry += (uint64_t)a->word[i] * by;
    a->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) a->word[a->n++] = (uint32_t)carry;
}

static void multiply_by_ten_to(struct large *a, uint32_t exponent) {
  for (; exponent >= 9; exponent -= 9) multiply(a, 1000000000);
  for (; exponent > 0; exponent--) multiply(a, 10);
}

/* v * 2^exponent */
static struct large make_large(uint64_t v, uint32_t exponent) {
  struct large a = {.n = exponent / 32};
  for (uint32_t shifted = 0; v || shifted; v >>= 32) {
    uint64_t part = (v & UINT32_MAX) << exponent % 32 | shifted;
    a.word[a.n++] = (uint32_t)part;
    shifted = (uint32_t)(part >> 32);
  }
  while (a.n && a.word[a.n - 1] == 0) a.n--;
  return a;
}

static struct large sum(const struct large *a, const struct large *b) {
  struct large s = {.n = a->n > b->n ? a->n : b->n};
  uint64_t carry = 0;
  for (uint32_t i = 0; i < s.n; i++) {
    carry += (uint64_t)(i < a->n ? a->word[i] : 0) + (i < b->n ? b->word[i] : 0);
    s.word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) s.word[s.n++] = (uint32_t)carry;
  return s;
}

/* Below, at or above 0 as a is less than, equal to or more than b. */
static int32_t compare(const struct large *a, const struct large *b) {
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  for (uint32_t i = a->n; i-- > 0;)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

/* a -= b, which is not larger. */
static void subtract(struct large *a, const struct large *b) {
  uint64_t borrow = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    uint64_t less = (i < b->n ? b->word[i] : 0) + borrow;
    borrow = a->word[i] < less;
    a->word[i] = (uint32_t)(a->word[i] - less);
  }
  while (a->n && a->word[a->n - 1] == 0) a->n--;
}

/* ---- digits ---- */

/* A number as scale-free fractions: value / unit, and half the distances to its neighbours above and below / unit. */
struct fraction {
  struct large value, unit, above, below;
  bool even; /* what lies half way to a neighbour reads as this number */
};

/* mantissa * 2^exponent. close_below: the next number below is nearer than the one above. */
static struct fraction make_fraction(uint64_t mantissa, int32_t exponent, bool close_below) {
  uint32_t up = exponent > 0 ? (uint32_t)exponent : 0, down = exponent < 0 ? (uint32_t)-exponent : 0;
  uint32_t more = close_below ? 2 : 1;
  return (struct fraction){.value = make_large(mantissa, up + more),
                           .unit = make_large(1, down + more),
                           .above = make_large(1, up + more - 1),
                           .below = make_large(1, up),
                           .even = (mantissa & 1) == 0};
}

static bool reaches_unit(const struct fraction *f) {
  struct large top = sum(&f->value, &f->above);
  return compare(&top, &f->unit) >= (f->even ? 0 : 1);
}

static void times_ten(struct fraction *f) {
  multiply(&f->value, 10);
  multiply(&f->above, 10);
  multiply(&f->below, 10);
}

/* Divides by the power of ten that brings the number below 1 and its first digit after the point; its exponent. */
static int32_t normalise(struct fraction *f, int32_t log2) {
  int32_t ten = (int32_t)((int64_t)log2 * 30103 / 100000) - 1; /* at or below what it will be */
  if (ten > 0) multiply_by_ten_to(&f->unit, (uint32_t)ten);
  if (ten < 0) {
    multiply_by_ten_to(&f->value, (uint32_t)-ten);
    multiply_by_ten_to(&f->above, (uint32_t)-ten);
    multiply_by_ten_to(&f->below, (uint32_t)-ten);
  }
  for (; reaches_unit(f); ten++) multiply(&f->unit, 10);
  return ten;
}

/* Digits after the point. */
static size_t make_digits(struct fraction *f, char *digits) {
  for (size_t n = 0;;) {
    times_ten(f);
    char digit = '0';
    for (; compare(&f->value, &f->unit) >= 0; digit++) subtract(&f->value, &f->unit);
    bool low = compare(&f->value, &f->below) < (f->even ? 1 : 0), high = reaches_unit(f);
    if (low || high) {
      struct large twice = sum(&f->value, &f->value);
      int32_t half = compare(&twice, &f->unit); /* of several the nearest, of two as near the even one */
      if (high && (!low || half > 0 || (half == 0 && digit % 2))) digit++;
      digits[n++] = digit;
      return n;
    }
    digits[n++] = digit;
  }
}

/* ---- text ---- */

static size_t put_exponent(char *out, int32_t exponent) {
  uint32_t e = (uint32_t)(exponent < 0 ? -exponent : exponent);
  size_t n = 0;
  out[n++] = 'e';
  out[n++] = exponent < 0 ? '-' : '+';
  if (e >= 100) out[n++] = (char)('0' + e / 100);
  out[n++] = (char)('0' + e / 10 % 10);
  out[n++] = (char)('0' + e % 10);
  return n;
}

/* 0.DIGITS * 10^ten, written out if it is from 0.0001 to below 10^16. */
static size_t put_decimal(char *out, const char *digits, size_t n, int32_t ten) {
  size_t len = 0;
  if (ten < -3 || ten > 16) {
    out[len++] = digits[0];
    if (n > 1) out[len++] = '.';
    memcpy(out + len, digits + 1, n - 1);
    len += n - 1;
    return len + put_exponent(out + len, ten - 1);
  }
  if (ten <= 0) {
    memcpy(out, "0.0000", 2 + (size_t)-ten);
    len = 2 + (size_t)-ten;
    memcpy(out + len, digits, n);
    return len + n;
  }
  for (size_t i = 0; i < n || i <= (size_t)ten; i++) {
    if (i == (size_t)ten) out[len++] = '.';
    out[len++] = i < n ? digits[i] : '0';
  }
  return len;
}

/* ---- numbers of usual size ---- */

/* digits / 10^places */
static size_t put_places(char *out, uint64_t digits, size_t places) {
  char text[DFMTI_U64_TEXT];
  size_t n = dfmti_u64_text(digits, text), whole = n > places ? n - places : 0, len = whole;
  const char *p = text + sizeof text - n;
  memcpy(out, p, whole);
  if (!whole) out[len++] = '0';
  out[len++] = '.';
  for (; places > n; places--) out[len++] = '0';
  memcpy(out + len, p + whole, n - whole);
  len += n - whole;
  if (!places) out[len++] = '0';
  return len;
}

/*
 * odd / 2^k, whose k decimals are all there are: the shortest if none with fewer reads as the same number. Those are at
 * least 1 / (2^k * 5^(k-1)) away, and must be out of reach, which is half of 2^exponent. 0: some may be in reach.
 */
static inline size_t put_exact(uint64_t mantissa, int32_t exponent, char *out) {
  static const uint32_t halved[] = {100000000, 50000000, 25000000, 12500000, 6250000, /* 10^8 / 2^k */
                                    3125000,   1562500,  781250,   390625};
  static const uint8_t reach[] = {0, 0, 4, 7, 10, 14, 17, 20, 24}; /* log2 of 2^k * 5^(k-1), rounded up, less 1 */
  uint32_t zeros = (uint32_t)__builtin_ctzll(mantissa), down = (uint32_t)-exponent;
  uint32_t k = down > zeros ? down - zeros : 0;
  if (exponent > 0 || down > 58) return 0;
  if (k >= sizeof reach || reach[k] > down || mantissa >> down >> 40) return 0;
  const uint32_t rest = (uint32_t)(mantissa >> (down - k)) & ((UINT32_C(1) << k) - 1);
  uint8_t *p = dfmti_u64_put((uint8_t *)out, mantissa >> down);
  *p++ = '.';
  dfmti_put_eight(p, dfmti_eight_digits(rest * halved[k]));
  return (size_t)(p - (uint8_t *)out) + (k ? k : 1);
}

/*
 * The same digits in 64 bits, for mantissa * 2^exponent from 2^-10 to where neighbours are more than 1 apart: what
 * follows the digits so far is rest / 2^shift of the last of them. 0: it is not in this range.
 */
static size_t put_usual(uint64_t mantissa, int32_t exponent, bool close_below, char *out) {
  if (exponent > 0 || exponent < -58 || mantissa >> (-exponent - 10 > 0 ? -exponent - 10 : 0) == 0) return 0;
  const uint32_t shift = 2 + (uint32_t)-exponent;
  const uint64_t unit = UINT64_C(1) << shift, odd = mantissa & 1;
  uint64_t digits = mantissa << 2 >> shift, rest = mantissa << 2 & (unit - 1), above = 2, below = close_below ? 1 : 2;
  size_t places = 0;
  for (;; places++) {
    bool low = rest + odd <= below, high = rest + above >= unit + odd;
    bool up = rest > unit / 2 || (rest == unit / 2 && digits % 2);
    if (low || high) return put_places(out, digits + (high && (!low || up)), places);
    rest *= 10;
    above *= 10;
    below *= 10;
    digits = digits * 10 + (rest >> shift);
    rest &= unit - 1;
  }
}

/* ---- any number ---- */

static __attribute__((noinline)) size_t put_inexact(uint64_t mantissa, int32_t exponent, bool close_below, char *out) {
  size_t usual = put_usual(mantissa, exponent, close_below, out);
  if (usual) return usual;
  int32_t log2 = exponent - 1;
  for (uint64_t m = mantissa; m; m >>= 1) log2++;
  struct fraction f = make_fraction(mantissa, exponent, close_below);
  char digits[20]; /* 17 are enough for any */
  int32_t ten = normalise(&f, log2);
  size_t n = make_digits(&f, digits);
  return put_decimal(out, digits, n, ten);
}

/* mantissa_bits: those stored; bias: what is added to the exponent of a whole number's last bit. */
static inline size_t put_number(uint64_t bits, uint32_t mantissa_bits, uint32_t exponent_bits, int32_t bias,
                                char *out) {
  uint64_t mantissa = bits & ((UINT64_C(1) << mantissa_bits) - 1);
  uint32_t most = (UINT32_C(1) << exponent_bits) - 1, stored = (uint32_t)(bits >> mantissa_bits) & most;
  size_t sign = (size_t)(bits >> (mantissa_bits + exponent_bits)) & 1;
  if (sign) *out++ = '-';
  if (stored == most || (stored == 0 && mantissa == 0)) {
    memcpy(out, stored == 0 ? "0.0" : mantissa ? "nan" : "inf", 3);
    return sign + 3;
  }
  bool close_below = mantissa == 0 && stored > 1;
  if (stored) mantissa |= UINT64_C(1) << mantissa_bits;
  int32_t exponent = (int32_t)(stored ? stored : 1) - bias;
  size_t exact = put_exact(mantissa, exponent, out);
  return sign + (exact ? exact : put_inexact(mantissa, exponent, close_below, out));
}

size_t dfmti_f32_text(uint32_t bits, char out[DFMTI_FLOAT_TEXT]) { return put_number(bits, 23, 8, 127 + 23, out); }

size_t dfmti_f64_text(uint64_t bits, char out[DFMTI_FLOAT_TEXT]) { return put_number(bits, 52, 11, 1023 + 52, out); }
