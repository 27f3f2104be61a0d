/* SPDX-License-Identifier: MIT */
/*
 * Requests by signals: 45 switches backtraces on and off, 46 writes the records, 47 dumps the heap, 48 looks for
 * unreachable memory, 49 logs statistics. A handler only sets a flag; the next call of malloc() or a related function
 * handles the request, as on Android. A signal whose option is not set would terminate the process: it is caught, too,
 * and answered with a message.
 */
#ifndef MALLOC_DEBUG_ASKED_H
#define MALLOC_DEBUG_ASKED_H

#include <stdatomic.h>
#include <stdbool.h>

/* Installs all handlers, according to the settings. Reports failures. */
void asked_start(void);

/* Whether backtraces are currently taken. */
bool asked_backtraces(void);

/* Whether a request is pending; asked_now() handles it. */
extern atomic_bool asked_flag;
static inline bool asked_anything(void) { return atomic_load_explicit(&asked_flag, memory_order_relaxed); }
void asked_now(void);

#endif
