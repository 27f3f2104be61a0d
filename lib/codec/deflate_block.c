/* SPDX-License-Identifier: MIT */
#include "deflate_block.h"

#include <string.h>

#include "zlib_mem.h"

enum { MEM_LEVEL = 8 };

struct dfmti_block_deflate {
  z_stream zlib;
#ifdef HAVE_ISAL
  struct dfmti_fast_deflate *isal; /* NULL: zlib compresses */
#endif
};

#ifdef HAVE_ISAL
/* Bytes written; 0: they do not fit. */
static size_t run_isal(struct dfmti_block_deflate *z, const uint8_t *p, size_t before, size_t n, uint8_t *out,
                       size_t room) {
  struct isal_zstream *s = dfmti_fast_deflate_begin(z->isal);
  s->flush = SYNC_FLUSH;
  s->next_in = (uint8_t *)(uintptr_t)p + before;
  s->avail_in = (uint32_t)n;
  s->next_out = out;
  s->avail_out = (uint32_t)room;
  if (before > 0 && isal_deflate_set_dict(s, (uint8_t *)(uintptr_t)p, (uint32_t)before) != COMP_OK) return 0;
  return isal_deflate(s) == COMP_OK && s->avail_in == 0 && s->avail_out > 0 ? room - s->avail_out : 0;
}
#endif

static size_t run_zlib(struct dfmti_block_deflate *z, const uint8_t *p, size_t before, size_t n, uint8_t *out,
                       size_t room) {
  z_stream *s = &z->zlib;
  if (deflateReset(s) != Z_OK || (before > 0 && deflateSetDictionary(s, p, (uInt)before) != Z_OK)) return 0;
  s->next_in = p + before;
  s->avail_in = (uInt)n;
  s->next_out = out;
  s->avail_out = (uInt)room;
  return deflate(s, Z_SYNC_FLUSH) == Z_OK && s->avail_in == 0 && s->avail_out > 0 ? room - s->avail_out : 0;
}

struct dfmti_block_deflate *dfmti_block_deflate_new(struct dfmti_mem *m, int level) {
  struct dfmti_block_deflate *z = dfmti_zalloc(m, sizeof *z);
  if (!z) return NULL;
  dfmti_zlib_hook(&z->zlib, m);
  bool good = false;
#ifdef HAVE_ISAL
  if (level == DFMTI_DEFLATE_FAST) {
    z->isal = dfmti_alloc(m, sizeof *z->isal);
    good = z->isal != NULL;
  } else
#endif
  {
    if (level == DFMTI_DEFLATE_FAST) level = DFMTI_FAST_LEVEL;
    good = deflateInit2(&z->zlib, level, Z_DEFLATED, -MAX_WBITS, MEM_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  if (good) return z;
  dfmti_block_deflate_free(m, z);
  return NULL;
}

void dfmti_block_deflate_free(struct dfmti_mem *m, struct dfmti_block_deflate *z) {
  if (!z) return;
#ifdef HAVE_ISAL
  dfmti_free(m, z->isal, sizeof *z->isal);
#endif
  deflateEnd(&z->zlib); /* does nothing if zlib holds nothing */
  dfmti_free(m, z, sizeof *z);
}

/* Stored blocks, RFC 1951 section 3.2.4, none of them the last one. */
static size_t store(const uint8_t *p, size_t n, uint8_t *out) {
  uint8_t *to = out;
  while (n > 0) {
    size_t some = dfmti_min(n, 0xffff);
    const uint8_t head[] = {0, (uint8_t)some, (uint8_t)(some >> 8), (uint8_t)~some, (uint8_t)(~some >> 8)};
    memcpy(to, head, sizeof head);
    memcpy(to + sizeof head, p, some);
    to += sizeof head + some;
    p += some;
    n -= some;
  }
  return (size_t)(to - out);
}

size_t dfmti_block_deflate(struct dfmti_block_deflate *z, const uint8_t *p, size_t before, size_t n, uint8_t *out) {
  size_t room = dfmti_block_deflate_room(n), made;
#ifdef HAVE_ISAL
  if (z->isal)
    made = run_isal(z, p, before, n, out, room);
  else
#endif
    made = run_zlib(z, p, before, n, out, room);
  return made > 0 ? made : store(p + before, n, out);
}
