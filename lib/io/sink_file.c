/* SPDX-License-Identifier: MIT */
/* Sinks over files: a path or a new name in a directory, named when complete; an appended file; a descriptor. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/errno_text.h"
#include "base/rare.h"
#include "holes.h"
#include "new_file.h"
#include "sink.h"

#ifdef __APPLE__ /* names of its own */
#define st_atim st_atimespec
#define st_mtim st_mtimespec
#endif

enum kind { BY_DESCRIPTOR, BY_PATH, IN_DIRECTORY, APPENDING };

struct file {
  dfmt_sink *sink;
  enum kind kind;
  int fd;                     /* -1: not open */
  bool own, over;             /* over: closed for good */
  bool sparse;                /* a new file gets holes */
  bool in_hole;               /* it ends in one, which it does not have yet */
  bool fresh;                 /* what is written is file.fd: a new file, which has not got its name yet */
  uint32_t flags;             /* APPENDING: DFMT_APPEND_* */
  struct dfmti_buf path;      /* NUL-terminated; BY_PATH: links resolved once it is open */
  struct dfmti_new_file file; /* BY_PATH, IN_DIRECTORY */
  uint64_t at;                /* bytes of it so far */
  struct stat was;            /* APPENDING: before we came */
  uint8_t last;               /* APPENDING: its last byte */
};

static const char *text(const struct dfmti_buf *b) { return (const char *)b->ptr; }

static dfmt_status fail(struct file *x, uint32_t number, const char *what, int saved) {
  return dfmti_fail_errno(&x->sink->err, number, what, saved);
}

static bool set_path(struct file *x, const char *s, size_t len) {
  x->path.len = 0;
  return dfmti_buf_append(&x->sink->mem, &x->path, s, len) && dfmti_buf_append(&x->sink->mem, &x->path, "", 1);
}

/* A link is followed by name, so that what it points to is replaced and not the link; one that leads nowhere is
 * replaced itself. */
static dfmt_status resolve(struct file *x) {
  char *real = realpath(text(&x->path), NULL);
  if (!real && errno == ENOMEM) return dfmti_fail(&x->sink->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  if (!real) return DFMT_OK; /* nothing there yet */
  bool ok = set_path(x, real, strlen(real));
  free(real);
  return ok ? DFMT_OK : dfmti_fail_mem(&x->sink->err, &x->sink->mem);
}

/* Calls that an interrupted one is worth trying again. */
static int sync_file(int fd) {
  int said;
  do said = fsync(fd);
  while (said != 0 && errno == EINTR);
  return said;
}

static int cut_file(int fd, off_t len) {
  int said;
  do said = ftruncate(fd, len);
  while (said != 0 && errno == EINTR);
  return said;
}

/* Closes a descriptor of ours, once and for all, and leaves errno as it was. */
static void close_quietly(int *fd) {
  int said = errno;
  if (*fd >= 0) close(*fd);
  *fd = -1;
  errno = said;
}

/* The system cuts no write to a file, whoever else writes there. */
static void found_file(struct file *x) { x->sink->ops.undivided = UINT64_MAX; }

static dfmt_status open_new(struct file *x, mode_t mode) {
  if (!dfmti_new_file_open(&x->file, &x->sink->mem, text(&x->path), mode))
    return dfmti_fail_mem(&x->sink->err, &x->sink->mem);
  x->fd = x->file.fd;
  x->fresh = x->fd >= 0;
  if (x->fresh) found_file(x);
  return DFMT_OK;
}

static void drop_new(struct file *x) {
  int said = errno;
  if (x->fresh) dfmti_new_file_drop(&x->file);
  x->fresh = false;
  errno = said;
}

/* A device or a pipe is written to in place; a file has the mode of that which it replaces. */
static dfmt_status open_path(struct file *x) {
  dfmt_status st = resolve(x);
  if (st != DFMT_OK) return st;
  struct stat sb;
  bool exists = stat(text(&x->path), &sb) == 0;
  if (!exists && errno != ENOENT) return DFMT_OK;
  if (exists && !S_ISREG(sb.st_mode)) {
    x->fd = dfmti_open_file(AT_FDCWD, text(&x->path), O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
    return DFMT_OK;
  }
  st = open_new(x, exists ? 0600 : 0666); /* nobody reads it who may not read what it replaces */
  if (x->fd < 0 || !exists || fchmod(x->fd, sb.st_mode & 0777) == 0) return st;
  drop_new(x);
  close_quietly(&x->fd);
  return st;
}

/* A name that is taken is known before anything is written; what takes it later, when the file gets its name. */
static dfmt_status open_in(struct file *x) {
  struct stat sb;
  if (fstatat(x->file.dir, text(&x->path), &sb, AT_SYMLINK_NOFOLLOW) != 0) return open_new(x, 0600);
  errno = EEXIST;
  return DFMT_OK;
}

/* 0, or an errno. */
static int look_at_end(struct file *x) {
  if (fstat(x->fd, &x->was) != 0) return errno;
  if (!S_ISREG(x->was.st_mode)) return EINVAL;
  if (x->was.st_size == 0) return 0;
  ssize_t n;
  do n = pread(x->fd, &x->last, 1, x->was.st_size - 1);
  while (n < 0 && errno == EINTR);
  return n < 0 ? errno : n == 0 ? EIO : 0;
}

/* 0, or -1 with errno: its mode or its times are not as before. */
static int restore_appended(struct file *x) {
  const struct timespec times[2] = {x->was.st_atim, x->was.st_mtim};
  if (x->flags & DFMT_APPEND_HIDE && fchmod(x->fd, x->was.st_mode & 07777) != 0) return -1;
  return x->flags & DFMT_APPEND_KEEP_TIMES ? futimens(x->fd, times) : 0;
}

static dfmt_status open_append(struct file *x) {
  x->fd = dfmti_open_file(AT_FDCWD, text(&x->path), O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY, 0);
  if (x->fd < 0) return DFMT_OK;
  int e = look_at_end(x);
  if (!e && x->flags & DFMT_APPEND_HIDE && fchmod(x->fd, 0) != 0) e = errno;
  if (!e) {
    found_file(x);
    return DFMT_OK;
  }
  if (S_ISREG(x->was.st_mode)) (void)restore_appended(x); /* looking at it has changed its times */
  close_quietly(&x->fd);
  errno = e;
  return DFMT_OK;
}

static dfmt_status ready(struct file *x) {
  if (x->fd >= 0) return DFMT_OK;
  static dfmt_status (*const open_as[])(struct file *x) = {
      [BY_PATH] = open_path, [IN_DIRECTORY] = open_in, [APPENDING] = open_append};
  int saved = errno;
  errno = EBADF;
  dfmt_status st = x->over || x->kind == BY_DESCRIPTOR ? DFMT_OK : open_as[x->kind](x);
  if (st == DFMT_OK && x->fd < 0) return fail(x, DFMT_ERR_OPEN, "cannot open for writing", saved);
  errno = saved;
  return st;
}

/* Writes some of n > 0 bytes, or leaves out pages of zeros of a new file. As write(). */
static ssize_t write_some(struct file *x, const uint8_t *p, size_t n) {
  bool zeros = false;
  if (!x->fresh) return write(x->fd, p, n);
  if (x->sparse) n = dfmti_holes_run(p, n, x->at, &zeros);
  ssize_t done = zeros ? (ssize_t)n : pwrite(x->fd, p, n, (off_t)x->at);
  if (done <= 0) return done;
  x->at += (uint64_t)done;
  x->in_hole = zeros;
  return done;
}

static dfmt_status file_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct file *x = user;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  int saved = errno;
  while (*taken < len) {
    ssize_t n = write_some(x, (const uint8_t *)buf + *taken, dfmti_min(dfmti_clamp(len - *taken), 1u << 30));
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

/* What a file held is on the disk before it loses it, or can no longer be cut back to it. */
static dfmt_status secure(struct file *x, int saved) {
  if (x->in_hole && cut_file(x->fd, (off_t)x->at) != 0) return fail(x, DFMT_ERR_CLOSE, "cannot write", saved);
  bool replaces = x->fresh && x->kind == BY_PATH;
  if ((replaces || x->kind == APPENDING) && sync_file(x->fd) != 0)
    return fail(x, DFMT_ERR_CLOSE, "cannot write", saved);
  if (x->kind == APPENDING && restore_appended(x) != 0)
    return fail(x, DFMT_ERR_CLOSE, "cannot set mode and times", saved);
  return DFMT_OK;
}

/*
 * A file that was synchronised has nothing to lose when it is closed; of another one in a directory closing may tell
 * that it could not be written, and its name is taken away again.
 */
static dfmt_status close_file(struct file *x, int saved) {
  int fd = x->fd;
  x->fd = -1;
  bool good = !x->own || close(fd) == 0 || errno == EINTR || x->kind == BY_PATH || x->kind == APPENDING;
  if (good) return DFMT_OK;
  dfmt_status st = fail(x, DFMT_ERR_CLOSE, "cannot close", saved);
  if (x->kind == IN_DIRECTORY) unlinkat(x->file.dir, text(&x->path), 0);
  return st;
}

static dfmt_status commit_file(struct file *x, int saved) {
  dfmt_status st = ready(x); /* nothing was written: an empty file */
  if (st == DFMT_OK) st = secure(x, saved);
  if (st != DFMT_OK) return st;
  if (x->fresh && dfmti_new_file_publish(&x->file, text(&x->path), x->kind == BY_PATH) != 0)
    return fail(x, DFMT_ERR_CLOSE, "cannot give the file its name", saved);
  x->fresh = false;
  return close_file(x, saved);
}

static void throw_away(struct file *x) {
  if (x->fd >= 0 && x->kind == APPENDING) {
    (void)cut_file(x->fd, x->was.st_size); /* the error that was met before is the one to tell */
    (void)restore_appended(x);
  }
  drop_new(x);
  if (x->own) close_quietly(&x->fd);
  x->fd = -1;
}

static dfmt_status file_close(void *user, uint32_t commit) {
  struct file *x = user;
  int saved = errno;
  dfmt_status st = DFMT_OK;
  if (commit) st = commit_file(x, saved);
  if (!commit || st != DFMT_OK) throw_away(x);
  x->over = true;
  errno = saved;
  return st;
}

static void file_free(struct dfmti_mem *m, void *state) {
  struct file *x = state;
  dfmti_buf_free(m, &x->path);
  dfmti_buf_free(m, &x->file.name);
}

static dfmt_status file_write_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  struct file *x = user;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  if (!x->fresh) return dfmti_fail(&x->sink->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "this file cannot be overwritten");
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
  x->sparse = dfmti_config_value(c, DFMT_CFG_SPARSE) == DFMT_SPARSE_AUTO;
  (*out)->own_free = file_free;
  if (!path || set_path(x, path, len)) return DFMT_OK;
  dfmt_sink_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

DFMTI_RARE dfmt_status dfmt_sink_path(const dfmt_config *c, const char *path, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path) return DFMT_E_ARG;
  return make(c, (struct file){.kind = BY_PATH, .fd = -1, .own = true, .file.dir = AT_FDCWD}, path, strlen(path), out);
}

DFMTI_RARE dfmt_status dfmt_sink_append(const dfmt_config *c, const char *path, uint32_t flags, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path || flags & ~(uint32_t)(DFMT_APPEND_HIDE | DFMT_APPEND_KEEP_TIMES)) return DFMT_E_ARG;
  return make(c, (struct file){.kind = APPENDING, .fd = -1, .own = true, .flags = flags}, path, strlen(path), out);
}

dfmt_status dfmt_sink_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (fd < 0) return DFMT_E_ARG;
  dfmt_status st = make(c, (struct file){.kind = BY_DESCRIPTOR, .fd = fd, .own = own != 0}, NULL, 0, out);
  struct stat sb;
  int saved = errno;
  if (st == DFMT_OK && fstat(fd, &sb) == 0 && S_ISREG(sb.st_mode)) found_file((*out)->user);
  errno = saved;
  return st;
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

DFMTI_RARE dfmt_status dfmt_sink_in(const dfmt_config *c, int32_t dir_fd, const char *name, uint64_t len,
                                    dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!name && len) return DFMT_E_ARG;
  if (!name) name = "";
  bool safe = dfmt_name_is_safe(name, len);
  dfmt_status st = make(c, (struct file){.kind = IN_DIRECTORY, .fd = -1, .own = true, .file.dir = dir_fd}, name,
                        dfmti_clamp(safe || len < 256 ? len : 256), out);
  if (st != DFMT_OK || safe) return st;
  (*out)->ops.write = refuse_write;
  (*out)->ops.write_at = NULL;
  (*out)->ops.close = refuse_close;
  return DFMT_OK;
}
