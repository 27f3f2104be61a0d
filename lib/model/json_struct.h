/* SPDX-License-Identifier: MIT */
/* Structs as JSON, by their descriptions. */
#ifndef DFMTI_JSON_STRUCT_H
#define DFMTI_JSON_STRUCT_H

#include "json_text.h"
#include "walk.h"

/* Which members: those of an event with a payload are written in two parts. */
enum { DFMTI_MEMBERS_ALL, DFMTI_MEMBERS_EARLY, DFMTI_MEMBERS_LATE };

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

/* The beginning of an event's object, up to its type's name, without a comma. */
void dfmti_json_event(struct dfmti_json *j, const dfmt_type *t);

/* A call on a sink begins. OK; E_BUSY; E_STATE: it is closed. */
dfmt_status dfmti_json_enter(dfmt_sink *to);

/* Room for output of usual length, which then fails for memory before its first byte, if at all. */
dfmt_status dfmti_json_reserve(dfmt_sink *to);

/* The end. What was begun cannot be taken back, nor gone on with by a second call: then the sink has failed. */
dfmt_status dfmti_json_leave(struct dfmti_json *j);

#endif
