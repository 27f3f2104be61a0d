/* SPDX-License-Identifier: MIT */
/* Exit codes. */
#ifndef CODE_H
#define CODE_H

#include <diagfmt/io.h>

#include "tool.h"

/* true: the system failed, so that what was made of the input is not what it holds. */
bool is_system_failure(dfmt_status st);

/* The exit code that an error of the library stands for. */
int code_of(const dfmt_error *e);

void raise_code(struct tool *t, int code);

#endif
