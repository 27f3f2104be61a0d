/* SPDX-License-Identifier: MIT */
#include "python.h"

#include "base/text.h"

#include "python_words.def"

/* ---- characters ---- */

#define SHARED __attribute__((noinline)) /* reports are small, and so should be this code */

/* The character at the start, and its length. */
static SHARED uint32_t character(dfmt_str s, size_t *len) {
  const uint8_t *p = (const uint8_t *)s.ptr;
  size_t n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
  uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);
  if (n > s.len) n = (size_t)s.len;
  for (size_t i = 1; i < n; i++) c = c << 6 | (p[i] & 0x3f);
  *len = n;
  return c;
}

/* ASCII white space: a bit for each character below 64. */
static inline bool is_plain_space(uint8_t c) {
  const uint64_t spaces = 1ull << ' ' | 0x1full << 9 | 0xfull << 0x1c;
  return c < 64 && (spaces >> c & 1);
}

static SHARED bool is_space(uint32_t c) {
  if (c < 0x80) return is_plain_space((uint8_t)c);
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000;
}

static SHARED int digit(uint32_t c) {
  if (c < 0x80) return dfmti_is_digit((uint8_t)c) ? (int)(c - '0') : -1;
  for (size_t i = 0; i < sizeof zeros / sizeof *zeros && zeros[i] <= c; i++)
    if (c - zeros[i] < 10) return (int)(c - zeros[i]);
  return -1;
}

static SHARED bool is_word(uint32_t c) {
  if (c < 0x80) return dfmti_is_letter((uint8_t)c) || dfmti_is_digit((uint8_t)c);
  uint32_t edge = 0x80;
  bool word = false;
  for (size_t i = 0; i < sizeof words; word = !word) {
    uint32_t distance = 0;
    for (unsigned shift = 0;; shift += 7, i++) {
      distance |= (uint32_t)(words[i] & 127) << shift;
      if (words[i] < 128) break;
    }
    i++;
    edge += distance;
    if (c < edge) return word;
  }
  return false;
}

static bool ends_line(uint32_t c) {
  return (c >= 10 && c <= 13) || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

int dfmti_apport_py_digit(dfmt_str s, size_t *len) { return s.len == 0 ? -1 : digit(character(s, len)); }

/* ---- runs ---- */

/* Length of the character at a place, if it is white space exactly if `space`, else 0. Most are ASCII. */
static inline size_t step(dfmt_str s, uint64_t at, bool space) {
  size_t n;
  const uint8_t c = (uint8_t)s.ptr[at];
  if (c < 0x80) return is_plain_space(c) == space;
  return is_space(character(dfmti_apport_py_after(s, at), &n)) == space ? n : 0;
}

static inline uint64_t run_of(dfmt_str s, bool space) {
  uint64_t at = 0;
  for (size_t n; at < s.len && (n = step(s, at, space)) > 0;) at += n;
  return at;
}

uint64_t dfmti_apport_py_spaces(dfmt_str s) { return run_of(s, true); }

uint64_t dfmti_apport_py_space(dfmt_str s) { return s.len > 0 ? step(s, 0, true) : 0; }

uint64_t dfmti_apport_py_digits(dfmt_str s) {
  size_t n;
  uint64_t at = 0;
  while (at < s.len && digit(character(dfmti_apport_py_after(s, at), &n)) >= 0) at += n;
  return at;
}

uint64_t dfmti_apport_py_words(dfmt_str s, const char *also) {
  size_t n;
  uint64_t at = 0;
  while (at < s.len) {
    uint32_t c = character(dfmti_apport_py_after(s, at), &n);
    if (!is_word(c) && (c >= 0x80 || c == 0 || !strchr(also, (int)c))) break;
    at += n;
  }
  return at;
}

/* The start of the character that ends at a place above 0. */
static uint64_t before(dfmt_str s, uint64_t at) {
  do at--;
  while (at > 0 && ((uint8_t)s.ptr[at] & 0xc0) == 0x80);
  return at;
}

static inline uint64_t run_before(dfmt_str s, uint64_t end, bool space) {
  uint64_t at = end;
  while (at > 0) {
    const uint64_t last = (uint8_t)s.ptr[at - 1] < 0x80 ? at - 1 : before(s, at);
    if (step(s, last, space) == 0) break;
    at = last;
  }
  return end - at;
}

uint64_t dfmti_apport_py_spaces_before(dfmt_str s, uint64_t end) { return run_before(s, end, true); }
uint64_t dfmti_apport_py_others_before(dfmt_str s, uint64_t end) { return run_before(s, end, false); }

dfmt_str dfmti_apport_py_strip(dfmt_str s) {
  s = dfmti_apport_py_after(s, dfmti_apport_py_spaces(s));
  return dfmti_apport_py_first(s, s.len - dfmti_apport_py_spaces_before(s, s.len));
}

/* ---- places ---- */

uint64_t dfmti_apport_py_find(dfmt_str s, const char *text) {
  if (s.len == 0) return 0;
  const uint8_t *p = (const uint8_t *)s.ptr, *at = dfmti_find(p, p + s.len, text);
  return at ? (uint64_t)(at - p) : s.len;
}

uint64_t dfmti_apport_py_find_last(dfmt_str s, const char *text) {
  size_t n = strlen(text);
  for (uint64_t at = s.len; at >= n; at--)
    if (memcmp(s.ptr + at - n, text, n) == 0) return at - n;
  return s.len;
}

uint64_t dfmti_apport_py_find_spaced(dfmt_str s, const char *text) {
  for (dfmt_str head = s; head.len > 0;) {
    uint64_t at = dfmti_apport_py_find_last(head, text);
    size_t n;
    if (at == head.len || at == 0) break;
    uint64_t start = before(s, at);
    if (is_space(character(dfmti_apport_py_after(s, start), &n))) return start;
    head.len = at + strlen(text) - 1;
  }
  return s.len;
}

/* ---- pieces ---- */

/* Eight ASCII bytes, none below a blank. */
static inline bool are_plain(const char *p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
  const uint64_t each = 0x0101010101010101;
  return ((v | ~(v + 0x60 * each)) & 0x80 * each) == 0;
}

bool dfmti_apport_py_line(dfmt_str *rest, dfmt_str *line) {
  if (rest->len == 0) return false;
  uint64_t at = 0;
  size_t n = 0;
  for (; at < rest->len; at += n) {
    while (rest->len - at > 8 && are_plain(rest->ptr + at)) at += 8; /* fast path, for most bytes */
    n = 1;
    if ((uint8_t)rest->ptr[at] - 0x20u < 0x60) continue;
    if (ends_line(character(dfmti_apport_py_after(*rest, at), &n))) break;
  }
  *line = dfmti_apport_py_first(*rest, at);
  if (at < rest->len) at += rest->ptr[at] == '\r' && at + 1 < rest->len && rest->ptr[at + 1] == '\n' ? 2 : n;
  *rest = dfmti_apport_py_after(*rest, at);
  return true;
}

uint64_t dfmti_apport_py_count_lines(dfmt_str s) {
  uint64_t n = 0;
  for (dfmt_str line; dfmti_apport_py_line(&s, &line);) n++;
  return n;
}

bool dfmti_apport_py_split(dfmt_str *rest, char c, dfmt_str *piece) {
  if (!rest->ptr) return false;
  const char *at = rest->len > 0 ? memchr(rest->ptr, c, (size_t)rest->len) : NULL;
  *piece = dfmti_apport_py_first(*rest, at ? (uint64_t)(at - rest->ptr) : rest->len);
  *rest = at ? dfmti_apport_py_after(*rest, piece->len + 1) : (dfmt_str){0};
  return true;
}

bool dfmti_apport_py_word(dfmt_str *rest, dfmt_str *word) {
  *rest = dfmti_apport_py_after(*rest, dfmti_apport_py_spaces(*rest));
  const uint64_t at = run_of(*rest, false);
  *word = dfmti_apport_py_first(*rest, at);
  *rest = dfmti_apport_py_after(*rest, at);
  return at > 0;
}
