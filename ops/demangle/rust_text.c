/* SPDX-License-Identifier: MIT */
/* Names and constants of Rust's mangling "v0". */
#include <string.h>

#include "rust.h"

enum { LETTERS = 128 /* of a name in Punycode; longer ones are printed as they are */ };

static char peek(const struct dfmto_demangle_rust *r) { return dfmto_demangle_peek(r->d, 0); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool dfmto_demangle_rust_put(struct dfmto_demangle_rust *r, const char *ptr, size_t len) {
  return r->skipped || dfmto_demangle_put(r->d, ptr, len);
}

static bool put(struct dfmto_demangle_rust *r, const char *text) {
  return dfmto_demangle_rust_put(r, text, strlen(text));
}

bool dfmto_demangle_rust_put_number(struct dfmto_demangle_rust *r, uint64_t n, uint32_t base) {
  char digits[20];
  size_t i = sizeof digits;
  do {
    digits[--i] = "0123456789abcdef"[n % base];
    n /= base;
  } while (n);
  return dfmto_demangle_rust_put(r, digits + i, sizeof digits - i);
}

/* A code point in UTF-8. */
static bool put_character(struct dfmto_demangle_rust *r, uint32_t c) {
  const uint32_t rest = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3; /* bytes after the first */
  static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};
  char bytes[4];
  bytes[0] = (char)(first[rest] | c >> 6 * rest);
  for (uint32_t i = 1; i <= rest; i++) bytes[i] = (char)(0x80 | (c >> 6 * (rest - i) & 0x3f));
  return dfmto_demangle_rust_put(r, bytes, rest + 1);
}

/* ---- names ---- */

bool dfmto_demangle_rust_name(struct dfmto_demangle_rust *r, struct dfmto_demangle_rust_name *name) {
  struct dfmto_demangle *d = r->d;
  size_t len = 0;
  name->encoded = peek(r) == 'u';
  d->pos += name->encoded;
  if (!is_digit(peek(r))) return dfmto_demangle_fail(d, DFMT_END);
  const bool zero = peek(r) == '0';
  for (; is_digit(peek(r)) && len <= d->len; d->pos++) {
    len = len * 10 + (size_t)(peek(r) - '0');
    if (zero) {
      d->pos++;
      break;
    }
  }
  if (peek(r) == '_') d->pos++;
  if (len > d->len - d->pos) return dfmto_demangle_fail(d, DFMT_END);
  name->ptr = d->in + d->pos;
  name->len = len;
  d->pos += len;
  return true;
}

static bool is_surrogate(uint32_t c) { return c >= 0xd800 && c < 0xe000; }

/* The next number of a name in Punycode (RFC 3492); false: malformed. */
static bool read_delta(const char **at, const char *end, uint32_t bias, uint32_t *delta) {
  uint32_t weight = 1;
  *delta = 0;
  for (uint32_t k = 36;; k += 36) {
    if (*at == end) return false;
    const char c = *(*at)++;
    const uint32_t digit = c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a') : is_digit(c) ? (uint32_t)(c - '0') + 26 : 36;
    const uint32_t least = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
    uint32_t part;
    if (digit == 36 || __builtin_mul_overflow(digit, weight, &part) || __builtin_add_overflow(*delta, part, delta))
      return false;
    if (digit < least) return true;
    if (__builtin_mul_overflow(weight, 36 - least, &weight)) return false;
  }
}

static uint32_t adapt(uint32_t delta, uint32_t n, bool first) {
  uint32_t k = 0;
  delta /= first ? 700 : 2;
  for (delta += delta / n; delta > 455; k += 36) delta /= 35;
  return k + 36 * delta / (delta + 38);
}

/* Decodes a name; the number of its letters, 0: malformed or long. */
static uint32_t decode(const struct dfmto_demangle_rust_name *name, uint32_t letters[LETTERS]) {
  const char *end = name->ptr + name->len, *at = name->ptr;
  uint32_t n = 0, i = 0, c = 128, bias = 72, delta;
  for (const char *p = name->ptr; p < end; p++)
    if (*p == '_') at = p; /* the last one is after the letters of ASCII */
  if ((size_t)(at - name->ptr) > LETTERS) return 0;
  for (const char *p = name->ptr; p < at; p++) letters[n++] = (uint8_t)*p;
  if (at < end && *at == '_') at++;
  for (bool first = true; at < end; first = false, i++) {
    if (n == LETTERS || !read_delta(&at, end, bias, &delta)) return 0;
    bias = adapt(delta, n + 1, first);
    if (__builtin_add_overflow(i, delta, &i) || __builtin_add_overflow(c, i / (n + 1), &c)) return 0;
    i %= n + 1;
    if (c > 0x10ffff || is_surrogate(c)) return 0;
    memmove(letters + i + 1, letters + i, (n - i) * sizeof *letters);
    letters[i] = c;
    n++;
  }
  return n;
}

bool dfmto_demangle_rust_put_name(struct dfmto_demangle_rust *r, const struct dfmto_demangle_rust_name *name) {
  uint32_t letters[LETTERS];
  if (!name->encoded) return dfmto_demangle_rust_put(r, name->ptr, name->len);
  const uint32_t n = decode(name, letters);
  if (!n) return put(r, "punycode{") && dfmto_demangle_rust_put(r, name->ptr, name->len) && put(r, "}");
  for (uint32_t i = 0; i < n; i++)
    if (!put_character(r, letters[i])) return false;
  return true;
}

/* ---- types and constants ---- */

const char *dfmto_demangle_rust_basic_type(char tag) {
  static const char *const types[26] = {
      "i8",   "bool", "char", "f64", "str", "f32", NULL,  "u8", "isize", "usize", NULL,  "i32", "u32",
      "i128", "u128", "_",    NULL,  NULL,  "i16", "u16", "()", "...",   NULL,    "i64", "u64", "!",
  };
  return tag >= 'a' && tag <= 'z' ? types[tag - 'a'] : NULL;
}

/* Digits up to "_"; *n: the number, if they are at most 16. */
static bool read_hex(struct dfmto_demangle_rust *r, const char **digits, size_t *len, uint64_t *n) {
  *digits = r->d->in + r->d->pos;
  *n = 0;
  for (*len = 0;; ++*len) {
    const char c = peek(r);
    if (!c) return false;
    r->d->pos++;
    if (c == '_') return *len > 0;
    if (!is_digit(c) && (c < 'a' || c > 'f')) return false;
    *n = *n << 4 | (uint64_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
  }
}

static bool put_quoted(struct dfmto_demangle_rust *r, uint64_t c) {
  const char plain[2] = {(char)c, '\0'};
  if (c > 0x10ffff || is_surrogate((uint32_t)c)) return false;
  if (!put(r, "'")) return false;
  const char *escape = c == '\t' ? "\\t" : c == '\r' ? "\\r" : c == '\n' ? "\\n" : c == '\'' ? "\\'" : NULL;
  if (c == '\\') escape = "\\\\";
  if (escape) return put(r, escape) && put(r, "'");
  if (c >= 0x20 && c < 0x7f) return put(r, plain) && put(r, "'");
  return put(r, "\\u{") && dfmto_demangle_rust_put_number(r, c, 16) && put(r, "}'");
}

bool dfmto_demangle_rust_put_constant(struct dfmto_demangle_rust *r, char tag) {
  const char *digits;
  size_t len;
  uint64_t n;
  if (!strchr("aslxnihtmyojbc", tag)) return false;
  if (strchr("aslxni", tag) && peek(r) == 'n') {
    r->d->pos++;
    if (!put(r, "-")) return false;
  }
  if (!read_hex(r, &digits, &len, &n)) return false;
  if (tag == 'b') return len == 1 && n < 2 && put(r, n ? "true" : "false");
  if (tag == 'c') return len <= 6 && put_quoted(r, n);
  return len > 16 ? put(r, "0x") && dfmto_demangle_rust_put(r, digits, len) : dfmto_demangle_rust_put_number(r, n, 10);
}
