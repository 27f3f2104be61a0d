/* SPDX-License-Identifier: MIT */
/* Buffered text output to a sink. */
#ifndef DFMTO_PROFILE_DOCUMENT_H
#define DFMTO_PROFILE_DOCUMENT_H

#include <zlib.h>

#include "op/op.h"

struct dfmto_profile_document {
  dfmt_op *op;
  dfmt_sink *to;
  struct dfmti_buf out; /* not written yet */
  bool full;            /* an allocation failed, which flush() reports */
  z_stream *gzip;       /* NULL: not compressed */
};

/* Allocator for zlib, from the operation's memory: user is the operation. */
voidpf dfmto_profile_zlib_take(voidpf user, uInt n, uInt size);
void dfmto_profile_zlib_give(voidpf user, voidpf ptr);

void dfmto_profile_put(struct dfmto_profile_document *d, const void *ptr, size_t len);
void dfmto_profile_put_s(struct dfmto_profile_document *d, const char *text);
void dfmto_profile_put_f(struct dfmto_profile_document *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void dfmto_profile_put_u64(struct dfmto_profile_document *d, uint64_t n);

/* Writes the buffer, if it is large or `all`. OK, E_NOMEM, E_LIMIT, E_IO of the sink, or if the caller stops. */
dfmt_status dfmto_profile_flush(struct dfmto_profile_document *d, bool all);

/* Compresses the output from here on, until end(), which must always be called. */
dfmt_status dfmto_profile_gzip_begin(struct dfmto_profile_document *d, z_stream *z);
dfmt_status dfmto_profile_gzip_end(struct dfmto_profile_document *d, dfmt_status st);

#endif
