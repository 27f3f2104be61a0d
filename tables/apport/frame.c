/* SPDX-License-Identifier: MIT */
/* The table apport.frame: the frames of Stacktrace, ThreadStacktrace and Traceback. */
#include "base/str.h"
#include "derived.h"
#include "python.h"
#include "stack_line.h"

enum { MOST_BYTES = 8 << 20 }; /* bytes of a field that are parsed */

struct state {
  struct dfmti_derived_input in;
  dfmt_str rest;     /* of the current field */
  uint32_t field;    /* DFMT_APPORT_STACK_*, 0: none */
  uint32_t n_python; /* number of frames of a traceback so far */
  bool in_thread;    /* of a ThreadStacktrace: */
  uint64_t thread_number;
  dfmt_apport_frame row;
};

static uint32_t field_of(dfmt_str key) {
  if (dfmti_is(key, "Stacktrace")) return DFMT_APPORT_STACK_STACKTRACE;
  if (dfmti_is(key, "ThreadStacktrace")) return DFMT_APPORT_STACK_THREAD_STACKTRACE;
  return dfmti_is(key, "Traceback") ? DFMT_APPORT_STACK_TRACEBACK : 0;
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return field_of(dfmt_event_apport_field(ev)->key) ? MOST_BYTES : 0;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  x->field = f ? field_of(f->key) : 0;
  x->rest = (dfmt_str){0};
  x->n_python = 0;
  x->in_thread = false;
  if (x->field && x->in.from->payload_read) x->rest = x->in.from->payload;
  if (x->field && f->present & DFMT_APPORT_FIELD_HAS_TEXT) x->rest = f->text;
  return DFMT_OK;
}

/* ---- the table ---- */

/* "Thread N …", or a frame. */
static bool is_gdb_frame(struct state *x, dfmt_str line) {
  static const char word[] = "Thread ";
  if (dfmti_starts(line, word)) {
    line = dfmti_apport_py_after(line, sizeof word - 1);
    x->in_thread = dfmti_apport_take_number(&line, 10, &x->thread_number);
    return false;
  }
  if (!dfmti_apport_stack_frame(&x->row, line)) return false;
  x->row.thread_number = x->thread_number;
  if (x->in_thread) x->row.present |= DFMT_APPORT_FRAME_HAS_THREAD_NUMBER;
  return true;
}

static bool is_python_frame(struct state *x, dfmt_str line) {
  if (!dfmti_apport_traceback_frame(&x->row, line)) return false;
  x->row.number = x->n_python++;
  return true;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  for (dfmt_str line; dfmti_apport_py_line(&x->rest, &line);) {
    x->row = (dfmt_apport_frame){.head = {sizeof x->row, DFMT_TYPE_APPORT_FRAME}, .field = x->field};
    bool found = x->field == DFMT_APPORT_STACK_TRACEBACK ? is_python_frame(x, line) : is_gdb_frame(x, line);
    if (!found) continue;
    *out = &x->row.head;
    return DFMT_OK;
  }
  return DFMT_END;
}

static const uint32_t events[] = {DFMT_APPORT_FIELD, 0};

const dfmt_table_maker dfmti_apport_frame_table = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APPORT_FRAME,
    .types = dfmti_apport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .wants = wants,
    .event = event,
    .next_row = next_row,
};
