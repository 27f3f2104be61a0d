/* SPDX-License-Identifier: MIT */
/* Pages of zeros, which a new file need not hold. */
#ifndef DFMTI_HOLES_H
#define DFMTI_HOLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How many of n > 0 bytes that come at an offset of a file are alike: all of them whole pages of zeros, or none of them
 * in such a page.
 */
size_t dfmti_holes_run(const uint8_t *p, size_t n, uint64_t offset, bool *zeros);

#endif
