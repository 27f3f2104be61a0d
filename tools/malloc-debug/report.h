/* SPDX-License-Identifier: MIT */
/* Reports. With abort_on_error each except a leak terminates the process. */
#ifndef MALLOC_DEBUG_REPORT_H
#define MALLOC_DEBUG_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "blocks.h"
#include "stacks.h"

/* Compares n bytes from an index of block p; reports nothing if all are as expected. */
void report_guard(const void *p, size_t bytes, uint32_t guard, ptrdiff_t index, size_t n, uint8_t expected);
void report_freed(const void *p, size_t n, uint8_t expected, const struct stack *freed);

void report_freed_header(const void *p, uint32_t tag);

/* kind: USE_AFTER_FREE_CALL, UNKNOWN_POINTER, INVALID_TAG; freed: where it was freed, if known. */
void report_call(uint32_t kind, const void *p, uint32_t tag, const char *function, const struct stack *freed);

void report_leaks(const struct block *list, size_t n);

#endif
