/* SPDX-License-Identifier: MIT */
/*
 * Tombstones, line by line: files of debuggerd and crash_dump, and the same lines in the log.
 *
 *          ***…, type: crash         backtrace:          no frame        memory map…   MAPS
 *   NOTHING ---------> HEAD --------------------> TRACE ----------> REST ------------> FILES
 *                      |  ^                         ^                 |  ^   …         QUOTED
 *      Abort message:  |  | registers, end of       |_________________|  |_______________|
 *                      v  | the message               [de]allocated by       other headings
 *                     MESSAGE        HEAD <---------------------------- ---… : another thread
 *
 * Other lines are skipped. Memory is bounded: texts beyond DFMTI_TOMBSTONE_TEXT bytes are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_TOMBSTONE_H
#define DFMTI_ANDROID_TOMBSTONE_H

#include "native_frame.h"
#include "tombstone_part.h"

enum { DFMTI_TOMBSTONE_TEXT = 32768, DFMTI_TOMBSTONE_CAUSES = 16, DFMTI_TOMBSTONE_DETAILS = 16 };

enum {
  DFMTI_TOMBSTONE_FINGERPRINT,
  DFMTI_TOMBSTONE_REVISION,
  DFMTI_TOMBSTONE_ABI,
  DFMTI_TOMBSTONE_GUEST_ABI,
  DFMTI_TOMBSTONE_TIME_TEXT,
  DFMTI_TOMBSTONE_EXECUTABLE,
  DFMTI_TOMBSTONE_CMDLINE,
  DFMTI_TOMBSTONE_PROCESS_NAME,
  DFMTI_TOMBSTONE_SELINUX_LABEL,
  DFMTI_TOMBSTONE_THREAD_NAME,
  DFMTI_TOMBSTONE_SIGNAL_NAME,
  DFMTI_TOMBSTONE_CODE_NAME,
  DFMTI_TOMBSTONE_ABORT_MESSAGE,
  DFMTI_TOMBSTONE_TEXTS
};

/* Numbers that were found. Texts have the bits 1 << DFMTI_TOMBSTONE_*. */
enum {
  DFMTI_TOMBSTONE_HAS_PROCESS_ID = 1 << DFMTI_TOMBSTONE_TEXTS, /* also the number of the thread that crashed */
  DFMTI_TOMBSTONE_HAS_UTC_OFFSET = 1 << 14,
  DFMTI_TOMBSTONE_HAS_UPTIME = 1 << 15,
  DFMTI_TOMBSTONE_HAS_USER_ID = 1 << 16,
  DFMTI_TOMBSTONE_HAS_SIGNAL = 1 << 17,
  DFMTI_TOMBSTONE_HAS_CODE = 1 << 18,
  DFMTI_TOMBSTONE_HAS_SENDER = 1 << 19,
  DFMTI_TOMBSTONE_HAS_FAULT_ADDRESS = 1 << 20,
  DFMTI_TOMBSTONE_HAS_PAGE_SIZE = 1 << 21
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
  uint64_t uptime_s, fault_address, page_size;
  struct dfmti_buf text;
  struct dfmti_tombstone_place texts[DFMTI_TOMBSTONE_TEXTS], causes[DFMTI_TOMBSTONE_CAUSES],
      details[DFMTI_TOMBSTONE_DETAILS];
  uint32_t n_causes, n_details;
  struct dfmti_native_stack stack; /* of the thread that crashed */
  /* The current thread. */
  bool in_thread; /* its line was seen */
  bool other;     /* it is not the one that crashed */
  int32_t tid;
  struct dfmti_buf name;
  uint64_t n_frames; /* of its own stack */
  /* The current stack, and heading. */
  struct dfmti_tombstone_stack by;
  struct dfmti_buf buffer; /* of the quoted log */
  bool tail;               /* that is its end only */
  /* The last line, if it was one of these; texts are borrowed from it. */
  struct dfmti_native_frame frame;
  struct dfmti_tombstone_map map;
  struct dfmti_tombstone_file file;
};

/* What the next line ends: bits. To be called before taking that line. */
enum { DFMTI_TOMBSTONE_ENDS_THREAD = 1, DFMTI_TOMBSTONE_ENDS_CRASH = 2 };
uint32_t dfmti_tombstone_ends(const struct dfmti_tombstone *t, dfmt_str line);

/* Whether a tombstone may begin with this line: of several such lines before `pid:` the first one does; makers have
 * some of their own. rules NULL: those that are compiled in. */
bool dfmti_tombstone_begins(const struct dfmti_rules *rules, dfmt_str line);

/* Whether this is such a line, but not the first. */
bool dfmti_tombstone_goes_on(const struct dfmti_tombstone *t, dfmt_str line);

/* Takes a line, without its end. *part: what it was. false: no memory, and nothing was changed. */
bool dfmti_tombstone_line(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str line,
                          enum dfmti_tombstone_part *part);

/* Ends it: there are no more lines. */
void dfmti_tombstone_finish(struct dfmti_tombstone *t);

static inline bool dfmti_tombstone_is_open(const struct dfmti_tombstone *t) { return t->phase != 0; }

/* A text; absent ones are empty. */
dfmt_str dfmti_tombstone_text(const struct dfmti_tombstone *t, struct dfmti_tombstone_place at);

/* Appends native|PROCESS|SIGNAL[/CODE]|FRAME|…; nothing if process or signal is unknown. false: no memory. */
bool dfmti_tombstone_signature(struct dfmti_mem *m, const struct dfmti_tombstone *t, struct dfmti_buf *to);

/* Store a text, or a cause or detail. There must be room: for tombstones not read from text DFMTI_TOMBSTONE_TEXT. */
void dfmti_tombstone_keep(struct dfmti_tombstone *t, uint32_t which, dfmt_str s);
/* Each cause is stored once. It is that of the stacks to come. */
void dfmti_tombstone_keep_cause(struct dfmti_tombstone *t, dfmt_str s);
/* "NAME: DATA" */
void dfmti_tombstone_keep_detail(struct dfmti_tombstone *t, dfmt_str name, dfmt_str data);
/* "YYYY-MM-DD HH:MM:SS[.fraction]+HHMM" */
void dfmti_tombstone_keep_time(struct dfmti_tombstone *t, dfmt_str s);

/* Removes it; memory is kept. */
void dfmti_tombstone_clear(struct dfmti_tombstone *t);
void dfmti_tombstone_free(struct dfmti_mem *m, struct dfmti_tombstone *t);

#endif
