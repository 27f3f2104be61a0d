/* SPDX-License-Identifier: MIT */
/*
 * What signals ask for: 45 switches backtraces on and off, 46 writes the records, 47 dumps the heap, 48 looks for
 * unreachable memory, 49 logs statistics. A handler only notes it; the next call of malloc() or its kin does it, as on
 * Android. A signal whose option is not set would end the process: it is caught, too, and answered by a message.
 */
#ifndef MALLOC_DEBUG_ASKED_H
#define MALLOC_DEBUG_ASKED_H

#include <stdatomic.h>
#include <stdbool.h>

/* Sets up all signals, as the settings are. One that cannot be is told. */
void asked_start(void);

/* Whether backtraces are taken now. */
bool asked_backtraces(void);

/* Whether a signal has asked for something that asked_now() does. */
extern atomic_bool asked_flag;
static inline bool asked_anything(void) { return atomic_load_explicit(&asked_flag, memory_order_relaxed); }
void asked_now(void);

#endif
