/* SPDX-License-Identifier: MIT */
/* Events and structs as JSON without a reader. */
#include "model/json_struct.h"

#include "formats.h"

/* Without the payload, which only a reader has. */
static void put_split(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body) {
  dfmti_json_event(j, format, t);
  dfmti_json_members(j, format, t, body, DFMTI_MEMBERS_EARLY);
  dfmti_json_members(j, format, t, body, DFMTI_MEMBERS_LATE);
  dfmti_json_literal(j, "}\n");
}

dfmt_status dfmt_event_json(const dfmt_event *ev, dfmt_sink *to) {
  if (!to) return DFMT_E_ARG;
  dfmt_status st = dfmti_json_enter(to);
  if (st != DFMT_OK) return st;
  const struct dfmti_format *format = ev ? dfmti_format_find(ev->type >> 16) : NULL;
  const dfmt_type *t = ev && ev->body ? dfmti_type_of(format, ev->type) : NULL;
  if (!dfmti_is_struct(t)) return dfmti_fail_arg(&to->err, "no event, or an event of an unknown type");
  st = dfmti_sink_drain(to, 0); /* for the line to be one write */
  if (st != DFMT_OK) return st;
  struct dfmti_json j;
  dfmti_json_begin(&j, to, 0);
  if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD)
    put_split(&j, format, t, ev->body);
  else
    dfmti_json_line(&j, format, t, ev->body);
  st = dfmti_json_leave(&j);
  if (st == DFMT_OK) st = dfmti_sink_drain(to, 0);
  return st == DFMT_AGAIN ? DFMT_OK : st; /* the sink has it, and hands it on at the next chance */
}

dfmt_status dfmt_struct_json(uint32_t type, const void *body, dfmt_sink *to) {
  if (!to) return DFMT_E_ARG;
  dfmt_status st = dfmti_json_enter(to);
  if (st != DFMT_OK) return st;
  const struct dfmti_format *format = dfmti_format_find(type >> 16);
  const dfmt_type *t = dfmti_type_of(format, type);
  if (!body || !dfmti_is_struct(t)) return dfmti_fail_arg(&to->err, "no struct, or a struct of an unknown type");
  st = dfmti_json_reserve(to);
  if (st != DFMT_OK) return st;
  struct dfmti_json j;
  dfmti_json_begin(&j, to, 0);
  dfmti_json_object(&j, format, t, body);
  return dfmti_json_leave(&j);
}
