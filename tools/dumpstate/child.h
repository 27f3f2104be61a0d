/* SPDX-License-Identifier: MIT */
/*
 * Work in a child process that has so much time, and its output. Commands run in one, and so are files read: neither of
 * them always ends when it should.
 */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum child_end {
  CHILD_EXITED,    /* code: its exit code */
  CHILD_SIGNALLED, /* code: the signal */
  CHILD_TIMED_OUT, /* it was ended, with all of its process group */
  CHILD_FULL,      /* likewise, as its output became too long */
  CHILD_STOPPED,   /* likewise, as the program was interrupted or its output is not wanted any more */
  CHILD_NOT_RUN    /* code: errno */
};

struct child_work {
  int (*main)(const char *what); /* runs in the child, writes to descriptor 1, returns an exit code */
  const char *what;
  uint64_t limit_ms, max_bytes;
  bool (*take)(void *user, const void *ptr, size_t n); /* its output; false: no more is wanted */
  void *user;
};

struct child_result {
  enum child_end end;
  int code;
  pid_t pid;
  uint64_t us; /* how long it took */
  bool stuck;  /* not even SIGKILL ended it */
};

struct child_result child_run(const struct child_work *w);

/* For child_work.main: a command of the shell, or the content of a file. The latter's exit code is an errno. */
int child_command(const char *command);
int child_file(const char *path);

#endif
