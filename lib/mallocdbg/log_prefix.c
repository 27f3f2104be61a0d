/* SPDX-License-Identifier: MIT */
/* What stands before the message in a line of logcat (spec 4.2), told by its first characters. */
#include "read.h"

static const char letters[] = "VDIWEFS";

char dfmti_mallocdbg_letter(uint32_t priority) {
  uint32_t at = priority - DFMT_MALLOCDBG_PRIORITY_VERBOSE;
  return at < sizeof letters ? letters[at] : '\0';
}

uint32_t dfmti_mallocdbg_priority(uint8_t letter) {
  const char *at = letter ? strchr(letters, letter) : NULL;
  return at ? (uint32_t)(at - letters) + DFMT_MALLOCDBG_PRIORITY_VERBOSE : 0;
}

static bool is_priority(uint8_t c) { return dfmti_mallocdbg_priority(c) != 0; }

static const uint8_t *spaces(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p == ' ') p++;
  return p;
}

static const uint8_t *word_end(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p != ' ') p++;
  return p;
}

static bool is_date(const uint8_t *p, const uint8_t *end) {
  if (end - p == 10 && p[4] == '-') p += 5;
  return end - p == 5 && dfmti_is_digit(p[0]) && dfmti_is_digit(p[1]) && p[2] == '-' && dfmti_is_digit(p[3]) &&
         dfmti_is_digit(p[4]);
}

/* "23:59:59.999", or seconds with a fraction. */
static bool is_time(const uint8_t *p, const uint8_t *end) {
  unsigned digits = 0, dots = 0;
  for (; p < end; p++) {
    if (!dfmti_is_digit(*p) && *p != ':' && *p != '.') return false;
    digits += dfmti_is_digit(*p);
    dots += *p == '.';
  }
  return digits && dots == 1 && end[-1] != '.';
}

static bool is_zone(const uint8_t *p, const uint8_t *end) { return end - p == 5 && (*p == '+' || *p == '-'); }

static bool number(const uint8_t *p, const uint8_t *end, int32_t *v) {
  uint64_t x;
  if (p == end || dfmti_decimal(&p, &x) != DFMTI_NUMBER_OK || p != end || x > INT32_MAX) return false;
  *v = (int32_t)x;
  return true;
}

static void set(dfmt_str *s, const uint8_t *p, const uint8_t *end) {
  while (end > p && end[-1] == ' ') end--;
  *s = (dfmt_str){(const char *)p, (uint64_t)(end - p)};
}

static bool message(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end) {
  l->msg = (dfmt_str){(const char *)p, (uint64_t)(end - p)};
  return true;
}

/* "TAG     : MESSAGE" */
static bool tag_and_message(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *colon = dfmti_find(p, end, ": ");
  if (!colon) {
    if (p == end || end[-1] != ':') return false; /* an empty message whose blank was lost */
    colon = end - 1;
  }
  set(&l->tag, p, colon);
  return message(l, colon + 2 <= end ? colon + 2 : end, end);
}

/* "(  123): " or "( uid:  123): " at `open`; after it, or NULL. */
static const uint8_t *process_id(struct dfmti_log_line *l, const uint8_t *open, const uint8_t *end) {
  const uint8_t *close = dfmti_find(open, end, "): ");
  if (!close) return NULL;
  const uint8_t *p = close;
  while (p > open + 1 && dfmti_is_digit(p[-1])) p--;
  if (!number(p, close, &l->pid)) return NULL;
  const uint8_t *q = p;
  while (q > open + 1 && q[-1] == ' ') q--;
  if (q > open + 1) { /* a user id */
    if (*--q != ':') return NULL;
    for (q = spaces(open + 1, q); *q != ':'; q++)
      if (!dfmti_is_hex(*q) && !(*q >= 'a' && *q <= 'z') && !(*q >= 'A' && *q <= 'Z') && *q != '_') return NULL;
  }
  l->has_pid = true;
  return close + 3;
}

/* "P/TAG     (  123): MESSAGE", or without the number. */
static bool slashed(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end, bool needs_pid) {
  if (end - p < 3 || !is_priority(p[0]) || p[1] != '/') return false;
  const uint8_t *tag = p + 2;
  for (const uint8_t *open = tag; (open = memchr(open, '(', (size_t)(end - open))) != NULL; open++) {
    const uint8_t *behind = process_id(l, open, end);
    if (!behind) continue;
    l->priority = dfmti_mallocdbg_priority(p[0]);
    set(&l->tag, tag, open);
    return message(l, behind, end);
  }
  if (needs_pid) return false;
  const uint8_t *q = tag;
  while (q < end && *q != ' ' && *q != ':') q++;
  const uint8_t *colon = spaces(q, end);
  if (q == tag || colon == end || *colon != ':' || (colon + 1 < end && colon[1] != ' ')) return false;
  l->priority = dfmti_mallocdbg_priority(p[0]);
  set(&l->tag, tag, q);
  return message(l, colon + 2 <= end ? colon + 2 : end, end);
}

/* After the time: "[ZONE] [UID] PID TID P TAG: MESSAGE", or what slashed() takes. */
static bool timed(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end) {
  if (slashed(l, p, end, true)) return true;
  const uint8_t *w[4], *e[4];
  const uint8_t *at = p;
  for (int i = 0; i < 4; i++) {
    w[i] = spaces(at, end);
    at = e[i] = word_end(w[i], end);
    if (i == 0 && is_zone(w[0], e[0])) {
      i--;
      continue;
    }
    if (i < 2 || e[i] - w[i] != 1 || !is_priority(*w[i])) continue;
    if (!number(w[i - 2], e[i - 2], &l->pid) || !number(w[i - 1], e[i - 1], &l->tid)) continue;
    l->has_pid = l->has_tid = true;
    l->priority = dfmti_mallocdbg_priority(*w[i]);
    return e[i] < end && tag_and_message(l, e[i] + 1, end);
  }
  return false;
}

/* "P(  123:  456) MESSAGE" and "P(  123) MESSAGE  (TAG)" */
static bool in_brackets(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *close = dfmti_find(p, end, ") "), *first = spaces(p + 2, end), *colon;
  if (!close) return false;
  colon = memchr(p, ':', (size_t)(close - p));
  if (!number(first, colon ? colon : close, &l->pid)) return false;
  l->has_pid = true;
  l->priority = dfmti_mallocdbg_priority(p[0]);
  if (colon) {
    l->has_tid = number(spaces(colon + 1, close), close, &l->tid);
    return l->has_tid && message(l, close + 2, end);
  }
  message(l, close + 2, end);
  if (end[-1] != ')') return true;
  const uint8_t *open = end - 1;
  while (open > close + 2 && *open != '(' && (open == end - 1 || *open != ')')) open--;
  if (*open != '(' || open < close + 4 || open[-1] != ' ' || open[-2] != ' ') return true;
  set(&l->tag, open + 1, end - 1);
  return message(l, close + 2, open - 2);
}

/* "[ 12-31 23:59:59.999  123:  456 E/TAG      ]": the message is on the lines that follow. */
static bool long_head(struct dfmti_log_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *date = p + 2, *date_end = word_end(date, end), *time = spaces(date_end, end),
                *time_end = word_end(time, end), *pid = spaces(time_end, end);
  const uint8_t *slash = memchr(pid, '/', (size_t)(end - pid)), *colon = memchr(pid, ':', (size_t)(end - pid));
  if (!is_date(date, date_end) || !is_time(time, time_end) || !slash || !colon || colon > slash || slash - pid < 3)
    return false;
  const uint8_t *tid = spaces(colon + 1, slash);
  if (!is_priority(slash[-1]) || slash[-2] != ' ' || tid > slash - 2) return false;
  const uint8_t *tid_end = slash - 2;
  if (!number(pid, colon, &l->pid) || !number(tid, tid_end, &l->tid) || end[-1] != ']') return false;
  l->has_pid = l->has_tid = true;
  l->priority = dfmti_mallocdbg_priority(slash[-1]);
  set(&l->time, date, time_end);
  set(&l->tag, slash + 1, end - 1);
  return true;
}

bool dfmti_log_prefix(const uint8_t *p, const uint8_t *end, struct dfmti_log_line *l, enum dfmti_log_context *context) {
  *l = (struct dfmti_log_line){.priority = 0};
  *context = LOG_PLAIN;
  if (end - p < 3) return false;
  if (p[0] == '[' && p[1] == ' ') {
    *context = LOG_LONG;
    return long_head(l, p, end);
  }
  if (is_priority(p[0]) && p[1] == '/') return slashed(l, p, end, false);
  if (is_priority(p[0]) && p[1] == '(') return in_brackets(l, p, end);
  if (p[0] == 'm' || p[0] == 'l') {
    *context = LOG_STDERR;
    bool known = dfmti_begins(p, end, "malloc_debug: ") || dfmti_begins(p, end, "libc: ");
    return known && tag_and_message(l, p, end);
  }
  if (p[0] != ' ' && !dfmti_is_digit(p[0])) return false;
  const uint8_t *first = spaces(p, end), *first_end = word_end(first, end), *time = first, *time_end = first_end;
  if (is_date(first, first_end)) {
    time = spaces(first_end, end);
    time_end = word_end(time, end);
  }
  if (!is_time(time, time_end)) return false;
  set(&l->time, first, time_end);
  return timed(l, spaces(time_end, end), end);
}
