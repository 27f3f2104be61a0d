/* SPDX-License-Identifier: MIT */
/* The text of a tombstone in protobuf, as the device writes it beside the message. */
#ifndef DFMTI_ANDROID_TOMBSTONE_TEXT_H
#define DFMTI_ANDROID_TOMBSTONE_TEXT_H

#include "base/cut.h"
#include "base/mem.h"

/*
 * Appends it, but not much more than `most` bytes: a text repeats what stands in the message once. false: no memory.
 */
bool dfmti_tombstone_write(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str message, uint64_t most);

/* ---- between the files that do: tombstone_put.c ---- */

struct dfmti_tombstone_writing {
  struct dfmti_mem *mem;
  struct dfmti_buf *to;
  bool failed;
  uint64_t most; /* bytes of all; nothing is added beyond */
  int digits;    /* of an address: 8 or 16 */
};

void dfmti_tombstone_put(struct dfmti_tombstone_writing *w, dfmt_str s);
void dfmti_tombstone_put_word(struct dfmti_tombstone_writing *w, const char *word);

/* At most 127 bytes. */
__attribute__((format(printf, 2, 3))) void dfmti_tombstone_put_f(struct dfmti_tombstone_writing *w, const char *format,
                                                                 ...);

/* tombstone_text_part.c: what follows the stack of the thread that crashed, up to other threads; memory of a thread. */
void dfmti_tombstone_put_maps(struct dfmti_tombstone_writing *w, dfmt_str message);
void dfmti_tombstone_put_memory(struct dfmti_tombstone_writing *w, dfmt_str thread);
void dfmti_tombstone_put_files(struct dfmti_tombstone_writing *w, dfmt_str message);

/* All lines of each log, or the last ones. */
void dfmti_tombstone_put_logs(struct dfmti_tombstone_writing *w, dfmt_str message, bool tail);

#endif
