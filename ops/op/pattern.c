/* SPDX-License-Identifier: MIT */
#include "pattern.h"

#include <string.h>

/* Bytes of a set that begins at p, or 0 if it is not closed. */
static size_t set_len(const uint8_t *p, size_t len) {
  size_t i = 1;
  if (i < len && (p[i] == '!' || p[i] == '^')) i++;
  if (i < len && p[i] == ']') i++; /* as first byte it is a member */
  while (i < len && p[i] != ']') i++;
  return i < len ? i + 1 : 0;
}

static bool set_has(const uint8_t *p, size_t len, uint8_t c) {
  bool no = p[1] == '!' || p[1] == '^', has = false;
  for (size_t i = no ? 2 : 1; i < len - 1; i++) {
    bool range = i + 2 < len - 1 && p[i + 1] == '-';
    has = has || (range ? c >= p[i] && c <= p[i + 2] : c == p[i]);
    if (range) i += 2;
  }
  return has != no;
}

/* Bytes of the pattern at p that match one byte c; 0: no match. */
static size_t match_one(const uint8_t *p, size_t len, uint8_t c) {
  if (*p == '?') return 1;
  if (*p == '\\' && len > 1) return p[1] == c ? 2 : 0;
  size_t set = *p == '[' ? set_len(p, len) : 0;
  if (set) return set_has(p, set, c) ? set : 0;
  return *p == c;
}

bool dfmto_matches(dfmt_str pattern, dfmt_str name) {
  const uint8_t *p = (const uint8_t *)pattern.ptr, *s = (const uint8_t *)name.ptr;
  if (pattern.len == name.len && (name.len == 0 || memcmp(p, s, (size_t)name.len) == 0)) return true;
  size_t i = 0, k = 0, star = SIZE_MAX, from = 0; /* the last *, and the end of its match so far */
  while (k < name.len) {
    size_t n = i < pattern.len && p[i] != '*' ? match_one(p + i, (size_t)pattern.len - i, s[k]) : 0;
    if (n) {
      i += n;
      k++;
    } else if (i < pattern.len && p[i] == '*') {
      star = i++;
      from = k;
    } else if (star != SIZE_MAX) {
      i = star + 1;
      k = ++from;
    } else {
      return false;
    }
  }
  while (i < pattern.len && p[i] == '*') i++;
  return i == pattern.len;
}
