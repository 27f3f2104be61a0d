/* SPDX-License-Identifier: MIT */
#include "cut.h"

#include "text.h"

uint64_t dfmti_cut_blanks(dfmt_str *s) {
  uint64_t n = 0;
  while (n < s->len && s->ptr[n] == ' ') n++;
  *s = dfmti_cut_after(*s, n);
  return n;
}

static unsigned digit_of(char c) {
  uint8_t low = (uint8_t)((uint8_t)c | 0x20);
  if (dfmti_is_digit((uint8_t)c)) return (unsigned)(c - '0');
  return low >= 'a' && low <= 'f' ? low - 'a' + 10u : 16;
}

bool dfmti_cut_number(dfmt_str *s, unsigned base, uint64_t *v) {
  uint64_t n = 0;
  const uint64_t most = base == 10 ? UINT64_MAX / 10 : UINT64_MAX / 16; /* the largest that any digit may follow */
  for (*v = 0; n < s->len; n++) {
    unsigned digit = digit_of(s->ptr[n]);
    if (digit >= base) break;
    if (*v > most || *v * base > UINT64_MAX - digit) return false;
    *v = *v * base + digit;
  }
  *s = dfmti_cut_after(*s, n);
  return n > 0;
}

bool dfmti_cut_u32(dfmt_str *s, uint32_t *v) {
  dfmt_str rest = *s;
  uint64_t n;
  if (!dfmti_cut_number(&rest, 10, &n) || n > UINT32_MAX) return false;
  *v = (uint32_t)n;
  *s = rest;
  return true;
}

bool dfmti_cut_i32(dfmt_str *s, int32_t *v) {
  dfmt_str rest = *s;
  uint64_t n;
  bool minus = dfmti_cut_take(&rest, "-");
  if (!dfmti_cut_number(&rest, 10, &n) || n > INT32_MAX) return false;
  *v = minus ? -(int32_t)n : (int32_t)n;
  *s = rest;
  return true;
}

uint64_t dfmti_cut_find(dfmt_str s, const char *word) {
  const size_t n = strlen(word);
  if (n == 0) return 0;
  for (uint64_t at = 0; at + n <= s.len; at++) {
    const char *found = memchr(s.ptr + at, *word, (size_t)(s.len - at - n + 1));
    if (!found) break;
    at = (uint64_t)(found - s.ptr);
    if (memcmp(found, word, n) == 0) return at;
  }
  return s.len;
}

uint64_t dfmti_cut_find_last(dfmt_str s, const char *word) {
  for (uint64_t at = s.len; at-- > 0;)
    if (dfmti_starts(dfmti_cut_after(s, at), word)) return at;
  return s.len;
}

uint64_t dfmti_cut_open(dfmt_str s) {
  unsigned depth = 0;
  if (!dfmti_ends(s, ")")) return s.len;
  for (uint64_t at = s.len; at-- > 0;) {
    depth += s.ptr[at] == ')';
    if (s.ptr[at] == '(' && --depth == 0) return at;
  }
  return s.len;
}
