/* SPDX-License-Identifier: MIT */
/* Tar archives (POSIX "ustar", and what GNU and pax made of it), read forward as zips are. */
#ifndef DFMTI_TAR_H
#define DFMTI_TAR_H

#include "base/tar_header.h"
#include "io/stream.h"

struct dfmti_tar {
  char bytes[DFMTI_TAR_NAME];
  dfmt_str name;       /* of the current file, as far as its header has it: in `bytes` */
  uint64_t left, pass; /* bytes of its content; to be passed over before the next header */
  bool over; /* the block of zeros was met that ends it; what follows is read, for what the source says of it */
};

/* Whether these bytes begin with a header, of which the sum is right. */
static inline bool dfmti_tar_begins(const uint8_t *p, size_t n) {
  struct dfmti_tar_header h;
  return n >= DFMTI_TAR_BLOCK && dfmti_tar_header(p, &h);
}

/* The next file; folders, links and what only describes files are passed over. END: no more. */
dfmt_status dfmti_tar_next(struct dfmti_stream *in, struct dfmti_tar *t);

/* Its content, as dfmti_zip_read() gives it. */
dfmt_status dfmti_tar_read(struct dfmti_stream *in, struct dfmti_tar *t, uint8_t *buf, size_t cap, size_t *got);

#endif
