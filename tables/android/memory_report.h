/* SPDX-License-Identifier: MIT */
/*
 * What malloc_debug writes to the log of a block that was misused, or that nothing refers to:
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
  const char *what; /* as signatures have it: "rear guard" */
  bool leak;
  dfmt_str program; /* of a leak */
};

/* false: the line is none. */
bool dfmti_memory_begins(dfmt_str line, struct dfmti_memory_head *head);

/* Zeroed: none. */
struct dfmti_memory_stack {
  bool leak, taken;                /* taken: frames in hand are of the stack that counts */
  uint32_t rank;                   /* of the best stack so far */
  struct dfmti_native_stack stack; /* who did it, without what allocates */
};

/* Takes another line of the report; one that is none of its stacks is passed over. false: no memory. */
bool dfmti_memory_line(struct dfmti_mem *m, struct dfmti_memory_stack *s, dfmt_str line);

/* memory|PROCESS|WHAT|FRAME|…, appended. false: no memory. */
bool dfmti_memory_signature(struct dfmti_mem *m, const struct dfmti_memory_stack *s, dfmt_str process, const char *what,
                            struct dfmti_buf *to);

#endif
