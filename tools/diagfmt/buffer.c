/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "tool.h"

char *buffer_grow(struct buffer *b, size_t n) {
  if (n > SIZE_MAX / 2 - b->cap) tool_no_memory();
  b->cap = 2 * b->cap + n;
  b->ptr = tool_realloc(b->ptr, b->cap);
  return b->ptr + b->len;
}

void buffer_put_s(struct buffer *b, const char *text) { buffer_put(b, text, strlen(text)); }

void buffer_unsigned(struct buffer *b, uint64_t n) {
  char text[20], *p = text + sizeof text;
  do *--p = (char)('0' + n % 10);
  while ((n /= 10) != 0);
  buffer_put(b, p, (size_t)(text + sizeof text - p));
}

void buffer_signed(struct buffer *b, int64_t n) {
  if (n < 0) buffer_byte(b, '-');
  buffer_unsigned(b, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void buffer_hex(struct buffer *b, uint64_t n, unsigned digits) {
  char text[16], *p = text + sizeof text;
  do *--p = "0123456789abcdef"[n & 15];
  while ((n >>= 4) != 0);
  if (digits > sizeof text) digits = sizeof text;
  while (p > text + sizeof text - digits) *--p = '0';
  buffer_put(b, p, (size_t)(text + sizeof text - p));
}

/* Infinities and NaN as glibc prints them. true: it was one. */
static bool put_special(struct buffer *b, double x, bool negative) {
  if (x - x == 0) return false;
  if (negative) buffer_byte(b, '-');
  buffer_put_s(b, x != x ? "nan" : "inf");
  return true;
}

/* Whole numbers below `most`, which %g writes without a point. The sign of a zero is kept. */
static bool put_whole(struct buffer *b, double x, bool negative, double most) {
  double size = negative ? -x : x;
  if (!(size < most)) return false;
  uint64_t n = (uint64_t)size;
  if ((double)n != size) return false;
  if (negative) buffer_byte(b, '-');
  buffer_unsigned(b, n);
  return true;
}

static void put_real(struct buffer *b, int digits, double x) {
  int n = snprintf(buffer_room(b, 32), 32, "%.*g", digits, x);
  b->len += (size_t)n;
}

/* The seven digits of n, 10^6 <= n < 10^7, the last `places` of them after the point, without zeros at the end. */
static void put_seven(struct buffer *b, uint32_t n, unsigned places) {
  char digits[7], *to = buffer_room(b, 16), *p = to;
  for (int i = 6; i >= 0; i--, n /= 10) digits[i] = (char)('0' + n % 10);
  unsigned len = 7, whole = places < 7 ? 7 - places : 0;
  while (len > whole && digits[len - 1] == '0') len--;
  memcpy(p, digits, 7);
  p += whole;
  if (!whole) *p++ = '0';
  if (len > whole) *p++ = '.';
  for (; places > 7; places--) *p++ = '0';
  memcpy(p, digits + whole, 7 - whole);
  b->len += (size_t)(p - to) + len - whole;
}

/*
 * %.7g of 0.0001 <= x < 10^7, exactly: 24 bits of a float times 10^k, whose odd part has 24 bits up to k = 10, fit into
 * a double, so that nothing is rounded before the one rounding, to even. false: it rounds up to 10^7.
 */
static bool put_plain(struct buffer *b, double x) {
  static const double least[] = {1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-4};
  static const double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
  unsigned k = x < 1e0 ? 7 : 0;
  while (x < least[k]) k++;
  double scaled = x * power[k];
  uint32_t n = (uint32_t)scaled;
  double rest = scaled - n;
  n += (uint32_t)(rest > 0.5) | ((uint32_t)(rest == 0.5) & n & 1);
  if (n < 10000000) {
    put_seven(b, n, k);
    return true;
  }
  if (k == 0) return false;
  put_seven(b, 1000000, k - 1);
  return true;
}

void buffer_float(struct buffer *b, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bool negative = bits >> 31;
  if (put_special(b, x, negative) || put_whole(b, x, negative, 1e7)) return;
  double size = negative ? -(double)x : (double)x;
  size_t before = b->len;
  if (size >= 1e-4 && size < 1e7) {
    if (negative) buffer_byte(b, '-');
    if (put_plain(b, size)) return;
    b->len = before;
  }
  put_real(b, 7, x);
}

void buffer_double(struct buffer *b, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bool negative = bits >> 63;
  if (put_special(b, x, negative) || put_whole(b, x, negative, 1e15)) return;
  put_real(b, 16, x);
}

void buffer_flush(struct buffer *b, dfmt_sink *to) {
  put(to, b->ptr, b->len);
  b->len = 0;
}

void buffer_free(struct buffer *b) {
  tool_realloc(b->ptr, 0);
  *b = (struct buffer){0};
}
