/* SPDX-License-Identifier: MIT */
#include "next_chunk.h"

#include "chunk.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"

enum {
  LONG_BLOCK = 64,
  WORK_PER_BYTE = 16, /* tags read for each byte looked at, and that once more for a real chunk */
  WORK_AT_ONCE = 8 << 20
};

/* Whether a chunk stands at an offset of the window. *len: of its block, of which the file has all; 0: no. */
static dfmt_status look(dfmt_reader *r, struct dfmti_chunk_search *x, size_t at, uint32_t *len) {
  *len = 0;
  dfmt_status st = dfmti_stream_fill(&r->in, at + DFMTI_CHUNK_HEAD);
  if (st != DFMT_OK)
    return st == DFMT_END && dfmti_window_len(&r->in.win) >= at + DFMTI_CHUNK_LENGTH + 2 ? DFMT_OK : st;
  uint32_t n = dfmti_apitrace_chunk_can_be(dfmti_window_ptr(&r->in.win) + at);
  if (n == 0) return DFMT_OK;
  st = dfmti_stream_fill(&r->in, at + DFMTI_CHUNK_LENGTH + n);
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  if (x->work > x->passed * WORK_PER_BYTE + WORK_AT_ONCE) return DFMT_OK;
  if (dfmti_snappy_is_whole(dfmti_window_ptr(&r->in.win) + at + DFMTI_CHUNK_LENGTH, n, &x->work)) *len = n;
  return DFMT_OK;
}

/* A block of some length is no accident; after a shorter one another must follow, or nothing. */
static dfmt_status is_chunk(dfmt_reader *r, struct dfmti_chunk_search *x, size_t at, bool *is) {
  uint32_t len, next;
  *is = false;
  dfmt_status st = look(r, x, at, &len);
  if (st != DFMT_OK || len == 0) return st;
  *is = len >= LONG_BLOCK;
  if (*is) return DFMT_OK;
  st = look(r, x, at + DFMTI_CHUNK_LENGTH + len, &next);
  *is = st == DFMT_END || next > 0;
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status pass(dfmt_reader *r, struct dfmti_chunk_search *x, size_t n) {
  dfmti_window_consume(&r->in.win, n);
  x->passed += n;
  return DFMT_OK;
}

/* Where the damaged chunk's own length leads. */
static dfmt_status by_length(dfmt_reader *r, struct dfmti_chunk_search *x, bool *is) {
  *is = false;
  if (!x->length) return DFMT_OK;
  dfmt_status st = is_chunk(r, x, x->length, is);
  if (st == DFMT_OK && *is) pass(r, x, x->length);
  if (st == DFMT_OK) x->length = 0;
  return st;
}

static dfmt_status by_search(dfmt_reader *r, struct dfmti_chunk_search *x) {
  if (x->passed == 0) pass(r, x, 1);
  for (;;) {
    dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_CHUNK_HEAD);
    if (st != DFMT_OK) return st;
    size_t n = dfmti_window_len(&r->in.win) - DFMTI_CHUNK_HEAD + 1, i = 0;
    while (i < n && !dfmti_apitrace_chunk_can_be(dfmti_window_ptr(&r->in.win) + i)) i++;
    pass(r, x, i);
    if (i == n) continue;
    bool is;
    st = is_chunk(r, x, 0, &is);
    if (st != DFMT_OK || is) return st;
    pass(r, x, 1);
  }
}

dfmt_status dfmti_apitrace_next_chunk(dfmt_reader *r, struct dfmti_chunk_search *x, uint64_t *lost, bool *exact) {
  bool is;
  dfmt_status st = by_length(r, x, &is);
  *exact = st == DFMT_OK && is && x->size > 0;
  if (st == DFMT_OK && !is) st = by_search(r, x);
  *lost = *exact ? x->size : x->passed * DFMTI_SNAPPY_RATIO;
  return st;
}
