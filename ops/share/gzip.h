/* SPDX-License-Identifier: MIT */
/* Compresses text with gzip, in pieces. */
#ifndef DFMTO_SHARE_GZIP_H
#define DFMTO_SHARE_GZIP_H

#include <zlib.h>

#include "base/mem.h"

struct dfmto_share_gzip {
  struct dfmti_mem *mem; /* NULL: not begun */
  z_stream z;
  struct dfmti_buf out;
};

/* false: no memory. The next call continues where it stopped. */
bool dfmto_share_gzip_open(struct dfmti_mem *m, struct dfmto_share_gzip *g, int level); /* zlib's */
bool dfmto_share_gzip_put(struct dfmto_share_gzip *g, const uint8_t *p, size_t n);
bool dfmto_share_gzip_close(struct dfmto_share_gzip *g);
void dfmto_share_gzip_free(struct dfmto_share_gzip *g);

#endif
