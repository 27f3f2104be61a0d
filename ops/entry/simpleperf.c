/* SPDX-License-Identifier: MIT */
/* simpleperf's report-sample files: files of code are entries, called by their paths. */
#include "entry.h"

static bool key(const dfmt_event *ev, struct dfmto_key *out) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  if (f) *out = (struct dfmto_key){"", f->path};
  return f != NULL;
}

extern const struct dfmto_entries dfmto_simpleperf_entries;
const struct dfmto_entries dfmto_simpleperf_entries = {
    .format = DFMT_SIMPLEPERF, .linked = true, .columns = "number count key problem", .key = key};
