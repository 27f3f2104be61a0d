/* SPDX-License-Identifier: MIT */
/* Text into gzip, in pieces. */
#ifndef DFMTO_SHARE_GZIP_H
#define DFMTO_SHARE_GZIP_H

#include <zlib.h>

#include "base/mem.h"

struct dfmto_gzip {
  struct dfmti_mem *mem; /* NULL: not begun */
  z_stream z;
  struct dfmti_buf out;
};

/* All of them false: no memory. The same call goes on where it stopped. */
bool dfmto_gzip_open(struct dfmti_mem *m, struct dfmto_gzip *g, int level); /* zlib's */
bool dfmto_gzip_put(struct dfmto_gzip *g, const uint8_t *p, size_t n);
bool dfmto_gzip_close(struct dfmto_gzip *g);
void dfmto_gzip_free(struct dfmto_gzip *g);

#endif
