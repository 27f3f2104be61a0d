/* SPDX-License-Identifier: MIT */
#include "chunk.h"

#include <string.h>

#include "base/little_endian.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"
#include "header.h"

enum {
  START_LOOK = 4096,    /* bytes of the start of a stream */
  BLOCK_MOST = 1223370, /* the largest block that the reference reads: what 1 MiB becomes at most */
  WORK_PER_BYTE = 16,   /* tags read for each byte of the file, and more for a start */
  WORK_AT_ONCE = 8 << 20
};

dfmt_status dfmti_apitrace_chunk_look(dfmt_reader *r, struct dfmti_chunk *k, struct dfmti_fault *f) {
  *f = (struct dfmti_fault){0};
  *k = (struct dfmti_chunk){.offset = dfmti_window_offset(&r->in.win)};
  dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_CHUNK_LENGTH);
  if (st == DFMT_END && dfmti_window_len(&r->in.win))
    return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_SNAPPY_TRUNCATED, "the file ends inside a Snappy chunk's length");
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  uint32_t len = dfmti_load_le32(p);
  if (len == 0) return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH, "a Snappy chunk of length 0");
  if (len > DFMTI_SNAPPY_MAX)
    return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH, "a Snappy chunk of more than 64 MiB");
  st = dfmti_stream_fill(&r->in, DFMTI_CHUNK_LENGTH + (size_t)len);
  k->block = dfmti_window_ptr(&r->in.win) + DFMTI_CHUNK_LENGTH;
  k->len = dfmti_min(dfmti_window_len(&r->in.win) - DFMTI_CHUNK_LENGTH, len);
  if (st == DFMT_END)
    return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_SNAPPY_TRUNCATED, "the file ends inside a Snappy block");
  return st == DFMT_OK ? dfmti_unsnappy_size(k->block, k->len, &k->size, f) : st;
}

uint32_t dfmti_apitrace_chunk_can_be(const uint8_t *p) {
  uint32_t len = dfmti_load_le32(p);
  uint64_t size = 0;
  if (len < 2 || len > BLOCK_MOST) return 0;
  const uint8_t *tag = p + DFMTI_CHUNK_LENGTH;
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

static bool has_worked_enough(const dfmt_reader *r, const struct dfmti_appended_search *x, size_t at) {
  return x->work > (dfmti_window_offset(&r->in.win) + at) * WORK_PER_BYTE + WORK_AT_ONCE;
}

dfmt_status dfmti_apitrace_chunk_appended(dfmt_reader *r, struct dfmti_appended_search *x, size_t at, bool *is) {
  const size_t head = DFMTI_CHUNK_MAGIC + DFMTI_CHUNK_LENGTH;
  uint8_t start[START_LOOK + DFMTI_WINDOW_PAD] = {0};
  *is = false;
  dfmt_status st = dfmti_stream_fill(&r->in, at + head);
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win) + at;
  uint32_t len = dfmti_load_le32(p + DFMTI_CHUNK_MAGIC);
  if (memcmp(p, "at", DFMTI_CHUNK_MAGIC) != 0 || len == 0 || len > DFMTI_SNAPPY_MAX) return DFMT_OK;
  st = dfmti_stream_fill(&r->in, at + head + len);
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  const uint8_t *block = dfmti_window_ptr(&r->in.win) + at + head;
  if (has_worked_enough(r, x, at) || !dfmti_snappy_is_whole(block, len, &x->work)) return DFMT_OK;
  size_t n = dfmti_snappy_salvage(block, len, start, dfmti_min(dfmti_snappy_salvage_room(block, len), START_LOOK));
  *is = dfmti_apitrace_is_header(start, start + n, true);
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_chunk_find_appended(dfmt_reader *r, struct dfmti_appended_search *x, size_t len,
                                               size_t *at) {
  *at = 0;
  if (x->next == 0) x->next = 1;
  for (; x->next < len; x->next++) {
    dfmt_status st = dfmti_stream_fill(&r->in, x->next + DFMTI_CHUNK_MAGIC + DFMTI_CHUNK_HEAD);
    if (st == DFMT_END) break;
    if (st != DFMT_OK) return st;
    const uint8_t *p = dfmti_window_ptr(&r->in.win), *next = memchr(p + x->next, 'a', len - x->next);
    if (!next) break;
    x->next = (size_t)(next - p);
    bool is = dfmti_window_len(&r->in.win) >= x->next + DFMTI_CHUNK_MAGIC + DFMTI_CHUNK_HEAD &&
              dfmti_apitrace_chunk_can_be(next + DFMTI_CHUNK_MAGIC);
    if (is) st = dfmti_apitrace_chunk_appended(r, x, x->next, &is);
    if (st != DFMT_OK) return st;
    if (!is) continue;
    *at = x->next;
    break;
  }
  x->next = 0;
  return DFMT_OK;
}
