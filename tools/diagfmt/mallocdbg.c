/* SPDX-License-Identifier: MIT */
/*
 * Android's malloc_debug: what its records are called. Allocations of a heap dump go by the process that made them,
 * operations by their names, reports and messages of a log by their kinds.
 */
#include <string.h>

#include "formats.h"

static dfmt_str word(uint32_t type, uint64_t value) {
  const char *text = dfmt_type_word(type, value);
  return text ? (dfmt_str){text, strlen(text)} : (dfmt_str){"?", 1};
}

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  if (a)
    *out = a->zygote_child ? (dfmt_str){"app", 3} : (dfmt_str){"zygote", 6};
  else if (o)
    *out = word(DFMT_TYPE_MALLOCDBG_OPERATION, o->op);
  else if (r)
    *out = word(DFMT_TYPE_MALLOCDBG_KIND, r->kind);
  else if (m)
    *out = word(DFMT_TYPE_MALLOCDBG_TEXT, m->kind);
  return a || o || r || m;
}

static bool facts(const dfmt_event *ev, struct facts *out) {
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  *out = (struct facts){.last = true};
  if (!key(ev, &out->name)) return false;
  out->name_id = out->name.ptr;
  out->has_thread = o || (r && r->present & DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID) ||
                    (m && m->present & DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID);
  if (out->has_thread) out->thread = (uint32_t)(o ? o->thread_id : r ? r->thread_id : m->thread_id);
  return true;
}

/* ---- what asks for values: there are none ---- */

static const char no_values[] =
    "records of malloc_debug have no values; 'dump' shows them, 'convert --keys' picks some";

static bool cat(struct walk *w, const dfmt_event *ev, const char *name, const struct output *out, const char **wrong) {
  (void)w;
  (void)ev;
  (void)name;
  (void)out;
  *wrong = no_values;
  return false;
}

static const struct cat_ops cat_ops = {.event = cat};

const struct tool_format mallocdbg_format = {
    .id = DFMT_MALLOCDBG,
    .linked = true,
    .unnumbered = true,
    .facts = facts,
    .key = key,
    .cat = &cat_ops,
    .options = &mallocdbg_options,
    .has_stacks = true,
};
