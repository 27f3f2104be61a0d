/* SPDX-License-Identifier: MIT */
/* apitrace's traces: calls as entries, and in which ways they are read. */
#include "formats.h"

static const dfmt_apitrace_call *any_call(const dfmt_event *ev) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  if (!c) c = dfmt_event_apitrace_enter(ev);
  return c ? c : dfmt_event_apitrace_leave(ev);
}

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_apitrace_call *c = any_call(ev);
  if (!c || !(c->present & DFMT_APITRACE_CALL_HAS_SIG)) return false;
  *out = c->name;
  return true;
}

static bool facts(const dfmt_event *ev, struct facts *out) {
  const dfmt_apitrace_call *c = any_call(ev);
  if (!c || !(c->present & DFMT_APITRACE_CALL_HAS_SIG)) return false;
  *out = (struct facts){.number = c->number,
                        .thread = c->thread_id,
                        .has_thread = c->present & DFMT_APITRACE_CALL_HAS_THREAD_ID,
                        .name = c->name,
                        .name_id = c->sig,
                        .last = ev->type != DFMT_APITRACE_ENTER,
                        .ends_frame = c->flags & DFMT_APITRACE_FLAG_END_FRAME,
                        .draws = c->flags & DFMT_APITRACE_FLAG_RENDER,
                        .sets_target = c->flags & DFMT_APITRACE_FLAG_RENDERTARGET};
  return true;
}

const struct tool_format apitrace_format = {
    .id = DFMT_APITRACE,
    .ways = {[WAY_VALUES] = {DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_CALLS, true}},
    .linked = true,
    .facts = facts,
    .key = key,
    .cat = &apitrace_cat,
};
