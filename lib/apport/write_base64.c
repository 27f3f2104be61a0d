/* SPDX-License-Identifier: MIT */
/*
 * The base64 form (spec 5.4): value -> blocks -> compressor -> lines.
 *
 * Input is gathered into blocks of 128 KiB, so that what comes out depends on the value alone and not on the pieces it
 * comes in. What the compressor makes of one block is one line; the gzip header, and the last flush with the trailer,
 * are lines of their own; write_lines.c makes them. With threads write_blocks.c compresses gzip and zlib values, and at
 * the level FAST gzip values.
 */
#include <string.h>

#include "base/crc32.h"
#include "base/little_endian.h"
#include "write.h"

static struct dfmti_apport_writer *state(dfmt_writer *w) { return w->state; }

static bool is_mime(const dfmt_writer *w) { return w->variant == DFMT_APPORT_VARIANT_MIME; }

static bool have_buffers(dfmt_writer *w) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  if (!z->in) z->in = dfmti_alloc(&w->out.mem, DFMTI_APPORT_BLOCK);
  if (!z->out) z->out = dfmti_alloc(&w->out.mem, DFMTI_APPORT_BLOCK);
  if (state(w)->compression == DFMT_APPORT_COMPRESSION_ZSTD) {
    if (!z->zstd) z->zstd = dfmti_zstd_new(&w->out.mem);
    return z->in && z->out && z->zstd;
  }
  if (!z->deflate) z->deflate = dfmti_deflate_new(&w->out.mem);
  return z->in && z->out && z->deflate;
}

void dfmti_apport_compressor_free(dfmt_writer *w) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  dfmti_free(&w->out.mem, z->in, DFMTI_APPORT_BLOCK);
  dfmti_free(&w->out.mem, z->out, DFMTI_APPORT_BLOCK);
  dfmti_deflate_free(&w->out.mem, z->deflate);
  dfmti_deflate_ahead_free(&w->out.mem, z->ahead);
  dfmti_zstd_free(&w->out.mem, z->zstd);
}

static dfmt_status codec_failed(dfmt_writer *w, dfmt_status st, const struct dfmti_fault *f) {
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  return dfmti_fail(&w->out.err, st, f->number, "%s", f->what);
}

static dfmt_status start_codec(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_fault f = {0};
  dfmt_status st;
  int level = dfmti_config_level(&w->config, is_mime(w) ? 9 : 6, 9, 0);
  const bool zlib = s->compression == DFMT_APPORT_COMPRESSION_ZLIB;
  const bool fast = s->fast && s->compression == DFMT_APPORT_COMPRESSION_GZIP;
  s->z.by_blocks = fast || (s->threads > 0 && s->compression != DFMT_APPORT_COMPRESSION_ZSTD);
  if (s->z.by_blocks) return dfmti_apport_blocks_start(w, fast ? DFMTI_DEFLATE_FAST : level);
  if (!have_buffers(w)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  if (s->compression == DFMT_APPORT_COMPRESSION_ZSTD) {
    dfmti_zstd_threads(s->z.zstd, s->threads);
    st = dfmti_zstd_start(s->z.zstd, dfmti_config_level(&w->config, 3, 19, 1), s->z.expected, 0, &f);
  } else {
    st = dfmti_deflate_start(s->z.deflate, level, zlib, &f);
  }
  return st == DFMT_OK ? st : codec_failed(w, st, &f);
}

dfmt_status dfmti_apport_compressor_start(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  s->z.n_in = 0;
  s->z.check = 0;
  s->z.total = 0;
  s->z.block_left = s->block;
  return start_codec(w);
}

/* Python writes the header without time, with the key as file name, on a line of its own. */
static dfmt_status put_gzip_header(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  dfmt_status st = dfmti_apport_packed(w, (const uint8_t *)"\x1f\x8b\x08\x08\0\0\0\0\x02\xff", 10);
  if (st == DFMT_OK) st = dfmti_apport_packed(w, s->key.ptr, s->key.len);
  if (st == DFMT_OK) st = dfmti_apport_packed(w, (const uint8_t *)"", 1);
  return st == DFMT_OK ? dfmti_apport_packed_line_end(w) : st;
}

dfmt_status dfmti_apport_compressor_begin(dfmt_writer *w) {
  const struct dfmti_apport_writer *s = state(w);
  if (s->compression == DFMT_APPORT_COMPRESSION_GZIP) return put_gzip_header(w);
  return s->z.by_blocks ? dfmti_apport_blocks_zlib_header(w) : DFMT_OK;
}

dfmt_status dfmti_apport_compressed_begin(dfmt_writer *w) {
  dfmt_status st = dfmti_apport_compressor_start(w);
  if (st != DFMT_OK) return st;
  state(w)->form = FORM_COMPRESSED;
  st = dfmti_apport_lines_begin(w, state(w)->block);
  return st == DFMT_OK ? dfmti_apport_compressor_begin(w) : st;
}

/* Runs the codec over the gathered input. */
static dfmt_status compress(dfmt_writer *w, bool finish) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_compressor *z = &s->z;
  struct dfmti_fault f = {0};
  bool zstd = s->compression == DFMT_APPORT_COMPRESSION_ZSTD;
  struct dfmti_io io = {.in = z->in, .in_len = z->n_in};
  dfmt_status st;
  do {
    io.out = z->out;
    io.out_len = DFMTI_APPORT_BLOCK;
    st = zstd ? dfmti_zstd_step(z->zstd, &io, finish, &f) : dfmti_deflate_step(z->deflate, &io, finish, &f);
    if (st < 0) return codec_failed(w, st, &f);
    dfmt_status put = dfmti_apport_packed(w, z->out, DFMTI_APPORT_BLOCK - io.out_len);
    if (put != DFMT_OK) return put;
  } while (finish ? st != DFMT_END : io.in_len > 0 || io.out_len == 0);
  z->n_in = 0;
  return DFMT_OK;
}

/* A Zstandard frame that was told its size cannot be ended with another. */
static dfmt_status wrong_size(dfmt_writer *w) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APPORT_SIZE, "decoded_size differs from what was written");
}

/* A block is gathered: compress it, and end the line where the dialect has it. */
static dfmt_status flush_block(dfmt_writer *w) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  size_t n = z->n_in;
  bool zstd = state(w)->compression == DFMT_APPORT_COMPRESSION_ZSTD;
  if (zstd && z->total + n > z->expected) return wrong_size(w);
  uint32_t crc = state(w)->compression == DFMT_APPORT_COMPRESSION_GZIP ? dfmti_crc32(z->check, z->in, n) : 0;
  dfmt_status st = n ? compress(w, false) : DFMT_OK;
  if (st != DFMT_OK) return st;
  z->check = crc;
  z->total += n;
  if (z->block_left != UINT64_MAX) z->block_left -= n;
  if (z->block_left > 0) return DFMT_OK;
  z->block_left = state(w)->block;
  return dfmti_apport_packed_line_end(w);
}

dfmt_status dfmti_apport_compressed_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  if (z->by_blocks) return dfmti_apport_blocks_payload(w, ptr, len, taken);
  size_t most = dfmti_min(DFMTI_APPORT_BLOCK, dfmti_clamp(z->block_left)); /* of this step */
  size_t n = dfmti_min(len, most - z->n_in);
  memcpy(z->in + z->n_in, ptr, n);
  z->n_in += n;
  *taken = n;
  return z->n_in == most ? flush_block(w) : DFMT_OK;
}

/* The last block's line, then a line with what the flush gives and gzip's trailer. */
dfmt_status dfmti_apport_compressor_end(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_compressor *z = &s->z;
  bool wrong = z->expected != UINT64_MAX && z->total + z->n_in != z->expected;
  if (wrong && s->compression == DFMT_APPORT_COMPRESSION_ZSTD) return wrong_size(w);
  dfmt_status st = z->by_blocks ? dfmti_apport_blocks_end(w) : flush_block(w);
  if (st == DFMT_OK) st = dfmti_apport_packed_line_end(w);
  if (st == DFMT_OK) st = z->by_blocks ? dfmti_apport_packed(w, (const uint8_t *)"\3", 2) : compress(w, true);
  if (st != DFMT_OK) return st;
  if (s->compression == DFMT_APPORT_COMPRESSION_GZIP) {
    uint8_t trailer[8];
    dfmti_store_le32(trailer, z->check);
    dfmti_store_le32(trailer + 4, (uint32_t)z->total);
    st = dfmti_apport_packed(w, trailer, sizeof trailer);
  } else if (z->by_blocks) {
    st = dfmti_apport_blocks_zlib_trailer(w);
  }
  return st == DFMT_OK && wrong ? wrong_size(w) : st;
}

dfmt_status dfmti_apport_compressed_end(dfmt_writer *w) {
  dfmt_status st = dfmti_apport_compressor_end(w);
  if (st < 0 && w->out.err.e.number != DFMT_ERR_APPORT_SIZE) return st;
  struct dfmti_errors kept;
  dfmti_errors_copy(&kept, &w->out.err);
  dfmt_status out = dfmti_apport_lines_end(w);
  if (out != DFMT_OK || st == DFMT_OK) return out;
  dfmti_errors_copy(&w->out.err, &kept);
  return st;
}
