/* SPDX-License-Identifier: MIT */
/* Sinks over files: a path (temporary name, then rename), a new name in a directory, an appended file, a descriptor. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errno_text.h"
#include "sink.h"

enum kind { BY_DESCRIPTOR, BY_PATH, IN_DIRECTORY, APPENDING };

struct file {
  dfmt_sink *sink;
  enum kind kind;
  int fd;                 /* -1: not open */
  bool own;
  int dir;                /* IN_DIRECTORY: borrowed */
  uint32_t flags;         /* APPENDING: DFMT_APPEND_* */
  struct dfmti_buf path;  /* NUL-terminated; BY_PATH: links resolved once it is open */
  struct dfmti_buf temp;  /* NUL-terminated; BY_PATH: where it is written; empty: written in place (a device, a pipe) */
  struct stat was;        /* APPENDING: before we came */
  uint8_t last;           /* APPENDING: its last byte */
  bool created;           /* IN_DIRECTORY: the name is ours, to be taken away unless committed */
};

static const char *text(const struct dfmti_buf *b) { return (const char *)b->ptr; }

static dfmt_status fail(struct file *x, uint32_t number, const char *what, int saved) {
  return dfmti_fail_errno(&x->sink->err, number, what, saved);
}

static bool set_text(struct file *x, struct dfmti_buf *b, const char *s, size_t len) {
  b->len = 0;
  return dfmti_buf_append(&x->sink->mem, b, s, len) && dfmti_buf_append(&x->sink->mem, b, "", 1);
}

/* A link is followed by name, so that what it points to is replaced and not the link; one that leads nowhere is
 * replaced itself. */
static dfmt_status resolve(struct file *x) {
  char *real = realpath(text(&x->path), NULL);
  if (!real && errno == ENOMEM) return dfmti_fail(&x->sink->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  if (!real) return DFMT_OK; /* nothing there yet */
  bool ok = set_text(x, &x->path, real, strlen(real));
  free(real);
  return ok ? DFMT_OK : dfmti_fail_mem(&x->sink->err, &x->sink->mem);
}

/* Calls that an interrupted one is worth trying again. */
static int open_file(int dir, const char *path, int flags, mode_t mode) {
  int fd;
  do fd = openat(dir, path, flags, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

static int sync_file(int fd) {
  int said;
  do said = fsync(fd);
  while (said != 0 && errno == EINTR);
  return said;
}

static dfmt_status open_temporary(struct file *x, mode_t mode) {
  size_t len = x->path.len - 1;
  for (unsigned n = 0; n < 1000; n++) {
    char tail[40];
    int m = snprintf(tail, sizeof tail, ".%ld.%u.tmp", (long)getpid(), n);
    if (!set_text(x, &x->temp, text(&x->path), len)) return dfmti_fail_mem(&x->sink->err, &x->sink->mem);
    x->temp.len--;
    if (!dfmti_buf_append(&x->sink->mem, &x->temp, tail, (size_t)m + 1)) {
      x->temp.len = 0;
      return dfmti_fail_mem(&x->sink->err, &x->sink->mem);
    }
    x->fd = open_file(AT_FDCWD, text(&x->temp), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    if (x->fd >= 0 || errno != EEXIST) break;
  }
  if (x->fd < 0) x->temp.len = 0;
  return DFMT_OK;
}

static dfmt_status open_path(struct file *x) {
  dfmt_status st = resolve(x);
  if (st != DFMT_OK) return st;
  struct stat sb;
  bool exists = stat(text(&x->path), &sb) == 0;
  if (exists && !S_ISREG(sb.st_mode)) {
    x->fd = open_file(AT_FDCWD, text(&x->path), O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
    return DFMT_OK;
  }
  st = open_temporary(x, exists ? 0600 : 0666); /* nobody reads it who may not read what it replaces */
  if (x->fd >= 0 && exists) fchmod(x->fd, sb.st_mode & 0777);
  return st;
}

static dfmt_status open_append(struct file *x) {
  x->fd = open_file(AT_FDCWD, text(&x->path), O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY, 0);
  if (x->fd < 0) return DFMT_OK;
  int e = fstat(x->fd, &x->was) != 0 ? errno : S_ISREG(x->was.st_mode) ? 0 : EINVAL;
  ssize_t n = 1;
  do {
    if (!e && x->was.st_size > 0) n = pread(x->fd, &x->last, 1, x->was.st_size - 1);
  } while (n < 0 && errno == EINTR);
  if (n < 0) e = errno;
  if (e) {
    close(x->fd);
    x->fd = -1;
    errno = e;
    return DFMT_OK;
  }
  if (x->flags & DFMT_APPEND_HIDE) fchmod(x->fd, 0);
  return DFMT_OK;
}

static dfmt_status ready(struct file *x) {
  if (x->fd >= 0) return DFMT_OK;
  int saved = errno;
  dfmt_status st = DFMT_OK;
  if (x->kind == BY_PATH) {
    st = open_path(x);
  } else if (x->kind == IN_DIRECTORY) {
    x->fd = open_file(x->dir, text(&x->path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    x->created = x->fd >= 0;
  } else if (x->kind == APPENDING) {
    st = open_append(x);
  }
  if (st == DFMT_OK && x->fd < 0) return fail(x, DFMT_ERR_OPEN, "cannot open for writing", saved);
  errno = saved;
  return st;
}

static dfmt_status file_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct file *x = user;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  int saved = errno;
  while (*taken < len) {
    ssize_t n = write(x->fd, (const char *)buf + *taken, dfmti_min(dfmti_clamp(len - *taken), 1u << 30));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      errno = saved;
      return DFMT_AGAIN;
    }
    if (n < 0) return fail(x, DFMT_ERR_WRITE, "cannot write", saved);
    *taken += (uint64_t)n;
  }
  errno = saved;
  return DFMT_OK;
}

/* Stands before any output of ours, so an appended file is opened here and not at the first write. */
static dfmt_status file_before(void *user, uint64_t *bytes, uint8_t *last) {
  struct file *x = user;
  *bytes = 0;
  if (x->kind != APPENDING) return DFMT_OK;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  *bytes = (uint64_t)x->was.st_size;
  *last = x->last;
  return DFMT_OK;
}

static void restore_appended(struct file *x) {
  if (x->flags & DFMT_APPEND_HIDE) fchmod(x->fd, x->was.st_mode & 07777);
  struct timespec times[2] = {x->was.st_atim, x->was.st_mtim};
  if (x->flags & DFMT_APPEND_KEEP_TIMES) futimens(x->fd, times);
}

static dfmt_status commit_file(struct file *x, int saved) {
  dfmt_status st = ready(x); /* nothing was written: an empty file */
  if (st != DFMT_OK) return st;
  if (x->temp.len && sync_file(x->fd) != 0) return fail(x, DFMT_ERR_CLOSE, "cannot write", saved);
  if (x->kind == APPENDING) restore_appended(x);
  int fd = x->fd;
  x->fd = -1;
  if (x->own && close(fd) != 0 && errno != EINTR) return fail(x, DFMT_ERR_CLOSE, "cannot close", saved);
  if (x->temp.len && rename(text(&x->temp), text(&x->path)) != 0)
    return fail(x, DFMT_ERR_CLOSE, "cannot rename", saved);
  x->temp.len = 0;
  x->created = false;
  return DFMT_OK;
}

static void throw_away(struct file *x) {
  if (x->fd >= 0) {
    if (x->kind == APPENDING) {
      if (ftruncate(x->fd, x->was.st_size) == 0) restore_appended(x);
      else if (x->flags & DFMT_APPEND_HIDE) fchmod(x->fd, x->was.st_mode & 07777);
    }
    if (x->own) close(x->fd);
  }
  if (x->created) unlinkat(x->dir, text(&x->path), 0);
  x->created = false;
  if (x->temp.len) unlink(text(&x->temp));
  x->temp.len = 0;
  x->fd = -1;
}

static dfmt_status file_close(void *user, uint32_t commit) {
  struct file *x = user;
  int saved = errno;
  dfmt_status st = DFMT_OK;
  if (commit) st = commit_file(x, saved);
  if (!commit || st != DFMT_OK) throw_away(x);
  errno = saved;
  return st;
}

static void file_free(struct dfmti_mem *m, void *state) {
  struct file *x = state;
  dfmti_buf_free(m, &x->path);
  dfmti_buf_free(m, &x->temp);
}

static dfmt_status file_write_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  struct file *x = user;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  if (!x->temp.len && x->kind != IN_DIRECTORY)
    return dfmti_fail(&x->sink->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "this file cannot be overwritten");
  int saved = errno;
  for (uint64_t done = 0; done < len;) {
    ssize_t n = pwrite(x->fd, (const char *)buf + done, dfmti_clamp(len - done), (off_t)(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail(x, DFMT_ERR_WRITE, "cannot write", saved);
    done += (uint64_t)n;
  }
  errno = saved;
  return DFMT_OK;
}

static const dfmt_sink_ops file_ops = {.size = sizeof file_ops,
                                       .write = file_write,
                                       .write_at = file_write_at,
                                       .close = file_close,
                                       .before = file_before};

static dfmt_status make(const dfmt_config *c, struct file like, const char *path, size_t len, dfmt_sink **out) {
  dfmt_status st = dfmti_sink_make(c, &file_ops, sizeof(struct file), out);
  if (st != DFMT_OK) return st;
  struct file *x = (*out)->user;
  *x = like;
  x->sink = *out;
  (*out)->own_free = file_free;
  if (!path || set_text(x, &x->path, path, len)) return DFMT_OK;
  dfmt_sink_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

dfmt_status dfmt_sink_path(const dfmt_config *c, const char *path, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path) return DFMT_E_ARG;
  return make(c, (struct file){.kind = BY_PATH, .fd = -1, .own = true}, path, strlen(path), out);
}

dfmt_status dfmt_sink_append(const dfmt_config *c, const char *path, uint32_t flags, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path || flags & ~(uint32_t)(DFMT_APPEND_HIDE | DFMT_APPEND_KEEP_TIMES)) return DFMT_E_ARG;
  return make(c, (struct file){.kind = APPENDING, .fd = -1, .own = true, .flags = flags}, path, strlen(path), out);
}

dfmt_status dfmt_sink_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (fd < 0) return DFMT_E_ARG;
  return make(c, (struct file){.kind = BY_DESCRIPTOR, .fd = fd, .own = own != 0}, NULL, 0, out);
}

/* An unsafe name is reported by the first write or the close, like a file that cannot be opened. */
static dfmt_status refuse_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct file *x = user;
  (void)buf;
  (void)len;
  (void)taken;
  char shown[80];
  return dfmti_fail(&x->sink->err, DFMT_E_ARG, DFMT_ERR_UNSAFE_NAME, "'%s' cannot be a file name",
                    dfmti_quote(shown, sizeof shown, x->path.ptr, x->path.len - 1));
}

static dfmt_status refuse_close(void *user, uint32_t commit) {
  uint64_t taken = 0;
  return commit ? refuse_write(user, NULL, 0, &taken) : DFMT_OK;
}

dfmt_status dfmt_sink_in(const dfmt_config *c, int32_t dir_fd, const char *name, uint64_t len, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!name && len) return DFMT_E_ARG;
  if (!name) name = "";
  bool safe = dfmt_name_is_safe(name, len);
  dfmt_status st = make(c, (struct file){.kind = IN_DIRECTORY, .fd = -1, .own = true, .dir = dir_fd}, name,
                        dfmti_clamp(safe || len < 256 ? len : 256), out);
  if (st != DFMT_OK || safe) return st;
  (*out)->ops.write = refuse_write;
  (*out)->ops.write_at = NULL;
  (*out)->ops.close = refuse_close;
  return DFMT_OK;
}
