/* SPDX-License-Identifier: MIT */
/* What is written: the part of a writer that what makes bytes needs to see. It is the writer's first member. */
#ifndef DFMTI_OUT_H
#define DFMTI_OUT_H

#include "base/fault.h"
#include "base/mem.h"
#include "sink.h"

struct dfmti_out {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_sink *sink;
  uint64_t start;     /* sink->offset at open */
  dfmt_status failed; /* sticky E_IO */
};

/* Bytes put out since it was opened. */
static inline uint64_t dfmti_out_offset(const struct dfmti_out *to) { return to->sink->offset - to->start; }

/* Always takes all, or says E_NOMEM, E_LIMIT or E_IO with the error filled in. */
dfmt_status dfmti_out_put(struct dfmti_out *to, const void *ptr, size_t len);

/* Room for up to want bytes at the end of the sink's buffer, to be claimed by dfmti_out_claim(). NULL: no memory. */
uint8_t *dfmti_out_room(struct dfmti_out *to, size_t want);
dfmt_status dfmti_out_claim(struct dfmti_out *to, size_t len);

/* Overwrites what was put out; offset from the start. E_UNSUPPORTED: the sink cannot seek. */
dfmt_status dfmti_out_patch(struct dfmti_out *to, uint64_t offset, const void *ptr, size_t len);

/* The sink's error as this one's; returns st. E_IO and its like are kept as `failed`. */
dfmt_status dfmti_out_sink_failed(struct dfmti_out *to, dfmt_status st);

#endif
