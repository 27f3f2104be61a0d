/* SPDX-License-Identifier: MIT */
#include "tar.h"

#include <string.h>

#include "base/rare.h"

enum { SIZE_AT = 124, SUM_AT = 148, TYPE_AT = 156, MAGIC_AT = 257 };

/* Digits of base 8, or from GNU bytes after one with its top bit set. */
static DFMTI_RARE uint64_t number(const uint8_t *p, size_t n) {
  const bool bytes = *p & 0x80;
  uint64_t v = 0;
  for (size_t i = 0; i < n; i++)
    if (bytes || (p[i] & 0xf8) == '0') v = bytes ? v << 8 | p[i] : v << 3 | (p[i] & 7);
  return bytes ? v << 1 >> 1 : v;
}

/* The sum is of all bytes, its own being blanks. */
static DFMTI_RARE bool is_header(const uint8_t *p) {
  uint64_t sum = 8 * ' ';
  for (size_t i = 0; i < DFMTI_TAR_BLOCK; i++) sum += i - SUM_AT < 8 ? 0 : p[i];
  return memcmp(p + MAGIC_AT, "ustar", 5) == 0 && number(p + SUM_AT, 8) == sum;
}

DFMTI_RARE bool dfmti_tar_begins(const uint8_t *p, size_t n) { return n >= DFMTI_TAR_BLOCK && is_header(p); }

static DFMTI_RARE dfmt_status cut(struct dfmti_stream *in) {
  return dfmti_fail_at(&in->err, DFMT_E_TRUNCATED, DFMT_ERR_TAR_TRUNCATED, 0, 0, "the tar archive is cut");
}

/* Passes over what comes before the next header; what fills up the last block may be missing. */
static DFMTI_RARE dfmt_status pass(struct dfmti_stream *in, struct dfmti_tar *t) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && t->pass) {
    st = dfmti_stream_fill(in, 1);
    const size_t n = dfmti_min(dfmti_window_len(&in->win), dfmti_clamp(t->pass));
    dfmti_window_consume(&in->win, n);
    t->pass -= n;
  }
  return st == DFMT_END && t->pass >= DFMTI_TAR_BLOCK ? cut(in) : st;
}

DFMTI_RARE dfmt_status dfmti_tar_next(struct dfmti_stream *in, struct dfmti_tar *t) {
  for (;;) {
    t->pass += t->left;
    t->left = 0;
    dfmt_status st = pass(in, t);
    if (st == DFMT_OK) st = dfmti_stream_fill(in, DFMTI_TAR_BLOCK);
    const size_t n = dfmti_window_len(&in->win);
    if (st == DFMT_END && n && !t->over) return cut(in);
    if (st != DFMT_OK) return st;
    const uint8_t *p = dfmti_window_ptr(&in->win), type = p[TYPE_AT];
    if (*p == 0 || (t->over && !is_header(p))) {
      t->over = true;
      dfmti_window_consume(&in->win, DFMTI_TAR_BLOCK);
      continue;
    }
    if (!is_header(p))
      return dfmti_fail_at(&in->err, DFMT_E_FORMAT, DFMT_ERR_TAR_DATA, 0, 0, "a tar header is damaged");
    const uint8_t *end = memchr(p, 0, DFMTI_TAR_NAME);
    t->name = (dfmt_str){t->bytes, end ? (uint64_t)(end - p) : DFMTI_TAR_NAME};
    memcpy(t->bytes, p, DFMTI_TAR_NAME);
    t->left = number(p + SIZE_AT, 12);
    t->pass = -t->left % DFMTI_TAR_BLOCK;
    dfmti_window_consume(&in->win, DFMTI_TAR_BLOCK);
    if (type == '0' || type == 0 || type == '7') return DFMT_OK;
  }
}

DFMTI_RARE dfmt_status dfmti_tar_read(struct dfmti_stream *in, struct dfmti_tar *t, uint8_t *buf, size_t cap,
                                      size_t *got) {
  if (!t->left) return DFMT_END;
  dfmt_status st = dfmti_stream_fill(in, 1);
  if (st != DFMT_OK) return st == DFMT_END ? cut(in) : st;
  *got = dfmti_min(dfmti_min(cap, dfmti_window_len(&in->win)), dfmti_clamp(t->left));
  memcpy(buf, dfmti_window_ptr(&in->win), *got);
  dfmti_window_consume(&in->win, *got);
  t->left -= *got;
  return DFMT_OK;
}
