/* SPDX-License-Identifier: MIT */
/*
 * Where a container can be entered without reading what comes before: by the chunk heads of Snappy, of which only the
 * two lengths are read, or by the seek table at the end of Zstandard frames (spec 2.2, 2.9).
 */
#include <string.h>

#include "base/little_endian.h"
#include "index.h"
#include "io/source.h"
#include "wire.h"

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

/*
 * Bytes of the file, of which x->search has those that it was given before AGAIN: *got of them, less than len only
 * where the file ends. They stay until forget() is called.
 */
static dfmt_status read_at(struct dfmt_apitrace_index *x, uint64_t offset, size_t len, const uint8_t **p, size_t *got) {
  struct dfmti_place_search *s = &x->search;
  size_t n = 1;
  if (!dfmti_buf_reserve(&x->mem, &s->bytes, len - s->bytes.len)) return no_memory(x);
  while (s->bytes.len < len && n > 0) {
    dfmt_status st =
        dfmti_source_read_at(x->source, offset + s->bytes.len, s->bytes.ptr + s->bytes.len, len - s->bytes.len, &n);
    if (st < 0) dfmti_errors_copy(&x->err, &x->source->err);
    if (st != DFMT_OK) return st;
    s->bytes.len += n;
  }
  *p = s->bytes.ptr;
  *got = s->bytes.len;
  return DFMT_OK;
}

static void forget(struct dfmt_apitrace_index *x) { x->search.bytes.len = 0; }

/* Damage ends the list: the scan has told it. */
static dfmt_status chunk_places(struct dfmt_apitrace_index *x) {
  struct dfmti_place_search *s = &x->search;
  uint64_t len;
  if (s->file_offset == 0) s->file_offset = 2;
  for (;; forget(x)) {
    uint8_t head[HEAD + DFMTI_UINT_MAX_BYTES + 8] = {0};
    const uint8_t *p;
    size_t got;
    dfmt_status st = read_at(x, s->file_offset, HEAD, &p, &got);
    if (st != DFMT_OK || got <= 4) return st;
    memcpy(head, p, got);
    uint32_t stored = dfmti_load_le32(head);
    const uint8_t *end = dfmti_uint(head + 4, &len);
    if (stored == 0 || !end || end > head + got || len > UINT32_MAX) return DFMT_OK;
    if (!add(x, s->file_offset, s->stream_offset)) return no_memory(x);
    s->file_offset += 4 + (uint64_t)stored;
    s->stream_offset += len;
  }
}

/* Frames of a table whose sizes add up to what stands before it. */
static dfmt_status frame_places(struct dfmt_apitrace_index *x, const uint8_t *entry, uint32_t n, size_t step,
                                uint64_t table_at) {
  uint64_t at = 0, offset = 0;
  for (uint32_t i = 0; i < n; i++) at += dfmti_load_le32(entry + i * step);
  if (at != table_at) return DFMT_OK;
  x->places.len = 0; /* of a call that had no memory for all */
  at = 0;
  for (uint32_t i = 0; i < n; i++, entry += step) {
    if (!add(x, at, offset)) return no_memory(x);
    at += dfmti_load_le32(entry);
    offset += dfmti_load_le32(entry + 4);
  }
  return DFMT_OK;
}

/* How many frames the table at the end tells of, if there is one. */
static dfmt_status read_table_tail(struct dfmt_apitrace_index *x, uint64_t total) {
  struct dfmti_place_search *s = &x->search;
  const uint8_t *tail;
  size_t got;
  dfmt_status st = read_at(x, total - TABLE_TAIL, TABLE_TAIL, &tail, &got);
  if (st != DFMT_OK) return st;
  if (got == TABLE_TAIL && dfmti_load_le32(tail + 5) == 0x8f92eab1u) {
    s->n_frames = dfmti_load_le32(tail);
    s->frame_size = tail[4] & 0x80 ? 12 : 8;
  }
  s->has_tail = true;
  forget(x);
  return DFMT_OK;
}

static dfmt_status table_places(struct dfmt_apitrace_index *x, uint64_t total) {
  const struct dfmti_place_search *s = &x->search;
  const uint8_t *table;
  size_t size, got;
  if (total < TABLE_TAIL + 8) return DFMT_OK;
  dfmt_status st = s->has_tail ? DFMT_OK : read_table_tail(x, total);
  if (st != DFMT_OK) return st;
  if (!dfmti_mul(s->n_frames, s->frame_size, &size) || size == 0 || size > TABLE_MAX || size + TABLE_TAIL + 8 > total)
    return DFMT_OK;
  uint64_t table_at = total - TABLE_TAIL - size - 8;
  st = read_at(x, table_at + 8, size, &table, &got);
  return st == DFMT_OK && got == size ? frame_places(x, table, s->n_frames, s->frame_size, table_at) : st;
}

static dfmt_status search(struct dfmt_apitrace_index *x) {
  uint64_t total = 0;
  dfmt_status st = DFMT_OK;
  if (x->container == DFMT_APITRACE_CONTAINER_SNAPPY && !x->wrapper)
    st = chunk_places(x);
  else if (x->container == DFMT_APITRACE_CONTAINER_ZSTD && dfmt_source_total(x->source, &total) == DFMT_OK)
    st = table_places(x, total);
  if (st != DFMT_OK || x->places.len) return st;
  return add(x, 0, 0) ? DFMT_OK : no_memory(x);
}

void dfmti_apitrace_place_search_end(struct dfmt_apitrace_index *x) {
  dfmti_buf_free(&x->mem, &x->search.bytes);
  x->search = (struct dfmti_place_search){.n_frames = 0};
}

dfmt_status dfmti_apitrace_find_places(struct dfmt_apitrace_index *x) {
  dfmt_status st = search(x);
  if (st != DFMT_AGAIN && st != DFMT_E_NOMEM && st != DFMT_E_LIMIT) dfmti_apitrace_place_search_end(x);
  return st;
}
