/* SPDX-License-Identifier: MIT */
/* simpleperf's report-sample files: records have no keys, so that commands that work by key find nothing in them. */
#include "formats.h"

static bool key(const dfmt_event *ev, dfmt_str *out) {
  (void)ev;
  (void)out;
  return false;
}

static bool must_be_text(const dfmt_event *ev) {
  (void)ev;
  return false;
}

static bool says_cut(const dfmt_diagnostic *d) {
  (void)d;
  return false;
}

static const struct column columns[] = {{NULL, NULL, 0}};

const struct tool_format simpleperf_format = {
    .id = DFMT_SIMPLEPERF,
    .key = key,
    .must_be_text = must_be_text,
    .says_cut = says_cut,
    .columns = columns,
    .info = &simpleperf_info,
    .native = &simpleperf_native,
    .top = &simpleperf_top,
    .flame = &simpleperf_flame,
    .convert = &simpleperf_convert,
    .repair = &simpleperf_repair,
};
