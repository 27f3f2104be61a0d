/* SPDX-License-Identifier: MIT */
/* What the harness must know of profiles of simpleperf. */
#include "formats.h"

#include <string.h>

/* Only a file that is packed as a whole needs anything. */
static uint32_t profile_needs(const char *name, const void *ptr, size_t len) {
  (void)name;
  return len >= 4 && memcmp(ptr, "\x28\xb5\x2f\xfd", 4) == 0 ? DFMT_FEATURE_ZSTD : 0;
}

/* All that a record holds survives. */
static void normalise_simpleperf(dfmt_head *body) { (void)body; }

const struct harness_format harness_simpleperf[] = {
    {.id = DFMT_SIMPLEPERF,
     .name = "simpleperf",
     .columns = {{DFMT_SIMPLEPERF_SAMPLE, DFMT_SIMPLEPERF_COLUMNS}},
     .folder = "simpleperf",
     .corpus = {"cases"},
     .suffix = ".simpleperf",
     .small = "flips.simpleperf",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .reader_options = {{DFMT_CFG_SIMPLEPERF_RECORDS, 1}},
     .variants = {{DFMT_SIMPLEPERF_VARIANT_V1, {0, 0}, 0}},
     .needs = profile_needs,
     .normalise = normalise_simpleperf},
    {.name = NULL},
};
