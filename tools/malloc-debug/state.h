/* SPDX-License-Identifier: MIT */
/* What all parts look at: the settings, the phase of the process, and what each thread is doing. */
#ifndef MALLOC_DEBUG_STATE_H
#define MALLOC_DEBUG_STATE_H

#include <diagfmt/mallocdbg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* BEFORE the settings are known and AFTER the reports of the exit, calls are only passed on; OFF: for ever. */
enum phase { PHASE_BEFORE, PHASE_ON, PHASE_AFTER, PHASE_OFF };
extern _Atomic(enum phase) phase;

extern dfmt_mallocdbg_options settings;

/* Bits of settings.flags, DFMT_MALLOCDBG_FLAG_*. */
static inline bool has(uint32_t flags) { return (settings.flags & flags) != 0; }
static inline bool state_has_header(void) {
  return has(DFMT_MALLOCDBG_FLAG_FRONT_GUARD | DFMT_MALLOCDBG_FLAG_REAR_GUARD);
}
static inline bool state_verifying(void) { return has(DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS); }
/* glibc does not tell its blocks, as Android's allocator does, so that looking for unreachable ones needs all. */
static inline bool state_tracking(void) {
  return has(DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS | DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL);
}
static inline bool state_recording(void) { return has(DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS); }

/* Initial-exec, as the other models allocate at a thread's first use. */
struct thread {
  bool inside;  /* in this library: what it calls may allocate, and is passed on */
  bool forking; /* has all locks */
  int saved_errno;
  int32_t tid;               /* 0: not asked for yet */
  uint64_t start_ns, end_ns; /* of the last call of the allocator beneath */
  uint64_t unsampled_bytes;  /* to the next point of sampling; 0: not drawn yet, and without sampling */
  uint64_t random;           /* what the next point is drawn from */
};
extern _Thread_local __attribute__((tls_model("initial-exec"))) struct thread self;

int32_t state_tid(void);

/* Enters this library. False: pass the call on. Leaving gives back errno, unless the call itself has failed. */
bool state_enter(void);
void state_leave(void);
void state_leave_failed(int error);

/* Enough of a configuration for every handle: libdiagfmt allocates past malloc(). NULL before it was made. */
extern dfmt_config *state_config;

/* The program's name and its file, for messages and frames. */
extern char state_exe[];
const char *state_program(void);

#endif
