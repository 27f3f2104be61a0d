/* SPDX-License-Identifier: MIT */
/* free_track: the last freed blocks are kept for a while, filled, to see who still writes to them. */
#ifndef MALLOC_DEBUG_FREED_H
#define MALLOC_DEBUG_FREED_H

#include <stdbool.h>

#include "stacks.h"

/* Once, before the first block. False: no memory. */
bool freed_start(void);

/* Keeps a freed block; the oldest goes, looked at once more, if there are enough. */
void freed_add(void *p);

/* Where a kept block was freed, held for the caller; NULL: not kept, or no backtrace. */
struct stack *freed_where(const void *p);

/* Looks at all that are kept. */
void freed_check_all(void);

#endif
