/* SPDX-License-Identifier: MIT */
#include "mail.h"

#include <string.h>

#include "base/mem.h"
#include "base/rare.h"
#include "base/text.h"

static bool is_blank(uint8_t c) { return c == ' ' || c == '\t'; }

/* Whether it may be no text: no need to look closer at a blank between words. */
static bool is_special(const uint8_t *p, size_t n) { return *p == '=' || (is_blank(*p) && (n < 2 || p[1] <= ' ')); }

/* Whether it begins with a word in lower case, in any case of letters. */
static DFMTI_RARE bool starts(const uint8_t *p, size_t n, const char *word) {
  size_t i = 0;
  while (word[i] && i < n && (dfmti_is_letter(p[i]) ? p[i] | 0x20 : p[i]) == word[i]) i++;
  return !word[i];
}

/* "Content-Transfer-Encoding: quoted-printable", which may be folded. */
static DFMTI_RARE bool is_header(const uint8_t *p, size_t n) {
  static const char name[] = "content-transfer-encoding:";
  size_t at = sizeof name - 1;
  n = dfmti_min(n, DFMTI_MAIL_LOOK);
  if (!starts(p, n, name)) return false;
  while (at < n && (is_blank(p[at]) || p[at] == '\r' || p[at] == '\n')) at++;
  return starts(p + at, n - at, "quoted-printable");
}

DFMTI_RARE bool dfmti_mail_is(const uint8_t *p, size_t n) {
  const uint8_t *const end = p + dfmti_min(n, DFMTI_MAIL_FOUND);
  size_t word = 0;
  while (p + word < end && (dfmti_is_letter(p[word]) || p[word] == '-')) word++;
  if (word == 0 || p + word == end || (p[word] != ':' && p[word] != ' ')) return false;
  while (p && !is_header(p, (size_t)(end - p))) {
    p = memchr(p, '\n', (size_t)(end - p));
    if (p) p++;
  }
  return p != NULL;
}

/* Where a line ends after no more than blanks: bytes up to that, and one for its line feed; 0: it does not. */
static DFMTI_RARE size_t line_end(const uint8_t *p, size_t n) {
  size_t i = 0;
  while (i < n && i < DFMTI_MAIL_LOOK - 2 && (is_blank(p[i]) || p[i] == '\r')) i++;
  return i == n || p[i] == '\n' ? i + 1 : 0;
}

/* What the line is that begins at p. */
static DFMTI_RARE void judge(struct dfmti_mail *x, const uint8_t *p, size_t n) {
  x->in_line = true;
  if (x->quoted && (!x->n_boundary || n < x->n_boundary || memcmp(p, x->boundary, x->n_boundary) != 0)) return;
  x->quoted = false;
  if (starts(p, n, "--")) {
    x->n_boundary = 0;
    while (x->n_boundary < n && x->n_boundary < DFMTI_MAIL_BOUNDARY && p[x->n_boundary] > ' ') x->n_boundary++;
    memcpy(x->boundary, p, x->n_boundary);
    x->coming = false;
  } else if (line_end(p, n)) {
    x->quoted = x->coming;
    x->coming = false;
  } else {
    x->coming = x->coming || is_header(p, n);
  }
}

/* 16 and more: it is none. */
static DFMTI_RARE unsigned hex(uint8_t c) {
  const unsigned letter = (c | 0x20u) - 'a';
  return dfmti_is_digit(c) ? c - '0' + 0u : letter < 6 ? letter + 10 : 16;
}

/* Takes "=XX", "=" that joins lines, or blanks before a line's end. Returns the bytes of it; 0: it is text. */
static DFMTI_RARE size_t take_special(struct dfmti_mail *x, const uint8_t *p, size_t n, uint8_t *out, size_t *made) {
  const size_t escape = *p == '=', end = line_end(p + escape, n - escape);
  size_t blanks = 0;
  if (escape && end) {
    x->in_line = false;
    x->lines++;
    return dfmti_min(end + 1, n);
  }
  if (escape && n > 2 && hex(p[1]) < 16 && hex(p[2]) < 16) {
    *out = (uint8_t)(hex(p[1]) << 4 | hex(p[2]));
    *made = 1;
    return 3;
  }
  while (end && blanks < n && is_blank(p[blanks])) blanks++;
  return blanks;
}

DFMTI_RARE size_t dfmti_mail_take(struct dfmti_mail *x, const uint8_t **from, size_t *n, uint8_t *out, size_t cap) {
  const uint8_t *p = *from;
  const size_t most = dfmti_min(*n, cap);
  size_t made = 0, used = 0;
  if (!x->in_line) judge(x, p, *n);
  if (x->quoted && is_special(p, *n)) used = take_special(x, p, *n, out, &made);
  if (!used) {
    do x->in_line = (out[made] = p[made]) != '\n';
    while (x->in_line && ++made < most && !(x->quoted && is_special(p + made, *n - made)));
    made += !x->in_line;
    x->lines += !x->in_line;
    used = made;
  }
  *from += used;
  *n -= used;
  return made;
}
