/* SPDX-License-Identifier: MIT */
/*
 * Briefly stops all other threads of the process, each in a signal handler, which has its registers:
 *
 *   world_stop: running --signal--> in the handler, listed --world_go--> running
 *
 * A thread that blocks the signal continues and is not listed. A call interrupted by the signal is restarted or fails
 * with EINTR, as with any signal.
 */
#ifndef MALLOC_DEBUG_WORLD_H
#define MALLOC_DEBUG_WORLD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stopped thread; on that thread's own stack. */
struct world_thread {
  uintptr_t stack; /* stack pointer: its stack extends upwards from here */
  uintptr_t registers, registers_end;
  struct world_thread *next;
  int32_t tid;
};

/* Stops them with a signal whose handler calls world_handle(). Returns how many still run. */
size_t world_stop(int number);

/* The stopped threads. */
const struct world_thread *world_threads(void);

void world_go(void);

/* In the handler: whether it was called for a stop. Returns when the threads continue. */
bool world_handle(const siginfo_t *info, const void *context);

#endif
