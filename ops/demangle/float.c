/* SPDX-License-Identifier: MIT */
/* Floating-point literals, of which the name has the bits in hexadecimal, as C's "%a" prints them. */
#include "demangle.h"

static bool read_bits(const char *p, size_t len, uint64_t *bits) {
  *bits = 0;
  for (size_t i = 0; i < len; i++) {
    const bool digit = p[i] >= '0' && p[i] <= '9';
    if (!digit && (p[i] < 'a' || p[i] > 'f')) return false;
    *bits = *bits << 4 | (uint64_t)(digit ? p[i] - '0' : p[i] - 'a' + 10);
  }
  return true;
}

/* Bits of the double with the value of a float. */
static uint64_t widen(uint32_t f) {
  const uint64_t sign = (uint64_t)(f >> 31) << 63;
  uint64_t exponent = f >> 23 & 0xff, fraction = f & 0x7fffff;
  if (exponent == 0xff) return sign | UINT64_C(0x7ff) << 52 | fraction << 29;
  if (exponent == 0 && fraction == 0) return sign;
  for (exponent += exponent == 0 ? 1023 - 126 : 1023 - 127; fraction < 0x800000 && !(f >> 23 & 0xff); exponent--)
    fraction <<= 1;
  return sign | exponent << 52 | (fraction & 0x7fffff) << 29;
}

static bool put_exponent(struct dfmto_demangle *d, int exponent) {
  char text[6], *p = text + sizeof text;
  unsigned n = (unsigned)(exponent < 0 ? -exponent : exponent);
  do {
    *--p = (char)('0' + n % 10);
    n /= 10;
  } while (n);
  *--p = exponent < 0 ? '-' : '+';
  *--p = 'p';
  return dfmto_demangle_put(d, p, (size_t)(text + sizeof text - p));
}

static bool put_fraction(struct dfmto_demangle *d, uint64_t fraction) {
  char text[14] = ".";
  size_t n = 1;
  for (; fraction; fraction = fraction << 4 & UINT64_C(0xfffffffffffff)) text[n++] = "0123456789abcdef"[fraction >> 48];
  return n == 1 || dfmto_demangle_put(d, text, n);
}

bool dfmto_demangle_put_float(struct dfmto_demangle *d, const char *digits, size_t len, bool *known) {
  uint64_t bits;
  *known = (len == 8 || len == 16) && read_bits(digits, len, &bits);
  if (!*known) return true;
  if (len == 8) bits = widen((uint32_t)bits);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  const uint64_t fraction = bits & UINT64_C(0xfffffffffffff);
  if (bits >> 63 && !dfmto_demangle_put(d, "-", 1)) return false;
  if (exponent == 0x7ff) {
    if (!dfmto_demangle_put(d, fraction ? "nan" : "inf", 3)) return false;
  } else if (!dfmto_demangle_put(d, exponent ? "0x1" : "0x0", 3) || !put_fraction(d, fraction) ||
             !put_exponent(d, exponent   ? exponent - 1023
                              : fraction ? -1022
                                         : 0)) {
    return false;
  }
  return len == 16 || dfmto_demangle_put(d, "f", 1);
}
