/* SPDX-License-Identifier: MIT */
/* What tests use of POSIX, where they are built for Windows; included before everything else. */
#ifndef ON_WINDOWS_H
#define ON_WINDOWS_H

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>

#define O_CLOEXEC (_O_NOINHERIT | _O_BINARY)
#define mkdir(path, mode) _mkdir(path)
static inline char *mkdtemp(char *name) { return _mktemp(name) && _mkdir(name) == 0 ? name : NULL; }

/* Pipes that say "not yet" are left out: reading these here waits. */
#define O_NONBLOCK 0
#define F_SETFL 0
static inline int pipe(int fds[2]) { return _pipe(fds, 1 << 16, _O_BINARY); }
static inline int fcntl(int fd, int what, int flags) {
  (void)fd;
  return what + flags;
}

/* Lines end as they are written. */
__attribute__((constructor)) static inline void take_bytes_as_they_are(void) { _fmode = _O_BINARY; }

#endif
