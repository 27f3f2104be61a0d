/* SPDX-License-Identifier: MIT */
/* Splits pieces into lines: first the rest of a line that was cut, then whole lines, then the start of another. */
#include <string.h>

#include "search.h"

static const char *end_of(dfmt_str s) { return s.ptr + s.len; }

static uint64_t count_lines(const char *p, const char *end) {
  uint64_t n = 0;
  while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) n++, p++;
  return n;
}

void dfmto_search_lines_take(struct dfmto_search_lines *l, dfmt_str piece, bool last) {
  l->piece = piece;
  l->last = last;
  l->block = (dfmt_str){NULL, 0};
}

/* Finds the whole lines of a piece from here on, once per piece. */
static bool begin_block(dfmt_op *op, struct dfmto_search_lines *l, bool lower) {
  const char *end = end_of(l->piece), *p = l->piece.ptr;
  while (end > p && end[-1] != '\n') end--;
  l->lower.len = 0;
  if (lower && end > p && !dfmti_buf_append(&op->mem, &l->lower, p, (size_t)(end - p))) return false;
  if (l->lower.len) dfmto_search_lower((char *)l->lower.ptr, l->lower.len);
  l->block = (dfmt_str){p, (uint64_t)(end - p)};
  return true;
}

static void advance(struct dfmto_search_lines *l, const char *to) {
  l->piece.len -= (uint64_t)(to - l->piece.ptr);
  l->piece.ptr = to;
}

/* Skips whole lines that cannot match. */
static dfmt_status skip(dfmt_op *op, struct dfmto_search_lines *l, const struct dfmto_search_line_pattern *only) {
  if (!l->block.ptr && !begin_block(op, l, only->ignore_case)) return dfmto_no_memory(op);
  if (!l->block.len || l->piece.ptr >= end_of(l->block)) return DFMT_OK;
  const char *to = dfmto_search_line_pattern_candidate(only, l->block, l->lower.len ? (const char *)l->lower.ptr : NULL,
                                                       l->piece.ptr);
  if (!l->unnumbered) l->number += count_lines(l->piece.ptr, to);
  advance(l, to);
  return DFMT_OK;
}

static dfmt_str without_return(const char *p, size_t len) {
  if (len && p[len - 1] == '\r') len--;
  return (dfmt_str){p, len};
}

/* Appends to the cut line. */
static bool append(dfmt_op *op, struct dfmto_search_lines *l, const char *to) {
  if (!dfmti_buf_append(&op->mem, &l->cut, l->piece.ptr, (size_t)(to - l->piece.ptr))) return false;
  advance(l, to);
  return true;
}

static dfmt_str give_cut(struct dfmto_search_lines *l) {
  l->cut_used = true;
  l->number++;
  return without_return((const char *)l->cut.ptr, l->cut.len);
}

dfmt_status dfmto_search_lines_next(dfmt_op *op, struct dfmto_search_lines *l,
                                    const struct dfmto_search_line_pattern *only, dfmt_str *line) {
  if (l->cut_used) l->cut.len = 0;
  l->cut_used = false;
  if (only && l->piece.len && !l->cut.len) {
    dfmt_status st = skip(op, l, only);
    if (st != DFMT_OK) return st;
  }
  const char *lf = l->piece.len ? memchr(l->piece.ptr, '\n', (size_t)l->piece.len) : NULL;
  if (lf && !l->cut.len) {
    *line = without_return(l->piece.ptr, (size_t)(lf - l->piece.ptr));
    l->number++;
    advance(l, lf + 1);
    return DFMT_OK;
  }
  if (l->piece.len && !append(op, l, lf ? lf : end_of(l->piece))) return dfmto_no_memory(op);
  if (lf) advance(l, lf + 1);
  if (!lf && l->cut.len <= DFMTO_LINE_MOST && !(l->last && l->cut.len)) return DFMT_END;
  *line = give_cut(l);
  return DFMT_OK;
}

void dfmto_search_lines_free(struct dfmti_mem *m, struct dfmto_search_lines *l) {
  dfmti_buf_free(m, &l->cut);
  dfmti_buf_free(m, &l->lower);
}
