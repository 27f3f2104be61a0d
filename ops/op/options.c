/* SPDX-License-Identifier: MIT */
/* Common options, and finding an option. */
#include "options.h"

#include <stddef.h>

#include <diagfmt/ops/ops.h>

#include "base/option.h"

const dfmt_option dfmto_common_options[] = {
    DFMTO_OPTION(0, SCRATCH, "scratch", STR, NONE, 0, 0, 0, 0,
                 "Directory for unnamed temporary files: inputs that cannot seek, stacks that do not fit in memory."),
    DFMTO_OPTION(0, FORMAT, "format", U64, NONE, 0, 0, UINT16_MAX, 0, "Format of the inputs; 0: detected."),
    DFMTO_OPTION(0, NAMES, "names", STR, NONE, 0, 0, 0, 0, "Names of inputs, in their order, for rows and headings."),
    DFMTO_OPTION(0, KEYS, "keys", STR, NONE, 0, 0, 0, 0, "Selects entries: names, or shell patterns."),
    DFMTO_OPTION(0, DROP, "drop", STR, NONE, 0, 0, 0, 0, "Omits entries: names, or shell patterns."),
    DFMTO_OPTION(0, CALLS, "calls", STR, NONE, 0, 0, 0, 0, "Selects calls: sets of numbers, or kinds."),
    DFMTO_OPTION(0, FRAMES, "frames", STR, NONE, 0, 0, 0, 0, "Selects calls of frames: sets of numbers."),
    DFMTO_OPTION(0, THREADS, "threads", STR, NONE, 0, 0, 0, 0, "Selects records of threads: sets of numbers."),
    DFMTO_OPTION(0, FUNCTIONS, "functions", STR, NONE, 0, 0, 0, 0, "Selects calls by name: regular expressions."),
    {.key = 0},
};

const dfmt_option *dfmto_option_find(const dfmt_option *own, uint32_t key) {
  const dfmt_option *o = own ? dfmti_option_in(own, key) : NULL;
  return o ? o : dfmti_option_in(dfmto_common_options, key);
}

static dfmt_status check(const dfmt_option *table, const dfmt_config *c) {
  for (const dfmt_option *o = table; o && o->key; o++) {
    uint64_t value;
    if (o->kind != DFMT_KIND_STR && dfmt_config_get(c, o->key, &value) == DFMT_OK &&
        dfmti_option_check(o, value) != DFMT_OK)
      return DFMT_E_ARG;
  }
  return DFMT_OK;
}

dfmt_status dfmto_option_check(const dfmt_option *own, const dfmt_config *c) {
  dfmt_status st = check(dfmto_common_options, c);
  return st == DFMT_OK ? check(own, c) : st;
}
