/* SPDX-License-Identifier: MIT */
/* Bytes among others. */
#ifndef DFMTI_FIND_BYTES_H
#define DFMTI_FIND_BYTES_H

#include <stddef.h>
#include <stdint.h>

/*
 * The first place of n bytes in len others, or NULL; `where` if n is 0. Takes time that is linear in len and n, except
 * where the system has no memmem(): there n times len at worst.
 */
const void *dfmti_find_bytes(const void *where, size_t len, const void *what, size_t n);

#endif
