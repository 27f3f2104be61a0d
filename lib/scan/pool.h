/* SPDX-License-Identifier: MIT */
/*
 * Memory of released batches, for the next ones of the same scan: fresh memory costs a fault for each page. Arrays give
 * their buffers back on whichever thread they are released, also when the scan is gone; the scan alone takes them.
 */
#ifndef DFMTI_POOL_H
#define DFMTI_POOL_H

#include "base/mem.h"

struct dfmti_pool;

/* With one user, the scan. NULL: no memory. */
struct dfmti_pool *dfmti_pool_new(struct dfmti_mem *m);

/* The scan's last call: from now on nothing is kept. NULL is allowed. */
void dfmti_pool_close(struct dfmti_pool *p, struct dfmti_mem *m);

/* Makes an empty buffer have room for `bytes` or somewhat more, counted as m's. false: nothing fits. */
bool dfmti_pool_take(struct dfmti_pool *p, struct dfmti_mem *m, struct dfmti_buf *b, size_t bytes);

/* Frees what a whole batch had no use for. */
void dfmti_pool_tidy(struct dfmti_pool *p);

/* ---- arrays, on any thread ---- */

/* One more user. Returns p. */
struct dfmti_pool *dfmti_pool_join(struct dfmti_pool *p);

/* Takes memory over that nobody counts. ptr NULL: nothing. */
void dfmti_pool_give(struct dfmti_pool *p, void *ptr, size_t size);

/* Frees memory that is not worth keeping. */
void dfmti_pool_free(const struct dfmti_pool *p, void *ptr, size_t size);

/* One user less; the last one frees it. */
void dfmti_pool_leave(struct dfmti_pool *p);

#endif
