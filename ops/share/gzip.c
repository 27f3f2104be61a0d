/* SPDX-License-Identifier: MIT */
#include "gzip.h"

enum { ROOM = 16384, HEAD = sizeof(uint64_t) * 2 };

/* zlib does not pass the size of what it frees: it is stored before the block. */
static voidpf take(voidpf m, uInt n, uInt size) {
  size_t len;
  if (!dfmti_mul(n, size, &len) || !dfmti_add(len, HEAD, &len)) return NULL;
  uint64_t *p = dfmti_zalloc(m, len);
  if (!p) return NULL;
  *p = len;
  return (uint8_t *)p + HEAD;
}

static void give(voidpf m, voidpf ptr) {
  uint64_t *p = (void *)((uint8_t *)ptr - HEAD);
  dfmti_free(m, p, (size_t)*p);
}

bool dfmto_share_gzip_open(struct dfmti_mem *m, struct dfmto_share_gzip *g, int level) {
  enum { GZIP = 16, MEMORY = 8 };
  g->z = (z_stream){.zalloc = take, .zfree = give, .opaque = m};
  if (deflateInit2(&g->z, level, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) return false;
  g->mem = m;
  g->out.len = 0;
  return true;
}

static bool step(struct dfmto_share_gzip *g, int flush, int *said) {
  if (!dfmti_buf_reserve(g->mem, &g->out, ROOM)) return false;
  g->z.next_out = g->out.ptr + g->out.len;
  g->z.avail_out = ROOM;
  *said = deflate(&g->z, flush);
  g->out.len += ROOM - g->z.avail_out;
  return true;
}

bool dfmto_share_gzip_put(struct dfmto_share_gzip *g, const uint8_t *p, size_t n) {
  int said;
  if (!dfmti_buf_reserve(g->mem, &g->out, deflateBound(&g->z, (uLong)n) + ROOM)) return false;
  g->z.next_in = (Bytef *)(uintptr_t)p;
  g->z.avail_in = (uInt)n;
  while (g->z.avail_in && step(g, Z_NO_FLUSH, &said)) continue;
  return g->z.avail_in == 0;
}

bool dfmto_share_gzip_close(struct dfmto_share_gzip *g) {
  int said = Z_OK;
  g->z.avail_in = 0;
  while (said != Z_STREAM_END)
    if (!step(g, Z_FINISH, &said)) return false;
  return true;
}

void dfmto_share_gzip_free(struct dfmto_share_gzip *g) {
  if (!g->mem) return;
  (void)deflateEnd(&g->z);
  dfmti_buf_free(g->mem, &g->out);
  *g = (struct dfmto_share_gzip){.mem = NULL};
}
