/* SPDX-License-Identifier: MIT */
/* Heap dumps, v1.2: live blocks by size and backtrace, and the process's maps. */
#ifndef MALLOC_DEBUG_DUMP_H
#define MALLOC_DEBUG_DUMP_H

/* kind: "" or ".exit": PREFIX.PID.txt, PREFIX.PID.exit.txt. */
void dump_heap(const char *kind);

#endif
