/* SPDX-License-Identifier: MIT */
/* The locks of this library. They are taken in this order. Those of blocks, stacks and freed blocks are held for
 * memory alone; LOG and RECORD while something is written. */
#ifndef MALLOC_DEBUG_LOCK_H
#define MALLOC_DEBUG_LOCK_H

enum lock { LOCK_RECORD, LOCK_FREED, LOCK_BLOCKS, LOCK_STACKS, LOCK_LOG, N_LOCKS };

void lock_take(enum lock l);
void lock_give(enum lock l);

/* Around fork(), so that none is left taken in the child. In between, the thread that forks has them all. */
void lock_take_all(void);
void lock_give_all(void);

#endif
