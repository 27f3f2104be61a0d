/* SPDX-License-Identifier: MIT */
/* From a call on its way to the body that is handed out. */
#include "deliver.h"

#include <string.h>

#include "base/heapsort.h"

/* Ascending by number, of equal ones in order of arrival. In place: a hostile trace may have millions, in any order. */
static bool before(const void *x, const void *y) {
  const dfmt_apitrace_arg *a = x, *b = y;
  return a->number != b->number ? a->number < b->number : a->value < b->value;
}

/* Of equal numbers the last. */
static void drop_duplicates(struct dfmti_call *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->n_args; i++) {
    if (n && c->args[n - 1].number == c->args[i].number) n--;
    c->args[n++] = c->args[i];
  }
  c->n_args = n;
}

void dfmti_apitrace_order_args(struct dfmti_call *c) {
  (void)dfmti_heapsort(NULL, c->args, c->n_args, sizeof *c->args, before);
  drop_duplicates(c);
  c->unsorted = false;
}

static float single(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}

static double number(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

bool dfmti_apitrace_is_zero(const dfmt_apitrace_value *v) {
  double x;
  while (v->kind == DFMT_APITRACE_VALUE_REPR) v += 1 + v[1].span; /* the machine's */
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_NULL:
    case DFMT_APITRACE_VALUE_FALSE: return true;
    case DFMT_APITRACE_VALUE_SINT:
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_ENUM:
    case DFMT_APITRACE_VALUE_BITMASK:
    case DFMT_APITRACE_VALUE_OPAQUE: return v->bits == 0;
    case DFMT_APITRACE_VALUE_FLOAT:
    case DFMT_APITRACE_VALUE_DOUBLE:
      x = v->kind == DFMT_APITRACE_VALUE_FLOAT ? (double)single(v->bits) : number(v->bits);
      return x > -1 && x < 1; /* what is after the point is cut off */
    default: return false;
  }
}

/* Whether a call has a value or a stack frame whose definition was lost. */
static bool lacks_definition(const struct dfmti_call *c) {
  for (size_t i = 0; i < c->n_nodes; i++) {
    const dfmt_apitrace_value *v = &c->nodes[i];
    bool named = v->kind == DFMT_APITRACE_VALUE_ENUM || v->kind == DFMT_APITRACE_VALUE_BITMASK;
    if (named && ((const dfmt_apitrace_sig *)v->ptr)->def_offset == DFMTI_NOWHERE) return true;
  }
  bool frames = c->present & DFMT_APITRACE_CALL_HAS_FRAMES;
  for (size_t i = frames ? c->first_frame : c->n_frames; i < c->n_frames; i++)
    if (c->frames[i]->def_offset == DFMTI_NOWHERE) return true;
  return false;
}

/* Turns the offsets of a call or event into those of the file's order. */
static DFMTI_RARE void tell_places(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  dfmt_apitrace_call *c = &s->body.call;
  r->out.ev.offset = dfmti_apitrace_told(s, r->out.ev.offset);
  if (c->present & DFMT_APITRACE_CALL_HAS_ENTER) c->enter_offset = dfmti_apitrace_told(s, c->enter_offset);
  if (c->present & DFMT_APITRACE_CALL_HAS_LEAVE) c->leave_offset = dfmti_apitrace_told(s, c->leave_offset);
}

void dfmti_apitrace_deliver(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_call *c, uint32_t type) {
  struct dfmti_span leave = {s->event_offset, s->leave_length};
  if (type == DFMT_APITRACE_CALL) {
    dfmti_apitrace_put_call(r, s, c, s->leaving ? &leave : NULL);
  } else if (type == DFMT_APITRACE_ENTER) {
    dfmti_apitrace_put_body(s, c, type, true, NULL);
    dfmti_apitrace_put_event(r, s, c->enter_offset, c->enter_length);
  } else {
    dfmti_apitrace_put_body(s, c, type, false, &leave);
    dfmti_apitrace_put_event(r, s, leave.offset, leave.length);
  }
  if (s->gap.on && lacks_definition(c)) s->body.call.flags |= DFMT_APITRACE_FLAG_DEFINITION_LOST;
  if (s->in.turns.joints.len) tell_places(r, s);
}
