/* SPDX-License-Identifier: MIT */
#include "carried.h"

#include <ctype.h>
#include <stdlib.h>
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

/* ---- in a mail ---- */

static const char *const head[] = {
    "Received: from a.example.org by b.example.org;\n\tWed, 20 Nov 2024 10:11:12 +0100\n",
    "From: a@example.org\nContent-Type: multipart/mixed;\n boundary=\"=_b\"\n\nThis has =3D parts.\n--=_b\n",
    "Content-Type: text/plain\n\n100% =41 as it is\n--=_b\nContent-Type: text/plain; charset=utf-8\n",
    "CONTENT-transfer-Encoding: Quoted-Printable\nX-Other: a\n\nIt stops =\n  =3D always:\n\n"};
static const char tail[] = "--=_b\nContent-Type: text/plain\n\nnot =41 either\n--=_b--\n";

struct mail {
  struct bytes *to;
  size_t column, n; /* of the line; escapes so far */
};

static void mail_add(struct mail *m, const char *s) { bytes_add(m->to, s, strlen(s)); }

/* A byte; next: what follows, 0 at the end. */
static void mail_add_byte(struct mail *m, uint8_t c, uint8_t next) {
  static const char *const forms[] = {"=%02X", "=%02x"}, *const joins[] = {"=\n", "= \t\n"};
  const bool blank = c == ' ' || c == '\t', at_end = next == '\n' || next == '\r' || next == 0;
  if (c == '\n') {
    if (m->column % 5 == 1) mail_add(m, "  "); /* is no text */
    mail_add(m, "\n");
    m->column = 0;
    return;
  }
  if (m->column >= 60) {
    mail_add(m, joins[m->n % 2]);
    m->column = 0;
  }
  m->column++;
  if (c != '=' && c < 0x7f && (c >= ' ' || c == '\t') && !(blank && at_end) && (m->column + m->n) % 31) {
    bytes_add(m->to, &c, 1);
    return;
  }
  bytes_print(m->to, forms[m->n++ % 2], c);
}

/* places: of each byte and the end, if not NULL. Where bytes stand before one that are no text, it begins with them. */
static void mail_add_all(struct bytes *to, const uint8_t *p, size_t n, uint64_t *places) {
  struct mail m = {.to = to};
  for (size_t i = 0; i < ARRAY_LEN(head); i++) mail_add(&m, head[i]);
  for (size_t i = 0; i < n; i++) {
    if (places) places[i] = to->len;
    mail_add_byte(&m, p[i], i + 1 < n ? p[i + 1] : 0);
  }
  if (places) places[n] = to->len;
  mail_add(&m, tail);
}

/* Of blanks and a line's end after them; 0: it is none. */
static size_t end_of_line(const uint8_t *p, size_t n) {
  size_t i = 0;
  while (i < n && (p[i] == ' ' || p[i] == '\t' || p[i] == '\r')) i++;
  return i < n && p[i] == '\n' ? i + 1 : 0;
}

size_t carried_joins(const uint8_t *p, size_t n) {
  size_t i = 0, end;
  while (i < n && p[i] == '=' && (end = end_of_line(p + i + 1, n - i - 1)) > 0) i += 1 + end;
  return i;
}

bool carried_is_printable(const uint8_t *p, uint64_t n, dfmt_str text) {
  size_t i = 0, k = 0;
  while (i < n) {
    unsigned c = p[i], used = 1;
    const size_t join = carried_joins(p + i, (size_t)n - i);
    const bool blank = (c == ' ' || c == '\t') && end_of_line(p + i, (size_t)n - i);
    if (!join && c == '=' && n - i > 2 && isxdigit(p[i + 1]) && isxdigit(p[i + 2])) {
      const char digits[] = {(char)p[i + 1], (char)p[i + 2], 0};
      c = (unsigned)strtoul(digits, NULL, 16);
      used = 3;
    }
    i += join ? join : used;
    if (join || blank) continue;
    if (k == text.len || (uint8_t)text.ptr[k++] != c) return false;
  }
  return k == text.len;
}

static uint64_t *mail_places(const uint8_t *p, size_t n) {
  uint64_t *places = xrealloc(NULL, (n + 1) * sizeof *places);
  struct bytes file = {0};
  mail_add_all(&file, p, n, places);
  bytes_free(&file);
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
  if (how == CARRIED_MAIL) {
    mail_add_all(to, utf8, len, NULL);
    return;
  }
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
  if (how == CARRIED_MAIL) return mail_places(p, len);
  if (how >= CARRIED_QUOTED) return quoted_places(how, utf8, len);
  uint64_t *places = xrealloc(NULL, (len + 1) * sizeof *places), at = how == CARRIED_MARK ? 3 : mark ? 2 : 0;
  for (size_t i = 0; i <= len; i++) {
    places[i] = at;
    if (i == len) break;
    at += how == CARRIED_MARK ? 1 : p[i] >= 0xf0 ? 4 : (p[i] & 0xc0) != 0x80 ? 2 : 0;
  }
  return places;
}
