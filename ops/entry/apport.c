/* SPDX-License-Identifier: MIT */
/* Apport reports: each field is an entry, named by its key. */
#include <diagfmt/apport.h>

#include "entry.h"

static bool key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (f) *out = (struct dfmto_entry_key){"", f->key};
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

extern const struct dfmto_entry_format dfmto_entry_apport;
const struct dfmto_entry_format dfmto_entry_apport = {
    .format = DFMT_APPORT,
    .columns = "encoding compression kind stored_size decoded_size flags key problem",
    .key = key,
    .unusable = unusable,
    .must_be_text = must_be_text,
    .says_cut = says_cut,
    .says_unfit = says_unfit,
};
