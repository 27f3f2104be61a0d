/* SPDX-License-Identifier: MIT */
/* check_unreachable_on_signal: tells blocks that nothing leads to, as Android's libmemunreachable does. */
#ifndef MALLOC_DEBUG_UNREACHABLE_H
#define MALLOC_DEBUG_UNREACHABLE_H

/* number: a signal whose handler calls world_handle(). */
void unreachable_check(int number);

#endif
