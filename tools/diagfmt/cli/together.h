/* SPDX-License-Identifier: MIT */
/* Several outputs of one command: each a different file, and all of them or none. */
#ifndef TOGETHER_H
#define TOGETHER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/output.h"

/*
 * true: two paths are, or would become, the same file, also by links; "-" and NULL are standard output. Devices and
 * pipes accept several outputs.
 */
bool is_same_file(const char *a, const char *b);

/* Writes the buffers of outputs with a sink. false: one failed (reported), or a signal came. */
bool outputs_flush(struct tool *t, struct output *const *list, size_t n);

/*
 * Completes and frees outputs with a sink. If one fails (reported), the others do not appear, and earlier files are
 * restored. A signal after the first file appeared is ignored. false: it failed, or a signal came before.
 */
bool outputs_commit(struct tool *t, struct output *const *list, size_t n);

/* Completes an output if good, else discards it. */
void output_end(struct tool *t, struct output *out, bool good);

#endif
