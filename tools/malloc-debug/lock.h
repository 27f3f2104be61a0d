/* SPDX-License-Identifier: MIT */
/* The locks of this library, to be taken in this order. While holding those of blocks, stacks and freed blocks, only
 * memory is allocated; LOG and RECORD are held while writing. */
#ifndef MALLOC_DEBUG_LOCK_H
#define MALLOC_DEBUG_LOCK_H

enum lock { LOCK_RECORD, LOCK_FREED, LOCK_BLOCKS, LOCK_STACKS, LOCK_LOG, N_LOCKS };

void lock_take(enum lock l);
void lock_give(enum lock l);

/* Around fork(), so that none is held in the child. In between, the forking thread holds them all. */
void lock_take_all(void);
void lock_give_all(void);

#endif
