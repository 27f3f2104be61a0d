/* SPDX-License-Identifier: MIT */
/* What `diff` gives to a format's own comparison. */
#ifndef DIFF_H
#define DIFF_H

#include "formats.h"
#include "tool.h"

/*
 * Tells one difference between two events: where it is in them, and what stands there in each. false: no more are
 * wanted.
 */
bool diff_value(struct diff *d, const dfmt_event *a, const dfmt_event *b, dfmt_str path, dfmt_str in_a, dfmt_str in_b);

/* For comparisons of wholes: writes the names of both files. */
void diff_begin(struct diff *d);

/* How many differences to show; `usual` if the command line did not say. */
uint64_t diff_max(const struct diff *d, uint64_t usual);

/* Where differences are told. */
dfmt_sink *diff_sink(const struct diff *d);

/* More bytes of what is compared by a hash, which begins as DIFF_HASH: 64-bit FNV-1a. */
#define DIFF_HASH UINT64_C(0xcbf29ce484222325)
uint64_t diff_hash(uint64_t h, const void *ptr, uint64_t n);

/* true if differences of handles and addresses are none. */
bool diff_ignores_pointers(const struct diff *d);

#endif
