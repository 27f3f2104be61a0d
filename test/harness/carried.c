/* SPDX-License-Identifier: MIT */
#include "carried.h"

#include <string.h>

enum carried carried_as(const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  if (len >= 2 && memcmp(p, "\xff\xfe", 2) == 0) return CARRIED_LITTLE;
  if (len >= 2 && memcmp(p, "\xfe\xff", 2) == 0) return CARRIED_BIG;
  if (len >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0) return CARRIED_MARK;
  if (len >= 8 && !p[0] && p[1] && !p[2] && p[3]) return CARRIED_BIG;
  return len >= 8 && p[0] && !p[1] && p[2] && !p[3] ? CARRIED_LITTLE : CARRIED_NOT;
}

static uint32_t unit(enum carried how, const uint8_t *p) {
  return (uint32_t)(how == CARRIED_BIG ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

static uint32_t take_character(dfmt_str *s) {
  const uint8_t *p = (const uint8_t *)s->ptr;
  const size_t n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
  uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);
  if (n > s->len) return UINT32_MAX;
  for (size_t i = 1; i < n; i++) c = c << 6 | (p[i] & 63u);
  *s = (dfmt_str){s->ptr + n, s->len - n};
  return c;
}

bool carried_is(enum carried how, const uint8_t *p, uint64_t n, dfmt_str text) {
  while (text.len && n >= 2) {
    const uint32_t c = take_character(&text), u = unit(how, p);
    p += 2;
    n -= 2;
    if (c == u || (c == 0xfffd && u >= 0xd800 && u < 0xe000)) continue;
    if (c < 0x10000 || n < 2 || u != 0xd7c0 + (c >> 10) || unit(how, p) != (0xdc00 | (c & 0x3ff))) return false;
    p += 2;
    n -= 2;
  }
  return text.len == 0 && n == 0;
}

static void add_unit(struct bytes *to, enum carried how, uint32_t u) {
  const uint8_t little[2] = {(uint8_t)u, (uint8_t)(u >> 8)}, big[2] = {little[1], little[0]};
  bytes_add(to, how == CARRIED_BIG ? big : little, 2);
}

/* ---- in another text ---- */

static const char before[] = "It **stops** when the second page opens:\n\n```\n",
                  after[] = "```\n\nSeen twice: thanks!\n";

/* What stands before a line. */
static const char *prefix_of(enum carried how, const uint8_t *line, size_t n) {
  const bool empty = n == 0 || *line == '\n' || *line == '\r';
  if (how == CARRIED_QUOTED) return empty ? ">" : "> ";
  return how == CARRIED_INDENTED && !empty ? "    " : "";
}

static void add_quoted(struct bytes *to, enum carried how, const uint8_t *p, size_t n) {
  if (how == CARRIED_FENCED) bytes_add(to, before, strlen(before));
  for (size_t at = 0; at < n;) {
    const uint8_t *lf = memchr(p + at, '\n', n - at);
    const size_t len = lf ? (size_t)(lf + 1 - p) - at : n - at;
    bytes_print(to, "%s", prefix_of(how, p + at, n - at));
    bytes_add(to, p + at, len);
    at += len;
  }
  if (how == CARRIED_FENCED) bytes_add(to, after, strlen(after));
}

static uint64_t *quoted_places(enum carried how, const uint8_t *p, size_t len) {
  uint64_t *places = xrealloc(NULL, (len + 1) * sizeof *places), at = how == CARRIED_FENCED ? strlen(before) : 0;
  for (size_t i = 0; i <= len; i++) {
    places[i] = at; /* of a line's first byte, its prefix */
    if (i < len && (i == 0 || p[i - 1] == '\n')) at += strlen(prefix_of(how, p + i, len - i));
    at++;
  }
  return places;
}

static size_t line_size(const void *p, size_t n) {
  const char *lf = n ? memchr(p, '\n', n) : NULL;
  return lf ? (size_t)(lf + 1 - (const char *)p) : n;
}

bool carried_is_quoted(const uint8_t *p, uint64_t n, dfmt_str text) {
  while (n && text.len) {
    const size_t have = line_size(p, (size_t)n), want = line_size(text.ptr, (size_t)text.len);
    if (have < want || memcmp(p + have - want, text.ptr, want) != 0) return false;
    for (size_t i = 0; i < have - want; i++)
      if (p[i] != '>' && p[i] != ' ') return false;
    p += have;
    n -= have;
    text = (dfmt_str){text.ptr + want, text.len - want};
  }
  return n == 0 && text.len == 0;
}

/* ---- all of them ---- */

void carried_add(struct bytes *to, enum carried how, bool mark, const void *utf8, size_t len) {
  dfmt_str rest = {utf8, len};
  if (how >= CARRIED_QUOTED) {
    add_quoted(to, how, utf8, len);
    return;
  }
  if (how == CARRIED_MARK) bytes_add(to, "\xef\xbb\xbf", 3);
  if (how == CARRIED_MARK) bytes_add(to, utf8, len);
  if (how == CARRIED_MARK) return;
  if (mark) add_unit(to, how, 0xfeff);
  while (rest.len) {
    const uint32_t c = take_character(&rest);
    add_unit(to, how, c < 0x10000 ? c : 0xd7c0 + (c >> 10));
    if (c >= 0x10000) add_unit(to, how, 0xdc00 | (c & 0x3ff));
  }
}

uint64_t *carried_places(enum carried how, bool mark, const void *utf8, size_t len) {
  const uint8_t *p = utf8;
  if (how >= CARRIED_QUOTED) return quoted_places(how, utf8, len);
  uint64_t *places = xrealloc(NULL, (len + 1) * sizeof *places), at = how == CARRIED_MARK ? 3 : mark ? 2 : 0;
  for (size_t i = 0; i <= len; i++) {
    places[i] = at;
    if (i == len) break;
    at += how == CARRIED_MARK ? 1 : p[i] >= 0xf0 ? 4 : (p[i] & 0xc0) != 0x80 ? 2 : 0;
  }
  return places;
}
