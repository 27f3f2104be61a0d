/* SPDX-License-Identifier: MIT */
#include "zstd.h"

#ifdef HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

/* A frame header is not longer, in bytes. */
enum { MAX_HEADER = 18, BLOCK_HEADER = 3 };

struct dfmti_unzstd {
  ZSTD_DCtx *d;
  size_t n_in; /* bytes of the frame taken, up to MAX_HEADER */
  size_t want; /* bytes that libzstd would like next: the rest of a block, mostly with the next one's header */
  bool full;   /* the output was full, so libzstd may hold more of it */
  bool replay; /* libzstd had no memory and has forgotten the header */
  uint8_t head[MAX_HEADER]; /* the bytes taken */
};

static dfmt_status fault_of(size_t result, struct dfmti_fault *f) {
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation: return dfmti_faulty(f, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "libzstd is out of memory");
    case ZSTD_error_checksum_wrong:
      return dfmti_faulty(f, DFMT_E_CHECKSUM, DFMT_ERR_ZSTD_CHECK, "Zstandard checksum mismatch");
    case ZSTD_error_frameParameter_windowTooLarge:
      return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_ZSTD_WINDOW, "Zstandard window is larger than 2^27 bytes");
    default: return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_ZSTD_DATA, "malformed Zstandard data");
  }
}

struct dfmti_unzstd *dfmti_unzstd_new(struct dfmti_mem *m) {
  struct dfmti_unzstd *z = dfmti_zalloc(m, sizeof *z);
  if (!z) return NULL;
  z->d = ZSTD_createDCtx(); /* its limit of the window is that of the reference, 2^27 */
  if (z->d) return z;
  dfmti_free(m, z, sizeof *z);
  return NULL;
}

void dfmti_unzstd_free(struct dfmti_mem *m, struct dfmti_unzstd *z) {
  if (!z) return;
  ZSTD_freeDCtx(z->d);
  dfmti_free(m, z, sizeof *z);
}

void dfmti_unzstd_start(struct dfmti_unzstd *z) {
  ZSTD_DCtx_reset(z->d, ZSTD_reset_session_only);
  *z = (struct dfmti_unzstd){.d = z->d, .want = 1};
}

/*
 * libzstd forgets the output of a call that ends in an error, so no call does more than one thing: pass on held output,
 * or decode one block without the next one's header. Raw blocks come out byte by byte and may turn out to be wrong at
 * the last one, so what may be the last bytes goes in singly. And as a frame is decoded at once if input and room
 * allow, so does the frame's header.
 */
static size_t take(const struct dfmti_unzstd *z, size_t in_len) {
  if (z->full) return 0;
  bool single = z->n_in < MAX_HEADER || z->want <= BLOCK_HEADER;
  return dfmti_min(single ? 1 : z->want - BLOCK_HEADER, in_len);
}

/* Memory is allocated when the header is complete. If there was none, libzstd starts anew with what it had. */
static dfmt_status replay(struct dfmti_unzstd *z, struct dfmti_fault *f) {
  for (size_t i = 0; i < z->n_in; i++) {
    ZSTD_inBuffer in = {z->head + i, 1, 0};
    ZSTD_outBuffer out = {NULL, 0, 0};
    size_t r = ZSTD_decompressStream(z->d, &out, &in);
    if (ZSTD_isError(r)) {
      ZSTD_DCtx_reset(z->d, ZSTD_reset_session_only);
      return fault_of(r, f);
    }
  }
  z->replay = false;
  return DFMT_OK;
}

static dfmt_status failed(struct dfmti_unzstd *z, size_t result, struct dfmti_fault *f) {
  dfmt_status st = fault_of(result, f);
  if (st != DFMT_E_NOMEM || z->n_in == MAX_HEADER) return st;
  ZSTD_DCtx_reset(z->d, ZSTD_reset_session_only);
  z->replay = true;
  return st;
}

dfmt_status dfmti_unzstd_step(struct dfmti_unzstd *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  while (io->out_len > 0) {
    size_t n = take(z, io->in_len);
    if (n == 0 && !z->full) break;
    dfmt_status st = z->replay ? replay(z, f) : DFMT_OK;
    if (st != DFMT_OK) return st;
    ZSTD_inBuffer in = {io->in, n, 0};
    ZSTD_outBuffer out = {io->out, io->out_len, 0};
    size_t r = ZSTD_decompressStream(z->d, &out, &in);
    if (ZSTD_isError(r)) return failed(z, r, f);
    if (z->n_in < MAX_HEADER && in.pos == 1) z->head[z->n_in] = *io->in;
    dfmti_io_advance(io, in.pos, out.pos);
    if (r == 0) return DFMT_END;
    if (z->n_in < MAX_HEADER) z->n_in += in.pos;
    z->want = r;
    z->full = out.pos == out.size;
  }
  if (!last || io->in_len > 0 || io->out_len == 0) return DFMT_OK;
  return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED, "the Zstandard frame is incomplete");
}

#else

struct dfmti_unzstd {
  char none;
};

static dfmt_status missing(struct dfmti_fault *f) {
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "Zstandard is not built in");
}

struct dfmti_unzstd *dfmti_unzstd_new(struct dfmti_mem *m) { return dfmti_zalloc(m, sizeof(struct dfmti_unzstd)); }

void dfmti_unzstd_free(struct dfmti_mem *m, struct dfmti_unzstd *z) { dfmti_free(m, z, sizeof *z); }

void dfmti_unzstd_start(struct dfmti_unzstd *z) { (void)z; }

dfmt_status dfmti_unzstd_step(struct dfmti_unzstd *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  (void)z;
  (void)io;
  (void)last;
  return missing(f);
}

#endif
