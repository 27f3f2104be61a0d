/* SPDX-License-Identifier: MIT */
/* Signals: they set a flag and wake up whoever waits for a file, so that temporary files are removed in all cases. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <poll.h>
#include <stdbool.h>

void interrupt_setup(void);

/* In a child process: waits by itself. */
void interrupt_child(void);

/* The signal that asked us to end, or 0. */
int interrupted(void);

/* on: a signal is too late, as what it would stop is done, and counts again once there is more to do. */
void interrupt_ignore(bool on);

/* As open(), tried again when it was interrupted by a signal that does not end us. */
int interrupt_open(const char *path, int flags);
int interrupt_openat(int dir, const char *path, int flags);

/* Waits until fd can be read (POLLIN) or written (POLLOUT). false: interrupted. */
bool interrupt_wait(int fd, short events);

/* The same of several, as poll() does; n up to INTERRUPT_MOST. */
enum { INTERRUPT_MOST = 64 };
bool interrupt_wait_any(struct pollfd *list, nfds_t n);

#endif
