/* SPDX-License-Identifier: MIT */
/* Several outputs of one command: each a file of its own, and all of them or none. */
#ifndef TOGETHER_H
#define TOGETHER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/output.h"

/*
 * true: two paths are one file, or would be, also by links; "-" and NULL are standard output. Devices and pipes take
 * several outputs.
 */
bool is_same_file(const char *a, const char *b);

/* Hands on what outputs with a sink still hold. false: one failed, which was reported, or a signal came. */
bool outputs_flush(struct tool *t, struct output *const *list, size_t n);

/*
 * Completes and frees outputs, those with a sink. Where one fails, which was reported, the others do not appear: what
 * was there before is there again. A signal that comes later than its first file no longer counts. false: it failed, or
 * a signal came before.
 */
bool outputs_commit(struct tool *t, struct output *const *list, size_t n);

/* Completes an output if all is good, or throws it away. */
void output_end(struct tool *t, struct output *out, bool good);

#endif
