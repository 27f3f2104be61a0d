/* SPDX-License-Identifier: MIT */
/* Convert for logs: lines are copied as they are, or written in the requested layout (log spec 2.1, 4.1). */
#include <inttypes.h>

#include <diagfmt/log.h>

#include "convert.h"

/* Members of a line that a layout may lack. */
enum { TIME = 1, PROCESS = 2, THREAD = 4, PRIORITY = 8, TAG = 16, PROCESS_NAME = 32, PARTS = 6 };

struct state {
  uint64_t lost[PARTS], made[PARTS]; /* lines that lose a member, and lines that are given one */
  bool in_parts;                     /* members of a JSON document became lines */
};

static unsigned parts_of(const dfmt_log_line *l) {
  static const uint32_t bits[PARTS] = {DFMT_LOG_LINE_HAS_TIME_TEXT, DFMT_LOG_LINE_HAS_PROCESS_ID,
                                       DFMT_LOG_LINE_HAS_THREAD_ID, DFMT_LOG_LINE_HAS_PRIORITY,
                                       DFMT_LOG_LINE_HAS_TAG,       DFMT_LOG_LINE_HAS_PROCESS_NAME};
  unsigned found = 0;
  for (size_t i = 0; i < PARTS; i++)
    if (l->present & bits[i]) found |= 1u << i;
  return found;
}

static void compare_layout(struct dfmto_convert *c, struct state *s, const dfmt_log_line *l) {
  static const uint8_t layouts[] = {[DFMT_LOG_VARIANT_TEXT] = 0,
                                    [DFMT_LOG_VARIANT_THREADTIME] = TIME | PROCESS | THREAD | PRIORITY | TAG,
                                    [DFMT_LOG_VARIANT_TIME] = TIME | PROCESS | PRIORITY | TAG,
                                    [DFMT_LOG_VARIANT_BRIEF] = PROCESS | PRIORITY | TAG,
                                    [DFMT_LOG_VARIANT_TAG] = PRIORITY | TAG,
                                    [DFMT_LOG_VARIANT_PROCESS] = PROCESS | PRIORITY | TAG,
                                    [DFMT_LOG_VARIANT_THREAD] = PROCESS | THREAD | PRIORITY,
                                    [DFMT_LOG_VARIANT_LONG] = TIME | PROCESS | THREAD | PRIORITY | TAG,
                                    [DFMT_LOG_VARIANT_KERNEL] = TIME | PRIORITY};
  const uint32_t to = c->recipe.variant;
  const unsigned has = parts_of(l);
  if (l->kind == DFMT_LOG_VARIANT_TEXT || l->kind == DFMT_LOG_VARIANT_MARKER || to >= sizeof layouts) return;
  for (size_t i = 0; i < PARTS; i++) {
    if ((has & ~layouts[to]) >> i & 1) dfmto_convert_say_count(&c->out, &s->lost[i]);
    if ((layouts[to] & ~has) >> i & 1) dfmto_convert_say_count(&c->out, &s->made[i]);
  }
}

/* Some of the members of a JSON document are none: they become lines. */
static bool is_part(const struct dfmto_convert *c, const dfmt_log_line *l) {
  return c->select.n_patterns > 0 && l && l->kind == DFMT_LOG_VARIANT_JSON;
}

/* The summary of a log has the empty line that ends it. */
static dfmt_status event(struct dfmto_convert *c, const dfmt_event *ev, bool wanted) {
  struct state *s = c->state;
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  if (l && wanted && c->recipe.variant) compare_layout(c, s, l);
  s->in_parts |= is_part(c, l);
  if (wanted && is_part(c, l)) dfmto_convert_say_put(&c->out, ev->body);
  if (is_part(c, l) || (s->in_parts && dfmt_event_log_summary(ev))) return DFMT_OK;
  return wanted || dfmt_event_log_summary(ev) ? dfmto_convert_entry(c, ev) : DFMT_OK;
}

static dfmt_status note(struct dfmto_convert *c, uint64_t n, const char *what) {
  if (n == 0) return DFMT_OK;
  return dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_NOTE, NULL, "%" PRIu64 " %s", n, what);
}

static dfmt_status finish(struct dfmto_convert *c) {
  static const char *const lost[PARTS] = {"lines lose their time",   "lines lose their process",
                                          "lines lose their thread", "lines lose their priority",
                                          "lines lose their tag",    "lines lose the name of their process"};
  static const char *const made[PARTS] = {"lines have no time: 01-01 00:00:00.000 is written instead",
                                          "lines have no process: 0 is written instead",
                                          "lines have no thread: the process is written instead",
                                          "lines have no priority: I is written instead",
                                          "lines have no tag: ? is written instead",
                                          ""};
  const struct state *s = c->state;
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < PARTS && st == DFMT_OK; i++) {
    st = note(c, s->lost[i], lost[i]);
    if (st == DFMT_OK) st = note(c, s->made[i], made[i]);
  }
  return st;
}

extern const struct dfmto_convert_format dfmto_convert_log;
const struct dfmto_convert_format dfmto_convert_log = {
    .format = DFMT_LOG, .is_text = true, .state_size = sizeof(struct state), .event = event, .finish = finish};
