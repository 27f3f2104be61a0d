/* SPDX-License-Identifier: MIT */
/*
 * Tombstones, line by line: files of debuggerd and crash_dump, and the same lines in the log.
 *
 *          ***…, type: crash         backtrace:          no frame
 *   NOTHING ---------> HEAD --------------------> TRACE ----------> REST
 *                      |  ^                                          |
 *      Abort message:  |  | registers, end of the message            |
 *                      v  |                                          |
 *                     MESSAGE        HEAD <--------------------------+  ---… : another thread
 *
 * Other lines are skipped; in REST also log lines and stacks of earlier events. Memory is bounded: texts beyond
 * DFMTI_TOMBSTONE_TEXT bytes are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_TOMBSTONE_H
#define DFMTI_ANDROID_TOMBSTONE_H

#include "native_frame.h"

enum { DFMTI_TOMBSTONE_TEXT = 32768, DFMTI_TOMBSTONE_CAUSES = 16 };

enum {
  DFMTI_TOMBSTONE_FINGERPRINT,
  DFMTI_TOMBSTONE_REVISION,
  DFMTI_TOMBSTONE_ABI,
  DFMTI_TOMBSTONE_TIME_TEXT,
  DFMTI_TOMBSTONE_CMDLINE,
  DFMTI_TOMBSTONE_PROCESS_NAME,
  DFMTI_TOMBSTONE_THREAD_NAME,
  DFMTI_TOMBSTONE_SIGNAL_NAME,
  DFMTI_TOMBSTONE_CODE_NAME,
  DFMTI_TOMBSTONE_ABORT_MESSAGE,
  DFMTI_TOMBSTONE_TEXTS
};

/* Numbers that were found. Texts have the bits 1 << DFMTI_TOMBSTONE_*. */
enum {
  DFMTI_TOMBSTONE_HAS_PROCESS_ID = 1 << 10, /* also the number of the thread that crashed */
  DFMTI_TOMBSTONE_HAS_UTC_OFFSET = 1 << 11,
  DFMTI_TOMBSTONE_HAS_UPTIME = 1 << 12,
  DFMTI_TOMBSTONE_HAS_USER_ID = 1 << 13,
  DFMTI_TOMBSTONE_HAS_SIGNAL = 1 << 14,
  DFMTI_TOMBSTONE_HAS_CODE = 1 << 15,
  DFMTI_TOMBSTONE_HAS_SENDER = 1 << 16,
  DFMTI_TOMBSTONE_HAS_FAULT_ADDRESS = 1 << 17
};

struct dfmti_tombstone_place {
  size_t at, len;
};

/* Zeroed: none. */
struct dfmti_tombstone {
  uint32_t phase, has;
  bool cut;
  int32_t process_id, thread_id, utc_offset_s, signal, code;
  uint32_t user_id, sender_process_id, sender_user_id;
  uint64_t uptime_s, fault_address;
  struct dfmti_buf text;
  struct dfmti_tombstone_place texts[DFMTI_TOMBSTONE_TEXTS], causes[DFMTI_TOMBSTONE_CAUSES];
  uint32_t n_causes;
  struct dfmti_native_stack stack; /* of the thread that crashed */
  /* The current thread. */
  bool in_thread; /* its line was seen */
  bool other;     /* it is not the one that crashed */
  int32_t tid;
  struct dfmti_buf name;
  uint64_t n_frames;
  struct dfmti_native_frame frame; /* the last frame; texts are borrowed from the line */
};

/* What the next line ends: bits. To be called before taking that line. */
enum { DFMTI_TOMBSTONE_ENDS_THREAD = 1, DFMTI_TOMBSTONE_ENDS_CRASH = 2 };
uint32_t dfmti_tombstone_ends(const struct dfmti_tombstone *t, dfmt_str line);

/* Whether a tombstone begins with this line. */
bool dfmti_tombstone_begins(dfmt_str line);

/* Takes a line, without its end. *frame: it was a frame. false: no memory, and nothing was changed. */
bool dfmti_tombstone_line(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str line, bool *frame);

/* Ends it: there are no more lines. */
void dfmti_tombstone_finish(struct dfmti_tombstone *t);

static inline bool dfmti_tombstone_is_open(const struct dfmti_tombstone *t) { return t->phase != 0; }

/* A text; absent ones are empty. */
dfmt_str dfmti_tombstone_text(const struct dfmti_tombstone *t, struct dfmti_tombstone_place at);

/* Appends native|PROCESS|SIGNAL[/CODE]|FRAME|…; nothing if process or signal is unknown. false: no memory. */
bool dfmti_tombstone_signature(struct dfmti_mem *m, const struct dfmti_tombstone *t, struct dfmti_buf *to);

/* For tombstones not read from text: store a text, or a cause. There must be room: DFMTI_TOMBSTONE_TEXT. */
void dfmti_tombstone_keep(struct dfmti_tombstone *t, uint32_t which, dfmt_str s);
void dfmti_tombstone_keep_cause(struct dfmti_tombstone *t, dfmt_str s);
/* "YYYY-MM-DD HH:MM:SS[.fraction]+HHMM" */
void dfmti_tombstone_keep_time(struct dfmti_tombstone *t, dfmt_str s);

/* Removes it; memory is kept. */
void dfmti_tombstone_clear(struct dfmti_tombstone *t);
void dfmti_tombstone_free(struct dfmti_mem *m, struct dfmti_tombstone *t);

#endif
