/* SPDX-License-Identifier: MIT */
/*
 * Tombstones as protobuf (tombstone.proto), complete in memory. Unknown or malformed fields are skipped; a truncated
 * message is read as far as possible. Threads beyond DFMTI_TOMBSTONE_THREADS are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_TOMBSTONE_PROTO_H
#define DFMTI_ANDROID_TOMBSTONE_PROTO_H

#include "tombstone.h"

/*
 * What begins like one at the start of a file: build fingerprint, revision, and time, perhaps behind the lines that the
 * device's store puts before it. Empty: nothing does.
 */
dfmt_str dfmti_tombstone_proto_begins(dfmt_str start);

enum { DFMTI_TOMBSTONE_THREADS = 65536 };

/* Numbers of the fields that have causes, and their texts. */
enum { DFMTI_TOMBSTONE_PROTO_CAUSE = 15, DFMTI_TOMBSTONE_PROTO_CAUSE_TEXT = 1 };

/*
 * Reads a crash, and the positions of its threads: the one that crashed, then by number. false: no memory; the call can
 * be repeated.
 */
bool dfmti_tombstone_proto(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str message, struct dfmti_buf *threads);

/* Frames of a stack: fields of a message with one number. */
struct dfmti_tombstone_frames {
  dfmt_str message; /* the rest of it */
  uint32_t field;   /* their number */
  uint32_t place;   /* index of the next one */
};

/* The next frame. false: no more. */
bool dfmti_tombstone_proto_frame(struct dfmti_tombstone_frames *x, struct dfmti_native_frame *f);

struct dfmti_tombstone_thread {
  bool crashed;
  int32_t tid;
  dfmt_str name;
  uint64_t n_frames; /* total */
  struct dfmti_tombstone_frames frames;
};

/* The thread at an index of these. false: no more. */
bool dfmti_tombstone_proto_thread(dfmt_str message, const struct dfmti_buf *threads, size_t i,
                                  struct dfmti_tombstone_thread *x);

/* The rest of a message while its parts are taken. Zeroed but for `message`: all of it. */
struct dfmti_tombstone_rest {
  dfmt_str message;
  dfmt_str part; /* the rest of a log, or the memory that a cause is about */
  unsigned left; /* stacks of that memory that are still to come */
};

/* The next stack of memory that a cause is about: sets t->by, and what has its frames. false: no more. */
bool dfmti_tombstone_proto_stack(struct dfmti_tombstone_rest *x, struct dfmti_tombstone *t,
                                 struct dfmti_tombstone_frames *frames);

/* The next map, with permissions that are static. false: no more. */
bool dfmti_tombstone_proto_map(struct dfmti_tombstone_rest *x, struct dfmti_tombstone_map *map);

/* The next register of a thread, of its rest. false: no more. */
bool dfmti_tombstone_proto_register(dfmt_str *thread, struct dfmti_tombstone_register *x);

/* The next open file: the owner's name, and its tag. false: no more. */
bool dfmti_tombstone_proto_file(struct dfmti_tombstone_rest *x, struct dfmti_tombstone_file *file, uint64_t *tag);

struct dfmti_tombstone_message {
  dfmt_str time, tag, text;
  int32_t process_id, thread_id;
  uint32_t priority;
};

/* The next line of a log. *buffer: set if it is the first of its buffer. false: no more. */
bool dfmti_tombstone_proto_message(struct dfmti_tombstone_rest *x, dfmt_str *buffer,
                                   struct dfmti_tombstone_message *line);

#endif
