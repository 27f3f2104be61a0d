/* SPDX-License-Identifier: MIT */
#include "out.h"

#include <stdio.h>

#include "base/safe_text.h"
#include "base/text.h"

void dfmto_put_unsigned(struct dfmto_out *o, uint64_t n) {
  uint8_t *p = (uint8_t *)dfmto_room(o, DFMTI_U64_TEXT);
  if (p) o->text.len += (size_t)(dfmti_u64_put(p, n) - p);
}

void dfmto_put_signed(struct dfmto_out *o, int64_t n) {
  if (n < 0) dfmto_put_byte(o, '-');
  dfmto_put_unsigned(o, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void dfmto_put_hex(struct dfmto_out *o, uint64_t n, unsigned digits) {
  char text[16], *p = text + sizeof text;
  do *--p = "0123456789abcdef"[n & 15];
  while ((n >>= 4) != 0);
  if (digits > sizeof text) digits = sizeof text;
  while (p > text + sizeof text - digits) *--p = '0';
  dfmto_put(o, p, (size_t)(text + sizeof text - p));
}

/* ---- floating point ---- */

/* Infinities and NaN as glibc prints them. true: it was one. */
static bool put_special(struct dfmto_out *o, double x, bool negative) {
  if (x - x == 0) return false;
  if (negative) dfmto_put_byte(o, '-');
  dfmto_put_s(o, x != x ? "nan" : "inf");
  return true;
}

/* Whole numbers below `most`, which %g writes without a point. The sign of a zero is kept. */
static bool put_whole(struct dfmto_out *o, double x, bool negative, double most) {
  double size = negative ? -x : x;
  if (!(size < most)) return false;
  uint64_t n = (uint64_t)size;
  if ((double)n != size) return false;
  if (negative) dfmto_put_byte(o, '-');
  dfmto_put_unsigned(o, n);
  return true;
}

/* The locale may have another point, of several bytes. */
static void put_real(struct dfmto_out *o, int digits, double x) {
  char text[48];
  bool in_point = false;
  snprintf(text, sizeof text, "%.*g", digits, x);
  for (const char *p = text; *p; p++) {
    bool known = (*p >= '0' && *p <= '9') || *p == '-' || *p == '+' || *p == 'e';
    if (known || !in_point) dfmto_put_byte(o, known ? *p : '.');
    in_point = !known;
  }
}

/* The seven digits of n, 10^6 <= n < 10^7, the last `places` of them after the point, without zeros at the end. */
static void put_seven(struct dfmto_out *o, uint32_t n, unsigned places) {
  char digits[7], *to = dfmto_room(o, 16), *p = to;
  if (!to) return;
  for (int i = 6; i >= 0; i--, n /= 10) digits[i] = (char)('0' + n % 10);
  unsigned len = 7, whole = places < 7 ? 7 - places : 0;
  while (len > whole && digits[len - 1] == '0') len--;
  memcpy(p, digits, 7);
  p += whole;
  if (!whole) *p++ = '0';
  if (len > whole) *p++ = '.';
  for (; places > 7; places--) *p++ = '0';
  memcpy(p, digits + whole, 7 - whole);
  o->text.len += (size_t)(p - to) + len - whole;
}

/*
 * %.7g of 0.0001 <= x < 10^7, exactly: 24 bits of a float times 10^k, whose odd part has 24 bits up to k = 10, fit into
 * a double, so that nothing is rounded before the one rounding, to even. false: it rounds up to 10^7.
 */
static bool put_plain(struct dfmto_out *o, double x) {
  static const double least[] = {1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-4};
  static const double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
  unsigned k = x < 1e0 ? 7 : 0;
  while (x < least[k]) k++;
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

void dfmto_put_float(struct dfmto_out *o, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bool negative = bits >> 31;
  if (put_special(o, x, negative) || put_whole(o, x, negative, 1e7)) return;
  double size = negative ? -(double)x : (double)x;
  size_t before = o->text.len;
  if (size >= 1e-4 && size < 1e7) {
    if (negative) dfmto_put_byte(o, '-');
    if (put_plain(o, size)) return;
    o->text.len = before;
  }
  put_real(o, 7, x);
}

void dfmto_put_double(struct dfmto_out *o, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bool negative = bits >> 63;
  if (put_special(o, x, negative) || put_whole(o, x, negative, 1e15)) return;
  put_real(o, 16, x);
}

/* ---- text of input ---- */

static void put_shown(struct dfmto_out *o, const char *p, size_t n) {
  size_t columns = 0;
  if (n && !dfmti_safe_text(o->m, &o->text, p, n, &columns)) o->failed = true;
}

void dfmto_put_safe(struct dfmto_out *o, dfmt_str s, bool lines) {
  size_t from = 0, len = (size_t)s.len;
  for (size_t i = 0; lines && i < len; i++) {
    if (s.ptr[i] != '\n' && s.ptr[i] != '\t') continue;
    put_shown(o, s.ptr + from, i - from);
    dfmto_put_byte(o, s.ptr[i]);
    from = i + 1;
  }
  if (from < len) put_shown(o, s.ptr + from, len - from);
}

bool dfmto_take_back(struct dfmto_out *o, size_t len) {
  bool failed = o->failed;
  if (failed) o->text.len = len;
  o->failed = false;
  return failed;
}
