/* SPDX-License-Identifier: MIT */
/* Signals: they set a flag and wake up whoever waits for a file, so that temporary files are removed in all cases. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

void interrupt_setup(void);

/* The signal that asked us to end, or 0. */
int interrupted(void);

/* As open(), tried again when it was interrupted by a signal that does not end us. */
int interrupt_open(const char *path, int flags);
int interrupt_openat(int dir, const char *path, int flags);

/* Waits until fd can be read (POLLIN) or written (POLLOUT). false: interrupted. */
bool interrupt_wait(int fd, short events);

#endif
