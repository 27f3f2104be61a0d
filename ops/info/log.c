/* SPDX-License-Identifier: MIT */
/* Logs: how many lines there are of each layout, priority, buffer, tag and process, and from when to when. */
#include <string.h>

#include <diagfmt/log.h>

#include "base/text.h"
#include "info.h"

/* By what lines are counted. */
enum by { BY_LAYOUT, BY_PRIORITY, BY_BUFFER, BY_TAG, BY_PROCESS, N_BY };

struct state {
  struct dfmto_counts counts[N_BY]; /* n: lines; sum: errors of these */
  uint64_t n_lines, n_text, n_steps_back;
  bool has_time;
  uint32_t first_time, last_time; /* texts */
};

static bool is_error(const dfmt_log_line *l) {
  return l->present & DFMT_LOG_LINE_HAS_PRIORITY && l->priority >= DFMT_LOG_PRIORITY_ERROR;
}

/* A line's number among those of a kind of count. OK: there is one; END: it has none. */
static dfmt_status number_of(struct dfmto_info *x, const dfmt_log_line *l, enum by by, uint64_t *number) {
  char digits[DFMTI_U64_TEXT];
  dfmt_str text = {NULL, 0};
  uint32_t n = 0;
  switch (by) {
    case BY_LAYOUT: *number = l->kind; return DFMT_OK;
    case BY_PRIORITY: *number = l->priority; return l->present & DFMT_LOG_LINE_HAS_PRIORITY ? DFMT_OK : DFMT_END;
    case BY_BUFFER:
      if (l->present & DFMT_LOG_LINE_HAS_BUFFER) text = l->buffer;
      break;
    case BY_TAG:
      if (l->present & DFMT_LOG_LINE_HAS_TAG) text = l->tag;
      break;
    default:
      if (l->present & DFMT_LOG_LINE_HAS_PROCESS_NAME) {
        text = l->process_name;
      } else if (l->present & DFMT_LOG_LINE_HAS_PROCESS_ID) {
        const size_t len = dfmti_u64_text((uint32_t)l->process_id, digits);
        text = (dfmt_str){digits + sizeof digits - len, len};
      }
  }
  if (!text.ptr) return DFMT_END;
  if (!dfmto_info_text(x, text, &n)) return dfmto_no_memory(x->op);
  *number = n;
  return DFMT_OK;
}

/* The counts of a line, none of which is raised before all are there. */
static dfmt_status count(struct state *s, struct dfmto_info *x, const dfmt_log_line *l) {
  uint64_t numbers[N_BY];
  bool has[N_BY];
  for (uint32_t by = 0; by < N_BY; by++) {
    dfmt_status st = number_of(x, l, by, &numbers[by]);
    has[by] = st == DFMT_OK;
    if (st != DFMT_OK && st != DFMT_END) return st;
    if (has[by] && !dfmto_count_at(&x->op->mem, &s->counts[by], numbers[by])) return dfmto_no_memory(x->op);
  }
  for (uint32_t by = 0; by < N_BY; by++) {
    if (!has[by]) continue;
    struct dfmto_count *c = dfmto_count_find(&s->counts[by], numbers[by]);
    c->n++;
    c->sum += is_error(l);
  }
  return DFMT_OK;
}

static dfmt_status take_summary(struct state *s, struct dfmto_info *x, const dfmt_log_summary *m) {
  const uint32_t both = DFMT_LOG_SUMMARY_HAS_FIRST_TIME_TEXT | DFMT_LOG_SUMMARY_HAS_LAST_TIME_TEXT;
  s->n_steps_back = m->n_steps_back;
  if ((m->present & both) != both) return DFMT_OK;
  if (!dfmto_info_text(x, m->first_time_text, &s->first_time) || !dfmto_info_text(x, m->last_time_text, &s->last_time))
    return dfmto_no_memory(x->op);
  s->has_time = true;
  return DFMT_OK;
}

static dfmt_status event(void *user, struct dfmto_info *x, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  const dfmt_log_summary *m = dfmt_event_log_summary(ev);
  if (m) return take_summary(s, x, m);
  if (!l) return DFMT_OK;
  dfmt_status st = count(s, x, l);
  if (st != DFMT_OK) return st;
  s->n_lines++;
  s->n_text += l->kind == DFMT_LOG_VARIANT_TEXT;
  return DFMT_OK;
}

static dfmt_status finish(void *user, struct dfmto_info *x) {
  struct state *s = user;
  (void)x;
  for (uint32_t by = 0; by < N_BY; by++) dfmto_counts_sort(&s->counts[by]);
  return DFMT_OK;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  for (uint32_t by = 0; by < N_BY; by++) dfmto_counts_free(m, &s->counts[by]);
}

/* ---- rows ---- */

static void lines_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_lines *r = body;
  (void)i;
  r->n_lines = s->n_lines;
  r->n_text = s->n_text;
  r->n_steps_back = s->n_steps_back;
  if (!s->has_time) return;
  r->first_time_text = dfmto_info_at(x, s->first_time);
  r->last_time_text = dfmto_info_at(x, s->last_time);
  r->present |= DFMT_INFO_LINES_HAS_FIRST_TIME_TEXT | DFMT_INFO_LINES_HAS_LAST_TIME_TEXT;
}

static dfmt_str word(uint32_t type, uint64_t number) {
  const char *text = dfmt_type_word(type, number);
  if (!text) text = "unknown";
  return (dfmt_str){text, strlen(text)};
}

static void share_row(const struct state *s, const struct dfmto_info *x, enum by by, uint64_t i,
                      dfmt_info_line_share *r) {
  const struct dfmto_count *c = &s->counts[by].list[i];
  if (by == BY_LAYOUT || by == BY_PRIORITY)
    r->name = word(by == BY_LAYOUT ? DFMT_TYPE_LOG_VARIANT : DFMT_TYPE_LOG_PRIORITY, c->number);
  else
    r->name = dfmto_info_at(x, (uint32_t)c->number);
  r->n_lines = c->n;
  r->n_errors = c->sum;
  r->share = dfmto_info_share(c->n, s->n_lines);
}

#define SHARES(NAME, BY) \
  static uint64_t count_##NAME(const void *user) { return ((const struct state *)user)->counts[BY].n; } \
  static void NAME##_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) { \
    share_row(user, x, BY, i, body); \
  }
SHARES(layouts, BY_LAYOUT)
SHARES(priorities, BY_PRIORITY)
SHARES(buffers, BY_BUFFER)
SHARES(tags, BY_TAG)
SHARES(programs, BY_PROCESS)

#define SET(NAME, HELP, HEADING) \
  {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, #NAME, DFMT_INFO_LINE_SHARE, HELP, \
                           "file/h set_name/h n_lines/w share/s n_errors name"), \
   .heading = HEADING, \
   .count = count_##NAME, \
   .row = NAME##_row}

static const struct dfmto_info_set sets[] = {
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "lines", DFMT_INFO_LINES, "Log: numbers of lines, first and last time.",
                             NULL),
     .row = lines_row},
    SET(layouts, "Lines by layout.", "Layouts"),
    SET(priorities, "Lines by priority.", "Priorities"),
    SET(buffers, "Lines by the buffer that dividers name.", "Buffers"),
    SET(tags, "Lines by tag.", "Tags"),
    SET(programs, "Lines by process.", "Processes"),
    {.is = {.part = {.name = NULL}}}};

extern const struct dfmto_info_format dfmto_info_log;
const struct dfmto_info_format dfmto_info_log = {.format = DFMT_LOG,
                                                 .state_size = sizeof(struct state),
                                                 .event = event,
                                                 .finish = finish,
                                                 .close = close_state,
                                                 .sets = sets};
