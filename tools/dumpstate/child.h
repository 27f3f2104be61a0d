/* SPDX-License-Identifier: MIT */
/*
 * Runs work in a child process with a time limit, and collects its output. Used for commands and for reading files, as
 * both may hang.
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
  CHILD_TIMED_OUT, /* killed, with its process group */
  CHILD_FULL,      /* likewise, as its output became too long */
  CHILD_STOPPED,   /* likewise, as the program was interrupted or its output is not needed any more */
  CHILD_NOT_RUN    /* code: errno */
};

struct child_work {
  int (*main)(const char *what); /* runs in the child, writes to descriptor 1, returns an exit code */
  const char *what;
  uint64_t limit_ms, max_bytes;
  bool (*take)(void *user, const void *ptr, size_t n); /* takes its output; false: no more is needed */
  void *user;
};

struct child_result {
  enum child_end end;
  int code;
  pid_t pid;
  uint64_t us; /* duration */
  bool stuck;  /* it survived SIGKILL */
};

struct child_result child_run(const struct child_work *w);

/* For child_work.main: a shell command, or the content of a file, where the exit code is an errno. */
int child_command(const char *command);
int child_file(const char *path);

#endif
