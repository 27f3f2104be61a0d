/* SPDX-License-Identifier: MIT */
#include "brotli.h"

#ifdef HAVE_BROTLI

#include <brotli/decode.h>

#include "base/arena.h"

/*
 * What the decoder may have allocated at a time: its state and the prefix codes of a metablock, at most 256 for each of
 * three alphabets, are below 3 MiB. They may lie in front of the ring buffer, which is made with the first of them, and
 * the next ones then come after it.
 */
enum { CODES = 3 << 20, ARENA = (1 << DFMTI_BROTLI_WINDOW) + 2 * CODES };

/*
 * libbrotlidec forgets the output of a call that ends in an error. So that it does not matter how the input comes, it
 * is passed on in pieces of this many bytes, and all output is taken before the next one.
 */
enum { PIECE = 256 };

struct dfmti_unbrotli {
  struct dfmti_arena arena;
  BrotliDecoderState *d; /* NULL: none could be made */
  bool held;             /* the output was full, so there may be more of it */
  bool ended;
  size_t n, used; /* bytes in the piece, and taken of it */
  uint8_t piece[PIECE];
};

dfmt_status dfmti_brotli_usable(struct dfmti_fault *f) {
  (void)f;
  return DFMT_OK;
}

static void *arena_alloc(void *opaque, size_t size) { return dfmti_arena_alloc(opaque, size); }

static void arena_free(void *opaque, void *block) {
  (void)opaque;
  dfmti_arena_free(block);
}

struct dfmti_unbrotli *dfmti_unbrotli_new(struct dfmti_mem *m) {
  struct dfmti_unbrotli *z = dfmti_zalloc(m, sizeof *z);
  if (z && dfmti_arena_open(m, &z->arena, ARENA)) return z;
  dfmti_free(m, z, sizeof *z);
  return NULL;
}

void dfmti_unbrotli_free(struct dfmti_mem *m, struct dfmti_unbrotli *z) {
  if (!z) return;
  if (z->d) BrotliDecoderDestroyInstance(z->d);
  dfmti_arena_close(m, &z->arena);
  dfmti_free(m, z, sizeof *z);
}

void dfmti_unbrotli_start(struct dfmti_unbrotli *z) {
  if (z->d) BrotliDecoderDestroyInstance(z->d);
  dfmti_arena_clear(&z->arena);
  z->d = BrotliDecoderCreateInstance(arena_alloc, arena_free, &z->arena);
  if (z->d) BrotliDecoderSetParameter(z->d, BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION, 1);
  z->held = z->ended = false;
  z->n = z->used = 0;
}

static dfmt_status fault_of(const struct dfmti_unbrotli *z, struct dfmti_fault *f) {
  BrotliDecoderErrorCode code = z->d ? BrotliDecoderGetErrorCode(z->d) : BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES;
  if (code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES)
    return dfmti_faulty(f, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "no memory for libbrotlidec");
  return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_BROTLI_DATA, "malformed Brotli data");
}

/* true: the piece is full, or it is the last one. */
static bool gather(struct dfmti_unbrotli *z, struct dfmti_io *io, bool last) {
  for (; io->in_len > 0 && z->n < PIECE; io->in_len--) z->piece[z->n++] = *io->in++;
  return z->n == PIECE || (last && io->in_len == 0);
}

static dfmt_status at_end(const struct dfmti_unbrotli *z, const struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  if (z->used == z->n && io->in_len == 0) return last ? DFMT_END : DFMT_OK;
  return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING, "trailing bytes after the compressed data");
}

dfmt_status dfmti_unbrotli_step(struct dfmti_unbrotli *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  while (io->out_len > 0 && !z->ended) {
    if (!z->held && !gather(z, io, last)) return DFMT_OK;
    const uint8_t *in = z->piece + z->used;
    size_t in_len = z->n - z->used;
    BrotliDecoderResult r = z->d ? BrotliDecoderDecompressStream(z->d, &in_len, &in, &io->out_len, &io->out, NULL)
                                 : BROTLI_DECODER_RESULT_ERROR;
    z->used = z->n - in_len;
    if (r == BROTLI_DECODER_RESULT_ERROR) return fault_of(z, f);
    z->ended = r == BROTLI_DECODER_RESULT_SUCCESS;
    z->held = r == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT || BrotliDecoderHasMoreOutput(z->d);
    if (z->held || z->ended) continue;
    z->n = z->used = 0;
    if (last && io->in_len == 0)
      return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_BROTLI_TRUNCATED, "the Brotli stream is incomplete");
  }
  return z->ended ? at_end(z, io, last, f) : DFMT_OK;
}

#else

struct dfmti_unbrotli {
  char none;
};

dfmt_status dfmti_brotli_usable(struct dfmti_fault *f) {
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "Brotli is not built in");
}

struct dfmti_unbrotli *dfmti_unbrotli_new(struct dfmti_mem *m) {
  return dfmti_zalloc(m, sizeof(struct dfmti_unbrotli));
}

void dfmti_unbrotli_free(struct dfmti_mem *m, struct dfmti_unbrotli *z) { dfmti_free(m, z, sizeof *z); }

void dfmti_unbrotli_start(struct dfmti_unbrotli *z) { (void)z; }

dfmt_status dfmti_unbrotli_step(struct dfmti_unbrotli *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  (void)z;
  (void)io;
  (void)last;
  return dfmti_brotli_usable(f);
}

#endif
