/* SPDX-License-Identifier: MIT */
#include "zstd.h"

#ifdef HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>
#ifdef HAVE_THREADS
#include <signal.h>
#endif

struct dfmti_zstd {
  ZSTD_CCtx *c;
  uint32_t threads;
  bool begun;    /* libzstd has its threads */
  uint64_t left; /* announced bytes that are to come, UINT64_MAX: none were announced */
};

struct dfmti_zstd *dfmti_zstd_new(struct dfmti_mem *m) {
  struct dfmti_zstd *z = dfmti_zalloc(m, sizeof *z);
  if (!z) return NULL;
  z->c = ZSTD_createCCtx();
  if (z->c) return z;
  dfmti_free(m, z, sizeof *z);
  return NULL;
}

void dfmti_zstd_free(struct dfmti_mem *m, struct dfmti_zstd *z) {
  if (!z) return;
  ZSTD_freeCCtx(z->c);
  dfmti_free(m, z, sizeof *z);
}

static dfmt_status refused(size_t result, struct dfmti_fault *f) {
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
    return dfmti_faulty(f, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "libzstd is out of memory");
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_SETUP, "libzstd refused to compress");
}

size_t dfmti_zstd_room(size_t n) { return ZSTD_compressBound(n); }

void dfmti_zstd_threads(struct dfmti_zstd *z, uint32_t threads) { z->threads = threads; }

dfmt_status dfmti_zstd_start(struct dfmti_zstd *z, int level, uint64_t size, uint32_t flags, struct dfmti_fault *f) {
  int bare = flags & DFMTI_ZSTD_BARE ? 1 : 0;
  size_t r = ZSTD_CCtx_reset(z->c, ZSTD_reset_session_and_parameters);
  if (!ZSTD_isError(r)) r = ZSTD_CCtx_setParameter(z->c, ZSTD_c_compressionLevel, level);
  if (!ZSTD_isError(r)) r = ZSTD_CCtx_setParameter(z->c, ZSTD_c_checksumFlag, !bare);
  if (!ZSTD_isError(r)) r = ZSTD_CCtx_setParameter(z->c, ZSTD_c_contentSizeFlag, !bare);
  if (!ZSTD_isError(r)) r = ZSTD_CCtx_setPledgedSrcSize(z->c, size == UINT64_MAX ? ZSTD_CONTENTSIZE_UNKNOWN : size);
  if (!ZSTD_isError(r)) (void)ZSTD_CCtx_setParameter(z->c, ZSTD_c_nbWorkers, (int)z->threads);
  z->left = size;
  z->begun = false;
  return ZSTD_isError(r) ? refused(r, f) : DFMT_OK;
}

/* The program's signals are not for libzstd's threads, which it starts in the first call of a frame. */
static size_t compress(struct dfmti_zstd *z, ZSTD_outBuffer *out, ZSTD_inBuffer *in, ZSTD_EndDirective how) {
#ifdef HAVE_THREADS
  sigset_t all, before;
  bool starts = z->threads > 0 && !z->begun;
  sigfillset(&all);
  if (starts) pthread_sigmask(SIG_SETMASK, &all, &before);
#endif
  size_t r = ZSTD_compressStream2(z->c, out, in, how);
#ifdef HAVE_THREADS
  if (starts) pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  z->begun = true;
  return r;
}

dfmt_status dfmti_zstd_step(struct dfmti_zstd *z, struct dfmti_io *io, bool finish, struct dfmti_fault *f) {
  /* libzstd does not mind if all comes in one call */
  if (z->left != UINT64_MAX && (io->in_len > z->left || (finish && io->in_len < z->left)))
    return dfmti_faulty(f, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "the announced size differs from what was written");
  while (io->out_len > 0 && (finish || io->in_len > 0)) {
    ZSTD_inBuffer in = {io->in, io->in_len, 0};
    ZSTD_outBuffer out = {io->out, io->out_len, 0};
    size_t r = compress(z, &out, &in, finish ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(r)) return refused(r, f);
    if (z->left != UINT64_MAX) z->left -= in.pos;
    dfmti_io_advance(io, in.pos, out.pos);
    if (finish && r == 0) return DFMT_END;
  }
  return DFMT_OK;
}

#else

struct dfmti_zstd {
  char none;
};

static dfmt_status missing(struct dfmti_fault *f) {
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "Zstandard is not built in");
}

struct dfmti_zstd *dfmti_zstd_new(struct dfmti_mem *m) { return dfmti_zalloc(m, sizeof(struct dfmti_zstd)); }

void dfmti_zstd_free(struct dfmti_mem *m, struct dfmti_zstd *z) { dfmti_free(m, z, sizeof *z); }

void dfmti_zstd_threads(struct dfmti_zstd *z, uint32_t threads) {
  (void)z;
  (void)threads;
}

size_t dfmti_zstd_room(size_t n) { return n; }

dfmt_status dfmti_zstd_start(struct dfmti_zstd *z, int level, uint64_t size, uint32_t flags, struct dfmti_fault *f) {
  (void)z;
  (void)level;
  (void)size;
  (void)flags;
  return missing(f);
}

dfmt_status dfmti_zstd_step(struct dfmti_zstd *z, struct dfmti_io *io, bool finish, struct dfmti_fault *f) {
  (void)z;
  (void)io;
  (void)finish;
  return missing(f);
}

#endif
