/* SPDX-License-Identifier: MIT */
/* apitrace traces: each call is a record, named after its function. */
#include <diagfmt/apitrace.h>

#include "entry.h"

static const dfmt_apitrace_call *named_call(const dfmt_event *ev) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  if (!c) c = dfmt_event_apitrace_enter(ev);
  if (!c) c = dfmt_event_apitrace_leave(ev);
  return c && c->present & DFMT_APITRACE_CALL_HAS_SIG ? c : NULL;
}

static bool key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  const dfmt_apitrace_call *c = named_call(ev);
  if (c) *out = (struct dfmto_entry_key){"", c->name};
  return c != NULL;
}

static bool call(const dfmt_event *ev, struct dfmto_entry_call *out) {
  const dfmt_apitrace_call *c = named_call(ev);
  if (!c) return false;
  *out = (struct dfmto_entry_call){.number = c->number,
                                   .thread = c->thread_id,
                                   .has_number = true,
                                   .has_thread = c->present & DFMT_APITRACE_CALL_HAS_THREAD_ID,
                                   .name = c->name,
                                   .name_id = c->sig,
                                   .last = ev->type != DFMT_APITRACE_ENTER,
                                   .ends_frame = c->flags & DFMT_APITRACE_FLAG_END_FRAME,
                                   .draws = c->flags & DFMT_APITRACE_FLAG_RENDER,
                                   .sets_target = c->flags & DFMT_APITRACE_FLAG_RENDERTARGET};
  return true;
}

extern const struct dfmto_entry_format dfmto_entry_apitrace;
const struct dfmto_entry_format dfmto_entry_apitrace = {
    .format = DFMT_APITRACE,
    .ways = {[DFMTO_WAY_NAMES] = {DFMT_CFG_APITRACE_VALUES, 0, false},
             [DFMTO_WAY_VALUES] = {DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_CALLS, true},
             [DFMTO_WAY_EVENTS] = {DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_EVENTS, false},
             [DFMTO_WAY_STREAM] = {DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_STREAM, false}},
    .linked = true,
    .columns = "number thread_id flags key problem",
    .numbered = true,
    .key = key,
    .call = call,
};
