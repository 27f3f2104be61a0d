/* SPDX-License-Identifier: MIT */
/* Commands that are an operation for each file, as their rows say (struct asked). */
#ifndef ASKED_H
#define ASKED_H

#include "cli/input.h"
#include "tool.h"

/* Runs the command's operation on a file, and prints what it answers. user: nothing. */
void op_ask(struct tool *t, struct input *in, void *user);

#endif
