/* SPDX-License-Identifier: MIT */
#include <limits.h>

#include "inflate_raw.h"
#include "zlib_mem.h"

/* A preset dictionary makes zlib allocate its window, which it else does when the first output comes. */
static void *open_zlib(struct dfmti_mem *m) {
  static const Bytef any = 0;
  z_stream *s = dfmti_zalloc(m, sizeof *s);
  if (!s) return NULL;
  dfmti_zlib_hook(s, m);
  if (inflateInit2(s, -MAX_WBITS) == Z_OK && inflateSetDictionary(s, &any, 1) == Z_OK) return s;
  inflateEnd(s);
  dfmti_free(m, s, sizeof *s);
  return NULL;
}

static void close_zlib(struct dfmti_mem *m, void *state) {
  inflateEnd(state);
  dfmti_free(m, state, sizeof(z_stream));
}

static void start(void *state) { inflateReset(state); }

static dfmt_status step(void *state, struct dfmti_io *io, struct dfmti_fault *f) {
  z_stream *s = state;
  for (;;) {
    uInt in = (uInt)dfmti_min(io->in_len, UINT_MAX), out = (uInt)dfmti_min(io->out_len, UINT_MAX);
    s->next_in = io->in;
    s->avail_in = in;
    s->next_out = io->out;
    s->avail_out = out;
    int r = inflate(s, Z_NO_FLUSH);
    size_t used = in - s->avail_in, made = out - s->avail_out;
    *io = (struct dfmti_io){s->next_in, io->in_len - used, s->next_out, io->out_len - made};
    if (r == Z_STREAM_END) return DFMT_END;
    if (r == Z_MEM_ERROR) {
      *f = (struct dfmti_fault){DFMT_ERR_NOMEM, "zlib is out of memory"};
      return DFMT_E_NOMEM;
    }
    if (r != Z_OK && r != Z_BUF_ERROR) {
      *f = (struct dfmti_fault){DFMT_ERR_DEFLATE_DATA, "malformed deflate data"};
      return DFMT_E_FORMAT;
    }
    if (io->in_len == 0 || io->out_len == 0) return DFMT_OK;
  }
}

const struct dfmti_inflate_raw dfmti_inflate_by_zlib = {open_zlib, close_zlib, start, step, NULL, NULL};
