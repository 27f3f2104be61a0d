/* SPDX-License-Identifier: MIT */
/* Ctrl-C and its kin: they end the collecting, so that what is half written can be taken away. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

bool interrupt_setup(void);

/* The signal that came; 0: none. */
int interrupt_number(void);

/* A descriptor that can be read once a signal has come: to be polled, so that none is lost between look and wait. */
int interrupt_fd(void);

/* Ends the program by the signal that came, as its caller expects. */
void interrupt_again(void);

#endif
