/* SPDX-License-Identifier: MIT */
/* simpleperf's report-sample files: files of code are entries, named by their paths. */
#include <string.h>

#include <diagfmt/simpleperf.h>

#include "entry.h"

static bool key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  if (f) *out = (struct dfmto_entry_key){"", f->path};
  return f != NULL;
}

enum { LOOKED_AT = 4096 }; /* bytes: Linux event names have some dozens, and this is called for each sample */

bool dfmto_entry_is_sched_switch(dfmt_str event) {
  static const char part[] = "sched_switch";
  uint64_t n = event.len < LOOKED_AT ? event.len : LOOKED_AT;
  for (uint64_t i = 0; i + sizeof part - 1 <= n; i++)
    if (memcmp(event.ptr + i, part, sizeof part - 1) == 0) return true;
  return false;
}

extern const struct dfmto_entry_format dfmto_entry_simpleperf;
const struct dfmto_entry_format dfmto_entry_simpleperf = {
    .format = DFMT_SIMPLEPERF, .linked = true, .columns = "number count key problem", .key = key};
