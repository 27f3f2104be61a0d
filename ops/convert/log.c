/* SPDX-License-Identifier: MIT */
/* Convert for logs: lines are copied as they are, or written in the requested layout (log spec 2.1, 4.1). */
#include <inttypes.h>
#include <string.h>

#include <diagfmt/log.h>

#include "base/find_bytes.h"
#include "log_merge.h"

/* What a line tells that a layout may lack. */
enum {
  TIME = 1,
  PROCESS = 2,
  THREAD = 4,
  PRIORITY = 8,
  TAG = 16,
  PROCESS_NAME = 32,
  BUFFER = 64,
  YEAR = 128,
  ZONE = 256,
  PARTS = 9
};

struct state {
  uint64_t lost[PARTS], made[PARTS]; /* lines that lose a part, and lines that are given one */
  bool begun, document, logcat;      /* the first event was looked at: it begins a JSON document, a .logcat */
  bool in_parts;                     /* members of that became lines */
  struct dfmto_convert_log_merge merge;
};

/* What has no time has no wrong one. */
static unsigned date_of(const dfmt_log_line *l) {
  struct dfmto_convert_log_when w;
  dfmto_convert_log_when(l, &w);
  if (!(l->present & DFMT_LOG_LINE_HAS_TIME_TEXT)) return YEAR | ZONE;
  return (w.has & (DFMTO_LOG_YEAR | DFMTO_LOG_EPOCH) ? YEAR : 0u) | (w.has & DFMTO_LOG_ZONE ? ZONE : 0u);
}

static unsigned parts_of(const dfmt_log_line *l) {
  static const uint32_t bits[] = {DFMT_LOG_LINE_HAS_TIME_TEXT, DFMT_LOG_LINE_HAS_PROCESS_ID,
                                  DFMT_LOG_LINE_HAS_THREAD_ID, DFMT_LOG_LINE_HAS_PRIORITY,
                                  DFMT_LOG_LINE_HAS_TAG,       DFMT_LOG_LINE_HAS_PROCESS_NAME,
                                  DFMT_LOG_LINE_HAS_BUFFER};
  unsigned found = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (l->present & bits[i]) found |= 1u << i;
  return found;
}

static void compare_layout(struct dfmto_convert *c, struct state *s, const dfmt_log_line *l, uint32_t to) {
  enum { NAMED = PROCESS | PRIORITY | TAG };
  static const uint16_t layouts[] = {[DFMT_LOG_VARIANT_THREADTIME] = TIME | NAMED | THREAD,
                                     [DFMT_LOG_VARIANT_TIME] = TIME | NAMED,
                                     [DFMT_LOG_VARIANT_BRIEF] = NAMED,
                                     [DFMT_LOG_VARIANT_TAG] = PRIORITY | TAG,
                                     [DFMT_LOG_VARIANT_PROCESS] = NAMED,
                                     [DFMT_LOG_VARIANT_THREAD] = PROCESS | THREAD | PRIORITY,
                                     [DFMT_LOG_VARIANT_LONG] = TIME | NAMED | THREAD,
                                     [DFMT_LOG_VARIANT_KERNEL] = TIME | PRIORITY,
                                     [DFMT_LOG_VARIANT_JSON] = TIME | PROCESS | THREAD | PRIORITY | YEAR | ZONE};
  const bool json = to == DFMT_LOG_VARIANT_JSON; /* in which texts may be empty */
  if (l->kind == DFMT_LOG_VARIANT_MARKER || (l->kind == DFMT_LOG_VARIANT_TEXT && !json)) return;
  const unsigned has = parts_of(l) | (json ? date_of(l) : 0u),
                 needs = to < sizeof layouts / sizeof *layouts ? layouts[to] : 0u;
  const unsigned keeps = needs | (json ? TAG | PROCESS_NAME : BUFFER);
  for (size_t i = 0; i < PARTS; i++) {
    if ((has & ~keeps) >> i & 1) dfmto_convert_say_count(&c->out, &s->lost[i]);
    if ((needs & ~has) >> i & 1) dfmto_convert_say_count(&c->out, &s->made[i]);
  }
}

static bool chooses(const struct dfmto_convert *c) { return c->select.n_patterns > 0 || c->select.by_call; }

/* Some of the members of a JSON document are none: they become lines. */
static bool is_part(const struct dfmto_convert *c, const dfmt_log_line *l) {
  return ((const struct state *)c->state)->document && chooses(c) && l;
}

static bool begins_with(const dfmt_event *ev, const char *key) {
  return ev->raw.len > 0 && dfmti_find_bytes(ev->raw.ptr, (size_t)ev->raw.len, key, strlen(key));
}

/* A .logcat is copied as it is if that is what was asked for, as lines do not have its metadata. */
static void begin(struct dfmto_convert *c, struct state *s, const dfmt_event *ev) {
  if (!s->begun) s->logcat = begins_with(ev, "\"logcatMessages\"");
  if (!s->begun) s->document = s->logcat || begins_with(ev, "\"dmesg\"");
  s->begun = true;
  if (s->logcat && !chooses(c) && !s->merge.c && c->recipe.variant == DFMT_LOG_VARIANT_JSON) c->recipe.variant = 0;
}

/* Lines that say all by themselves are copied; what goes by others is written anew. */
static dfmt_status merged(struct dfmto_convert *c, struct state *s, const dfmt_event *ev, const dfmt_log_line *l) {
  const bool record = l->kind >= DFMT_LOG_VARIANT_JSON || l->kind == DFMT_LOG_VARIANT_STUDIO;
  if (c->recipe.variant != DFMT_LOG_VARIANT_JSON) dfmto_convert_log_divide(&s->merge, l);
  if (record && !c->recipe.variant) compare_layout(c, s, l, DFMT_LOG_VARIANT_THREADTIME);
  if (!record && l->kind != DFMT_LOG_VARIANT_LONG) return dfmto_convert_entry(c, ev);
  dfmto_convert_say_put(&c->out, ev->body);
  return DFMT_OK;
}

/* The summary of a log has the empty line that ends it. */
static dfmt_status event(struct dfmto_convert *c, const dfmt_event *ev, bool wanted) {
  struct state *s = c->state;
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  begin(c, s, ev);
  if (l && wanted && c->recipe.variant) compare_layout(c, s, l, c->recipe.variant);
  if (l && s->merge.c) return wanted ? merged(c, s, ev, l) : DFMT_OK;
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
  static const char *const lost[PARTS] = {"lines lose their time",
                                          "lines lose their process",
                                          "lines lose their thread",
                                          "lines lose their priority",
                                          "lines lose their tag",
                                          "lines lose the name of their process",
                                          "lines lose their buffer",
                                          "", /* only what has a date and a zone is asked for them */
                                          ""};
  static const char *const made[PARTS] = {"lines have no time: 01-01 00:00:00.000 is written instead",
                                          "lines have no process: 0 is written instead",
                                          "lines have no thread: the process is written instead",
                                          "lines have no priority: I is written instead",
                                          "lines have no tag: ? is written instead",
                                          "",
                                          "",
                                          "lines have no year: 1970 is written instead",
                                          "lines have no zone: their time is written as that of UTC"};
  const struct state *s = c->state;
  dfmt_status st =
      note(c, s->merge.n_misfits, "lines have times that the others do not go by: they stay where they are");
  for (size_t i = 0; i < PARTS && st == DFMT_OK; i++) {
    st = note(c, s->lost[i], lost[i]);
    if (st == DFMT_OK) st = note(c, s->made[i], made[i]);
  }
  return st;
}

static dfmt_status merge(struct dfmto_convert *c) {
  return dfmto_convert_log_merge(c, &((struct state *)c->state)->merge);
}

static void limit(struct dfmto_convert *c, uint32_t key, uint64_t value) {
  dfmto_convert_log_merge_limit(&((struct state *)c->state)->merge, key, value);
}

static void close_state(struct dfmto_convert *c) { dfmto_convert_log_merge_free(&((struct state *)c->state)->merge); }

extern const struct dfmto_convert_format dfmto_convert_log;
const struct dfmto_convert_format dfmto_convert_log = {.format = DFMT_LOG,
                                                       .is_text = true,
                                                       .state_size = sizeof(struct state),
                                                       .event = event,
                                                       .finish = finish,
                                                       .close = close_state,
                                                       .merge = merge,
                                                       .limit = limit};
