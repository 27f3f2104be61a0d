/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/kept.h"
#include "cli/leave.h"
#include "cli/open_outputs.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/text.h"
#include "tool.h"

/* Writes everything, waiting if the descriptor is not ready. */
static dfmt_status write_all(struct output *o, const unsigned char *p, size_t len) {
  const int kept = o->fd == STDOUT_FILENO ? kept_put(o->fd, p, len) : 0;
  if (kept < 0) output_stdout_failed(o->sys_errno = errno);
  if (kept) return kept < 0 ? DFMT_E_IO : DFMT_OK;
  while (len) {
    ssize_t n = write(o->fd, p, len);
    if (n >= 0) {
      p += n;
      len -= (size_t)n;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
      if (!interrupt_wait(o->fd, POLLOUT)) return DFMT_E_IO;
    } else {
      o->sys_errno = errno;
      if (o->fd == STDOUT_FILENO) output_stdout_failed(errno);
      return DFMT_E_IO;
    }
  }
  return DFMT_OK;
}

/* Contains NUL bytes, or an eighth is not text. escaped: its length when escaped. */
static bool is_binary(const unsigned char *p, size_t len, uint64_t escaped) {
  return len && (memchr(p, 0, len) || (len >= 16 && (escaped - len) / 3 > len / 8));
}

/* Writes held and new bytes, escaped; a character cut at the end is held unless last. */
static dfmt_status write_escaped(struct output *o, const void *buf, size_t len, bool last) {
  dfmt_sink *text = text_begin();
  unsigned char *all = tool_realloc(NULL, o->n_hold + len);
  memcpy(all, o->hold, o->n_hold);
  if (len) memcpy(all + o->n_hold, buf, len);
  len += o->n_hold;
  size_t used = put_safe_lines(text, all, len, !last, o->shown);
  o->n_hold = len - used;
  memcpy(o->hold, all + used, o->n_hold);
  dfmt_str escaped = text_held(text);
  if (o->refuses && is_binary(all, used, escaped.len))
    o->why = "a terminal does not get binary data: give a file with -o FILE, or pipe it on";
  tool_realloc(all, 0);
  dfmt_status st = o->why ? DFMT_E_IO : write_all(o, (const unsigned char *)escaped.ptr, (size_t)escaped.len);
  dfmt_sink_free(text);
  return st;
}

static dfmt_status on_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct output *o = user;
  if (interrupted() && !o->finishing) return DFMT_E_IO;
  progress_clear();
  size_t n = len < 65536 ? (size_t)len : 65536;
  dfmt_status st = DFMT_OK;
  for (uint64_t at = 0; at < len && st == DFMT_OK; at += n) {
    if (!o->escape) n = (size_t)len;
    if (n > len - at) n = (size_t)(len - at);
    const unsigned char *p = (const unsigned char *)buf + at;
    st = o->escape ? write_escaped(o, p, n, false) : write_all(o, p, n);
  }
  *taken = st == DFMT_OK ? len : 0;
  return st;
}

static dfmt_status on_close(void *user, uint32_t commit) {
  struct output *o = user;
  return commit && o->n_hold ? write_escaped(o, NULL, 0, true) : DFMT_OK;
}

/* Whether writes are never split, whoever else writes. Those to pipes and sockets may be, and on a terminal lines
 * should appear at once. */
static bool undivided(int fd) {
  struct stat sb;
  return fstat(fd, &sb) == 0 && (S_ISREG(sb.st_mode) || (S_ISCHR(sb.st_mode) && !isatty(fd)));
}

void output_fd(struct output *o, int fd, const char *name, bool escape) {
  const dfmt_sink_ops ops = {
      .size = sizeof ops, .write = on_write, .close = on_close, .undivided = undivided(fd) ? UINT64_MAX : 0};
  *o = (struct output){.fd = fd, .name = name, .escape = escape && isatty(fd)};
  if (dfmt_sink_new(NULL, &ops, o, &o->sink) != DFMT_OK) tool_no_memory();
  output_enlist(o);
}

void output_finish(struct output *o) {
  o->finishing = true;
  put_flush(o->sink);
  if (o->n_hold) (void)write_escaped(o, NULL, 0, true);
}

void output_take(struct output *o, dfmt_status made, dfmt_sink *sink, const char *name) {
  *o = (struct output){.fd = -1, .name = name, .sink = sink};
  if (made != DFMT_OK) tool_no_memory(); /* their only possible failure */
  output_enlist(o);
}

bool output_open(struct tool *t, struct output *o, const char *path) {
  if (!path || strcmp(path, "-") == 0) {
    output_fd(o, STDOUT_FILENO, "standard output", true);
    o->refuses = true;
    return true;
  }
  struct stat sb; /* if stat() fails, the sink reports it */
  if (stat(path, &sb) == 0 && !S_ISREG(sb.st_mode) && !S_ISDIR(sb.st_mode)) {
    int fd = interrupt_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return report(t, CODE_IO, path, "cannot open: %s", strerror(errno));
    output_fd(o, fd, path, true);
    o->own = o->refuses = true;
    return true;
  }
  dfmt_sink *sink = NULL;
  dfmt_status st = dfmt_sink_path(t->config, path, &sink);
  output_take(o, st, sink, path);
  return true;
}

int output_directory(struct tool *t, const char *path, mode_t mode, bool *made) {
  *made = mkdir(path, mode) == 0;
  int fd = *made || errno == EEXIST ? interrupt_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (fd < 0) report(t, CODE_IO, path, "cannot make or open directory: %s", strerror(errno));
  return fd;
}

bool output_close_fd(int fd, int *sys_errno) {
  if (close(fd) == 0 || errno == EINTR) return true;
  *sys_errno = errno;
  return false;
}

static int make_temporary(const char *dir) {
  size_t size = strlen(dir) + sizeof "/diagfmt.XXXXXX";
  char *path = tool_realloc(NULL, size);
  int fd;
  do {
    snprintf(path, size, "%s/diagfmt.XXXXXX", dir);
    fd = mkstemp(path);
  } while (fd < 0 && errno == EINTR && !interrupted());
  int saved = errno;
  if (fd >= 0) {
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    unlink(path);
  }
  tool_realloc(path, 0);
  errno = saved;
  return fd;
}

const char *output_temporary_folder(void) {
  const char *dir = getenv("TMPDIR");
  return dir && *dir ? dir : "/tmp";
}

int output_temporary(struct tool *t, const char *name) {
  const char *dir = output_temporary_folder();
  int fd = make_temporary(dir);
  if (fd < 0) report(t, CODE_IO, name, "cannot make a temporary file in %s: %s", dir, strerror(errno));
  return fd;
}

bool output_commit(struct tool *t, struct output *o) {
  bool good = dfmt_sink_close(o->sink) == DFMT_OK;
  if (!good) report_error(t, &(struct place){.file = o->name, .out = o}, dfmt_sink_error(o->sink));
  bool own = o->own;
  o->own = false;
  if (own && !output_close_fd(o->fd, &o->sys_errno) && good) {
    report(t, CODE_IO, o->name, "cannot write: %s", strerror(o->sys_errno));
    good = false;
  }
  output_drop(o);
  return good;
}

void output_drop(struct output *o) {
  output_delist(o);
  dfmt_sink_free(o->sink);
  o->sink = NULL;
  if (o->own) close(o->fd);
  o->own = false;
}
