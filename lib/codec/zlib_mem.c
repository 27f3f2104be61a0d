/* SPDX-License-Identifier: MIT */
#include "zlib_mem.h"

/* zlib does not say how large a block is that it frees, so the size stands in front of it. */
union front {
  size_t size;
  max_align_t align;
};

static voidpf zlib_alloc(voidpf opaque, uInt items, uInt item_size) {
  size_t size;
  if (!dfmti_mul(items, item_size, &size) || !dfmti_add(size, sizeof(union front), &size)) return NULL;
  union front *p = dfmti_alloc(opaque, size);
  if (!p) return NULL;
  p->size = size;
  return p + 1;
}

static void zlib_free(voidpf opaque, voidpf address) {
  if (!address) return;
  union front *p = (union front *)address - 1;
  dfmti_free(opaque, p, p->size);
}

void dfmti_zlib_hook(z_stream *s, struct dfmti_mem *m) {
  s->zalloc = zlib_alloc;
  s->zfree = zlib_free;
  s->opaque = m;
}
