/* SPDX-License-Identifier: MIT */
/* Outputs that are open, and whether stdout still can be written to: what has to be known wherever the tool ends. */
#ifndef OPEN_OUTPUTS_H
#define OPEN_OUTPUTS_H

struct output;

void output_enlist(struct output *o);
void output_delist(const struct output *o);

/* Throws every open output away, as the program ends at once. Needs no memory. */
void output_abandon(void);

/* Why writing to stdout failed, 0 if it did not. */
int output_stdout_errno(void);
void output_stdout_failed(int sys_errno);

#endif
