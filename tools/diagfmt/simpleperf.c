/* SPDX-License-Identifier: MIT */
/* simpleperf's report-sample files: files of code are entries, called by their paths. */
#include "formats.h"

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  if (f) *out = f->path;
  return f != NULL;
}

const struct tool_format simpleperf_format = {
    .id = DFMT_SIMPLEPERF,
    .linked = true,
    .key = key,
    .cat = &simpleperf_cat,
    .has_stacks = true,
};
