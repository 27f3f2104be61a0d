/* SPDX-License-Identifier: MIT */
/* Sinks from the inside: a caller's or a stock vtable, with a buffer in front so that small writes are gathered. */
#ifndef DFMTI_SINK_H
#define DFMTI_SINK_H

#include <diagfmt/io.h>

#include "base/fault.h"
#include "base/mem.h"

enum { DFMTI_SINK_BUFFER = 65536 }; /* bytes gathered before a write */

struct dfmt_sink {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_sink_ops ops;
  void *user;                                         /* what ops get: the caller's, or this sink's own state */
  size_t own_size;                                    /* bytes of own state after `user`, 0: it is the caller's */
  void (*own_free)(struct dfmti_mem *m, void *state); /* frees what own state holds, or NULL */
  struct dfmti_buf wait;                              /* accepted, not yet written */
  size_t written;                                     /* of `wait`, already handed on */
  uint64_t offset;                                    /* bytes accepted in all */
  struct dfmti_block *kept;                           /* what writing needs again and again */
  uint32_t refs;
  bool busy, closed;
  dfmt_status failed; /* sticky E_IO */
};

/* A sink with zeroed own state of `size` bytes in ->user. */
dfmt_status dfmti_sink_make(const dfmt_config *c, const dfmt_sink_ops *ops, size_t size, dfmt_sink **out);

/*
 * Takes all of len bytes: into the buffer, or straight on when they are many. OK; E_NOMEM, E_LIMIT: nothing was taken;
 * E_*: the sink failed. Never AGAIN: what a full sink does not take waits in the buffer.
 */
dfmt_status dfmti_sink_put(dfmt_sink *s, const void *ptr, size_t len);

/*
 * Room for up to `want` bytes at the end of the buffer, to be filled and then claimed. NULL: no memory, or the sink
 * failed before (see err).
 */
uint8_t *dfmti_sink_room(dfmt_sink *s, size_t want);

/* Overwrites bytes accepted before, wherever they are by now; `offset` as in s->offset. E_UNSUPPORTED: cannot seek. */
dfmt_status dfmti_sink_patch(dfmt_sink *s, uint64_t offset, const void *ptr, size_t len);

/*
 * Whether bytes can be overwritten that were written already: a file of ours may turn out to be a pipe, which is known
 * when it is opened. What goes wrong with that is told by the next write.
 */
bool dfmti_sink_can_patch(dfmt_sink *s);

static inline size_t dfmti_sink_waiting(const dfmt_sink *s) { return s->wait.len - s->written; }

/* Bytes that may wait for one write, which nobody else's cuts; as many more can come before the buffer is full. */
static inline size_t dfmti_sink_undivided(const dfmt_sink *s) {
  enum { OF_A_PIPE = 4096, MOST = DFMTI_SINK_BUFFER / 2 };
  uint64_t n = s->ops.undivided ? s->ops.undivided : OF_A_PIPE;
  return n < MOST ? (size_t)n : MOST;
}

/* Writes the first of what waits, until `left` bytes do. OK, AGAIN, E_*. */
dfmt_status dfmti_sink_drain_to(dfmt_sink *s, size_t left);

/* Writes all of it if that is more than `keep` bytes. Likewise. */
static inline dfmt_status dfmti_sink_drain(dfmt_sink *s, size_t keep) {
  return dfmti_sink_waiting(s) <= keep && !s->failed ? DFMT_OK : dfmti_sink_drain_to(s, 0);
}

/* Takes `len` bytes that were written to room. OK, also if the sink is full; E_*. */
static inline dfmt_status dfmti_sink_claim(dfmt_sink *s, size_t len) {
  s->wait.len += len;
  s->offset += len;
  if (dfmti_sink_waiting(s) < DFMTI_SINK_BUFFER) return DFMT_OK;
  dfmt_status st = dfmti_sink_drain_to(s, 0);
  return st == DFMT_AGAIN ? DFMT_OK : st;
}

#endif
