/* SPDX-License-Identifier: MIT */
#include "gzip.h"

#include <limits.h>
#include <string.h>

#include "text.h"
#include "tool.h"

enum { GZIP_WINDOW = 15 + 16 }; /* the largest, with gzip's header */

static void room(struct gzip *g) {
  g->z.next_out = g->out;
  g->z.avail_out = sizeof g->out;
}

void gzip_begin(struct gzip *g, dfmt_sink *to) {
  memset(&g->z, 0, sizeof g->z);
  g->to = to;
  if (deflateInit2(&g->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    tool_no_memory();
  room(g);
}

static void squeeze(struct gzip *g, int flush) {
  int st;
  do {
    st = deflate(&g->z, flush);
    if (g->z.avail_out && st != Z_STREAM_END) continue;
    put(g->to, g->out, sizeof g->out - g->z.avail_out);
    room(g);
  } while (flush == Z_FINISH ? st != Z_STREAM_END : g->z.avail_in);
}

void gzip_put(struct gzip *g, const void *ptr, size_t len) {
  const unsigned char *p = ptr;
  while (len) {
    uInt n = len < UINT_MAX ? (uInt)len : UINT_MAX;
    g->z.next_in = (z_const Bytef *)(uintptr_t)p;
    g->z.avail_in = n;
    squeeze(g, Z_NO_FLUSH);
    p += n;
    len -= n;
  }
}

void gzip_end(struct gzip *g) {
  squeeze(g, Z_FINISH);
  deflateEnd(&g->z);
}
