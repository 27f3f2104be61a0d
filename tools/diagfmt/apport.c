/* SPDX-License-Identifier: MIT */
/* Apport crash reports: what entries are called. */
#include "formats.h"

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (f) *out = f->key;
  return f != NULL;
}

const struct tool_format apport_format = {
    .id = DFMT_APPORT,
    .key = key,
};
