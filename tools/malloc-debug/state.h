/* SPDX-License-Identifier: MIT */
/* Shared state: the settings, the phase of the process, and the state of each thread. */
#ifndef MALLOC_DEBUG_STATE_H
#define MALLOC_DEBUG_STATE_H

#include <diagfmt/mallocdbg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* BEFORE the settings are known, and AFTER the final reports, calls are only passed on; OFF: forever. */
enum phase { PHASE_BEFORE, PHASE_ON, PHASE_AFTER, PHASE_OFF };
extern _Atomic(enum phase) phase;

extern dfmt_mallocdbg_options settings;

/* Tests bits of settings.flags, DFMT_MALLOCDBG_FLAG_*. */
static inline bool has(uint32_t flags) { return (settings.flags & flags) != 0; }
static inline bool state_has_header(void) {
  return has(DFMT_MALLOCDBG_FLAG_FRONT_GUARD | DFMT_MALLOCDBG_FLAG_REAR_GUARD);
}
static inline bool state_verifying(void) { return has(DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS); }
/* glibc cannot enumerate its blocks, as Android's allocator can, so that finding unreachable ones needs all of them. */
static inline bool state_tracking(void) {
  return has(DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS | DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL);
}
static inline bool state_recording(void) { return has(DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS); }

/* Initial-exec, as the other models allocate when a thread first uses them. */
struct thread {
  bool inside;  /* in this library: allocations of functions that it calls are passed on */
  bool forking; /* holds all locks */
  int saved_errno;
  int32_t tid;               /* 0: unknown */
  uint64_t start_ns, end_ns; /* of the last call of the underlying allocator */
  uint64_t unsampled_bytes;  /* to the next sampling point; 0: not drawn yet, or no sampling */
  uint64_t random;           /* state of the generator */
};
extern _Thread_local __attribute__((tls_model("initial-exec"))) struct thread self;

int32_t state_tid(void);

/* Enters this library. False: pass the call on. Leaving restores errno, unless the call itself has failed. */
bool state_enter(void);
void state_leave(void);
void state_leave_failed(int error);

/* The configuration for every handle: libdiagfmt then allocates without malloc(). NULL before it was made. */
extern dfmt_config *state_config;

/* The program's name and its file, for messages and frames. */
extern char state_exe[];
const char *state_program(void);

#endif
