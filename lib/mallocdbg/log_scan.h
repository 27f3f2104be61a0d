/* SPDX-License-Identifier: MIT */
/* Passing over the lines of a log that are not malloc_debug's, without looking at each. */
#ifndef DFMTI_MALLOCDBG_LOG_SCAN_H
#define DFMTI_MALLOCDBG_LOG_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Looks through p[at … n) for what a line must have to be of interest: "_d" (of malloc_debug), "++", "bc" before
 * anything up to ':' (the tag libc), a '(' as its second character (layouts without tag) or an escape as its first
 * (colours). Gives the place, n if there is none. *lines grows by the line feeds passed, the one at the place found not
 * among them. 64 bytes after n must be readable.
 */
size_t dfmti_mallocdbg_log_scan(const uint8_t *p, size_t at, size_t n, uint64_t *lines);

#endif
