/* SPDX-License-Identifier: MIT */
#include "wrapper.h"

#include <string.h>

#include <diagfmt/event.h>

#include "base/rare.h"
#include "deflate.h"
#include "mime.h"
#include "unxz.h"
#include "zstd.h"

/* Of a member, how many bytes tell it from junk. */
enum { MAGIC = 4 };

struct dfmti_unwrapper {
  uint32_t wrapper;
  struct dfmti_inflate *inflate;
  struct dfmti_unzstd *unzstd;
  struct dfmti_unmime *unmime;
  struct dfmti_unxz *unxz;
  bool open;      /* inside a member or frame */
  bool any;       /* one has been read */
  bool zeros;     /* so have zeros after it */
  uint64_t taken; /* bytes of the open one */
};

DFMTI_RARE uint32_t dfmti_wrapper_of(const uint8_t *p, size_t n) {
  if (n >= 3 && p[0] == 0x1f && p[1] == 0x8b && p[2] == 8) return DFMT_WRAPPER_GZIP;
  if (n < 4) return DFMT_WRAPPER_NONE;
  bool frame = p[0] == 0x28 && p[1] == 0xb5 && p[2] == 0x2f && p[3] == 0xfd;
  bool skippable = (p[0] & 0xf0) == 0x50 && p[1] == 0x2a && p[2] == 0x4d && p[3] == 0x18;
  if (frame || skippable) return DFMT_WRAPPER_ZSTD;
  if (memcmp(p, "\3757zX", 4) == 0) return DFMT_WRAPPER_XZ;
  return dfmti_mime_begins(p, n) ? DFMT_WRAPPER_MIME : DFMT_WRAPPER_NONE;
}

DFMTI_RARE size_t dfmti_wrapper_wants(const uint8_t *p, size_t n) {
  return n < MAGIC ? (size_t)MAGIC : dfmti_mime_wants(p, n);
}

DFMTI_RARE struct dfmti_unwrapper *dfmti_unwrapper_new(struct dfmti_mem *m, uint32_t wrapper) {
  struct dfmti_unwrapper *w = dfmti_zalloc(m, sizeof *w);
  if (!w) return NULL;
  w->wrapper = wrapper;
  if (wrapper == DFMT_WRAPPER_GZIP)
    w->inflate = dfmti_inflate_new(m, DFMTI_INFLATE_BEST);
  else if (wrapper == DFMT_WRAPPER_ZSTD)
    w->unzstd = dfmti_unzstd_new(m);
  else if (wrapper == DFMT_WRAPPER_XZ)
    w->unxz = dfmti_unxz_new(m);
  else
    w->unmime = dfmti_unmime_new(m);
  if (w->inflate || w->unzstd || w->unmime || w->unxz) return w;
  dfmti_free(m, w, sizeof *w);
  return NULL;
}

DFMTI_RARE void dfmti_unwrapper_free(struct dfmti_mem *m, struct dfmti_unwrapper *w) {
  if (!w) return;
  dfmti_inflate_free(m, w->inflate);
  dfmti_unzstd_free(m, w->unzstd);
  dfmti_unmime_free(m, w->unmime);
  dfmti_unxz_free(m, w->unxz);
  dfmti_free(m, w, sizeof *w);
}

static DFMTI_RARE dfmt_status trailing(struct dfmti_fault *f) {
  *f = (struct dfmti_fault){DFMT_ERR_CODEC_TRAILING, "trailing bytes after the compressed data"};
  return DFMT_E_FORMAT;
}

/* Between members: OK opens the next one if there is input. */
static DFMTI_RARE dfmt_status open_member(struct dfmti_unwrapper *w, struct dfmti_io *io, struct dfmti_fault *f) {
  if (w->any && w->wrapper == DFMT_WRAPPER_GZIP) {
    for (; io->in_len > 0 && *io->in == 0; io->in_len--, io->in++) w->zeros = true;
    if (w->zeros && io->in_len > 0) return trailing(f);
  }
  if (io->in_len == 0) return DFMT_OK;
  if (w->wrapper == DFMT_WRAPPER_GZIP)
    dfmti_inflate_start(w->inflate, DFMTI_DEFLATE_GZIP);
  else
    dfmti_unzstd_start(w->unzstd);
  w->open = true;
  w->taken = 0;
  return DFMT_OK;
}

static DFMTI_RARE dfmt_status read_member(struct dfmti_unwrapper *w, struct dfmti_io *io, bool last,
                                          struct dfmti_fault *f) {
  size_t before = io->in_len;
  dfmt_status s = w->wrapper == DFMT_WRAPPER_GZIP ? dfmti_inflate_step(w->inflate, io, last, f)
                                                  : dfmti_unzstd_step(w->unzstd, io, last, f);
  w->taken += before - io->in_len;
  if (s == DFMT_E_FORMAT && w->any && w->taken <= MAGIC) return trailing(f);
  if (s == DFMT_END) {
    w->open = false;
    w->any = true;
  }
  return s;
}

DFMTI_RARE dfmt_status dfmti_unwrapper_step(struct dfmti_unwrapper *w, struct dfmti_io *io, bool last,
                                            struct dfmti_fault *f) {
  if (w->unmime) return dfmti_unmime_step(w->unmime, io, last, f); /* one message is all of it */
  if (w->unxz) return dfmti_unxz_step(w->unxz, io, last, f);       /* which goes through all streams */
  for (;;) {
    dfmt_status s = w->open ? DFMT_OK : open_member(w, io, f);
    if (s) return s;
    if (!w->open && w->any) return last ? DFMT_END : DFMT_OK;
    if (!w->open && !last) return DFMT_OK;
    if (!w->open) {
      *f = w->wrapper == DFMT_WRAPPER_GZIP ? (struct dfmti_fault){DFMT_ERR_DEFLATE_TRUNCATED, "no compressed data"}
                                           : (struct dfmti_fault){DFMT_ERR_ZSTD_TRUNCATED, "no compressed data"};
      return DFMT_E_TRUNCATED;
    }
    s = read_member(w, io, last, f);
    if (s != DFMT_END) return s;
  }
}

DFMTI_RARE size_t dfmti_unwrap_prefix(struct dfmti_mem *m, uint32_t wrapper, const uint8_t *p, size_t n, uint8_t *out,
                                      size_t cap) {
  struct dfmti_unwrapper *w = dfmti_unwrapper_new(m, wrapper);
  if (!w) return SIZE_MAX;
  struct dfmti_io io = {p, n, out, cap};
  struct dfmti_fault f;
  dfmt_status st = dfmti_unwrapper_step(w, &io, false, &f);
  dfmti_unwrapper_free(m, w);
  return st == DFMT_E_NOMEM ? SIZE_MAX : cap - io.out_len;
}
