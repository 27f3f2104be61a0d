/* SPDX-License-Identifier: MIT */
/* The key of the tool's hash tables: random, so that no input can be made to be slow, or by --hash-seed. */
#ifndef SEED_H
#define SEED_H

#include "../../lib/base/hash_key.h"

/* Before the first table. seed 0: random. */
void seed_setup(uint64_t seed);

extern struct dfmti_hash_key tool_key;

#endif
