/* SPDX-License-Identifier: MIT */
/* Signals set a flag and wake up whoever waits for a file, so that temporary files are always removed. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <poll.h>
#include <stdbool.h>

void interrupt_setup(void);

/* For a child process, which then waits independently. */
void interrupt_child(void);

/* The signal that requested termination, or 0. */
int interrupted(void);

/* on: ignores signals, as the work is done; off: they count again. */
void interrupt_ignore(bool on);

/* As open(), repeated if interrupted by a signal that does not terminate. */
int interrupt_open(const char *path, int flags);
int interrupt_openat(int dir, const char *path, int flags);

/* Waits until fd can be read (POLLIN) or written (POLLOUT). false: interrupted. */
bool interrupt_wait(int fd, short events);

/* The same for several, as poll(); n up to INTERRUPT_MOST. */
enum { INTERRUPT_MOST = 64 };
bool interrupt_wait_any(struct pollfd *list, nfds_t n);

#endif
