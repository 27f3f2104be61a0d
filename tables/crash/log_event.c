/* SPDX-License-Identifier: MIT */
/* The table bugreport.log_event: lines of the event log about processes, a row for each; and those of stories. */
#include "android/event_log.h"
#include "clock.h"
#include "feed.h"

struct state {
  struct dfmti_crash_feed feed;
  struct dfmti_crash_clock clock;
  char time[DFMTI_TIME_TEXT];
  bool is_life; /* rows are of steps in lives */
  struct dfmti_crash_life_row row;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmti_derived_input_begin(&x->feed.in, in);
  return DFMT_OK;
}

static dfmt_status begin_life(void *state, const dfmt_table_input *in) {
  ((struct state *)state)->is_life = true;
  return begin(state, in);
}

static void close_state(void *state) {
  struct state *x = state;
  dfmti_crash_feed_free(&x->feed);
}

static uint32_t ignores(const dfmt_event *ev) {
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  return l && !dfmti_event_tag(l->tag);
}

static uint32_t life_ignores(const dfmt_event *ev) {
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  return l && !dfmti_event_life_tag(l->tag);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return dfmti_crash_feed_is_log(ev) ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  dfmti_crash_clock_event(&x->clock, ev);
  return dfmti_crash_feed_event(&x->feed, ev);
}

/* ---- rows ---- */

#define HAS(NAME) (uint32_t)DFMT_BUGREPORT_LOG_EVENT_HAS_##NAME

/* Bits of the line as the row's bits. */
static uint32_t same_bits(uint32_t has) {
  static const uint32_t bits[][2] = {
#define BIT(NAME) {DFMTI_EVENT_HAS_##NAME, HAS(NAME)}
      BIT(ANDROID_USER), BIT(PROCESS_ID), BIT(USER_ID), BIT(PROCESS_NAME), BIT(ADJ),
      BIT(PROC_STATE),   BIT(PROCESSES),  BIT(FLAGS),   BIT(REASON),       BIT(EXCEPTION),
      BIT(MESSAGE),      BIT(FILE),       BIT(WTF_TAG), BIT(UPTIME_MS),    {DFMTI_EVENT_HAS_FILE, HAS(FILE_LINE)},
#undef BIT
  };
  uint32_t found = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (has & bits[i][0]) found |= bits[i][1];
  return found;
}

static void set_place(struct state *x, const struct dfmti_crash_line *l) {
  dfmt_bugreport_log_event *row = &x->row.event;
  row->truncated = l->cut;
  row->start_offset = l->offset;
  row->line = l->number;
  row->entry = dfmti_derived_kept(&x->feed.entry);
  row->section = row->entry.len ? (dfmt_str){NULL, 0} : dfmti_derived_kept(&x->feed.section);
  row->time_text = dfmti_crash_clock_text(l->log, x->time);
  if (row->line) row->present |= HAS(LINE);
  if (row->entry.len) row->present |= HAS(ENTRY);
  if (row->section.len) row->present |= HAS(SECTION);
  if (row->time_text.len) row->present |= HAS(TIME_TEXT);
  if (dfmti_crash_clock_seconds(&x->clock, l->log, &row->time_local_s)) row->present |= HAS(TIME_LOCAL_S);
}

/* false: the line is not one of these. */
static bool make_row(struct state *x, const struct dfmti_crash_line *l) {
  struct dfmti_event_line e;
  if (!l->is_log || !(x->is_life ? dfmti_event_life_tag(l->tag) : dfmti_event_tag(l->tag)) ||
      !dfmti_event_line(l->tag, l->text, &e))
    return false;
  x->row = (struct dfmti_crash_life_row){.pss_kb = e.pss_kb, .rss_kb = e.rss_kb};
  x->row.event = (dfmt_bugreport_log_event){.head = {sizeof x->row.event, DFMT_TYPE_BUGREPORT_LOG_EVENT},
                                            .present = same_bits(e.has),
                                            .android_user = e.android_user,
                                            .process_id = e.process_id,
                                            .user_id = e.user_id,
                                            .adj = e.adj,
                                            .proc_state = e.proc_state,
                                            .flags = e.flags,
                                            .file_line = e.file_line,
                                            .processes = e.processes,
                                            .uptime_ms = e.uptime_ms,
                                            .tag = l->tag,
                                            .process_name = e.process_name,
                                            .reason = e.reason,
                                            .exception = e.exception,
                                            .message = e.message,
                                            .file = e.file,
                                            .wtf_tag = e.wtf_tag};
  set_place(x, l);
  return true;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  struct dfmti_crash_line line;
  dfmt_status st;
  while ((st = dfmti_crash_feed_next(&x->feed, true, &line)) == DFMT_OK)
    if (make_row(x, &line)) break;
  if (st == DFMT_OK) *out = &x->row.event.head;
  return st;
}

static const uint32_t events[] = {DFMT_BUGREPORT_ENTRY,
                                  DFMT_BUGREPORT_BANNER,
                                  DFMT_BUGREPORT_SECTION,
                                  DFMT_BUGREPORT_SECTION_END,
                                  DFMT_BUGREPORT_TEXT,
                                  DFMT_BUGREPORT_LOG,
                                  0};

#define TABLE(NAME, IGNORES, BEGIN) \
  const dfmt_table_maker NAME = { \
      .size = sizeof(dfmt_table_maker), \
      .row = DFMT_TYPE_BUGREPORT_LOG_EVENT, \
      .types = dfmti_bugreport_tables_types, \
      .events = events, \
      .state_size = sizeof(struct state), \
      .ignores = IGNORES, \
      .begin = BEGIN, \
      .wants = wants, \
      .piece = piece, \
      .event = event, \
      .next_row = next_row, \
      .close = close_state, \
  };
TABLE(dfmti_bugreport_log_event, ignores, begin)
TABLE(dfmti_bugreport_life_event, life_ignores, begin_life)
