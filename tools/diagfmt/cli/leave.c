/* SPDX-License-Identifier: MIT */
#include "cli/leave.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/code.h"
#include "cli/interrupt.h"
#include "cli/open_outputs.h"
#include "cli/progress_line.h"

int tool_end_by(int number) {
  if (number == SIGINT) return 128 + SIGINT;
  signal(number, SIG_DFL);
  raise(number);
  return 128 + number;
}

/* What fails when a signal came may do so because of it. */
static _Noreturn void leave_off(int code, const char *why) {
  char line[512];
  output_abandon();
  progress_clear();
  if (interrupted()) _exit(tool_end_by(interrupted()));
  int n = snprintf(line, sizeof line, "diagfmt: %s\n", why);
  if (write(STDERR_FILENO, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1) < 0) { /* then without a word */
  }
  _exit(code);
}

void tool_no_memory(void) { leave_off(CODE_IO, "out of memory"); }

void tool_give_up(const dfmt_error *e) { leave_off(code_of(e), e->message); }

void *tool_realloc(void *ptr, size_t size) {
  if (size == 0) {
    free(ptr);
    return NULL;
  }
  void *p = realloc(ptr, size);
  if (!p) tool_no_memory();
  return p;
}

void *tool_zalloc(size_t size) {
  void *p = tool_realloc(NULL, size ? size : 1);
  memset(p, 0, size ? size : 1);
  return p;
}

bool tool_stopped(void) { return interrupted() || output_stdout_errno(); }
