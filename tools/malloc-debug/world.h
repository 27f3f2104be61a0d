/* SPDX-License-Identifier: MIT */
/*
 * Stops all other threads of the process for a moment, each in the handler of a signal, which knows its registers:
 *
 *   world_stop: running --signal--> in the handler, listed --world_go--> running
 *
 * A thread that blocks the signal goes on and is not listed. A call that the signal interrupts is restarted or fails
 * with EINTR, as with any signal.
 */
#ifndef MALLOC_DEBUG_WORLD_H
#define MALLOC_DEBUG_WORLD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A thread that is stopped. It stands on that thread's own stack. */
struct world_thread {
  uintptr_t stack; /* its stack grows down from above, to here */
  uintptr_t registers, registers_end;
  struct world_thread *next;
  int32_t tid;
};

/* Stops them by a signal whose handler calls world_handle(). Returns how many go on nonetheless. */
size_t world_stop(int number);

/* Those that are stopped. */
const struct world_thread *world_threads(void);

void world_go(void);

/* In the handler: whether it was called for a stop. Returns when the threads go on. */
bool world_handle(const siginfo_t *info, const void *context);

#endif
