/* SPDX-License-Identifier: MIT */
/* Text and bytes on their way to a sink, compressed. */
#ifndef GZIP_H
#define GZIP_H

#include <diagfmt/io.h>
#include <zlib.h>

struct gzip {
  z_stream z;
  dfmt_sink *to; /* what fails is sticky there */
  unsigned char out[65536];
};

/* The same input gives the same output: no time, no name. */
void gzip_begin(struct gzip *g, dfmt_sink *to);
void gzip_put(struct gzip *g, const void *ptr, size_t len);
void gzip_end(struct gzip *g);

#endif
