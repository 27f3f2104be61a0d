/* SPDX-License-Identifier: MIT */
/* The quickest deflate there is: what the encoders of streams and of blocks share. */
#ifndef DFMTI_FAST_DEFLATE_H
#define DFMTI_FAST_DEFLATE_H

enum { DFMTI_DEFLATE_FAST = -1 /* a level: ISA-L's 1 where that is built in, else zlib's */, DFMTI_FAST_LEVEL = 1 };

#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>

struct dfmti_fast_deflate {
  struct isal_zstream stream;
  uint8_t tables[ISAL_DEF_LVL1_DEFAULT];
};

/* Ready for new data, raw: what remains is to say what goes in, where to, and how it ends. */
static inline struct isal_zstream *dfmti_fast_deflate_begin(struct dfmti_fast_deflate *z) {
  isal_deflate_init(&z->stream);
  z->stream.level = DFMTI_FAST_LEVEL;
  z->stream.level_buf = z->tables;
  z->stream.level_buf_size = sizeof z->tables;
  return &z->stream;
}
#endif

#endif
