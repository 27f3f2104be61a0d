/* SPDX-License-Identifier: MIT */
/*
 * Tombstones as protobuf (tombstone.proto), complete in memory. Unknown or malformed fields are skipped; a truncated
 * message is read as far as possible. Threads beyond DFMTI_TOMBSTONE_THREADS are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_TOMBSTONE_PROTO_H
#define DFMTI_ANDROID_TOMBSTONE_PROTO_H

#include "tombstone.h"

/* Whether a file begins like one: build fingerprint, revision, and time. */
bool dfmti_tombstone_proto_begins(dfmt_str start);

enum { DFMTI_TOMBSTONE_THREADS = 65536 };

/*
 * Reads a crash, and the positions of its threads: the one that crashed, then by number. false: no memory; the call can
 * be repeated.
 */
bool dfmti_tombstone_proto(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str message, struct dfmti_buf *threads);

struct dfmti_tombstone_thread {
  bool crashed;
  int32_t tid;
  dfmt_str name;
  dfmt_str message;  /* the rest of it: frames */
  uint64_t n_frames; /* total */
  uint32_t place;    /* index of the next frame */
};

/* The thread at an index of these. false: no more. */
bool dfmti_tombstone_proto_thread(dfmt_str message, const struct dfmti_buf *threads, size_t i,
                                  struct dfmti_tombstone_thread *x);

/* Its next frame. false: no more. */
bool dfmti_tombstone_proto_frame(struct dfmti_tombstone_thread *x, struct dfmti_native_frame *f);

#endif
