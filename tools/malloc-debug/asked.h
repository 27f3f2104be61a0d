/* SPDX-License-Identifier: MIT */
/*
 * What signals ask for: 45 switches backtraces on and off, 46 writes the records, 47 dumps the heap. A handler only
 * notes it; the next call of malloc() or its kin does it, as on Android.
 */
#ifndef MALLOC_DEBUG_ASKED_H
#define MALLOC_DEBUG_ASKED_H

#include <stdatomic.h>
#include <stdbool.h>

/* Sets up the signals of the options. False: one could not be, which has been said. */
bool asked_start(void);

/* Whether backtraces are taken now. */
bool asked_backtraces(void);

/* Whether a signal has asked for something that asked_now() does. */
extern atomic_bool asked_flag;
static inline bool asked_anything(void) { return atomic_load_explicit(&asked_flag, memory_order_relaxed); }
void asked_now(void);

#endif
