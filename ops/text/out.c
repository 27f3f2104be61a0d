/* SPDX-License-Identifier: MIT */
#include "out.h"

#include <math.h>
#include <stdio.h>

#include "base/safe_text.h"

void dfmto_text_put_signed(struct dfmto_text_out *o, int64_t n) {
  if (n < 0) dfmto_text_put_byte(o, '-');
  dfmto_text_put_unsigned(o, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void dfmto_text_put_hex(struct dfmto_text_out *o, uint64_t n, unsigned digits) {
  char text[16], *p = text + sizeof text;
  do *--p = "0123456789abcdef"[n & 15];
  while ((n >>= 4) != 0);
  if (digits > sizeof text) digits = sizeof text;
  while (p > text + sizeof text - digits) *--p = '0';
  dfmto_text_put(o, p, (size_t)(text + sizeof text - p));
}

/* ---- floating point ---- */

/* Infinities and NaN as glibc prints them. false: a finite number. */
static bool put_special(struct dfmto_text_out *o, double x, bool negative) {
  if (x - x == 0) return false;
  if (negative) dfmto_text_put_byte(o, '-');
  dfmto_text_put_s(o, x != x ? "nan" : "inf");
  return true;
}

/* Whole numbers below `most`, which %g prints without a point. Keeps the sign of a zero. */
static bool put_whole(struct dfmto_text_out *o, double x, bool negative, double most) {
  const double size = fabs(x);
  if (!(size < most)) return false;
  uint64_t n = (uint64_t)size;
  if ((double)n != size) return false;
  if (negative) dfmto_text_put_byte(o, '-');
  dfmto_text_put_unsigned(o, n);
  return true;
}

/* The locale may have another decimal point, of several bytes. */
static void put_real(struct dfmto_text_out *o, int digits, double x) {
  char text[48];
  bool in_point = false;
  snprintf(text, sizeof text, "%.*g", digits, x);
  for (const char *p = text; *p; p++) {
    bool known = (*p >= '0' && *p <= '9') || *p == '-' || *p == '+' || *p == 'e';
    if (known || !in_point) dfmto_text_put_byte(o, known ? *p : '.');
    in_point = !known;
  }
}

/*
 * The seven digits of n, 10^6 <= n < 10^7, the last `places` after the point, without trailing zeros. They are written
 * twice, before the point and after it, eight bytes at once.
 */
static void put_seven(struct dfmto_text_out *o, uint32_t n, unsigned places) {
  enum { MOST = 24 };
  const uint64_t digits = dfmti_eight_digits(n) << 8;
  const unsigned len = 8 - (unsigned)__builtin_ctzll(digits) / 8, whole = places < 7 ? 7 - places : 0;
  uint8_t *p = (uint8_t *)dfmto_text_room(o, MOST);
  if (!p) return;
  if (whole) {
    dfmti_put_eight(p, digits);
    p[whole] = '.';
    dfmti_put_eight(p + whole + 1, digits << 8 * whole);
    o->text.len += len > whole ? len + 1 : whole;
  } else {
    memcpy(p, "0.000000", 8);
    dfmti_put_eight(p + places - 5, digits);
    o->text.len += places - 5 + len;
  }
}

/*
 * How many of seven digits of 0.0001 <= x < 10^7 are after the point: from its power of two and one comparison with a
 * power of ten, without a branch, which would be unpredictable.
 */
static unsigned places_of(double x) {
  static const uint8_t fewest[] = {10, 10, 10, 10, 9, 9, 9, 8, 8, 8, 7, 7, 7, 7, 6, 6, 6, 5, 5,
                                   5,  4,  4,  4,  3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0};
  static const double least[] = {1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-4};
  enum { FIRST = 1023 - 14 }; /* exponent of the power of two below 0.0001 */
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const unsigned places = fewest[(bits >> 52) - FIRST];
  return places + (x < least[places]);
}

/*
 * %.7g of 0.0001 <= x < 10^7, exact: a float has 24 bits, and the odd part of 10^k at most 24 up to k = 10, so that the
 * product fits into a double and there is only one rounding, to even. false: it rounds up to 10^7.
 */
static bool put_plain(struct dfmto_text_out *o, double x) {
  static const double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
  const unsigned k = places_of(x);
  double scaled = x * power[k];
  uint32_t n = (uint32_t)scaled;
  double rest = scaled - n;
  n += (uint32_t)(rest > 0.5) | ((uint32_t)(rest == 0.5) & n & 1);
  if (n < 10000000) {
    put_seven(o, n, k);
    return true;
  }
  if (k == 0) return false;
  put_seven(o, 1000000, k - 1);
  return true;
}

void dfmto_text_put_float(struct dfmto_text_out *o, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bool negative = bits >> 31;
  const double size = fabs((double)x);
  const size_t before = o->text.len;
  if (size >= 1e-4 && size < 1e7) {
    char *p = dfmto_text_room(o, 1);
    if (!p) return;
    *p = '-';
    o->text.len += negative; /* unpredictable as a branch */
    if (put_plain(o, size)) return;
    o->text.len = before;
  }
  if (put_special(o, x, negative) || put_whole(o, x, negative, 1e7)) return;
  put_real(o, 7, x);
}

void dfmto_text_put_double(struct dfmto_text_out *o, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bool negative = bits >> 63;
  if (put_special(o, x, negative) || put_whole(o, x, negative, 1e15)) return;
  put_real(o, 16, x);
}

/* ---- text of input ---- */

static void put_shown(struct dfmto_text_out *o, const char *p, size_t n) {
  size_t columns = 0;
  if (n && !dfmti_safe_text(o->m, &o->text, p, n, &columns)) o->failed = true;
}

void dfmto_text_put_safe(struct dfmto_text_out *o, dfmt_str s, bool lines) {
  size_t from = 0, len = (size_t)s.len;
  for (size_t i = 0; lines && i < len; i++) {
    if (s.ptr[i] != '\n' && s.ptr[i] != '\t') continue;
    put_shown(o, s.ptr + from, i - from);
    dfmto_text_put_byte(o, s.ptr[i]);
    from = i + 1;
  }
  if (from < len) put_shown(o, s.ptr + from, len - from);
}

bool dfmto_text_take_back(struct dfmto_text_out *o, size_t len) {
  bool failed = o->failed;
  if (failed) o->text.len = len;
  o->failed = false;
  return failed;
}
