/* SPDX-License-Identifier: MIT */
/* Sources from the inside: a caller's or a stock vtable, counted. */
#ifndef DFMTI_SOURCE_H
#define DFMTI_SOURCE_H

#include <diagfmt/io.h>

#include "base/fault.h"
#include "base/mem.h"

struct dfmt_source {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_source_ops ops;
  dfmt_source *over; /* what it unwraps, a reference; NULL: its bytes are those that are stored */
  void *user;        /* what ops get: the caller's, or this source's own state */
  size_t own_size;   /* bytes of own state after `user`, 0: it is the caller's */
  uint64_t taken;    /* bytes read so far, in stream order */
  uint32_t refs;
  bool busy;
  bool seeks; /* it has been read at an offset: asking again would take what is ready from whoever waits for it */
};

/* Bytes read so far of the lowest of sources over each other: of those that are stored. */
static inline uint64_t dfmti_source_stored(const dfmt_source *s) {
  while (s->over) s = s->over;
  return s->taken;
}

/* A source with zeroed own state of `size` bytes in ->user. */
dfmt_status dfmti_source_make(const dfmt_config *c, const dfmt_source_ops *ops, size_t size, dfmt_source **out);

/* Reads at an offset: all of len unless the source ends (*got). E_UNSUPPORTED: cannot seek. */
dfmt_status dfmti_source_read_at(dfmt_source *s, uint64_t offset, void *buf, size_t len, size_t *got);

/* Whether it can be read at an offset. OK; E_*: that cannot be told, as trying it failed. */
dfmt_status dfmti_source_can_seek(dfmt_source *s, bool *can);

#endif
