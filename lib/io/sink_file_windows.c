/* SPDX-License-Identifier: MIT */
/*
 * Sinks over files, as in sink_file.c, by calls of Windows. An open file has no other name here: what is new is closed
 * before it gets its name. A link is replaced itself.
 */
#include "windows_file.h"

#ifdef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <share.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "base/errno_text.h"
#include "sink.h"

enum kind { BY_DESCRIPTOR, BY_PATH, IN_DIRECTORY, APPENDING };
enum { TAIL = 48, MOST_NAMES = 1000 }; /* units of a temporary name; names that are tried */

struct file {
  dfmt_sink *sink;
  enum kind kind;
  int fd;                      /* -1: not open */
  int dir;                     /* IN_DIRECTORY: borrowed; below 0: the current one */
  bool own, over;              /* over: closed for good */
  bool fresh;                  /* what is written is a new file, which is called `name` */
  uint32_t flags;              /* APPENDING: DFMT_APPEND_* */
  struct dfmti_buf given;      /* IN_DIRECTORY: the name, NUL-terminated */
  struct dfmti_buf path, name; /* UTF-16 with their ends */
  uint64_t length;             /* APPENDING: before we came */
  FILETIME accessed, changed;  /* APPENDING: likewise */
  uint8_t last;                /* APPENDING: its last byte */
};

static dfmt_status fail(struct file *x, uint32_t number, const char *what, int saved) {
  return dfmti_fail_errno(&x->sink->err, number, what, saved);
}

static HANDLE handle_of(const struct file *x) { return (HANDLE)_get_osfhandle(x->fd); }

static int close_own(struct file *x) {
  int fd = x->fd;
  x->fd = -1;
  return fd >= 0 && x->own ? _close(fd) : 0;
}

/* Units of the path that are its directory, with what ends it. */
static size_t directory_length(const wchar_t *path) {
  size_t len = 0;
  for (size_t i = 0; path[i]; i++)
    if (path[i] == L'/' || path[i] == L'\\' || path[i] == L':') len = i + 1;
  return len;
}

/* Puts the n-th temporary name after the directory. */
static void set_name(wchar_t *at, unsigned n) {
  char tail[TAIL];
  int len = snprintf(tail, sizeof tail, "diagfmt.%d.%u.tmp", _getpid(), n);
  for (int i = 0; i <= len; i++) at[i] = (wchar_t)tail[i];
}

/* The system cuts no write to a file, whoever else writes there. */
static void found_file(struct file *x) { x->sink->ops.undivided = UINT64_MAX; }

static dfmt_status open_new(struct file *x) {
  size_t len = directory_length(dfmti_wide(&x->path));
  x->name.len = 0;
  if (!dfmti_buf_reserve(&x->sink->mem, &x->name, (len + TAIL) * sizeof(wchar_t)))
    return dfmti_fail_mem(&x->sink->err, &x->sink->mem);
  wchar_t *name = (wchar_t *)x->name.ptr;
  if (len > 0) memcpy(name, x->path.ptr, len * sizeof *name);
  for (unsigned n = 0; x->fd < 0 && n < MOST_NAMES; n++) {
    set_name(name + len, n);
    x->fd = dfmti_windows_open(name, _O_RDWR | _O_CREAT | _O_EXCL, _SH_DENYWR);
    if (x->fd < 0 && errno != EEXIST) break;
  }
  x->fresh = x->fd >= 0;
  if (x->fresh) found_file(x);
  return DFMT_OK;
}

/* A device or a pipe is written to in place. */
static dfmt_status open_path(struct file *x) {
  const wchar_t *path = dfmti_wide(&x->path);
  DWORD attributes = GetFileAttributesW(path);
  int fd = dfmti_windows_open(path, _O_WRONLY, _SH_DENYNO);
  if (fd >= 0 && dfmti_windows_length(fd) < 0) {
    x->fd = fd;
    return DFMT_OK;
  }
  if (fd >= 0) _close(fd);
  errno = EACCES;
  return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY ? DFMT_OK : open_new(x);
}

/* The directory's own path, and the name after it. */
static dfmt_status find_in(struct file *x) {
  struct dfmti_mem *m = &x->sink->mem;
  struct dfmti_buf name = {0};
  bool ok = dfmti_windows_path(m, &name, (const char *)x->given.ptr);
  x->path.len = 0;
  DWORD len = x->dir < 0 ? 0 : GetFinalPathNameByHandleW((HANDLE)_get_osfhandle(x->dir), NULL, 0, 0);
  ok = ok && (len == 0 || dfmti_buf_reserve(m, &x->path, (len + 1) * sizeof(wchar_t)));
  if (ok && len > 0) {
    wchar_t *to = (wchar_t *)x->path.ptr;
    len = GetFinalPathNameByHandleW((HANDLE)_get_osfhandle(x->dir), to, len, 0);
    to[len] = L'\\';
    x->path.len = (len + 1) * sizeof *to;
  }
  ok = ok && dfmti_buf_append(m, &x->path, name.ptr, name.len);
  dfmti_buf_free(m, &name);
  return ok ? DFMT_OK : dfmti_fail_mem(&x->sink->err, m);
}

/* A name that is taken is known before anything is written; what takes it later, when the file gets its name. */
static dfmt_status open_in(struct file *x) {
  dfmt_status st = find_in(x);
  if (st != DFMT_OK) return st;
  if (GetFileAttributesW(dfmti_wide(&x->path)) == INVALID_FILE_ATTRIBUTES) return open_new(x);
  errno = EEXIST;
  return DFMT_OK;
}

/* 0, or an errno. */
static int look_at_end(struct file *x) {
  int64_t length = dfmti_windows_length(x->fd);
  if (length < 0) return errno;
  x->length = (uint64_t)length;
  if (!GetFileTime(handle_of(x), NULL, &x->accessed, &x->changed)) return EIO;
  if (length == 0) return 0;
  int64_t n = dfmti_windows_read_at(x->fd, x->length - 1, &x->last, 1);
  return n < 0 ? errno : n == 0 ? EIO : 0;
}

/* Hidden: nobody else can open it meanwhile. */
static dfmt_status open_append(struct file *x) {
  x->fd = dfmti_windows_open(dfmti_wide(&x->path), _O_RDWR, x->flags & DFMT_APPEND_HIDE ? _SH_DENYRW : _SH_DENYWR);
  if (x->fd < 0) return DFMT_OK;
  int e = look_at_end(x);
  if (!e && _lseeki64(x->fd, 0, SEEK_END) < 0) e = errno;
  if (!e) {
    found_file(x);
    return DFMT_OK;
  }
  (void)close_own(x);
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

static dfmt_status file_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct file *x = user;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  int saved = errno;
  while (*taken < len) {
    int64_t n = dfmti_windows_write(x->fd, (const char *)buf + *taken, len - *taken);
    if (n < 0) return fail(x, DFMT_ERR_WRITE, "cannot write", saved);
    *taken += (uint64_t)n;
  }
  return DFMT_OK;
}

static dfmt_status file_write_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  struct file *x = user;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  if (!x->fresh) return dfmti_fail(&x->sink->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "this file cannot be overwritten");
  int saved = errno;
  for (uint64_t done = 0; done < len;) {
    int64_t n = dfmti_windows_write_at(x->fd, offset + done, (const char *)buf + done, len - done);
    if (n <= 0) return fail(x, DFMT_ERR_WRITE, "cannot write", saved);
    done += (uint64_t)n;
  }
  return DFMT_OK;
}

/* Stands before any output of ours, so an appended file is opened here and not at the first write. */
static dfmt_status file_before(void *user, uint64_t *bytes, uint8_t *last) {
  struct file *x = user;
  *bytes = 0;
  if (x->kind != APPENDING) return DFMT_OK;
  dfmt_status st = ready(x);
  if (st != DFMT_OK) return st;
  *bytes = x->length;
  *last = x->last;
  return DFMT_OK;
}

static int restore_times(struct file *x) {
  if (!(x->flags & DFMT_APPEND_KEEP_TIMES) || SetFileTime(handle_of(x), NULL, &x->accessed, &x->changed)) return 0;
  dfmti_windows_set_errno();
  return -1;
}

/* What a file held is on the disk before it loses it, or can no longer be cut back to it. */
static dfmt_status secure(struct file *x, int saved) {
  bool replaces = x->fresh && x->kind == BY_PATH;
  if ((replaces || x->kind == APPENDING) && dfmti_windows_sync(x->fd) != 0)
    return fail(x, DFMT_ERR_CLOSE, "cannot write", saved);
  if (x->kind == APPENDING && restore_times(x) != 0) return fail(x, DFMT_ERR_CLOSE, "cannot set its times", saved);
  return DFMT_OK;
}

static dfmt_status commit_file(struct file *x, int saved) {
  dfmt_status st = ready(x); /* nothing was written: an empty file */
  if (st == DFMT_OK) st = secure(x, saved);
  if (st != DFMT_OK) return st;
  if (close_own(x) != 0) return fail(x, DFMT_ERR_CLOSE, "cannot close", saved);
  if (x->fresh && dfmti_windows_rename(dfmti_wide(&x->name), dfmti_wide(&x->path), x->kind == BY_PATH) != 0)
    return fail(x, DFMT_ERR_CLOSE, "cannot give the file its name", saved);
  x->fresh = false;
  return DFMT_OK;
}

static void throw_away(struct file *x) {
  if (x->fd >= 0 && x->kind == APPENDING) {
    (void)_chsize_s(x->fd, (int64_t)x->length); /* the error that was met before is the one to tell */
    (void)restore_times(x);
  }
  (void)close_own(x);
  if (x->fresh) (void)DeleteFileW(dfmti_wide(&x->name));
  x->fresh = false;
}

static dfmt_status file_close(void *user, uint32_t commit) {
  struct file *x = user;
  int saved = errno;
  dfmt_status st = commit ? commit_file(x, saved) : DFMT_OK;
  if (!commit || st != DFMT_OK) throw_away(x);
  x->over = true;
  errno = saved;
  return st;
}

static void file_free(struct dfmti_mem *m, void *state) {
  struct file *x = state;
  dfmti_buf_free(m, &x->path);
  dfmti_buf_free(m, &x->name);
  dfmti_buf_free(m, &x->given);
}

static const dfmt_sink_ops file_ops = {.size = sizeof file_ops,
                                       .write = file_write,
                                       .write_at = file_write_at,
                                       .close = file_close,
                                       .before = file_before};

static dfmt_status make(const dfmt_config *c, struct file like, const char *path, dfmt_sink **out) {
  dfmt_status st = dfmti_sink_make(c, &file_ops, sizeof(struct file), out);
  if (st != DFMT_OK) return st;
  struct file *x = (*out)->user;
  *x = like;
  x->sink = *out;
  (*out)->own_free = file_free;
  if (!path || dfmti_windows_path(&(*out)->mem, &x->path, path)) return DFMT_OK;
  dfmt_sink_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

dfmt_status dfmt_sink_path(const dfmt_config *c, const char *path, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path) return DFMT_E_ARG;
  return make(c, (struct file){.kind = BY_PATH, .fd = -1, .own = true}, path, out);
}

dfmt_status dfmt_sink_append(const dfmt_config *c, const char *path, uint32_t flags, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!path || !*path || flags & ~(uint32_t)(DFMT_APPEND_HIDE | DFMT_APPEND_KEEP_TIMES)) return DFMT_E_ARG;
  return make(c, (struct file){.kind = APPENDING, .fd = -1, .own = true, .flags = flags}, path, out);
}

dfmt_status dfmt_sink_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (fd < 0) return DFMT_E_ARG;
  dfmt_status st = make(c, (struct file){.kind = BY_DESCRIPTOR, .fd = fd, .own = own != 0}, NULL, out);
  int saved = errno;
  if (st == DFMT_OK && dfmti_windows_length(fd) >= 0) found_file((*out)->user);
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
                    dfmti_quote(shown, sizeof shown, x->given.ptr, x->given.len - 1));
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
  dfmt_status st = make(c, (struct file){.kind = IN_DIRECTORY, .fd = -1, .own = true, .dir = dir_fd}, NULL, out);
  if (st != DFMT_OK) return st;
  struct file *x = (*out)->user;
  size_t shown = dfmti_clamp(safe || len < 256 ? len : 256);
  if (!dfmti_buf_append(&(*out)->mem, &x->given, name, shown) || !dfmti_buf_append(&(*out)->mem, &x->given, "", 1)) {
    dfmt_sink_free(*out);
    *out = NULL;
    return DFMT_E_NOMEM;
  }
  if (safe) return DFMT_OK;
  (*out)->ops.write = refuse_write;
  (*out)->ops.write_at = NULL;
  (*out)->ops.close = refuse_close;
  return DFMT_OK;
}

#endif
