/* SPDX-License-Identifier: MIT */
/* Exit codes, and terminating: after a signal, without memory, or if nobody reads the output. */
#ifndef LEAVE_H
#define LEAVE_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/io.h>

struct tool;

/* true: a system call failed, so that the result does not represent the input. */
bool is_system_failure(dfmt_status st);

/* The exit code for an error of the library. */
int code_of(const dfmt_error *e);

void raise_code(struct tool *t, int code);

/* A signal came, or nobody reads the output any more: stop and clean up. */
bool tool_stopped(void);

/* Prints a message, discards incomplete outputs, and exits. */
_Noreturn void tool_no_memory(void);

/* The same for a limit that a sink reached. */
_Noreturn void tool_give_up(const dfmt_error *e);

/* Terminates as the signal would, without a message; if that fails, returns the status that shells use for it. */
int tool_end_by(int number);

/* As realloc and calloc, but exit if there is no memory. Size 0 frees. */
void *tool_realloc(void *ptr, size_t size);
void *tool_zalloc(size_t size);

#endif
