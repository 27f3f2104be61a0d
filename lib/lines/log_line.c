/* SPDX-License-Identifier: MIT */
/* Lines of logcat, each told by its first characters. Every place is looked at a bounded number of times. */
#include <string.h>

#include "base/little_endian.h"
#include "base/text.h"
#include "log.h"

static const uint8_t *spaces(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p == ' ') p++;
  return p;
}

static const uint8_t *word_end(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p != ' ') p++;
  return p;
}

static const uint8_t *digits(const uint8_t *p, const uint8_t *end) {
  while (p < end && dfmti_is_digit(*p)) p++;
  return p;
}

/* The end of the letters, digits and underscores at p. */
static const uint8_t *name_end(const uint8_t *p, const uint8_t *end) {
  while (p < end && (dfmti_is_digit(*p) || dfmti_is_letter(*p))) p++;
  return p;
}

static dfmt_str str(const uint8_t *p, const uint8_t *end) { return (dfmt_str){(const char *)p, (uint64_t)(end - p)}; }

static dfmt_str trimmed(const uint8_t *p, const uint8_t *end) {
  while (end > p && end[-1] == ' ') end--;
  return str(p, end);
}

static bool is_date(const uint8_t *p, const uint8_t *end) {
  if (end - p == 10 && p[4] == '-') p += 5;
  return end - p == 5 && dfmti_is_digit(p[0]) && dfmti_is_digit(p[1]) && p[2] == '-' && dfmti_is_digit(p[3]) &&
         dfmti_is_digit(p[4]);
}

/* The end of "23:59:59.999", or of seconds with a fraction; NULL: it is none. */
static const uint8_t *time_end(const uint8_t *p, const uint8_t *end) {
  unsigned dots = 0;
  for (; p < end && (dfmti_is_digit(*p) || *p == ':' || *p == '.'); p++) dots += *p == '.';
  return dots == 1 && dfmti_is_digit(p[-1]) && (p == end || *p == ' ') ? p : NULL;
}

/* Whether eight characters are digits where the shape has zeros, and else what it has. */
static inline bool has_shape(const uint8_t *p, const char *shape) {
  uint64_t x = dfmti_load_le64(p) ^ dfmti_load_le64((const uint8_t *)shape), room = 0;
  for (int i = 0; i < 8; i++) room |= (uint64_t)(shape[i] == '0' ? 0x7f - 9 : 0x7f) << 8 * i;
  return (((x + room) | x) & UINT64_C(0x8080808080808080)) == 0;
}

bool dfmti_log_has_calendar(const uint8_t *p, const uint8_t *end) {
  return end - p >= DFMTI_LOG_CALENDAR && has_shape(p, "00-00 00") && has_shape(p + 7, "0:00:00.");
}

/* The end of a time with or without a date; NULL: there is none. */
static const uint8_t *clock_end(const uint8_t *p, const uint8_t *end) {
  if (dfmti_log_has_calendar(p, end)) { /* as nearly always */
    const uint8_t *fraction = p + DFMTI_LOG_CALENDAR, *q = digits(fraction, end);
    if (q > fraction && q < end && *q == ' ') return q;
  }
  const uint8_t *date_end = word_end(p, end);
  return time_end(is_date(p, date_end) ? spaces(date_end, end) : p, end);
}

/* What all of p[0 … end) says of a process or thread. */
static bool id(const uint8_t *p, const uint8_t *end, uint32_t layouts, int32_t *v) {
  int64_t x = 0;
  if (p == end || (layouts & DFMTI_LOG_EXACT && end - p > 9)) return false;
  for (; p < end; p++) {
    if (!dfmti_is_digit(*p)) return false;
    x = x * 10 + (*p - '0');
    if (x > INT32_MAX) return false;
  }
  *v = (int32_t)x;
  return true;
}

static bool process(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  l->has_pid = id(p, end, layouts, &l->pid);
  return l->has_pid;
}

static bool thread(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  l->has_tid = id(p, end, layouts, &l->tid);
  return l->has_tid;
}

/* "TAG     : MESSAGE" */
static bool tag_and_message(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  const uint8_t *colon = dfmti_find(p, end, ": ");
  if (!colon) { /* an empty message whose blank was lost */
    if (layouts & DFMTI_LOG_EXACT || p == end || end[-1] != ':') return false;
    colon = end - 1;
  }
  l->tag = trimmed(p, colon);
  l->message = str(end - colon > 2 ? colon + 2 : end, end);
  return true;
}

/* "(  123): " or "( UID:  123): " at `open`; after it, or NULL. */
static const uint8_t *in_parentheses(struct dfmti_log_line *l, const uint8_t *open, const uint8_t *end,
                                     uint32_t layouts) {
  const uint8_t *p = spaces(open + 1, end), *name = name_end(p, end);
  dfmt_str uid = {NULL, 0};
  if (name < end && *name == ':' && !(layouts & DFMTI_LOG_EXACT)) {
    uid = str(p, name);
    p = spaces(name + 1, end);
  }
  const uint8_t *close = digits(p, end);
  if (!dfmti_begins(close, end, "): ") || !process(l, p, close, layouts)) return NULL;
  l->uid = uid;
  return close + 3;
}

/* "P/TAG     (  123): MESSAGE"; the tag ends at the first parenthesis of this kind. */
static bool tag_and_process(struct dfmti_log_line *l, const uint8_t *tag, const uint8_t *end, uint32_t layouts) {
  for (const uint8_t *open = tag; (open = memchr(open, '(', (size_t)(end - open))) != NULL; open++) {
    const uint8_t *message = in_parentheses(l, open, end, layouts);
    if (!message) continue;
    l->tag = trimmed(tag, open);
    l->message = str(message, end);
    return true;
  }
  return false;
}

/* "P/TAG     : MESSAGE"; the tag is a word. */
static bool tag_alone(struct dfmti_log_line *l, const uint8_t *tag, const uint8_t *end) {
  const uint8_t *p = tag;
  l->layout = DFMTI_LOG_TAG;
  while (p < end && *p != ' ' && *p != ':') p++;
  const uint8_t *colon = spaces(p, end);
  if (p == tag || colon == end || *colon != ':' || (colon + 1 < end && colon[1] != ' ')) return false;
  l->tag = str(tag, p);
  l->message = str(colon + 1 < end ? colon + 2 : end, end);
  return true;
}

static bool is_slashed(const uint8_t *p, const uint8_t *end) {
  return end - p >= 3 && p[1] == '/' && dfmti_log_priority(p[0]);
}

/* "P/TAG(PID): MESSAGE" in the layout that has it here. */
static bool slashed(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts, uint32_t layout) {
  l->priority = dfmti_log_priority(p[0]);
  l->layout = layout;
  return layouts & layout && tag_and_process(l, p + 2, end, layouts);
}

/* "[UID] PID TID P TAG: MESSAGE" */
static bool words(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  const uint8_t *from[4], *to[4];
  for (int i = 0; i < 4; i++) {
    from[i] = spaces(p, end);
    p = to[i] = word_end(from[i], end);
    if (i < 2 || p - from[i] != 1 || !(l->priority = dfmti_log_priority(*from[i]))) continue;
    if (!process(l, from[i - 2], to[i - 2], layouts) || !thread(l, from[i - 1], to[i - 1], layouts)) continue;
    if (i == 3) {
      if (layouts & DFMTI_LOG_EXACT && name_end(from[0], to[0]) != to[0]) return false;
      l->uid = str(from[0], to[0]);
    }
    l->layout = DFMTI_LOG_THREADTIME;
    return p < end && tag_and_message(l, p + 1, end, layouts);
  }
  return false;
}

/* "TIME [ZONE]", and what these layouts have after it. */
static bool timed(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  const uint8_t *time = spaces(p, end);
  if (!(p = clock_end(time, end))) return false;
  l->time = str(time, p);
  p = spaces(p, end);
  const uint8_t *zone = word_end(p, end);
  if (zone - p == 5 && (*p == '+' || *p == '-')) {
    l->zone = str(p, zone);
    p = spaces(zone, end);
  }
  if (is_slashed(p, end)) return slashed(l, p, end, layouts, DFMTI_LOG_TIME);
  return layouts & DFMTI_LOG_THREADTIME && words(l, p, end, layouts);
}

/* "(TAG)" with two blanks before it, at the end of a message: taken off. */
static void tag_behind(struct dfmti_log_line *l) {
  const uint8_t *from = (const uint8_t *)l->message.ptr, *end = from + l->message.len, *open = end - 1;
  if (from == end || *open != ')') return;
  while (open > from && *open != '(' && (open == end - 1 || *open != ')')) open--;
  if (open < from + 2 || *open != '(' || open[-1] != ' ' || open[-2] != ' ') return;
  l->tag = trimmed(open + 1, end - 1);
  l->message = str(from, open - 2);
}

/* "P(  123:  456) MESSAGE" and "P(  123) MESSAGE  (TAG)" */
static bool ids_first(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  const uint8_t *first = spaces(p + 2, end), *close = digits(first, end), *second = NULL;
  l->priority = dfmti_log_priority(p[0]);
  if (!process(l, first, close, layouts)) return false;
  if (close < end && *close == ':') {
    second = spaces(close + 1, end);
    close = digits(second, end);
    if (!thread(l, second, close, layouts)) return false;
  }
  if (!dfmti_begins(close, end, ") ")) return false;
  l->layout = second ? DFMTI_LOG_THREAD : DFMTI_LOG_PROCESS;
  l->message = str(close + 2, end);
  if (!second) tag_behind(l);
  return layouts & l->layout;
}

/* "[ 12-31 23:59:59.999  123:  456 E/TAG      ]" */
static bool long_head(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, uint32_t layouts) {
  const uint8_t *date = p + 2, *date_end = word_end(date, end);
  if (!is_date(date, date_end) || !(p = time_end(spaces(date_end, end), end))) return false;
  l->time = str(date, p);
  p = spaces(p, end);
  const uint8_t *pid_end = digits(p, end);
  if (!process(l, p, pid_end, layouts) || pid_end == end || *pid_end != ':') return false;
  const uint8_t *tid = spaces(pid_end + 1, end);
  p = digits(tid, end);
  if (!thread(l, tid, p, layouts) || p == end || *p != ' ' || !is_slashed(p + 1, end) || end[-1] != ']') return false;
  l->priority = dfmti_log_priority(p[1]);
  l->tag = trimmed(p + 3, end - 1);
  l->layout = DFMTI_LOG_LONG;
  return true;
}

bool dfmti_log_line(const uint8_t *p, const uint8_t *end, uint32_t layouts, struct dfmti_log_line *l) {
  *l = (struct dfmti_log_line){.layout = 0};
  if (end - p < 3) return false;
  if (dfmti_is_digit(p[0]) || p[0] == ' ') return timed(l, p, end, layouts);
  if (p[0] == '[' && p[1] == ' ') return layouts & DFMTI_LOG_LONG && long_head(l, p, end, layouts);
  if (is_slashed(p, end))
    return slashed(l, p, end, layouts, DFMTI_LOG_BRIEF) || (layouts & DFMTI_LOG_TAG && tag_alone(l, p + 2, end));
  return p[1] == '(' && dfmti_log_priority(p[0]) && ids_first(l, p, end, layouts);
}
