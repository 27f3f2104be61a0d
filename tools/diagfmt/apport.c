/* SPDX-License-Identifier: MIT */
/* Apport crash reports: entries and the columns of `ls`. */
#include "formats.h"

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (f) *out = f->key;
  return f != NULL;
}

static const char *unusable(const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  return f && f->flags & DFMT_APPORT_FLAG_BAD_KEY ? "not a valid key" : NULL;
}

const struct tool_format apport_format = {
    .id = DFMT_APPORT,
    .key = key,
    .unusable = unusable,
};
