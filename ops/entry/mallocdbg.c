/* SPDX-License-Identifier: MIT */
/*
 * Android's malloc_debug: allocations of a heap dump are named after their process, operations by their names, reports
 * and messages of a log by their kinds.
 */
#include <string.h>

#include <diagfmt/mallocdbg.h>

#include "entry.h"

static dfmt_str word(uint32_t type, uint64_t value) {
  const char *text = dfmt_type_word(type, value);
  return text ? (dfmt_str){text, strlen(text)} : (dfmt_str){"?", 1};
}

static bool name(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  if (a) *out = a->zygote_child ? (dfmt_str){"app", 3} : (dfmt_str){"zygote", 6};
  if (o) *out = word(DFMT_TYPE_MALLOCDBG_OPERATION, o->op);
  if (r) *out = word(DFMT_TYPE_MALLOCDBG_KIND, r->kind);
  if (m) *out = word(DFMT_TYPE_MALLOCDBG_TEXT, m->kind);
  return a || o || r || m;
}

static bool key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  out->prefix = "";
  return name(ev, &out->name);
}

static bool call(const dfmt_event *ev, struct dfmto_entry_call *out) {
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  *out = (struct dfmto_entry_call){.last = true};
  if (!name(ev, &out->name)) return false;
  out->name_id = out->name.ptr;
  out->has_thread = o || (r && r->present & DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID) ||
                    (m && m->present & DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID);
  if (out->has_thread) out->thread = (uint32_t)(o ? o->thread_id : r ? r->thread_id : m->thread_id);
  return true;
}

extern const struct dfmto_entry_format dfmto_entry_mallocdbg;
const struct dfmto_entry_format dfmto_entry_mallocdbg = {
    .format = DFMT_MALLOCDBG,
    .linked = true,
    .columns = "line process_id thread_id address bytes count key problem",
    .key = key,
    .call = call};
