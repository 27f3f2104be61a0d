/* SPDX-License-Identifier: MIT */
/* Structs as JSON, by their descriptions. */
#ifndef DFMTI_JSON_STRUCT_H
#define DFMTI_JSON_STRUCT_H

#include "json_plan.h"

/* Which members: those of an event with a payload are written in two parts. */
enum { DFMTI_MEMBERS_EARLY = 1, DFMTI_MEMBERS_LATE = 2, DFMTI_MEMBERS_ALL = 3 };

/* An event without a payload as a whole line. */
void dfmti_json_line(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body);

/* The beginning of an event's object, up to its type's name, without a comma. */
void dfmti_json_event(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t);

/* Members with a comma before each. */
void dfmti_json_members(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body,
                        uint32_t which);

/* A whole object, without "event". */
void dfmti_json_object(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body);

/* The member is of a kind that is written. */
bool dfmti_json_has(const dfmt_field *f);

/* One member's value alone. false: it is absent, or of a kind that is not written, and nothing was. */
bool dfmti_json_value(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const dfmt_field *f,
                      const void *body);

/* A struct of which members are written one by one. */
struct dfmti_json_body {
  const struct dfmti_format *format;
  struct dfmti_json_plan *plan;
  const void *at;
  size_t size; /* dfmti_struct_size() */
};

/* The member at an index as `,"name":value`, with `lead` for the comma. false: as above. */
bool dfmti_json_member(struct dfmti_json *j, const struct dfmti_json_body *b, uint64_t index, char lead);

/* A call on a sink begins. OK; E_BUSY; E_STATE: it is closed. */
static inline dfmt_status dfmti_json_enter(dfmt_sink *to) {
  if (to->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&to->err);
  return to->closed ? dfmti_fail_state(&to->err, "the sink is closed") : DFMT_OK;
}

/* Room for output of usual length, which then fails for memory before its first byte, if at all. */
dfmt_status dfmti_json_reserve(dfmt_sink *to);

/* The end. What was begun cannot be taken back, nor gone on with by a second call: then the sink has failed. */
dfmt_status dfmti_json_leave(struct dfmti_json *j);

#endif
