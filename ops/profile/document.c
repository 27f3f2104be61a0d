/* SPDX-License-Identifier: MIT */
#include "document.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "op/reading.h"

enum { PIECE = 65536 };

void dfmto_profile_put(struct dfmto_profile_document *d, const void *ptr, size_t len) {
  d->full = d->full || !dfmti_buf_append(&d->op->mem, &d->out, ptr, len);
}

void dfmto_profile_put_s(struct dfmto_profile_document *d, const char *text) {
  dfmto_profile_put(d, text, strlen(text));
}

void dfmto_profile_put_f(struct dfmto_profile_document *d, const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  dfmto_profile_put(d, text, n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void dfmto_profile_put_u64(struct dfmto_profile_document *d, uint64_t n) {
  char text[DFMTI_U64_TEXT];
  size_t len = dfmti_u64_text(n, text);
  dfmto_profile_put(d, text + sizeof text - len, len);
}

static dfmt_status write_out(struct dfmto_profile_document *d, const void *ptr, size_t len) {
  uint64_t taken;
  if (dfmti_stopped(&d->op->mem)) return dfmti_fail_stopped(&d->op->err);
  dfmt_status st = dfmt_sink_write(d->to, ptr, len, &taken);
  if (st == DFMT_AGAIN)
    return dfmti_fail(&d->op->err, DFMT_E_IO, DFMT_ERR_WRITE, "the sink does not take the document");
  return st == DFMT_OK ? st : dfmto_fail_as(d->op, dfmt_sink_error(d->to));
}

/* ---- gzip ---- */

enum { GZIP_WINDOW = 15 + 16 }; /* the largest, with gzip's header */

/* A block, preceded by its size. */
union block {
  size_t size;
  max_align_t alignment;
};

voidpf dfmto_profile_zlib_take(voidpf user, uInt n, uInt size) {
  dfmt_op *op = user;
  size_t bytes;
  if (!dfmti_mul(n, size, &bytes) || !dfmti_add(bytes, sizeof(union block), &bytes)) return NULL;
  union block *b = dfmti_alloc(&op->mem, bytes);
  if (!b) return NULL;
  b->size = bytes;
  return b + 1;
}

void dfmto_profile_zlib_give(voidpf user, voidpf ptr) {
  dfmt_op *op = user;
  union block *b = (union block *)ptr - 1;
  dfmti_free(&op->mem, b, b->size);
}

static dfmt_status squeeze(struct dfmto_profile_document *d, int flush) {
  uint8_t piece[PIECE / 4];
  dfmt_status st = DFMT_OK;
  int z;
  do {
    d->gzip->next_out = piece;
    d->gzip->avail_out = sizeof piece;
    z = deflate(d->gzip, flush);
    st = write_out(d, piece, sizeof piece - d->gzip->avail_out);
  } while (st == DFMT_OK && z == Z_OK && (d->gzip->avail_out == 0 || flush == Z_FINISH));
  return st;
}

static dfmt_status squeeze_all(struct dfmto_profile_document *d) {
  dfmt_status st = DFMT_OK;
  for (size_t at = 0; at < d->out.len && st == DFMT_OK; at += PIECE) {
    d->gzip->next_in = d->out.ptr + at;
    d->gzip->avail_in = (uInt)dfmti_min(d->out.len - at, PIECE);
    st = squeeze(d, Z_NO_FLUSH);
  }
  return st;
}

/* At the fastest level, as Go writes profiles, unless a level is set. */
dfmt_status dfmto_profile_gzip_begin(struct dfmto_profile_document *d, z_stream *z) {
  *z = (z_stream){.zalloc = dfmto_profile_zlib_take, .zfree = dfmto_profile_zlib_give, .opaque = d->op};
  if (deflateInit2(z, dfmto_zlib_level(d->op, Z_BEST_SPEED), Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return dfmto_no_memory(d->op);
  d->gzip = z;
  return DFMT_OK;
}

dfmt_status dfmto_profile_gzip_end(struct dfmto_profile_document *d, dfmt_status st) {
  if (!d->gzip) return st;
  if (st == DFMT_OK) st = dfmto_profile_flush(d, true);
  d->gzip->avail_in = 0;
  if (st == DFMT_OK) st = squeeze(d, Z_FINISH);
  deflateEnd(d->gzip);
  d->gzip = NULL;
  return st;
}

dfmt_status dfmto_profile_flush(struct dfmto_profile_document *d, bool all) {
  if (d->full) return dfmto_no_memory(d->op);
  if (d->out.len < PIECE && !all) return DFMT_OK;
  dfmt_status st = d->gzip ? squeeze_all(d) : write_out(d, d->out.ptr, d->out.len);
  d->out.len = 0;
  return st;
}
