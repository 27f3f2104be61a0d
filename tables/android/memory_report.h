/* SPDX-License-Identifier: MIT */
/*
 * Reports of malloc_debug in the log, about a misused block or a leak, and those of others (sanitizer.h):
 *
 *   +++ ALLOCATION 0x7f00 SIZE 100 HAS A CORRUPTED REAR GUARD      or of a leak "+++ PROGRAM leaked block of size …"
 *   Backtrace at time of failure:
 *             #00  pc 0000000000029310  /system/lib64/libc.so (free+4)
 *   *** *** …
 */
#ifndef DFMTI_ANDROID_MEMORY_REPORT_H
#define DFMTI_ANDROID_MEMORY_REPORT_H

#include "native_frame.h"

/* The first line of a report; texts are borrowed. */
struct dfmti_memory_head {
  const char *what; /* as in signatures: "rear guard" */
  dfmt_str detail;  /* which stands behind it there; a part of the message */
  bool leak;
  bool by_frames; /* its first stack is that of the failure; the program ends, mostly */
  bool has_process_id;
  int32_t process_id;
  dfmt_str program; /* of a leak */
  dfmt_str message;
};

/* false: not such a line. */
bool dfmti_memory_begins(dfmt_str line, struct dfmti_memory_head *head);

/* Zeroed: none. */
struct dfmti_memory_stack {
  bool leak, taken;                /* taken: the current frames belong to the best stack */
  bool by_frames, began;           /* stacks are told by their first frames; there was one */
  uint32_t rank;                   /* of the best stack so far */
  struct dfmti_native_stack stack; /* frames of the caller, without allocators */
};

/* Takes another line of the report; ignores lines that do not belong to a stack. false: no memory. */
bool dfmti_memory_line(struct dfmti_mem *m, struct dfmti_memory_stack *s, dfmt_str line);

/* Appends memory|PROCESS|WHAT[ DETAIL]|FRAME|…. false: no memory. */
bool dfmti_memory_signature(struct dfmti_mem *m, const struct dfmti_memory_stack *s, dfmt_str process, const char *what,
                            dfmt_str detail, struct dfmti_buf *to);

#endif
