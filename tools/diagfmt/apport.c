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

static bool must_be_text(const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  const dfmt_apport_key *k = f ? dfmt_apport_key_find(f->key.ptr, f->key.len) : NULL;
  return k && k->always_text;
}

static bool says_cut(const dfmt_diagnostic *d) { return d->number == DFMT_ERR_APPORT_ZSTD_SHORT; }

static bool says_unfit(const dfmt_diagnostic *d) { return d->number == DFMT_ERR_APPORT_NO_TRAILER; }

const struct tool_format apport_format = {
    .id = DFMT_APPORT,
    .key = key,
    .unusable = unusable,
    .must_be_text = must_be_text,
    .says_cut = says_cut,
    .says_unfit = says_unfit,
    .convert = &apport_convert,
};
