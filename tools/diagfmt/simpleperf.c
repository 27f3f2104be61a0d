/* SPDX-License-Identifier: MIT */
/* simpleperf's report-sample files: files of code are entries, called by their paths. */
#include "formats.h"

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  if (f) *out = f->path;
  return f != NULL;
}

static const struct column columns[] = {
    {"id", "file", 6}, {"n_symbols", "symbols", 8}, {"path", "path", 0}, {NULL, NULL, 0}};

const struct tool_format simpleperf_format = {
    .id = DFMT_SIMPLEPERF,
    .linked = true,
    .key = key,
    .columns = columns,
    .native = &simpleperf_native,
    .cat = &simpleperf_cat,
    .extract = &simpleperf_extract,
    .sampling = &simpleperf_sampling,
    .convert = &simpleperf_convert,
    .remake = &simpleperf_remake,
    .repair = &simpleperf_repair,
};
