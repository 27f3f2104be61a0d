/* SPDX-License-Identifier: MIT */
/* A file inside of a file, FILE!KEY: the value of an entry, read as an input of its own. */
#ifndef PART_H
#define PART_H

#include "cli/input.h"
#include "tool.h"

/* Bytes of a name that are the path of a file, where the rest of it, after a '!', may be meant as a key; or 0. */
size_t part_path_length(const char *name);

/*
 * Makes `in` the input that `keys` leads to, KEY or KEY!KEY..., from an open one on the heap, which it owns from then
 * on. false: that was not possible, which was reported.
 */
bool part_open(struct tool *t, struct input *in, struct input *outer, const char *keys);

#endif
