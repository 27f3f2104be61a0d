/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_TMPFILE */
#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TAIL = 48, MOST_NAMES = 1000 }; /* bytes of what follows the directory; names that are tried */

int dfmti_open_file(int dir, const char *path, int flags, mode_t mode) {
  int fd;
  do fd = openat(dir, path, flags, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

static char *text(const struct dfmti_buf *b) { return (char *)b->ptr; }

/* Bytes of the path that are its directory, with the '/'. */
static size_t directory_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The n-th temporary name beside `path`. It is short, as that may be as long as a name can be. */
static void set_name(struct dfmti_new_file *f, const char *path, unsigned n) {
  size_t at = directory_length(path);
  memcpy(text(&f->name), path, at);
  f->name.len = at + (size_t)snprintf(text(&f->name) + at, TAIL, "diagfmt.%ld.%u.tmp", (long)getpid(), n) + 1;
}

#ifdef O_TMPFILE
enum { LINK = 32 }; /* bytes of the path below */

/* A descriptor as a path that can be linked to. */
static void set_link(char link[LINK], int fd) { snprintf(link, LINK, "/proc/self/fd/%d", fd); }

static int link_nameless(const struct dfmti_new_file *f, const char *path) {
  char link[LINK];
  set_link(link, f->fd);
  return linkat(AT_FDCWD, link, f->dir, path, AT_SYMLINK_FOLLOW);
}

/* -1: the file system has no such files, or they could not be given a name, as /proc is not there. */
static int open_nameless(struct dfmti_new_file *f, const char *path, mode_t mode) {
  char link[LINK];
  size_t len = directory_length(path);
  memcpy(text(&f->name), path, len);
  memcpy(text(&f->name) + len, ".", 2);
  int fd = dfmti_open_file(f->dir, text(&f->name), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (fd < 0) return -1;
  set_link(link, fd);
  if (access(link, F_OK) == 0) return fd;
  close(fd);
  return -1;
}
#else
static int link_nameless(const struct dfmti_new_file *f, const char *path) {
  (void)f;
  (void)path;
  errno = ENOSYS;
  return -1;
}

static int open_nameless(struct dfmti_new_file *f, const char *path, mode_t mode) {
  (void)f;
  (void)path;
  (void)mode;
  return -1;
}
#endif

bool dfmti_new_file_open(struct dfmti_new_file *f, struct dfmti_mem *m, const char *path, mode_t mode) {
  f->name.len = 0;
  f->fd = -1;
  if (!dfmti_buf_reserve(m, &f->name, directory_length(path) + TAIL)) return false;
  f->fd = open_nameless(f, path, mode);
  for (unsigned n = 0; f->fd < 0 && n < MOST_NAMES; n++) {
    set_name(f, path, n);
    f->fd = dfmti_open_file(f->dir, text(&f->name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    if (f->fd < 0) f->name.len = 0;
    if (f->fd < 0 && errno != EEXIST) break;
  }
  return true;
}

/* Names a nameless file temporarily: only a rename replaces what has the name that it is to get. */
static int name_temporarily(struct dfmti_new_file *f, const char *path) {
  for (unsigned n = 0; n < MOST_NAMES; n++) {
    set_name(f, path, n);
    if (link_nameless(f, text(&f->name)) == 0) return 0;
    f->name.len = 0;
    if (errno != EEXIST) break;
  }
  return -1;
}

static int replace_by(struct dfmti_new_file *f, const char *path) {
  if (renameat(f->dir, text(&f->name), f->dir, path) != 0) return -1;
  f->name.len = 0;
  return 0;
}

/* Another name for a file that has one; where there are no links the name is taken first, and then replaced. */
static int rename_new(struct dfmti_new_file *f, const char *path) {
  if (linkat(f->dir, text(&f->name), f->dir, path, 0) == 0) {
    dfmti_new_file_drop(f);
    return 0;
  }
  if (errno == EEXIST) return -1;
  int fd = dfmti_open_file(f->dir, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return -1;
  close(fd);
  if (replace_by(f, path) == 0) return 0;
  int failed = errno;
  unlinkat(f->dir, path, 0);
  errno = failed;
  return -1;
}

int dfmti_new_file_publish(struct dfmti_new_file *f, const char *path, bool replace) {
  if (!f->name.len) {
    if (link_nameless(f, path) == 0) return 0;
    if (errno != EEXIST || !replace || name_temporarily(f, path) != 0) return -1;
  }
  return replace ? replace_by(f, path) : rename_new(f, path);
}

void dfmti_new_file_drop(struct dfmti_new_file *f) {
  if (f->name.len) unlinkat(f->dir, text(&f->name), 0);
  f->name.len = 0;
}
