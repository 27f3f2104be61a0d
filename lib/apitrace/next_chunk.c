/* SPDX-License-Identifier: MIT */
#include "next_chunk.h"

#include <string.h>

#include "base/little_endian.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"

enum {
  LENGTH_WORD = 4,
  HEAD = LENGTH_WORD + 6, /* bytes that tell most places apart: length, size, first tag */
  BLOCK_MOST = 1223370,   /* the largest block that the reference reads: what 1 MiB becomes at most */
  LONG_BLOCK = 64,
  WORK_PER_BYTE = 16, /* tags read for each byte looked at, and that once more for a real chunk */
  WORK_AT_ONCE = 8 << 20
};

/* What costs nothing to see, of HEAD bytes. The length of the block, or 0. */
static uint32_t block_length(const uint8_t *p) {
  uint32_t len = dfmti_load_le32(p);
  uint64_t size = 0;
  if (len < 2 || len > BLOCK_MOST) return 0;
  const uint8_t *tag = p + LENGTH_WORD;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    uint8_t byte = *tag++;
    size |= (uint64_t)(byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    bool can_be = size > 0 && size <= DFMTI_SNAPPY_MAX && size / DFMTI_SNAPPY_RATIO <= len &&
                  len <= 32 + size + size / 6;  /* no encoder makes more of it */
    return can_be && (*tag & 3) == 0 ? len : 0; /* a copy has nothing to copy from */
  }
  return 0;
}

/* Whether a chunk stands at an offset of the window. *len: of its block, of which the file has all; 0: no. */
static dfmt_status look(dfmt_reader *r, struct dfmti_chunk_search *x, size_t at, uint32_t *len) {
  *len = 0;
  dfmt_status st = dfmti_stream_fill(&r->in, at + HEAD);
  if (st != DFMT_OK) return st == DFMT_END && dfmti_window_len(&r->in.win) >= at + LENGTH_WORD + 2 ? DFMT_OK : st;
  uint32_t n = block_length(dfmti_window_ptr(&r->in.win) + at);
  if (n == 0) return DFMT_OK;
  st = dfmti_stream_fill(&r->in, at + LENGTH_WORD + n);
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  if (x->work > x->passed * WORK_PER_BYTE + WORK_AT_ONCE) return DFMT_OK;
  if (dfmti_snappy_is_whole(dfmti_window_ptr(&r->in.win) + at + LENGTH_WORD, n, &x->work)) *len = n;
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
  st = look(r, x, at + LENGTH_WORD + len, &next);
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
    dfmt_status st = dfmti_stream_fill(&r->in, HEAD);
    if (st != DFMT_OK) return st;
    size_t n = dfmti_window_len(&r->in.win) - HEAD + 1, i = 0;
    while (i < n && !block_length(dfmti_window_ptr(&r->in.win) + i)) i++;
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
