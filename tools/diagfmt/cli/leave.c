/* SPDX-License-Identifier: MIT */
#include "cli/leave.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/errors.h>

#include "cli/interrupt.h"
#include "cli/open_outputs.h"
#include "cli/progress_line.h"
#include "tool.h"

bool is_system_failure(dfmt_status st) { return st == DFMT_E_IO || st == DFMT_E_NOMEM; }

void raise_code(struct tool *t, int code) {
  if (code > t->file_code) t->file_code = code;
  if (code > t->code) t->code = code;
}

int code_of(const dfmt_error *e) {
  switch (e->status) {
    case DFMT_OK:
    case DFMT_END: return CODE_FINE;
    case DFMT_E_UNSUPPORTED:
      if (e->number == DFMT_ERR_NOT_IMPLEMENTED) return CODE_USAGE;
      return e->number == DFMT_ERR_UNKNOWN_FORMAT || e->number == DFMT_ERR_CODEC_MISSING ? CODE_UNKNOWN : CODE_DAMAGED;
    case DFMT_E_FORMAT:
    case DFMT_E_TRUNCATED:
    case DFMT_E_LIMIT:
    case DFMT_E_CHECKSUM:
    case DFMT_E_ARG: /* a writer or a sink rejects the content of the input */
    case DFMT_E_STATE: return CODE_DAMAGED;
    default: return CODE_IO;
  }
}

int tool_end_by(int number) {
  if (number == SIGINT) return 128 + SIGINT;
  signal(number, SIG_DFL);
  raise(number);
  return 128 + number;
}

/* After a signal, failures may be caused by it. */
static _Noreturn void leave_off(int code, const char *why) {
  char line[512];
  output_abandon();
  progress_clear();
  if (interrupted()) _exit(tool_end_by(interrupted()));
  int n = snprintf(line, sizeof line, "diagfmt: %s\n", why);
  if (write(STDERR_FILENO, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1) < 0) { /* then silently */
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
