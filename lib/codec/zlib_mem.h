/* SPDX-License-Identifier: MIT */
/* zlib with the memory of a handle. */
#ifndef DFMTI_ZLIB_MEM_H
#define DFMTI_ZLIB_MEM_H

#define ZLIB_CONST
#include <zlib.h>

#include "base/mem.h"

/* Sets the stream's allocator; to be called before inflateInit2() or deflateInit2(). */
void dfmti_zlib_hook(z_stream *s, struct dfmti_mem *m);

#endif
