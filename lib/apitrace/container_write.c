/* SPDX-License-Identifier: MIT */
/*
 *   open --blocks--> block in hand --all of it packed--> no block in hand --finish--> last block in hand --> ended
 *
 * A block is packed in one step (RAW, SNAPPY, ZSTD) or runs through a codec that gives its output by pieces of OUTPUT
 * bytes (GZIP, BROTLI). Whatever stops it, room for output above all, leaves the state such that the same steps follow.
 */
#include "container_write.h"

#include <string.h>

#include "base/crc32.h"
#include "base/little_endian.h"
#include "codec/brotli.h"
#include "codec/deflate.h"
#include "codec/snappy.h"
#include "codec/zstd.h"

enum { KIB = 1024, MIB = 1024 * KIB, OUTPUT = 256 * KIB };
enum { SEEK_TABLE_MAGIC = 0x184d2a5e, SEEK_TABLE_HEAD = 8, SEEK_TABLE_ENTRY = 8, SEEK_TABLE_TAIL = 9 }; /* bytes */

struct dfmti_packer {
  size_t block;                   /* bytes of events that are packed at a time */
  int level, max_level, no_level; /* default, largest, and for DFMT_LEVEL_NONE */
  dfmt_status (*start)(dfmt_writer *w, struct dfmti_container_writer *c);
  dfmt_status (*begin)(dfmt_writer *w, const struct dfmti_container_writer *c); /* NULL: nothing goes before them */
  dfmt_status (*pack)(dfmt_writer *w, struct dfmti_container_writer *c);
  dfmt_status (*end)(dfmt_writer *w, struct dfmti_container_writer *c); /* NULL: nothing goes after them */
  enum { IF_LEFT, IF_EMPTY, ALWAYS } last; /* there is a last block: if something is left; or if nothing came; always */
};

static uint8_t *put_le32(uint8_t *p, uint32_t v) {
  dfmti_store_le32(p, v);
  return p + 4;
}

static const uint8_t *input(const struct dfmti_container_writer *c) {
  return c->events.ptr ? c->events.ptr + c->packed : NULL;
}

/* n bytes of the current block are packed. */
static void used(struct dfmti_container_writer *c, size_t n) {
  c->packed += n;
  c->block_left -= n;
  c->total += n;
}

static dfmt_status codec_failed(dfmt_writer *w, dfmt_status st, const struct dfmti_fault *f) {
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  return dfmti_fail(&w->out.err, st, f->number, "%s", f->what);
}

/* ---- RAW ---- */

static dfmt_status start_raw(dfmt_writer *w, struct dfmti_container_writer *c) {
  (void)w;
  (void)c;
  return DFMT_OK;
}

static dfmt_status pack_raw(dfmt_writer *w, struct dfmti_container_writer *c) {
  size_t n = c->block_left;
  uint8_t *out = dfmti_out_room(&w->out, n);
  if (!out) return w->out.err.e.status;
  memcpy(out, input(c), n);
  used(c, n);
  c->in_block = false;
  return dfmti_out_claim(&w->out, n);
}

/* ---- SNAPPY ---- */

static dfmt_status start_snappy(dfmt_writer *w, struct dfmti_container_writer *c) {
  (void)c;
  struct dfmti_fault f = {0};
  dfmt_status st = dfmti_snappy_usable(&f);
  return st == DFMT_OK ? st : codec_failed(w, st, &f);
}

static dfmt_status begin_snappy(dfmt_writer *w, const struct dfmti_container_writer *c) {
  (void)c;
  return dfmti_out_put(&w->out, "at", 2);
}

static dfmt_status pack_snappy(dfmt_writer *w, struct dfmti_container_writer *c) {
  struct dfmti_fault f = {0};
  size_t n = c->block_left, len = 0;
  uint8_t *out = dfmti_out_room(&w->out, 4 + dfmti_snappy_room(n));
  if (!out) return w->out.err.e.status;
  dfmt_status st = dfmti_snappy(input(c), n, out + 4, &len, &f);
  if (st != DFMT_OK) return codec_failed(w, st, &f);
  put_le32(out, (uint32_t)len);
  used(c, n);
  c->in_block = false;
  return dfmti_out_claim(&w->out, 4 + len);
}

/* ---- ZSTD ---- */

static dfmt_status start_frame(dfmt_writer *w, struct dfmti_container_writer *c, uint64_t size) {
  struct dfmti_fault f = {0};
  dfmt_status st = dfmti_zstd_start(c->zstd, c->level, size, DFMTI_ZSTD_BARE, &f);
  return st == DFMT_OK ? st : codec_failed(w, st, &f);
}

static dfmt_status start_zstd(dfmt_writer *w, struct dfmti_container_writer *c) {
  if (!c->zstd) c->zstd = dfmti_zstd_new(&w->out.mem);
  return c->zstd ? start_frame(w, c, UINT64_MAX) : dfmti_fail_mem(&w->out.err, &w->out.mem);
}

/* A frame is begun anew each time it is tried. */
static dfmt_status pack_zstd(dfmt_writer *w, struct dfmti_container_writer *c) {
  struct dfmti_fault f = {0};
  size_t n = c->block_left, room = dfmti_zstd_room(n);
  if (!dfmti_buf_reserve(&w->out.mem, &c->frames, SEEK_TABLE_ENTRY)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  uint8_t *out = dfmti_out_room(&w->out, room);
  if (!out) return w->out.err.e.status;
  dfmt_status st = start_frame(w, c, n);
  if (st != DFMT_OK) return st;
  struct dfmti_io io = {input(c), n, out, room};
  st = dfmti_zstd_step(c->zstd, &io, true, &f);
  if (st < 0) return codec_failed(w, st, &f);
  size_t len = room - io.out_len;
  put_le32(put_le32(c->frames.ptr + c->frames.len, (uint32_t)len), (uint32_t)n);
  c->frames.len += SEEK_TABLE_ENTRY;
  used(c, n);
  c->in_block = false;
  return dfmti_out_claim(&w->out, len);
}

/* A table of no frames is an error to the reference, so of an empty stream there is just an empty frame. */
static dfmt_status end_zstd(dfmt_writer *w, struct dfmti_container_writer *c) {
  uint8_t head[SEEK_TABLE_HEAD], tail[SEEK_TABLE_TAIL];
  if (c->total == 0) return DFMT_OK;
  size_t len = sizeof head + c->frames.len + sizeof tail;
  uint8_t *out = dfmti_out_room(&w->out, len);
  if (!out) return w->out.err.e.status;
  put_le32(put_le32(head, SEEK_TABLE_MAGIC), (uint32_t)(c->frames.len + sizeof tail));
  uint8_t *p = put_le32(tail, (uint32_t)(c->frames.len / SEEK_TABLE_ENTRY));
  *p++ = 0; /* the entries have no checksums */
  put_le32(p, 0x8f92eab1);
  memcpy(out, head, sizeof head);
  memcpy(out + sizeof head, c->frames.ptr, c->frames.len);
  memcpy(out + sizeof head + c->frames.len, tail, sizeof tail);
  return dfmti_out_claim(&w->out, len);
}

/* ---- GZIP, BROTLI ---- */

static dfmt_status start_gzip(dfmt_writer *w, struct dfmti_container_writer *c) {
  struct dfmti_fault f = {0};
  if (!c->deflate) c->deflate = dfmti_deflate_new(&w->out.mem);
  if (!c->deflate) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  dfmt_status st = dfmti_deflate_start(c->deflate, c->level, false, &f);
  return st == DFMT_OK ? st : codec_failed(w, st, &f);
}

/* As zlib's own, RFC 1952: no time, XFL by level, Unix. */
static dfmt_status begin_gzip(dfmt_writer *w, const struct dfmti_container_writer *c) {
  uint8_t head[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
  head[8] = c->level == 9 ? 2 : c->level < 2 ? 4 : 0;
  return dfmti_out_put(&w->out, head, sizeof head);
}

static dfmt_status end_gzip(dfmt_writer *w, struct dfmti_container_writer *c) {
  uint8_t tail[8];
  put_le32(put_le32(tail, c->crc), (uint32_t)c->total);
  return dfmti_out_put(&w->out, tail, sizeof tail);
}

static dfmt_status start_brotli(dfmt_writer *w, struct dfmti_container_writer *c) {
  struct dfmti_fault f = {0};
  if (!c->brotli) c->brotli = dfmti_brotli_new(&w->out.mem);
  if (!c->brotli) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  dfmt_status st = dfmti_brotli_start(c->brotli, c->level, &f);
  return st == DFMT_OK ? st : codec_failed(w, st, &f);
}

/*
 * Up to 64 KiB as one last part of a Brotli stream begin with 1f and the low byte of their number less one, RFC 7932
 * 9.2. With 1f 8b the reference, as others, takes the file for gzip and finds nothing in it. So they must not be the
 * last part.
 */
static bool looks_like_gzip(const struct dfmti_container_writer *c) {
  return c->packer->start == start_brotli && c->total == 0 && c->block_left % 256 == 0x8c;
}

/* One piece of output at most. */
static dfmt_status pack_by_pieces(dfmt_writer *w, struct dfmti_container_writer *c) {
  struct dfmti_fault f = {0};
  uint8_t *out = dfmti_out_room(&w->out, OUTPUT);
  if (!out) return w->out.err.e.status;
  const uint8_t *in = input(c);
  struct dfmti_io io = {in, c->block_left, out, OUTPUT};
  bool gzip = c->packer->end == end_gzip;
  uint32_t how = c->apart ? DFMTI_BROTLI_FLUSH : c->in_last ? DFMTI_BROTLI_FINISH : DFMTI_BROTLI_GO_ON;
  dfmt_status st =
      gzip ? dfmti_deflate_step(c->deflate, &io, c->in_last, &f) : dfmti_brotli_step(c->brotli, &io, how, &f);
  if (st < 0) {
    w->out.failed = st; /* deflate does not fail */
    return codec_failed(w, st, &f);
  }
  size_t n = c->block_left - io.in_len;
  if (gzip) c->crc = dfmti_crc32(c->crc, in, n);
  used(c, n);
  c->in_block = c->apart || (c->in_last ? st != DFMT_END : c->block_left > 0 || io.out_len == 0);
  if (st == DFMT_END) c->apart = false;
  return dfmti_out_claim(&w->out, OUTPUT - io.out_len);
}

static const struct dfmti_packer packers[] = {
    [DFMT_APITRACE_CONTAINER_SNAPPY] = {MIB, 0, 0, 0, start_snappy, begin_snappy, pack_snappy, NULL, IF_LEFT},
    [DFMT_APITRACE_CONTAINER_GZIP] = {64 * KIB, 9, 9, 0, start_gzip, begin_gzip, pack_by_pieces, end_gzip, ALWAYS},
    [DFMT_APITRACE_CONTAINER_BROTLI] = {64 * KIB, 11, 11, 0, start_brotli, NULL, pack_by_pieces, NULL, ALWAYS},
    [DFMT_APITRACE_CONTAINER_ZSTD] = {2 * MIB, 3, 22, 1, start_zstd, NULL, pack_zstd, end_zstd, IF_EMPTY},
    [DFMT_APITRACE_CONTAINER_RAW] = {64 * KIB, 0, 0, 0, start_raw, NULL, pack_raw, NULL, IF_LEFT},
};

dfmt_status dfmti_apitrace_container_write_open(dfmt_writer *w, struct dfmti_container_writer *c) {
  uint64_t kind = dfmti_config_own(&w->config, dfmti_apitrace_options, DFMT_CFG_APITRACE_CONTAINER);
  const struct dfmti_packer *packer = &packers[kind ? kind : DFMT_APITRACE_CONTAINER_SNAPPY];
  c->packer = packer;
  c->level = dfmti_config_level(&w->config, packer->level, packer->max_level, packer->no_level);
  c->events.len = c->frames.len = c->packed = c->block_left = 0;
  c->in_block = c->in_last = c->apart = c->begun = c->ended = false;
  c->crc = 0;
  c->total = 0;
  return packer->start(w, c);
}

void dfmti_apitrace_container_write_close(dfmt_writer *w, struct dfmti_container_writer *c) {
  dfmti_buf_free(&w->out.mem, &c->events);
  dfmti_buf_free(&w->out.mem, &c->frames);
  dfmti_deflate_free(&w->out.mem, c->deflate);
  dfmti_brotli_free(&w->out.mem, c->brotli);
  dfmti_zstd_free(&w->out.mem, c->zstd);
}

bool dfmti_apitrace_container_write_mistakable(const struct dfmti_container_writer *c) {
  bool wraps = c->packer->start == start_gzip || c->packer->start == start_zstd;
  return wraps && c->total == 0 && c->events.len >= 2 && memcmp(c->events.ptr, "at", 2) == 0;
}

/* What a full sink has not taken yet is not to grow without end. */
static bool sink_is_full(const dfmt_writer *w) {
  return w->out.sink->wait.len - w->out.sink->written >= DFMTI_SINK_BUFFER;
}

static dfmt_status begin(dfmt_writer *w, struct dfmti_container_writer *c) {
  if (c->begun || !c->packer->begin) return DFMT_OK;
  dfmt_status st = c->packer->begin(w, c);
  c->begun = st == DFMT_OK;
  return st;
}

/* Packs the current block. */
static dfmt_status pack(dfmt_writer *w, struct dfmti_container_writer *c) {
  dfmt_status st = begin(w, c);
  while (st == DFMT_OK && c->in_block) st = sink_is_full(w) ? DFMT_AGAIN : c->packer->pack(w, c);
  return st;
}

bool dfmti_apitrace_container_write_due(const struct dfmti_container_writer *c) {
  return c->in_block || c->events.len - c->packed >= c->packer->block;
}

dfmt_status dfmti_apitrace_container_write_blocks(dfmt_writer *w, struct dfmti_container_writer *c) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && dfmti_apitrace_container_write_due(c)) {
    if (!c->in_block) c->block_left = c->packer->block;
    c->in_block = true;
    st = pack(w, c);
  }
  if (c->packed == 0) return st;
  c->events.len -= c->packed;
  memmove(c->events.ptr, c->events.ptr + c->packed, c->events.len);
  c->packed = 0;
  return st;
}

dfmt_status dfmti_apitrace_container_write_finish(dfmt_writer *w, struct dfmti_container_writer *c) {
  dfmt_status st = c->in_last ? DFMT_OK : dfmti_apitrace_container_write_blocks(w, c);
  if (st != DFMT_OK) return st;
  if (!c->in_last) {
    c->block_left = c->events.len;
    c->in_block = c->block_left > 0 || c->packer->last == ALWAYS || (c->packer->last == IF_EMPTY && c->total == 0);
    c->in_last = true;
    c->apart = looks_like_gzip(c);
  }
  st = pack(w, c);
  if (st != DFMT_OK || c->ended) return st;
  st = c->packer->end ? c->packer->end(w, c) : DFMT_OK;
  c->ended = st == DFMT_OK;
  return st;
}
