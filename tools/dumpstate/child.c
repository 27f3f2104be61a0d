/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "interrupt.h"

enum { PIECE = 65536, GRACE_MS = 500 }; /* GRACE: from SIGTERM to SIGKILL, and from that to giving up */

struct run {
  const struct child_work *w;
  int out, pidfd; /* out: its output; pidfd: readable when it has ended, before it is waited for */
  uint64_t taken;
  bool exited, closed, full, stopped;
};

/* ---- in the child ---- */

int child_command(const char *command) {
  dup2(STDOUT_FILENO, STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  return 127;
}

/* Sizes of files in /proc are meaningless: they are read to their end. */
int child_file(const char *path) {
  static char piece[PIECE];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = 0;
  if (fd < 0) return errno;
  while ((n = read(fd, piece, sizeof piece)) > 0)
    for (ssize_t at = 0, m; at < n; at += m)
      if ((m = write(STDOUT_FILENO, piece + at, (size_t)(n - at))) < 0) return errno;
  return n < 0 ? errno : 0;
}

static void be_child(const struct child_work *w, int out) {
  int nothing = open("/dev/null", O_RDONLY);
  setpgid(0, 0);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(126);
  _exit(w->main(w->what));
}

/* ---- in the parent ---- */

static void take(struct run *r) {
  static char piece[PIECE];
  ssize_t n = read(r->out, piece, sizeof piece);
  if (n < 0) return; /* EAGAIN, EINTR: retried */
  r->closed = n == 0;
  uint64_t left = r->w->max_bytes - r->taken;
  r->full = (uint64_t)n > left;
  size_t wanted = r->full ? (size_t)left : (size_t)n;
  r->taken += wanted;
  if (wanted && !r->w->take(r->w->user, piece, wanted)) r->stopped = true;
}

/*
 * Reads output until the child has ended, or until a time in µs (false). The pipe may stay open after its end, if it
 * leaves processes behind, and may be closed before.
 */
static bool pump(struct run *r, uint64_t until) {
  while (!r->full && !r->stopped) {
    uint64_t now = clock_us();
    struct pollfd p[] = {{.fd = r->closed ? -1 : r->out, .events = POLLIN},
                         {.fd = r->exited ? -1 : r->pidfd, .events = POLLIN},
                         {.fd = interrupt_fd(), .events = POLLIN}};
    if (now >= until) return false;
    if (poll(p, 3, r->exited ? 0 : (int)((until - now + 999) / 1000)) < 0) continue; /* EINTR */
    if (p[0].revents)
      take(r);
    else if (r->exited)
      return true;
    r->exited |= p[1].revents != 0;
    r->stopped |= p[2].revents != 0;
  }
  return false;
}

static bool has_ended(struct run *r) {
  struct pollfd p = {.fd = r->pidfd, .events = POLLIN};
  uint64_t until = clock_us() + GRACE_MS * 1000;
  while (!r->exited && clock_us() < until) r->exited = poll(&p, 1, 10) > 0;
  return r->exited;
}

/* Before waitpid() its number cannot be reused, so that only its own group is killed. */
static void end(struct run *r, struct child_result *out) {
  int status;
  kill(-out->pid, SIGKILL);
  out->stuck = !has_ended(r);
  if (out->stuck) return;
  while (waitpid(out->pid, &status, 0) < 0)
    if (errno != EINTR) return;
  if (out->end != CHILD_EXITED) return;
  out->end = WIFSIGNALED(status) ? CHILD_SIGNALLED : CHILD_EXITED;
  out->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void watch(struct run *r, struct child_result *out, uint64_t began) {
  out->end = CHILD_EXITED;
  if (!pump(r, began + r->w->limit_ms * 1000)) {
    out->end = r->full ? CHILD_FULL : r->stopped ? CHILD_STOPPED : CHILD_TIMED_OUT;
    if (out->end == CHILD_TIMED_OUT) {
      kill(-out->pid, SIGTERM);
      pump(r, clock_us() + GRACE_MS * 1000); /* output written before it ended */
    }
  }
  end(r, out);
}

static bool start(struct run *r, struct child_result *out) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  r->out = ends[0];
  out->pid = fork();
  if (out->pid == 0) be_child(r->w, ends[1]);
  close(ends[1]);
  if (out->pid < 0) return false;
  setpgid(out->pid, out->pid); /* called by both, as either may run first */
  fcntl(r->out, F_SETFL, O_NONBLOCK);
  r->pidfd = (int)syscall(SYS_pidfd_open, out->pid, 0);
  if (r->pidfd >= 0) return true;
  int saved = errno;
  kill(-out->pid, SIGKILL);
  waitpid(out->pid, NULL, 0);
  errno = saved;
  return false;
}

struct child_result child_run(const struct child_work *w) {
  struct child_result out = {.end = CHILD_NOT_RUN};
  struct run r = {.w = w, .out = -1, .pidfd = -1};
  uint64_t began = clock_us();
  if (start(&r, &out))
    watch(&r, &out, began);
  else
    out.code = errno;
  if (r.out >= 0) close(r.out);
  if (r.pidfd >= 0) close(r.pidfd);
  out.us = clock_us() - began;
  return out;
}
