/* SPDX-License-Identifier: MIT */
#include "seed.h"

struct dfmti_hash_key tool_key;

void seed_setup(uint64_t seed) { tool_key = dfmti_hash_key(seed); }
