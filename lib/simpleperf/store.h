/* SPDX-License-Identifier: MIT */
/* Bytes kept in pieces that never move: names. */
#ifndef DFMTI_SIMPLEPERF_STORE_H
#define DFMTI_SIMPLEPERF_STORE_H

#include "base/mem.h"

/* Zeroed is empty. */
struct dfmti_store {
  struct dfmti_store_piece *last;
};

/* A copy of len bytes, not NULL but for want of memory. */
const char *dfmti_simpleperf_store_add(struct dfmti_mem *m, struct dfmti_store *s, const void *ptr, size_t len);
void dfmti_simpleperf_store_free(struct dfmti_mem *m, struct dfmti_store *s);

#endif
