/* SPDX-License-Identifier: MIT */
/*
 * A file that gets its name when it is complete. Until then it has none, where the system has such files, so that
 * nothing is left even of a process that is killed; elsewhere it has a temporary name in the same directory.
 */
#ifndef DFMTI_NEW_FILE_H
#define DFMTI_NEW_FILE_H

#include <sys/types.h>

#include "base/mem.h"

struct dfmti_new_file {
  int fd;                /* -1: not open */
  int dir;               /* what paths are relative to: AT_FDCWD, or a directory that is borrowed */
  struct dfmti_buf name; /* NUL-terminated: the temporary name; empty: it has none */
};

/* As openat(), tried again when it was interrupted. */
int dfmti_open_file(int dir, const char *path, int flags, mode_t mode);

/*
 * Makes one for writing that is to become `path`. false: out of memory. Else f->fd, or -1 with errno.
 */
bool dfmti_new_file_open(struct dfmti_new_file *f, struct dfmti_mem *m, const char *path, mode_t mode);

/*
 * Gives it its name; replace: also if another file has that, else EEXIST. Needs no memory. 0, or -1 with errno: then it
 * is as before.
 */
int dfmti_new_file_publish(struct dfmti_new_file *f, const char *path, bool replace);

/* Takes its temporary name away, if it has one; fd stays open. */
void dfmti_new_file_drop(struct dfmti_new_file *f);

#endif
