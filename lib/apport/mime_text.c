/* SPDX-License-Identifier: MIT */
#include "mime_text.h"

#include <string.h>

#include "base/utf8.h"

static const char replacement[] = "\xef\xbf\xbd";

size_t dfmti_apport_mime_clean(uint8_t *partial, size_t *n_partial, const uint8_t *p, size_t n, bool last, uint8_t *out,
                               size_t cap, size_t *made) {
  size_t used = 0, to = 0;
  while (to + 4 <= cap && (used < n || (last && *n_partial))) {
    struct dfmti_utf8 u = {0};
    dfmti_utf8_feed(&u, partial, *n_partial);
    bool open = *n_partial > 0;
    if (used < n) dfmti_utf8_feed(&u, p + used, 1);
    if (u.bad || used == n) { /* the byte that does not fit begins anew, unless it was the first */
      memcpy(out + to, replacement, 3);
      to += 3;
      if (!open) used++;
      *n_partial = 0;
      continue;
    }
    partial[(*n_partial)++] = p[used++];
    if (u.left) continue;
    memcpy(out + to, partial, *n_partial);
    to += *n_partial;
    *n_partial = 0;
  }
  *made = to;
  return used;
}

size_t dfmti_apport_mime_line_ends(uint8_t *p, size_t n, bool *cr) {
  size_t to = 0;
  for (size_t i = 0; i < n; i++) {
    bool second = *cr && p[i] == '\n';
    *cr = p[i] == '\r';
    if (!second) p[to++] = *cr ? '\n' : p[i];
  }
  return to;
}

/* Bytes of the line end at p, 0 if there is none: also VT, FF, FS, GS, RS, NEL, U+2028 and U+2029. */
static size_t line_end(const uint8_t *p, size_t n) {
  if (p[0] == '\r') return n > 1 && p[1] == '\n' ? 2 : 1;
  if (p[0] == '\n') return 1;
  if (p[0] == 0x0b || p[0] == 0x0c || (p[0] >= 0x1c && p[0] <= 0x1e)) return 1;
  if (n > 1 && p[0] == 0xc2 && p[1] == 0x85) return 2;
  return n > 2 && p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9) ? 3 : 0;
}

void dfmti_apport_mime_count(const uint8_t *p, size_t n, bool bytes, size_t *chars, size_t *lines) {
  bool open = false;
  *chars = *lines = 0;
  for (size_t i = 0; i < n;) {
    size_t end = line_end(p + i, n - i);
    size_t step = end ? end : 1;
    for (size_t k = 0; k < step; k++) *chars += bytes || (p[i + k] & 0xc0) != 0x80;
    *lines += end > 0;
    open = end == 0;
    i += step;
  }
  *lines += open;
}

/* Bytes of the white space at p as str.strip() sees it, 0 if there is none. */
static size_t space(const uint8_t *p, size_t n) {
  static const char *const wide[] = {"\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
                                     "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
  if (n == 0) return 0;
  if (p[0] == ' ' || (p[0] >= 0x09 && p[0] <= 0x0d) || (p[0] >= 0x1c && p[0] <= 0x1f)) return 1;
  if (n > 2 && p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0x80 && p[2] <= 0x8a) return 3;
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    size_t len = strlen(wide[i]);
    if (n >= len && memcmp(p, wide[i], len) == 0) return len;
  }
  return 0;
}

static size_t strip_end(const uint8_t *p, size_t n) {
  for (;;) {
    size_t cut = 0;
    for (size_t len = 1; len <= 3 && len <= n && !cut; len++) cut = space(p + n - len, len) == len ? len : 0;
    if (!cut) return n;
    n -= cut;
  }
}

static bool append_folded(struct dfmti_mem *m, struct dfmti_buf *to, const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!dfmti_buf_append(m, to, p + i, 1)) return false;
    if (p[i] == '\n' && !dfmti_buf_append(m, to, " ", 1)) return false;
  }
  return true;
}

bool dfmti_apport_mime_short(struct dfmti_mem *m, struct dfmti_buf *to, const struct dfmti_buf *key,
                             const struct dfmti_buf *value, bool one_line) {
  uint8_t clean[3 * 4096], partial[4];
  size_t n_partial = 0, n = 0, start = 0, lead;
  if (value->len > 4096) return false;
  dfmti_apport_mime_clean(partial, &n_partial, value->ptr, value->len, true, clean, sizeof clean, &n);
  n = strip_end(clean, n);
  while (!one_line && (lead = space(clean + start, n - start)) > 0) start += lead;
  return dfmti_buf_append(m, to, key->ptr, key->len) &&
         dfmti_buf_append(m, to, one_line ? ": " : ":\n ", one_line ? 2 : 3) &&
         append_folded(m, to, clean + start, n - start) && dfmti_buf_append(m, to, "\n", 1);
}
