/* SPDX-License-Identifier: MIT */
/* Ctrl-C and similar signals: they end the collection, so that incomplete output can be removed. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

bool interrupt_setup(void);

/* The signal that came; 0: none. */
int interrupt_number(void);

/* A descriptor that becomes readable after a signal: polling it avoids a race between check and wait. */
int interrupt_fd(void);

/* Terminates the program by the signal that came, as its caller expects. */
void interrupt_again(void);

#endif
