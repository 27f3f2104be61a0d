/* SPDX-License-Identifier: MIT */
/*
 * Tombstones as protobuf (tombstone.proto), whole in memory. What is not known, or damaged, is passed over; of a
 * message that is cut its start is read. Beyond DFMTI_TOMBSTONE_THREADS threads are left out, and `cut` says so.
 */
#ifndef DFMTI_ANDROID_TOMBSTONE_PROTO_H
#define DFMTI_ANDROID_TOMBSTONE_PROTO_H

#include "tombstone.h"

/* Whether a file begins as one: build fingerprint, revision, and time. */
bool dfmti_tombstone_proto_begins(dfmt_str start);

enum { DFMTI_TOMBSTONE_THREADS = 65536 };

/*
 * Takes a crash, and where its threads are into a buffer: the one that crashed, then by number. false: no memory; to be
 * called again.
 */
bool dfmti_tombstone_proto(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str message, struct dfmti_buf *threads);

struct dfmti_tombstone_thread {
  bool crashed;
  int32_t tid;
  dfmt_str name;
  dfmt_str message;  /* what is left of it: frames */
  uint64_t n_frames; /* in all */
  uint32_t place;    /* of the next frame */
};

/* The thread at a place of these. false: there are not so many. */
bool dfmti_tombstone_proto_thread(dfmt_str message, const struct dfmti_buf *threads, size_t i,
                                  struct dfmti_tombstone_thread *x);

/* Its next frame. false: there is none. */
bool dfmti_tombstone_proto_frame(struct dfmti_tombstone_thread *x, struct dfmti_native_frame *f);

#endif
