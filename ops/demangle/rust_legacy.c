/* SPDX-License-Identifier: MIT */
/*
 * Rust's first mangling: a C++ name of nested parts, of which the last one is a hash, and others have escapes: "$LT$"
 * for "<", ".." for "::".
 */
#include <string.h>

#include "demangle.h"

enum { HASH = 17 /* h and 16 digits */, DIGITS = 5 /* that a hash has at least, of different kinds */ };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

static uint32_t hex(char c) { return (uint32_t)(is_digit(c) ? c - '0' : c - 'a' + 10); }

static bool is_hash(const char *p, size_t len) {
  uint32_t seen = 0, n = 0;
  if (len != HASH || *p != 'h') return false;
  for (size_t i = 1; i < len; i++) {
    if (!is_hex(p[i])) return false;
    seen |= 1u << hex(p[i]);
  }
  for (; seen; seen &= seen - 1) n++;
  return n >= DIGITS;
}

/* The next part, from *pos on; false: none. */
static bool next_part(const struct dfmto_demangle *d, size_t *pos, const char **part, size_t *len) {
  size_t n = 0, at = *pos;
  for (; at < d->len && is_digit(d->in[at]) && n <= d->len; at++) n = n * 10 + (size_t)(d->in[at] - '0');
  if (!n || at == *pos || n > d->len - at) return false;
  *part = d->in + at;
  *len = n;
  *pos = at + n;
  return true;
}

static bool is_spelled(const char *p, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (!is_digit(p[i]) && !(p[i] >= 'a' && p[i] <= 'z') && !(p[i] >= 'A' && p[i] <= 'Z') && !strchr("_.$:", p[i]))
      return false;
  return true;
}

/* Where the last part begins, if the name is one of Rust's; 0: it is not. */
static size_t find_hash(const struct dfmto_demangle *d) {
  size_t pos = d->pos, begin = 0, len = 0, n = 0;
  const char *part = NULL;
  for (size_t at = pos; next_part(d, &pos, &part, &len); at = pos, n++) {
    if (!is_spelled(part, len)) return 0;
    begin = at;
  }
  const bool ends = pos < d->len && d->in[pos] == 'E' && (pos + 1 == d->len || d->in[pos + 1] == '.');
  return ends && n > 1 && is_hash(part, len) ? begin : 0;
}

/* An escape at p, with its '$'s; its length, 0: none. */
static size_t escape(const char *p, size_t len, char out[1]) {
  static const struct {
    char text[5], is;
  } escapes[] = {{"$SP$", '@'}, {"$BP$", '*'}, {"$RF$", '&'}, {"$LT$", '<'},
                 {"$GT$", '>'}, {"$LP$", '('}, {"$RP$", ')'}, {"$C$", ','}};
  for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
    const size_t n = strlen(escapes[i].text);
    if (len < n || memcmp(p, escapes[i].text, n) != 0) continue;
    *out = escapes[i].is;
    return n;
  }
  if (len < 5 || p[1] != 'u' || !is_hex(p[2]) || !is_hex(p[3]) || p[4] != '$') return 0;
  const uint32_t c = hex(p[2]) << 4 | hex(p[3]);
  if (c < 0x20 || c > 0x7e) return 0;
  *out = (char)c;
  return 5;
}

static bool put_part(struct dfmto_demangle *d, const char *p, size_t len) {
  char c;
  if (len > 1 && p[0] == '_' && p[1] == '$') p++, len--;
  while (len) {
    size_t n = *p == '$' ? escape(p, len, &c) : 0;
    if (n) {
      if (!dfmto_demangle_put(d, &c, 1)) return false;
    } else if (*p == '.') {
      n = len > 1 && p[1] == '.' ? 2 : 1;
      if (!dfmto_demangle_put(d, n == 2 ? "::" : "-", n)) return false;
    } else {
      const char *end = p + 1;
      while (end < p + len && *end != '$' && *end != '.') end++;
      n = (size_t)(end - p);
      if (!dfmto_demangle_put(d, p, n)) return false;
    }
    p += n;
    len -= n;
  }
  return true;
}

bool dfmto_demangle_rust_legacy(struct dfmto_demangle *d, bool verbose) {
  const size_t hash = find_hash(d);
  const char *part;
  size_t len;
  if (!hash) return false;
  for (bool first = true; (d->pos < hash || verbose) && next_part(d, &d->pos, &part, &len); first = false)
    if ((!first && !dfmto_demangle_put(d, "::", 2)) || !put_part(d, part, len)) break;
  d->pos = d->len;
  return true;
}
