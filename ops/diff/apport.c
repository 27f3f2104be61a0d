/* SPDX-License-Identifier: MIT */
/* Apport reports: entries are compared by their decoded values, whatever their encoding. */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/apport.h>

#include "diff.h"

static void place(const dfmt_event *ev, struct dfmto_diff_place *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f || !(f->present & DFMT_APPORT_FIELD_HAS_LINE)) return;
  int n = snprintf(out->room, sizeof out->room, "line %" PRIu64, f->line);
  out->text = (dfmt_str){out->room, (uint64_t)n};
}

extern const struct dfmto_diff_format dfmto_diff_apport;
const struct dfmto_diff_format dfmto_diff_apport = {.format = DFMT_APPORT, .place = place, .values = true};
