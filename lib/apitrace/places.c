/* SPDX-License-Identifier: MIT */
/*
 * Where a container can be entered without reading what comes before: by the chunk heads of Snappy, of which only the
 * two lengths are read, or by the seek table at the end of Zstandard frames (spec 2.2, 2.9).
 */
#include "base/little_endian.h"
#include "index.h"
#include "io/source.h"

enum {
  STEP = 262144,      /* bytes of the event stream between places at least: there may be chunks of one byte */
  HEAD = 4 + 5,       /* of a chunk: its length, and the block's uncompressed length */
  TABLE_TAIL = 9,     /* number of frames, descriptor, magic */
  TABLE_MAX = 1 << 24 /* bytes of a seek table that are looked at */
};

static bool add(struct dfmt_apitrace_index *x, uint64_t file_offset, uint64_t stream_offset) {
  size_t n = x->places.len / sizeof(struct dfmti_place);
  if (n && stream_offset - dfmti_places(x)[n - 1].stream_offset < STEP) return true;
  struct dfmti_place p = {file_offset, stream_offset};
  return dfmti_buf_append(&x->mem, &x->places, &p, sizeof p);
}

static dfmt_status no_memory(struct dfmt_apitrace_index *x) { return dfmti_fail_mem(&x->err, &x->mem); }

static dfmt_status read_at(struct dfmt_apitrace_index *x, uint64_t offset, void *buf, size_t len, size_t *got) {
  dfmt_status st = dfmti_source_read_at(x->source, offset, buf, len, got);
  if (st < 0) dfmti_errors_copy(&x->err, &x->source->err);
  return st < 0 ? st : DFMT_OK;
}

/* Damage ends the list: the scan has told it. */
static dfmt_status chunk_places(struct dfmt_apitrace_index *x) {
  uint64_t at = 2, offset = 0, len;
  for (;;) {
    uint8_t head[HEAD + DFMTI_UINT_MAX_BYTES + 8] = {0};
    size_t got = 0;
    dfmt_status st = read_at(x, at, head, HEAD, &got);
    if (st != DFMT_OK || got <= 4) return st;
    uint32_t stored = dfmti_load_le32(head);
    const uint8_t *end = dfmti_uint(head + 4, &len);
    if (stored == 0 || !end || end > head + got || len > UINT32_MAX) return DFMT_OK;
    if (!add(x, at, offset)) return no_memory(x);
    at += 4 + (uint64_t)stored;
    offset += len;
  }
}

/* Frames of a table whose sizes add up to what stands before it. */
static dfmt_status frame_places(struct dfmt_apitrace_index *x, const uint8_t *entry, uint32_t n, size_t step,
                                uint64_t table_at) {
  uint64_t at = 0, offset = 0;
  for (uint32_t i = 0; i < n; i++) at += dfmti_load_le32(entry + i * step);
  if (at != table_at) return DFMT_OK;
  at = 0;
  for (uint32_t i = 0; i < n; i++, entry += step) {
    if (!add(x, at, offset)) return no_memory(x);
    at += dfmti_load_le32(entry);
    offset += dfmti_load_le32(entry + 4);
  }
  return DFMT_OK;
}

static dfmt_status table_places(struct dfmt_apitrace_index *x, uint64_t total) {
  uint8_t tail[TABLE_TAIL];
  size_t got = 0;
  if (total < TABLE_TAIL + 8) return DFMT_OK;
  dfmt_status st = read_at(x, total - TABLE_TAIL, tail, sizeof tail, &got);
  if (st != DFMT_OK || got < sizeof tail || dfmti_load_le32(tail + 5) != 0x8f92eab1u) return st;
  uint32_t n = dfmti_load_le32(tail);
  size_t step = tail[4] & 0x80 ? 12 : 8, size;
  if (!dfmti_mul(n, step, &size) || size > TABLE_MAX || size + TABLE_TAIL + 8 > total) return DFMT_OK;
  uint64_t table_at = total - TABLE_TAIL - size - 8;
  struct dfmti_buf table = {0};
  if (size == 0) return DFMT_OK;
  if (!dfmti_buf_reserve(&x->mem, &table, size)) return no_memory(x);
  st = read_at(x, table_at + 8, table.ptr, size, &got);
  if (st == DFMT_OK && got == size) st = frame_places(x, table.ptr, n, step, table_at);
  dfmti_buf_free(&x->mem, &table);
  return st;
}

dfmt_status dfmti_apitrace_find_places(struct dfmt_apitrace_index *x) {
  uint64_t total = 0;
  dfmt_status st = DFMT_OK;
  x->places.len = 0;
  if (x->container == DFMT_APITRACE_CONTAINER_SNAPPY && !x->wrapper)
    st = chunk_places(x);
  else if (x->container == DFMT_APITRACE_CONTAINER_ZSTD && dfmt_source_total(x->source, &total) == DFMT_OK)
    st = table_places(x, total);
  if (st != DFMT_OK || x->places.len) return st;
  return add(x, 0, 0) ? DFMT_OK : no_memory(x);
}
