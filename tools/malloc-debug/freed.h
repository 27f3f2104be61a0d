/* SPDX-License-Identifier: MIT */
/* free_track: keeps the last freed blocks for a while, filled with a pattern, to detect writes to them. */
#ifndef MALLOC_DEBUG_FREED_H
#define MALLOC_DEBUG_FREED_H

#include <stdbool.h>

#include "stacks.h"

/* To be called once, before the first block. False: no memory. */
bool freed_start(void);

/* Keeps a freed block; if there are too many, checks the oldest again and frees it. */
void freed_add(void *p);

/* Where a kept block was freed, with a reference for the caller; NULL: not kept, or no backtrace. */
struct stack *freed_where(const void *p);

/* Checks all kept blocks. */
void freed_check_all(void);

#endif
