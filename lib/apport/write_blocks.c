/* SPDX-License-Identifier: MIT */
/*
 * Gzip and zlib data in blocks that threads compress (codec/deflate_ahead.h). A block has at most 128 KiB and ends with
 * its line, as those of the compressor without threads do, so that the lines hold the same parts of the value.
 */
#include <string.h>

#include "write.h"

static struct dfmti_apport_writer *state(dfmt_writer *w) { return w->state; }

static bool is_zlib(const dfmt_writer *w) {
  const struct dfmti_apport_writer *s = w->state;
  return s->compression == DFMT_APPORT_COMPRESSION_ZLIB;
}

dfmt_status dfmti_apport_blocks_start(dfmt_writer *w, int level) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  if (z->ahead && z->ahead_level != level) {
    dfmti_deflate_ahead_free(&w->out.mem, z->ahead);
    z->ahead = NULL;
  }
  if (!z->ahead) z->ahead = dfmti_deflate_ahead_new(&w->out.mem, level, state(w)->threads);
  if (!z->ahead) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  z->ahead_level = level;
  z->check = is_zlib(w); /* Adler-32 starts with 1 */
  dfmti_deflate_ahead_start(z->ahead);
  return DFMT_OK;
}

/* Puts out the oldest block. END: there is none. */
static dfmt_status put_first(dfmt_writer *w) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  struct dfmti_deflated b;
  if (!dfmti_deflate_ahead_first(z->ahead, &b)) return DFMT_END;
  dfmt_status st = dfmti_apport_packed(w, b.ptr, b.len);
  if (st == DFMT_OK && b.ends_line) st = dfmti_apport_packed_line_end(w);
  if (st != DFMT_OK) return st;
  if (!is_zlib(w)) z->check = dfmti_deflate_ahead_crc(z->check, b.crc, b.size);
  dfmti_deflate_ahead_drop(z->ahead);
  return DFMT_OK;
}

/* Sends what is gathered. There is room for a block after it. */
static dfmt_status send_block(dfmt_writer *w) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  if (z->block_left != UINT64_MAX) z->block_left -= z->n_in;
  dfmti_deflate_ahead_send(z->ahead, z->n_in, z->block_left == 0);
  z->total += z->n_in;
  z->n_in = 0;
  if (z->block_left == 0) z->block_left = state(w)->block;
  return dfmti_deflate_ahead_full(z->ahead) ? put_first(w) : DFMT_OK;
}

dfmt_status dfmti_apport_blocks_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_apport_compressor *z = &state(w)->z;
  uint8_t *room = dfmti_deflate_ahead_room(&w->out.mem, z->ahead);
  if (!room) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  size_t most = dfmti_min(DFMTI_DEFLATE_BLOCK, dfmti_clamp(z->block_left)), n = dfmti_min(len, most - z->n_in);
  memcpy(room + z->n_in, ptr, n);
  if (is_zlib(w)) z->check = dfmti_deflate_ahead_adler(z->check, ptr, n);
  z->n_in += n;
  *taken = n;
  return z->n_in == most ? send_block(w) : DFMT_OK;
}

dfmt_status dfmti_apport_blocks_end(dfmt_writer *w) {
  dfmt_status st = state(w)->z.n_in > 0 ? send_block(w) : DFMT_OK;
  while (st == DFMT_OK) st = put_first(w);
  return st == DFMT_END ? DFMT_OK : st;
}

/* As zlib writes it: a window of 32 KiB, and what the level is like. */
dfmt_status dfmti_apport_blocks_zlib_header(dfmt_writer *w) {
  const int level = state(w)->z.ahead_level;
  const uint8_t fast[] = {0x78, 0x01}, low[] = {0x78, 0x5e}, usual[] = {0x78, 0x9c}, high[] = {0x78, 0xda};
  return dfmti_apport_packed(w, level < 2 ? fast : level < 6 ? low : level == 6 ? usual : high, 2);
}

dfmt_status dfmti_apport_blocks_zlib_trailer(dfmt_writer *w) {
  const uint32_t check = state(w)->z.check;
  const uint8_t trailer[] = {(uint8_t)(check >> 24), (uint8_t)(check >> 16), (uint8_t)(check >> 8), (uint8_t)check};
  return dfmti_apport_packed(w, trailer, sizeof trailer);
}
