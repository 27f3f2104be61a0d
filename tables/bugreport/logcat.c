/* SPDX-License-Identifier: MIT */
/* The table bugreport.logcat: log lines with data from earlier lines: section, buffer, year. */
#include "crash/clock.h"
#include "crash/tables.h"

struct state {
  struct dfmti_derived_input in;
  const dfmt_event *ev; /* the current line; NULL: none */
  struct dfmti_buf title, buffer;
  bool in_section, in_buffer;
  struct dfmti_crash_clock clock;
  dfmt_bugreport_logcat row;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  dfmti_buf_free(&x->in.mem, &x->title);
  dfmti_buf_free(&x->in.mem, &x->buffer);
}

/* ---- context of a line ---- */

static dfmt_status open_section(struct state *x, const dfmt_bugreport_section *s) {
  x->in_section = true;
  x->in_buffer = false;
  x->row.section_number = s->number;
  return dfmti_derived_keep(&x->in, &x->title, s->title);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  x->ev = NULL;
  if (!ev) return DFMT_OK;
  dfmti_crash_clock_event(&x->clock, ev);
  if (ev->type == DFMT_BUGREPORT_SECTION_END) x->in_section = x->in_buffer = false;
  if (ev->type == DFMT_BUGREPORT_SECTION) return open_section(x, dfmt_event_bugreport_section(ev));
  if (l && l->kind != DFMT_BUGREPORT_KIND_MARKER) x->ev = ev;
  if (!l || x->ev) return DFMT_OK;
  x->in_buffer = true;
  return dfmti_derived_keep(&x->in, &x->buffer, l->buffer);
}

/* ---- a line ---- */

static uint32_t set_time(struct state *x, const dfmt_bugreport_log *l) {
  if (!dfmti_crash_clock_seconds(&x->clock, l, &x->row.time_local_s)) return 0;
  x->row.nanosecond = l->nanosecond;
  return DFMT_BUGREPORT_LOGCAT_HAS_TIME_LOCAL_S;
}

/* Bits of the line as the row's bits. */
static uint32_t same_bits(uint32_t present) {
  static const struct {
    uint32_t log, row;
  } bits[] = {{DFMT_BUGREPORT_LOG_HAS_ZONE, DFMT_BUGREPORT_LOGCAT_HAS_ZONE},
              {DFMT_BUGREPORT_LOG_HAS_USER_ID, DFMT_BUGREPORT_LOGCAT_HAS_USER_ID},
              {DFMT_BUGREPORT_LOG_HAS_PROCESS_ID, DFMT_BUGREPORT_LOGCAT_HAS_PROCESS_ID},
              {DFMT_BUGREPORT_LOG_HAS_THREAD_ID, DFMT_BUGREPORT_LOGCAT_HAS_THREAD_ID},
              {DFMT_BUGREPORT_LOG_HAS_PRIORITY, DFMT_BUGREPORT_LOGCAT_HAS_PRIORITY},
              {DFMT_BUGREPORT_LOG_HAS_TAG, DFMT_BUGREPORT_LOGCAT_HAS_TAG},
              {DFMT_BUGREPORT_LOG_HAS_MESSAGE, DFMT_BUGREPORT_LOGCAT_HAS_MESSAGE},
              {DFMT_BUGREPORT_LOG_HAS_UPTIME_US, DFMT_BUGREPORT_LOGCAT_HAS_UPTIME_US},
              {DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY, DFMT_BUGREPORT_LOGCAT_HAS_KERNEL_PRIORITY},
              {DFMT_BUGREPORT_LOG_HAS_CALLER, DFMT_BUGREPORT_LOGCAT_HAS_CALLER}};
  uint32_t found = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (present & bits[i].log) found |= bits[i].row;
  return found;
}

static void set_place(struct state *x) {
  x->row.start_offset = x->ev->offset;
  x->row.section_title = dfmti_derived_kept(&x->title);
  x->row.buffer = dfmti_derived_kept(&x->buffer);
  if (x->in_section) x->row.present |= DFMT_BUGREPORT_LOGCAT_HAS_SECTION;
  if (x->in_buffer) x->row.present |= DFMT_BUGREPORT_LOGCAT_HAS_BUFFER;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(x->ev);
  dfmt_bugreport_logcat *row = &x->row;
  if (!l) return DFMT_END;
  row->head = (dfmt_head){sizeof *row, DFMT_TYPE_BUGREPORT_LOGCAT};
  row->present = same_bits(l->present) | set_time(x, l);
  set_place(x);
  row->kind = l->kind;
  row->zone_minute = l->zone_minute;
  row->process_id = l->process_id;
  row->thread_id = l->thread_id;
  row->priority = l->priority;
  row->kernel_priority = l->kernel_priority;
  row->uptime_us = l->uptime_us;
  row->caller = l->caller;
  row->user_id = l->user_id;
  row->tag = l->tag;
  row->message = l->message;
  x->ev = NULL;
  *out = &row->head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_BUGREPORT_LOG, DFMT_BUGREPORT_SECTION, DFMT_BUGREPORT_SECTION_END,
                                  DFMT_BUGREPORT_BANNER, 0};

const dfmt_table_maker dfmti_bugreport_logcat = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_LOGCAT,
    .types = dfmti_bugreport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
