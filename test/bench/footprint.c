/* SPDX-License-Identifier: MIT */
#include "footprint.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

/* Of the child that this is. */
static struct footprint self;

static long figure(const char *text, const char *name) {
  const char *line = strstr(text, name);
  if (!line) bench_fail("/proc/self/smaps_rollup cannot be read");
  return strtol(line + strlen(name), NULL, 10);
}

/* Without stdio, whose buffers would be counted. */
void footprint_sample(void) {
  char text[1024];
  int fd = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = '\0';
  long resident = figure(text, "\nRss:"), own = figure(text, "\nAnonymous:");
  if (resident > self.resident) self.resident = resident;
  if (own > self.own) self.own = own;
}

struct footprint footprint(void (*work)(void *arg), void *arg) {
  int fds[2];
  fflush(stdout);
  if (pipe(fds) != 0) bench_fail("no pipe");
  pid_t pid = fork();
  if (pid == 0) {
    struct rusage usage;
    work(arg);
    if (getrusage(RUSAGE_SELF, &usage) != 0) _exit(1);
    self.peak = usage.ru_maxrss;
    _exit(write(fds[1], &self, sizeof self) != (ssize_t)sizeof self);
  }
  int status = 1;
  struct footprint child;
  close(fds[1]);
  ssize_t got = read(fds[0], &child, sizeof child);
  if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0 || got != (ssize_t)sizeof child)
    bench_fail("a child failed");
  close(fds[0]);
  return child;
}
