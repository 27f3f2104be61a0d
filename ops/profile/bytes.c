/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include <string.h>

#include "document.h"

enum { GZIP_WINDOW = 15 + 16 }; /* the largest, with gzip's header */

static bool is_gzip(const uint8_t *ptr, size_t n) { return n >= 2 && ptr[0] == 0x1f && ptr[1] == 0x8b; }

static dfmt_status begin_inflating(dfmt_op *op, z_stream *z) {
  *z = (z_stream){.zalloc = dfmto_profile_zlib_take, .zfree = dfmto_profile_zlib_give, .opaque = op};
  return inflateInit2(z, GZIP_WINDOW) == Z_OK ? DFMT_OK : dfmto_no_memory(op);
}

/* ---- reading ---- */

static dfmt_status open_source(dfmt_op *op, struct dfmto_profile_bytes *x, dfmt_source *from) {
  dfmt_status st = dfmt_source_slice(op->config, from, 0, UINT64_MAX, &x->source);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

/* Reads the next piece. END. */
static dfmt_status read_piece(dfmt_op *op, struct dfmto_profile_bytes *x) {
  uint64_t got = 0;
  dfmt_status st = dfmto_progress(op, x->n_read, 0);
  if (st != DFMT_OK) return st;
  st = dfmt_source_read(x->source, x->piece + x->n, sizeof x->piece - x->n, &got);
  x->n += (size_t)got;
  x->n_read += got;
  if (got) return DFMT_OK;
  return st < 0 ? dfmto_fail_as(op, dfmt_source_error(x->source)) : st;
}

/* The first two bytes tell whether it is gzip; there may be fewer. */
static dfmt_status find_out(dfmt_op *op, struct dfmto_profile_bytes *x) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && x->n < 2) st = read_piece(op, x);
  if (st != DFMT_OK && st != DFMT_END) return st;
  x->gzip = is_gzip(x->piece, x->n);
  st = x->gzip ? begin_inflating(op, &x->z) : DFMT_OK;
  x->known = st == DFMT_OK;
  return st;
}

/* ---- gzip ---- */

static dfmt_status refuse(dfmt_op *op, const struct dfmto_profile_bytes *x, dfmt_status st, uint32_t number,
                          const char *why) {
  return dfmti_fail_at(&op->err, st, number, x->n_read - (x->n - x->at), 0, "gzip: %s", why);
}

/* zlib cannot continue after its own allocation failed: the next call starts again. */
static dfmt_status start_over(dfmt_op *op, struct dfmto_profile_bytes *x) {
  dfmt_status st = dfmto_no_memory(op);
  dfmto_profile_bytes_free(op, x);
  return st;
}

/* Inflates some of the piece. */
static dfmt_status inflate_some(dfmt_op *op, struct dfmto_profile_bytes *x) {
  if (x->whole && inflateReset(&x->z) != Z_OK) return start_over(op, x);
  if (!dfmti_buf_reserve(&op->mem, &x->data, DFMTO_PROFILE_PIECE)) return dfmto_no_memory(op);
  x->whole = false;
  x->z.next_in = x->piece + x->at;
  x->z.avail_in = (uInt)(x->n - x->at);
  x->z.next_out = x->data.ptr + x->data.len;
  x->z.avail_out = DFMTO_PROFILE_PIECE;
  const int said = inflate(&x->z, Z_NO_FLUSH);
  x->at = x->n - x->z.avail_in;
  x->data.len += DFMTO_PROFILE_PIECE - x->z.avail_out;
  if (said == Z_MEM_ERROR) return start_over(op, x);
  if (said != Z_OK && said != Z_BUF_ERROR && said != Z_STREAM_END)
    return refuse(op, x, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_DATA, "damaged data");
  x->whole = said == Z_STREAM_END;
  return DFMT_OK;
}

static dfmt_status take_piece(dfmt_op *op, struct dfmto_profile_bytes *x) {
  if (x->gzip) return inflate_some(op, x);
  if (!dfmti_buf_append(&op->mem, &x->data, x->piece + x->at, x->n - x->at)) return dfmto_no_memory(op);
  x->at = x->n;
  return DFMT_OK;
}

/* zlib has consumed input for which output is pending. */
static bool has_more(const struct dfmto_profile_bytes *x) { return x->gzip && !x->whole && x->z.avail_out == 0; }

dfmt_status dfmto_profile_bytes_read(dfmt_op *op, struct dfmto_profile_bytes *x, dfmt_source *from) {
  dfmt_status st = x->source ? DFMT_OK : open_source(op, x, from);
  if (st == DFMT_OK && !x->known) st = find_out(op, x);
  while (st == DFMT_OK) {
    if (x->at == x->n && !has_more(x)) {
      x->at = x->n = 0;
      st = read_piece(op, x);
    }
    if (st == DFMT_OK) st = take_piece(op, x);
  }
  if (st == DFMT_END && x->gzip && !x->whole)
    return refuse(op, x, DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED, "it is cut");
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmto_profile_bytes_peek(dfmt_op *op, const uint8_t *ptr, size_t n, uint8_t *out, size_t *len) {
  z_stream z;
  if (!is_gzip(ptr, n)) {
    *len = dfmti_min(*len, n);
    if (*len) memcpy(out, ptr, *len);
    return DFMT_OK;
  }
  dfmt_status st = begin_inflating(op, &z);
  if (st != DFMT_OK) return st;
  z.next_in = (Bytef *)(uintptr_t)ptr;
  z.avail_in = (uInt)n;
  z.next_out = out;
  z.avail_out = (uInt)*len;
  if (inflate(&z, Z_SYNC_FLUSH) == Z_MEM_ERROR) st = dfmto_no_memory(op);
  *len -= z.avail_out;
  inflateEnd(&z);
  return st;
}

void dfmto_profile_bytes_free(dfmt_op *op, struct dfmto_profile_bytes *x) {
  if (x->known && x->gzip) inflateEnd(&x->z);
  dfmt_source_free(x->source);
  dfmti_buf_free(&op->mem, &x->data);
  *x = (struct dfmto_profile_bytes){.n = 0};
}
