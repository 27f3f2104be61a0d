/* SPDX-License-Identifier: MIT */
/* check_unreachable_on_signal: reports blocks to which no pointer leads, as Android's libmemunreachable does. */
#ifndef MALLOC_DEBUG_UNREACHABLE_H
#define MALLOC_DEBUG_UNREACHABLE_H

/* number: a signal whose handler calls world_handle(). */
void unreachable_check(int number);

#endif
