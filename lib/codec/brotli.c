/* SPDX-License-Identifier: MIT */
#include "brotli.h"

#ifdef HAVE_BROTLI

#include <brotli/encode.h>
#include <setjmp.h>

struct dfmti_brotli {
  struct dfmti_mem mem;  /* of the encoder: some 250 MiB at the highest levels, so not counted as the handle's */
  BrotliEncoderState *e; /* NULL: not started */
  union front *blocks;   /* all that it has allocated */
  jmp_buf out_of_memory;
};

/*
 * libbrotlienc does not say how large a block is that it frees. And mostly it is built to end the program when it gets
 * no memory: so it never comes back from such a call, and the blocks it leaves behind must be found.
 */
union front {
  struct {
    union front *before, *next;
    size_t size;
  } is;
  max_align_t align;
};

static void *mem_alloc(void *opaque, size_t size) {
  struct dfmti_brotli *z = opaque;
  union front *p = dfmti_add(size, sizeof *p, &size) ? dfmti_alloc(&z->mem, size) : NULL;
  if (!p) longjmp(z->out_of_memory, 1);
  p->is.size = size;
  p->is.before = NULL;
  p->is.next = z->blocks;
  if (z->blocks) z->blocks->is.before = p;
  z->blocks = p;
  return p + 1;
}

static void mem_free(void *opaque, void *address) {
  struct dfmti_brotli *z = opaque;
  if (!address) return;
  union front *p = (union front *)address - 1;
  if (p->is.next) p->is.next->is.before = p->is.before;
  if (p->is.before)
    p->is.before->is.next = p->is.next;
  else
    z->blocks = p->is.next;
  dfmti_free(&z->mem, p, p->is.size);
}

struct dfmti_brotli *dfmti_brotli_new(struct dfmti_mem *m) {
  struct dfmti_brotli *z = dfmti_zalloc(m, sizeof *z);
  if (z) z->mem = (struct dfmti_mem){.fn = m->fn, .user = m->user, .limit = UINT64_MAX};
  return z;
}

static void close_encoder(struct dfmti_brotli *z) {
  if (z->e) BrotliEncoderDestroyInstance(z->e);
  z->e = NULL;
}

void dfmti_brotli_free(struct dfmti_mem *m, struct dfmti_brotli *z) {
  if (!z) return;
  close_encoder(z);
  dfmti_free(m, z, sizeof *z);
}

static dfmt_status given_up(struct dfmti_brotli *z, struct dfmti_fault *f) {
  while (z->blocks) mem_free(z, z->blocks + 1);
  z->e = NULL;
  return dfmti_faulty(f, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "no memory for libbrotlienc");
}

dfmt_status dfmti_brotli_start(struct dfmti_brotli *z, int level, struct dfmti_fault *f) {
  close_encoder(z);
  if (setjmp(z->out_of_memory)) return given_up(z, f);
  z->e = BrotliEncoderCreateInstance(mem_alloc, mem_free, z);
  if (!z->e) return given_up(z, f);
  if (BrotliEncoderSetParameter(z->e, BROTLI_PARAM_QUALITY, (uint32_t)level) &&
      BrotliEncoderSetParameter(z->e, BROTLI_PARAM_LGWIN, DFMTI_BROTLI_WINDOW))
    return DFMT_OK;
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_SETUP, "libbrotlienc refused to compress");
}

/* Nothing but a lack of memory makes an encoder fail that was started. */
dfmt_status dfmti_brotli_step(struct dfmti_brotli *z, struct dfmti_io *io, uint32_t how, struct dfmti_fault *f) {
  static const BrotliEncoderOperation operations[] = {[DFMTI_BROTLI_GO_ON] = BROTLI_OPERATION_PROCESS,
                                                      [DFMTI_BROTLI_FINISH] = BROTLI_OPERATION_FINISH,
                                                      [DFMTI_BROTLI_FLUSH] = BROTLI_OPERATION_FLUSH};
  if (setjmp(z->out_of_memory)) return given_up(z, f);
  while (io->out_len > 0 && (how || io->in_len > 0 || BrotliEncoderHasMoreOutput(z->e))) {
    if (!BrotliEncoderCompressStream(z->e, operations[how], &io->in_len, &io->in, &io->out_len, &io->out, NULL))
      return given_up(z, f);
    if (BrotliEncoderIsFinished(z->e)) return DFMT_END;
    if (how == DFMTI_BROTLI_FLUSH && io->in_len == 0 && !BrotliEncoderHasMoreOutput(z->e)) return DFMT_END;
  }
  return DFMT_OK;
}

#else

struct dfmti_brotli {
  char none;
};

struct dfmti_brotli *dfmti_brotli_new(struct dfmti_mem *m) { return dfmti_zalloc(m, sizeof(struct dfmti_brotli)); }

void dfmti_brotli_free(struct dfmti_mem *m, struct dfmti_brotli *z) { dfmti_free(m, z, sizeof *z); }

dfmt_status dfmti_brotli_start(struct dfmti_brotli *z, int level, struct dfmti_fault *f) {
  (void)z;
  (void)level;
  return dfmti_brotli_usable(f);
}

dfmt_status dfmti_brotli_step(struct dfmti_brotli *z, struct dfmti_io *io, uint32_t how, struct dfmti_fault *f) {
  (void)z;
  (void)io;
  (void)how;
  return dfmti_brotli_usable(f);
}

#endif
