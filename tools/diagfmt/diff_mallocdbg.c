/* SPDX-License-Identifier: MIT */
/*
 * `diff` for malloc_debug's operations and logs, by the library's comparison. What two runs of one program never have
 * in common is left out: threads, times, and what a log daemon puts before a line. Heap dumps: growth_mallocdbg.c.
 */
#include "diff_mallocdbg.h"

#include <inttypes.h>
#include <string.h>

#include "member.h"
#include "text.h"

static const char *kind(const dfmt_event *first, const struct whole_diff_ops **whole) {
  if (dfmt_event_mallocdbg_op(first)) return "a file of recorded operations";
  if (dfmt_event_mallocdbg_report(first) || dfmt_event_mallocdbg_message(first)) return "a log";
  *whole = &mallocdbg_growth;
  return "a heap dump";
}

static bool alike(const dfmt_event *a, const dfmt_event *b) {
  dfmt_str x, y;
  return a->type == b->type && mallocdbg_format.key(a, &x) && mallocdbg_format.key(b, &y) && x.ptr == y.ptr;
}

/* ---- what is compared ---- */

static uint64_t null_or_not(uint64_t ptr) { return ptr != 0; }

static void strip_op(dfmt_mallocdbg_op *o, bool pointers) {
  o->present &=
      ~(uint32_t)(DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS | DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES);
  o->thread_id = 0;
  if (!pointers) return;
  o->ptr = null_or_not(o->ptr);
  o->old_ptr = null_or_not(o->old_ptr);
}

static void strip_report(dfmt_mallocdbg_report *r, bool pointers) {
  r->present &= ~(uint32_t)(DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID | DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID |
                            DFMT_MALLOCDBG_REPORT_HAS_PRIORITY | DFMT_MALLOCDBG_REPORT_HAS_TAG |
                            DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT | DFMT_MALLOCDBG_REPORT_HAS_LINE |
                            DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS);
  if (pointers) r->ptr = null_or_not(r->ptr);
}

static void strip_message(dfmt_mallocdbg_message *m, bool pointers) {
  m->present &= ~(uint32_t)(DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID | DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID |
                            DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY | DFMT_MALLOCDBG_MESSAGE_HAS_TAG |
                            DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT | DFMT_MALLOCDBG_MESSAGE_HAS_LINE |
                            DFMT_MALLOCDBG_MESSAGE_HAS_TARGET_PROCESS_ID);
  if (!pointers || !(m->present & DFMT_MALLOCDBG_MESSAGE_HAS_PTR)) return;
  m->ptr = null_or_not(m->ptr);
  m->message = (dfmt_str){NULL, 0}; /* it has the pointer's digits; its kind and parts are compared */
}

union stripped {
  dfmt_head head;
  dfmt_mallocdbg_op op;
  dfmt_mallocdbg_report report;
  dfmt_mallocdbg_message message;
};

/* An event with what is compared of another one. */
static dfmt_event strip(const dfmt_event *ev, union stripped *body, bool pointers) {
  memset(body, 0, sizeof *body);
  body->head.size = sizeof *body;
  (void)dfmt_body_copy(ev->body, &body->head);
  if (ev->type == DFMT_MALLOCDBG_OP)
    strip_op(&body->op, pointers);
  else if (ev->type == DFMT_MALLOCDBG_REPORT)
    strip_report(&body->report, pointers);
  else
    strip_message(&body->message, pointers);
  dfmt_event out = *ev;
  out.body = &body->head;
  return out;
}

/* ---- what differs ---- */

/* A member for people; the sink is the caller's to free. */
static dfmt_sink *member_text(const dfmt_event *ev, const char *member, dfmt_str *out) {
  dfmt_sink *to = text_begin();
  const dfmt_field *f = member_find(dfmt_describe(ev->type), member);
  if (f && f->kind == DFMT_KIND_ARRAY)
    put_s(to, "...");
  else
    put_member(to, ev->body, member);
  *out = text_held(to);
  return to;
}

static bool differ(struct diff *d, const dfmt_event *a, const dfmt_event *b) {
  union stripped of_a, of_b;
  bool pointers = diff_ignores_pointers(d);
  dfmt_event x = strip(a, &of_a, pointers), y = strip(b, &of_b, pointers);
  const char *member = NULL;
  dfmt_str in_a, in_b;
  if (dfmt_event_equal(&x, &y, &member)) return true;
  dfmt_sink *text_a = member_text(a, member, &in_a), *text_b = member_text(b, member, &in_b);
  bool more = diff_value(d, a, b, (dfmt_str){member, strlen(member)}, in_a, in_b);
  dfmt_sink_free(text_a);
  dfmt_sink_free(text_b);
  return more;
}

static void title(dfmt_sink *to, const dfmt_event *ev) {
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  dfmt_str name = {"?", 1};
  (void)mallocdbg_format.key(ev, &name);
  put(to, name.ptr, name.len);
  if (o)
    put_f(to, " 0x%" PRIx64, o->ptr);
  else
    put_f(to, " at line %" PRIu64, member_number(ev->body, "line"));
}

const struct diff_ops mallocdbg_diff = {.kind = kind, .alike = alike, .differ = differ, .title = title};
