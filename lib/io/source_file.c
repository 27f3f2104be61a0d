/* SPDX-License-Identifier: MIT */
/* Sources over files: a path, opened at the first use, or a descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errno_text.h"
#include "base/rare.h"
#include "source.h"

struct file {
  dfmt_source *source;
  struct dfmti_buf path; /* NUL-terminated; empty: made from a descriptor */
  int fd;                /* -1: not open */
  bool own;
  bool looked, seekable; /* looked: `seekable` and `start` are known */
  uint64_t start;        /* position of a descriptor when it came to us */
};

static dfmt_status fail(struct file *x, uint32_t number, const char *what, int saved) {
  return dfmti_fail_errno(&x->source->err, number, what, saved);
}

static dfmt_status ready(struct file *x) {
  if (x->fd >= 0) return DFMT_OK;
  int saved = errno;
  do {
    x->fd = open((const char *)x->path.ptr, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } while (x->fd < 0 && errno == EINTR);
  if (x->fd < 0) return fail(x, DFMT_ERR_OPEN, "cannot open", saved);
  errno = saved;
  return DFMT_OK;
}

/* Where a descriptor stands must be known before the first read; of a path only when somebody wants to seek. */
static dfmt_status look(struct file *x) {
  if (x->looked) return DFMT_OK;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  int saved = errno;
  struct stat sb;
  if (fstat(x->fd, &sb) != 0) return fail(x, DFMT_ERR_OPEN, "cannot stat the file", saved);
  if (S_ISREG(sb.st_mode) || S_ISBLK(sb.st_mode)) {
    off_t at = x->path.len ? 0 : lseek(x->fd, 0, SEEK_CUR);
    if (at < 0 && errno != ESPIPE) return fail(x, DFMT_ERR_OPEN, "cannot stat the file", saved);
    x->seekable = at >= 0;
    x->start = at >= 0 ? (uint64_t)at : 0;
  }
  x->looked = true;
  errno = saved;
  return DFMT_OK;
}

static dfmt_status file_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct file *x = user;
  dfmt_status st = x->path.len ? ready(x) : look(x);
  if (st != DFMT_OK) return st;
  int saved = errno;
  ssize_t n;
  do {
    n = read(x->fd, buf, dfmti_min(dfmti_clamp(cap), 1u << 30));
  } while (n < 0 && errno == EINTR);
  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
    errno = saved;
    return DFMT_AGAIN;
  }
  if (n < 0) return fail(x, DFMT_ERR_READ, "cannot read", saved);
  errno = saved;
  *got = (uint64_t)n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status file_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct file *x = user;
  dfmt_status st = look(x);
  if (st != DFMT_OK) return st;
  uint64_t at;
  if (!x->seekable) return dfmti_fail(&x->source->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "the file cannot seek");
  if (__builtin_add_overflow(x->start, offset, &at) || at > INT64_MAX) return DFMT_END;
  int saved = errno;
  ssize_t n;
  do {
    n = pread(x->fd, buf, dfmti_min(dfmti_clamp(cap), 1u << 30), (off_t)at);
  } while (n < 0 && errno == EINTR);
  if (n < 0) return fail(x, DFMT_ERR_READ, "cannot read", saved);
  errno = saved;
  *got = (uint64_t)n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status file_total(void *user, uint64_t *bytes) {
  struct file *x = user;
  dfmt_status st = look(x);
  if (st != DFMT_OK) return st;
  int saved = errno;
  struct stat sb;
  if (x->seekable && fstat(x->fd, &sb) != 0) return fail(x, DFMT_ERR_OPEN, "cannot stat the file", saved);
  st = x->seekable && S_ISREG(sb.st_mode) ? DFMT_OK : DFMT_E_UNSUPPORTED;
  errno = saved;
  if (st != DFMT_OK) return st;
  *bytes = (uint64_t)sb.st_size > x->start ? (uint64_t)sb.st_size - x->start : 0;
  return DFMT_OK;
}

static void shut(struct file *x) {
  int saved = errno;
  if (x->fd >= 0 && x->own) close(x->fd);
  errno = saved;
  x->fd = -1;
  x->looked = x->seekable = false;
  x->start = 0;
}

static void file_close(void *user) {
  struct file *x = user;
  shut(x);
  dfmti_buf_free(&x->source->mem, &x->path);
}

static const dfmt_source_ops file_ops = {
    .size = sizeof file_ops, .read = file_read, .read_at = file_read_at, .total = file_total, .close = file_close};

static dfmt_status make(const dfmt_config *c, int fd, bool own, dfmt_source **out) {
  dfmt_status st = dfmti_source_make(c, &file_ops, sizeof(struct file), out);
  if (st == DFMT_OK) *(struct file *)(*out)->user = (struct file){.source = *out, .fd = fd, .own = own};
  return st;
}

dfmt_status dfmt_source_reset_path(dfmt_source *s, const char *path) {
  if (!s || !path || !*path) return DFMT_E_ARG;
  dfmti_errors_clear(&s->err);
  struct file *x = s->user;
  if (s->ops.read != file_read || !x->path.len) return dfmti_fail_state(&s->err, "not a source made from a path");
  size_t len = strlen(path) + 1;
  size_t keep = x->path.len;
  x->path.len = 0;
  if (!dfmti_buf_append(&s->mem, &x->path, path, len)) {
    x->path.len = keep;
    return dfmti_fail_mem(&s->err, &s->mem);
  }
  shut(x);
  s->taken = 0;
  s->seeks = false;
  return DFMT_OK;
}

DFMTI_RARE dfmt_status dfmt_source_path(const dfmt_config *c, const char *path, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path) return DFMT_E_ARG;
  dfmt_status st = make(c, -1, true, out);
  if (st != DFMT_OK) return st;
  struct file *x = (*out)->user;
  if (dfmti_buf_append(&(*out)->mem, &x->path, path, strlen(path) + 1)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

dfmt_status dfmt_source_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (fd < 0) return DFMT_E_ARG;
  return make(c, fd, own != 0, out);
}
