/* SPDX-License-Identifier: MIT */
/* Exit codes, and leaving off: for a signal, for want of memory, or as nobody reads what is written. */
#ifndef LEAVE_H
#define LEAVE_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/io.h>

struct tool;

/* true: the system failed, so that what was made of the input is not what it holds. */
bool is_system_failure(dfmt_status st);

/* The exit code that an error of the library stands for. */
int code_of(const dfmt_error *e);

void raise_code(struct tool *t, int code);

/* A signal came, or nobody reads our output any more: leave off and clean up. */
bool tool_stopped(void);

/* Says so, throws away every output that is not complete, and exits. */
_Noreturn void tool_no_memory(void);

/* The same for a limit that a sink met. */
_Noreturn void tool_give_up(const dfmt_error *e);

/* Ends as the signal would have: no word, but with the status that shells know, which it returns if it comes back. */
int tool_end_by(int number);

/* As realloc and calloc, but they do not come back without memory. Size 0 frees. */
void *tool_realloc(void *ptr, size_t size);
void *tool_zalloc(size_t size);

#endif
