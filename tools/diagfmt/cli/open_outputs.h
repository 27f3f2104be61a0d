/* SPDX-License-Identifier: MIT */
/* Open outputs, and the state of stdout: needed wherever the tool terminates. */
#ifndef OPEN_OUTPUTS_H
#define OPEN_OUTPUTS_H

struct output;

void output_enlist(struct output *o);
void output_delist(const struct output *o);

/* Discards all open outputs, before the program exits. Needs no memory. */
void output_abandon(void);

/* errno of a failed write to stdout, 0 if none failed. */
int output_stdout_errno(void);
void output_stdout_failed(int sys_errno);

#endif
