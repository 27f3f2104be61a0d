/* SPDX-License-Identifier: MIT */
#include "unxz.h"

#include "base/rare.h"

#ifdef HAVE_LZMA

#include <lzma.h>

/* Bytes that decoding may take: for a dictionary of 2^27, as windows of Zstandard may have. `xz -9` makes 2^26. */
#define MOST (((uint64_t)1 << 27) + ((uint64_t)1 << 20))

struct dfmti_unxz {
  struct dfmti_mem *mem;
  lzma_stream s;
};

/* What the handle has left: its limit may be raised later. */
static DFMTI_RARE uint64_t room(const struct dfmti_mem *m) {
  const uint64_t left = m->limit > m->used ? m->limit - m->used : 1;
  return left < MOST ? left : MOST;
}

DFMTI_RARE struct dfmti_unxz *dfmti_unxz_new(struct dfmti_mem *m) {
  struct dfmti_unxz *z = dfmti_zalloc(m, sizeof *z);
  if (!z) return NULL;
  z->mem = m;
  if (lzma_stream_decoder(&z->s, room(m), LZMA_CONCATENATED) == LZMA_OK) return z;
  dfmti_free(m, z, sizeof *z);
  return NULL;
}

DFMTI_RARE void dfmti_unxz_free(struct dfmti_mem *m, struct dfmti_unxz *z) {
  if (!z) return;
  lzma_end(&z->s);
  dfmti_free(m, z, sizeof *z);
}

/* liblzma goes on with what it has taken once the limit is high enough. */
static DFMTI_RARE dfmt_status no_room(struct dfmti_unxz *z, struct dfmti_fault *f) {
  const uint64_t need = lzma_memusage(&z->s);
  if (need > MOST)
    return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_XZ_DICTIONARY, "decoding it takes more than 2^27 bytes of memory");
  z->mem->needed = z->mem->used + need;
  return dfmti_faulty(f, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "no memory for liblzma");
}

DFMTI_RARE dfmt_status dfmti_unxz_step(struct dfmti_unxz *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  const size_t in = io->in_len, out = io->out_len;
  (void)lzma_memlimit_set(&z->s, room(z->mem));
  z->s.next_in = io->in;
  z->s.avail_in = in;
  z->s.next_out = io->out;
  z->s.avail_out = out;
  const lzma_ret r = lzma_code(&z->s, last ? LZMA_FINISH : LZMA_RUN);
  dfmti_io_advance(io, in - z->s.avail_in, out - z->s.avail_out);
  switch (r) {
    case LZMA_STREAM_END: return DFMT_END;
    case LZMA_OK:
    case LZMA_BUF_ERROR: /* as there was nothing to be done, twice */
      if (!last || io->in_len > 0 || io->out_len < out || out == 0) return DFMT_OK;
      return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_XZ_TRUNCATED, "the compressed data are incomplete");
    case LZMA_MEMLIMIT_ERROR: return no_room(z, f);
    case LZMA_MEM_ERROR:
    case LZMA_PROG_ERROR: /* what it says from then on */
      z->mem->needed = 0;
      return dfmti_faulty(f, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "no memory for liblzma");
    default: return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_XZ_DATA, "malformed xz data");
  }
}

#else

struct dfmti_unxz {
  char none;
};

DFMTI_RARE struct dfmti_unxz *dfmti_unxz_new(struct dfmti_mem *m) { return dfmti_zalloc(m, sizeof(struct dfmti_unxz)); }

DFMTI_RARE void dfmti_unxz_free(struct dfmti_mem *m, struct dfmti_unxz *z) { dfmti_free(m, z, sizeof *z); }

DFMTI_RARE dfmt_status dfmti_unxz_step(struct dfmti_unxz *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  (void)z;
  (void)io;
  (void)last;
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "xz is not built in");
}

#endif
