/* SPDX-License-Identifier: MIT */
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static bool ignored;           /* it is too late to stop */
static int wake[2] = {-1, -1}; /* a pipe, so that a signal between a test and a poll() is not lost */

static void on_signal(int number) {
  int saved = errno;
  caught = number;
  if (write(wake[1], "", 1) < 0) { /* full: then poll() wakes up anyway */
  }
  errno = saved;
}

static void catch_signal(int number) {
  struct sigaction now, sa = {.sa_handler = on_signal};
  if (sigaction(number, NULL, &now) != 0 || now.sa_handler == SIG_IGN) return; /* nohup, or in the background */
  sigemptyset(&sa.sa_mask);
  sa.sa_flags = (int)SA_RESETHAND; /* a second one terminates at once */
  sigaction(number, &sa, NULL);
}

static bool make_pipe(void) {
  if (pipe(wake) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake[i], F_SETFL, O_NONBLOCK);
  }
  return true;
}

void interrupt_child(void) {
  const int old[] = {wake[0], wake[1]};
  if (!make_pipe()) return;
  for (int i = 0; i < 2; i++) close(old[i]);
}

void interrupt_setup(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  if (make_pipe())
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) catch_signal(numbers[i]);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGPIPE, &ignore, NULL); /* reported as EPIPE and EFBIG, so that cleanup is possible */
  sigaction(SIGXFSZ, &ignore, NULL);
}

int interrupted(void) { return ignored ? 0 : caught; }

void interrupt_ignore(bool on) { ignored = on; }

int interrupt_openat(int dir, const char *path, int flags) {
  int fd;
  do fd = openat(dir, path, flags);
  while (fd < 0 && errno == EINTR && !interrupted());
  return fd;
}

int interrupt_open(const char *path, int flags) { return interrupt_openat(AT_FDCWD, path, flags); }

bool interrupt_wait_any(struct pollfd *list, nfds_t n) {
  struct pollfd p[INTERRUPT_MOST + 1];
  p[0] = (struct pollfd){.fd = ignored ? -1 : wake[0], .events = POLLIN};
  memcpy(p + 1, list, n * sizeof *list);
  while (!interrupted()) {
    if (poll(p, n + 1, -1) < 0) {
      if (errno == EINTR) continue;
      return true; /* read() or write() reports the error */
    }
    memcpy(list, p + 1, n * sizeof *list);
    for (nfds_t i = 0; i < n; i++)
      if (list[i].revents) return !interrupted();
  }
  return false;
}

bool interrupt_wait(int fd, short events) {
  return interrupt_wait_any(&(struct pollfd){.fd = fd, .events = events}, 1);
}
