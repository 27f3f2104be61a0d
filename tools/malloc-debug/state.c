/* SPDX-License-Identifier: MIT */
#include "state.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

_Atomic(enum phase) phase = PHASE_BEFORE;
dfmt_mallocdbg_options settings;
_Thread_local __attribute__((tls_model("initial-exec"))) struct thread self;
dfmt_config *state_config;
char state_exe[PATH_MAX];

int32_t state_tid(void) {
  if (self.tid == 0) self.tid = gettid();
  return self.tid;
}

bool state_enter(void) {
  if (self.inside || atomic_load_explicit(&phase, memory_order_acquire) != PHASE_ON) return false;
  self.inside = true;
  self.saved_errno = errno;
  self.start_ns = self.end_ns = 0;
  return true;
}

void state_leave(void) {
  errno = self.saved_errno;
  self.inside = false;
}

void state_leave_failed(int error) {
  self.saved_errno = error;
  state_leave();
}

const char *state_program(void) { return program_invocation_short_name; }
