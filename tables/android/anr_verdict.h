/* SPDX-License-Identifier: MIT */
/* What the main thread of a process was doing, judged by its state, stack and locks. */
#ifndef DFMTI_ANDROID_ANR_VERDICT_H
#define DFMTI_ANDROID_ANR_VERDICT_H

#include "base/mem.h"
#include "thread_dump.h"

/* The first that applies. */
enum dfmti_verdict {
  DFMTI_VERDICT_DEADLOCK = 1, /* it waits for itself */
  DFMTI_VERDICT_LOCK = 2,
  DFMTI_VERDICT_IDLE = 3,
  DFMTI_VERDICT_BINDER = 4,
  DFMTI_VERDICT_RUNNING = 5,
  DFMTI_VERDICT_SLEEPING = 6,
  DFMTI_VERDICT_WAITING = 7,
  DFMTI_VERDICT_NATIVE = 8,
  DFMTI_VERDICT_OTHER = 9
};

/* Zeroed: not seen. */
struct dfmti_main_thread {
  bool met;
  bool waits, idle, binder, sleeps;
  uint32_t frames; /* managed ones, at most two */
};

/* Adds the next managed frame, from the innermost; or a lock of it. */
void dfmti_main_thread_frame(struct dfmti_main_thread *t, dfmt_str name);
void dfmti_main_thread_lock(struct dfmti_main_thread *t, const struct dfmti_dump_lock *l);

/* state: in lower case; repeats: its chain of waits has a cycle. */
enum dfmti_verdict dfmti_main_thread_verdict(const struct dfmti_main_thread *t, dfmt_str state, bool repeats);

/*
 * Appends anr|PROCESS|VERDICT[|MAIN[<-HOLDER]]. main, holder: positions of these threads; empty: unknown. false: no
 * memory, and part of it may have been appended.
 */
bool dfmti_anr_signature(struct dfmti_mem *m, dfmt_str process, enum dfmti_verdict verdict, dfmt_str state,
                         dfmt_str main, dfmt_str holder, struct dfmti_buf *to);

#endif
