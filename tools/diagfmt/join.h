/* SPDX-License-Identifier: MIT */
/*
 * `convert` where all names must be known before the first record is written: a choice by names, names taken out, or
 * several files in one. Each input is one that can be read again (plan.h).
 */
#ifndef JOIN_H
#define JOIN_H

#include "rewrite.h"

/* true if that is asked for, as far as the formats can do it. */
bool join_is_asked(const struct tool *t);

/* true if several files go into one. */
bool join_is_for_all(const struct tool *t);

/*
 * One file into its output. false: its format has another way to do what was asked; the input can still be read from
 * its start.
 */
bool join_one(struct tool *t, struct input *in);

/* All files of the command line into one output. */
void join_all(struct tool *t);

#endif
