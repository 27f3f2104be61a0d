/* SPDX-License-Identifier: MIT */
#include "chunk.h"

#include <string.h>

#include "base/little_endian.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"
#include "header.h"

enum { START_LOOK = 4096 }; /* bytes of the start of a stream */

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

dfmt_status dfmti_apitrace_chunk_appended(dfmt_reader *r, size_t at, bool *is) {
  const size_t head = DFMTI_CHUNK_MAGIC + DFMTI_CHUNK_LENGTH;
  uint8_t start[START_LOOK + DFMTI_WINDOW_PAD] = {0};
  uint64_t work = 0;
  *is = false;
  dfmt_status st = dfmti_stream_fill(&r->in, at + head);
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win) + at;
  uint32_t len = dfmti_load_le32(p + DFMTI_CHUNK_MAGIC);
  if (memcmp(p, "at", DFMTI_CHUNK_MAGIC) != 0 || len == 0 || len > DFMTI_SNAPPY_MAX) return DFMT_OK;
  st = dfmti_stream_fill(&r->in, at + head + len);
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  const uint8_t *block = dfmti_window_ptr(&r->in.win) + at + head;
  if (!dfmti_snappy_is_whole(block, len, &work)) return DFMT_OK;
  size_t n = dfmti_snappy_salvage(block, len, start, dfmti_min(dfmti_snappy_salvage_room(block, len), START_LOOK));
  *is = dfmti_apitrace_is_header(start, start + n, true);
  return DFMT_OK;
}
