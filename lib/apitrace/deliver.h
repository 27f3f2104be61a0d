/* SPDX-License-Identifier: MIT */
/* From a call on its way to the body that is handed out. Inline: for small calls that is half of the work. */
#ifndef DFMTI_APITRACE_DELIVER_H
#define DFMTI_APITRACE_DELIVER_H

#include "reader_state.h"

struct dfmti_span {
  uint64_t offset, length; /* bytes in the event stream */
};

/* Ascending by number, of equal ones only the last. */
void dfmti_apitrace_order_args(struct dfmti_call *c);

/* Hands out an event that is complete. */
void dfmti_apitrace_deliver(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_call *c, uint32_t type);

/* As the reference's conversion to an integer (spec 8.5). */
bool dfmti_apitrace_is_zero(const dfmt_apitrace_value *v);

static inline uint32_t dfmti_apitrace_flags(const struct dfmti_apitrace_reader *s, const struct dfmti_call *c) {
  const struct dfmti_definition *get_error = s->tables.last_get_error;
  uint32_t flags = (c->sig ? c->sig->flags : 0) | (c->stored_flags & 1 ? DFMT_APITRACE_FLAG_FAKE : 0);
  /* spec 8.5: a call that found no error is of no interest */
  if (get_error && c->sig == &get_error->is.sig && c->present & DFMT_APITRACE_CALL_HAS_RET &&
      dfmti_apitrace_is_zero(&c->nodes[c->ret]))
    flags |= DFMT_APITRACE_FLAG_VERBOSE;
  return flags;
}

/*
 * Every member is set by name: to zero the struct first costs as much as all the rest of a small call. enter: it is
 * told; leave: NULL: it is not, or there is none.
 */
static inline void dfmti_apitrace_put_body(struct dfmti_apitrace_reader *s, const struct dfmti_call *c, uint32_t type,
                                           bool enter, const struct dfmti_span *leave) {
  dfmt_apitrace_call *body = &s->body.call;
  const dfmt_apitrace_sig *sig = c->sig;
  bool ret = c->present & DFMT_APITRACE_CALL_HAS_RET, frames = c->present & DFMT_APITRACE_CALL_HAS_FRAMES;
  uint32_t present = c->present;
  if (enter) present |= DFMT_APITRACE_CALL_HAS_ENTER;
  if (leave) present |= DFMT_APITRACE_CALL_HAS_LEAVE;
  if (sig) present |= DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_THREAD_ID;
  if (c->n_args) present |= DFMT_APITRACE_CALL_HAS_ARGS;
  body->head.size = sizeof *body;
  body->head.type = type;
  body->present = present;
  body->flags = dfmti_apitrace_flags(s, c);
  body->number = c->number;
  body->thread_id = sig ? c->thread : 0;
  body->stored_flags = c->stored_flags;
  body->name = sig ? sig->name : (dfmt_str){"", 0};
  body->sig = sig;
  body->args = c->args;
  body->n_args = c->n_args;
  body->ret = ret ? c->nodes + c->ret : NULL;
  body->frames = frames && c->frames ? c->frames + c->first_frame : NULL;
  body->n_frames = frames ? c->n_frames - c->first_frame : 0;
  body->enter_offset = enter ? c->enter_offset : 0;
  body->enter_length = enter ? c->enter_length : 0;
  body->leave_offset = leave ? leave->offset : 0;
  body->leave_length = leave ? leave->length : 0;
}

/* The event around the body; length 0: that is not known. */
static inline void dfmti_apitrace_put_event(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t offset,
                                            uint64_t length) {
  r->out.ev.type = s->body.call.head.type;
  r->out.ev.body = &s->body.call.head;
  r->out.ev.offset = offset;
  r->out.ev.length = length;
}

/* Both for a CALL. leave: NULL: there is none. */
static inline void dfmti_apitrace_put_call(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_call *c,
                                           const struct dfmti_span *leave) {
  if (c->unsorted) dfmti_apitrace_order_args(c);
  dfmti_apitrace_put_body(s, c, DFMT_APITRACE_CALL, true, leave);
  dfmti_apitrace_put_event(r, s, c->enter_offset, 0);
}

#endif
