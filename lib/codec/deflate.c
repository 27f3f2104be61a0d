/* SPDX-License-Identifier: MIT */
/* The encoder: zlib, or ISA-L where speed is all that counts. Its counterpart is inflate.c. */
#include "deflate.h"

#include <limits.h>

#include "zlib_mem.h"

enum { MEM_LEVEL = 8, NOT_OPEN = -2 };

struct dfmti_deflate {
  struct dfmti_mem *mem;
  z_stream zlib;
  int level; /* NOT_OPEN: zlib holds nothing */
  bool zlib_container;
#ifdef HAVE_ISAL
  struct dfmti_fast_deflate *isal; /* NULL: it was never asked for */
  bool fast;                       /* it compresses */
#endif
};

struct dfmti_deflate *dfmti_deflate_new(struct dfmti_mem *m) {
  struct dfmti_deflate *z = dfmti_zalloc(m, sizeof *z);
  if (!z) return NULL;
  dfmti_zlib_hook(&z->zlib, m);
  z->mem = m;
  z->level = NOT_OPEN;
  return z;
}

static void close_zlib(struct dfmti_deflate *z) {
  if (z->level != NOT_OPEN) deflateEnd(&z->zlib);
  z->level = NOT_OPEN;
}

void dfmti_deflate_free(struct dfmti_mem *m, struct dfmti_deflate *z) {
  if (!z) return;
  close_zlib(z);
#ifdef HAVE_ISAL
  dfmti_free(m, z->isal, sizeof *z->isal);
#endif
  dfmti_free(m, z, sizeof *z);
}

#ifdef HAVE_ISAL
static dfmt_status start_isal(struct dfmti_deflate *z, struct dfmti_fault *f) {
  if (!z->isal) z->isal = dfmti_alloc(z->mem, sizeof *z->isal);
  if (!z->isal) {
    *f = (struct dfmti_fault){DFMT_ERR_NOMEM, "out of memory"};
    return DFMT_E_NOMEM;
  }
  dfmti_fast_deflate_begin(z->isal);
  return DFMT_OK;
}

static dfmt_status step_isal(struct isal_zstream *s, struct dfmti_io *io, bool finish, struct dfmti_fault *f) {
  while (io->out_len > 0) {
    const uint32_t in = (uint32_t)dfmti_min(io->in_len, INT_MAX), out = (uint32_t)dfmti_min(io->out_len, INT_MAX);
    s->next_in = (uint8_t *)(uintptr_t)io->in;
    s->avail_in = in;
    s->next_out = io->out;
    s->avail_out = out;
    s->end_of_stream = finish && in == io->in_len;
    const int r = isal_deflate(s);
    io->in = s->next_in;
    io->in_len -= in - s->avail_in;
    io->out = s->next_out;
    io->out_len -= out - s->avail_out;
    if (s->internal_state.state == ZSTATE_END) return DFMT_END;
    if (r != COMP_OK) {
      *f = (struct dfmti_fault){DFMT_ERR_STATE, "deflate is not open"};
      return DFMT_E_STATE;
    }
    if (io->in_len == 0 && s->avail_out > 0) return DFMT_OK;
  }
  return DFMT_OK;
}
#endif

dfmt_status dfmti_deflate_start(struct dfmti_deflate *z, int level, bool zlib_container, struct dfmti_fault *f) {
#ifdef HAVE_ISAL
  z->fast = level == DFMTI_DEFLATE_FAST && !zlib_container;
  if (z->fast) return start_isal(z, f);
#endif
  if (level == DFMTI_DEFLATE_FAST) level = DFMTI_FAST_LEVEL;
  if (z->level == level && z->zlib_container == zlib_container && deflateReset(&z->zlib) == Z_OK) return DFMT_OK;
  close_zlib(z);
  int bits = zlib_container ? MAX_WBITS : -MAX_WBITS;
  int r = deflateInit2(&z->zlib, level, Z_DEFLATED, bits, MEM_LEVEL, Z_DEFAULT_STRATEGY);
  if (r == Z_OK) {
    z->level = level;
    z->zlib_container = zlib_container;
    return DFMT_OK;
  }
  if (r == Z_MEM_ERROR) {
    *f = (struct dfmti_fault){DFMT_ERR_NOMEM, "zlib is out of memory"};
    return DFMT_E_NOMEM;
  }
  *f = (struct dfmti_fault){DFMT_ERR_CODEC_SETUP, "zlib refused to start"};
  return DFMT_E_UNSUPPORTED;
}

dfmt_status dfmti_deflate_step(struct dfmti_deflate *z, struct dfmti_io *io, bool finish, struct dfmti_fault *f) {
#ifdef HAVE_ISAL
  if (z->fast) return step_isal(&z->isal->stream, io, finish, f);
#endif
  while (io->out_len > 0) {
    uInt in = (uInt)dfmti_min(io->in_len, UINT_MAX / 2), out = (uInt)dfmti_min(io->out_len, UINT_MAX / 2);
    bool all = in == io->in_len;
    z->zlib.next_in = io->in;
    z->zlib.avail_in = in;
    z->zlib.next_out = io->out;
    z->zlib.avail_out = out;
    int r = deflate(&z->zlib, finish && all ? Z_FINISH : Z_NO_FLUSH);
    io->in = z->zlib.next_in;
    io->in_len -= in - z->zlib.avail_in;
    io->out = z->zlib.next_out;
    io->out_len -= out - z->zlib.avail_out;
    if (r == Z_STREAM_END) return DFMT_END;
    if (r != Z_OK && r != Z_BUF_ERROR) {
      *f = (struct dfmti_fault){DFMT_ERR_STATE, "deflate is not open"};
      return DFMT_E_STATE;
    }
    if (io->in_len == 0 && z->zlib.avail_out > 0) return DFMT_OK;
  }
  return DFMT_OK;
}
