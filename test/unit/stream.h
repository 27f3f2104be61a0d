/* SPDX-License-Identifier: MIT */
/* A source that cannot seek, over memory: what was read of it is gone. */
#ifndef TEST_STREAM_H
#define TEST_STREAM_H

#include <string.h>

#include <diagfmt/io.h>

struct stream {
  const char *ptr;
  size_t len, at;
};

static inline dfmt_status stream_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct stream *x = user;
  size_t n = x->len - x->at;
  if (n > cap) n = (size_t)cap;
  if (n > 1000) n = 1000;
  if (n) memcpy(buf, x->ptr + x->at, n);
  x->at += n;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

/* x lives as long as the source. */
static inline dfmt_source *stream_source(struct stream *x) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = stream_read};
  dfmt_source *s;
  return dfmt_source_new(NULL, &ops, x, &s) == DFMT_OK ? s : NULL;
}

#endif
