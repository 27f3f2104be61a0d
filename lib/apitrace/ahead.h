/* SPDX-License-Identifier: MIT */
/*
 * Threads that expand Snappy blocks ahead of the reader. They come out in the order they were sent, so that nothing but
 * the time depends on them. The threads allocate nothing and see nothing but a block's two buffers.
 */
#ifndef DFMTI_APITRACE_AHEAD_H
#define DFMTI_APITRACE_AHEAD_H

#include "base/fault.h"

struct dfmti_ahead;

/* NULL: there is no memory, not one thread could be started, or the build has none; then one does without. */
struct dfmti_ahead *dfmti_apitrace_ahead_new(struct dfmti_mem *m, uint32_t threads);
void dfmti_apitrace_ahead_free(struct dfmti_mem *m, struct dfmti_ahead *a); /* NULL is fine */

/* Forgets all blocks, keeping threads and memory. */
void dfmti_apitrace_ahead_clear(struct dfmti_ahead *a);

/* As many blocks are under way as there are places for. */
bool dfmti_apitrace_ahead_full(const struct dfmti_ahead *a);

/*
 * Sends a block, of which dfmti_unsnappy_size() told the size; its bytes are copied. Only if not full. place: whatever
 * comes back with it. false: no memory, nothing was done.
 */
bool dfmti_apitrace_ahead_send(struct dfmti_mem *m, struct dfmti_ahead *a, const uint8_t *block, size_t len,
                               size_t size, uint64_t place);

/* A block that came back. */
struct dfmti_expanded {
  dfmt_status status; /* OK, or E_FORMAT with fault */
  struct dfmti_fault fault;
  const uint8_t *ptr;
  size_t size;
  uint64_t place;
};

/* Gives the block that was sent first; meanwhile expands those that no thread has taken. false: none is under way. */
bool dfmti_apitrace_ahead_first(struct dfmti_ahead *a, struct dfmti_expanded *out);

/* It is used up: its place is free. */
void dfmti_apitrace_ahead_drop(struct dfmti_ahead *a);

#endif
