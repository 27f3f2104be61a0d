/* SPDX-License-Identifier: MIT */
/* Lines as logcat lays them out, each told by its first characters. Every place is looked at a bounded number of times.
 */
#include "line_parts.h"

enum { PID_WIDTH = 5, TAG_WIDTH = 8 }; /* as liblog pads them */

/* ---- threadtime ---- */

/* "   P " at p: the letter's place, or NULL. */
static const uint8_t *letter(const uint8_t *p, const uint8_t *end, bool exact, uint32_t *priority) {
  const uint8_t *q = dfmti_line_blanks(p, end);
  if (q == p || end - q < 2 || q[1] != ' ') return NULL;
  *priority = exact ? dfmti_priority_of(*q) : dfmti_line_priority(*q);
  return *priority ? q : NULL;
}

struct ids {
  int32_t pid, tid;
  uint32_t priority;
};

/* "PID TID P "; the letter's place, or NULL. */
static const uint8_t *take_ids(struct ids *x, const uint8_t *p, const uint8_t *end, bool exact) {
  const int most = exact ? 9 : 10;
  const uint8_t *q = dfmti_line_number(p, end, most, &x->pid);
  if (!q || q == end || *q != ' ') return NULL;
  q = dfmti_line_number(dfmti_line_blanks(q, end), end, most, &x->tid);
  return q ? letter(q, end, exact, &x->priority) : NULL;
}

bool dfmti_line_threadtime(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, bool exact) {
  const uint8_t *first = dfmti_line_blanks(p, end), *uid_end = first;
  struct ids x;
  const uint8_t *q = take_ids(&x, first, end, exact);
  if (!q) {
    uid_end = dfmti_line_name(first, end);
    if (uid_end == first || uid_end == end || *uid_end != ' ') return false;
    if (!(q = take_ids(&x, dfmti_line_blanks(uid_end, end), end, exact))) return false;
  }
  const uint8_t *colon = dfmti_line_colon(q + 2, end);
  if (!colon || (exact && colon + 1 == end)) return false;
  l->kind = DFMTI_LINE_THREADTIME;
  l->priority = x.priority;
  l->has_pid = l->has_tid = true;
  l->pid = x.pid;
  l->tid = x.tid;
  if (uid_end > first) l->uid = dfmti_line_str(first, uid_end);
  l->tag = dfmti_line_trimmed(q + 2, colon);
  l->message = dfmti_line_after_colon(colon, end);
  return true;
}

/* ---- time, brief, tag ---- */

/* "(  123): " or "( UID:  123): " at `open`; its colon, or NULL. */
static const uint8_t *in_parentheses(struct dfmti_line *l, const uint8_t *open, const uint8_t *end, bool exact) {
  const uint8_t *p = dfmti_line_blanks(open + 1, end), *name = dfmti_line_name(p, end);
  dfmt_str uid = {NULL, 0};
  int32_t pid;
  if (name > p && name < end && *name == ':' && !exact) {
    uid = dfmti_line_str(p, name);
    p = dfmti_line_blanks(name + 1, end);
  }
  const uint8_t *q = dfmti_line_number(p, end, exact ? 9 : 10, &pid);
  if (!q || end - q < 2 || q[0] != ')' || q[1] != ':') return NULL;
  if (q + 2 == end ? exact : q[2] != ' ') return NULL;
  l->uid = uid;
  l->pid = pid;
  l->has_pid = true;
  return q + 1;
}

/* "TAG     (  123): MESSAGE"; the tag ends at the first parenthesis of this kind. */
static bool tag_and_pid(struct dfmti_line *l, const uint8_t *tag, const uint8_t *end, bool exact) {
  for (const uint8_t *open = tag; (open = memchr(open, '(', (size_t)(end - open))) != NULL; open++) {
    const uint8_t *colon = in_parentheses(l, open, end, exact);
    if (!colon) continue;
    l->tag = dfmti_line_trimmed(tag, open);
    l->message = dfmti_line_after_colon(colon, end);
    return true;
  }
  return false;
}

bool dfmti_line_slashed(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, bool exact) {
  if (end - p < 3 || p[1] != '/') return false;
  const uint32_t priority = exact ? dfmti_priority_of(*p) : dfmti_line_priority(*p);
  if (!priority || !tag_and_pid(l, p + 2, end, exact)) return false;
  l->priority = priority;
  return true;
}

/* As Eclipse wrote it, or the letter. */
bool dfmti_line_ddms(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  static const char *const words[] = {"VERBOSE/", "DEBUG/", "INFO/", "WARN/", "ERROR/", "ASSERT/"};
  l->kind = DFMTI_LINE_DDMS;
  if (end - p > 1 && p[1] == '/') return dfmti_line_slashed(l, p, end, false);
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!dfmti_begins(p, end, words[i])) continue;
    l->priority = DFMTI_PRIORITY_VERBOSE + i;
    return tag_and_pid(l, p + strlen(words[i]), end, false);
  }
  return false;
}

/* "P/TAG     : MESSAGE": the tag is padded to eight, or as long or longer. */
static DFMTI_RARE bool tag_alone(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *tag = p + 2, *colon = *tag == ' ' ? NULL : dfmti_line_colon(tag, end);
  if (!colon || colon - tag < TAG_WIDTH) return false;
  const dfmt_str trimmed = dfmti_line_trimmed(tag, colon);
  if (colon - tag > TAG_WIDTH && colon[-1] == ' ') return false;
  l->kind = DFMTI_LINE_TAG;
  l->priority = dfmti_line_priority(*p);
  l->tag = trimmed;
  l->message = dfmti_line_after_colon(colon, end);
  return true;
}

/*
 * A message may look like the other's: "E/Tag     : E/Inner( 12): x". It is tag's if its colon stands before brief's
 * parenthesis, but brief's if the line before was.
 */
bool dfmti_line_brief(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  if (!dfmti_line_priority(*p)) return false;
  const uint8_t *open = memchr(p, '(', (size_t)(end - p));
  const uint8_t *colon = x->last == DFMTI_LINE_BRIEF || !open ? NULL : memchr(p, ':', (size_t)(open - p));
  if (x->last == DFMTI_LINE_TAG && open && !colon) colon = memchr(open, ':', (size_t)(end - open));
  l->kind = DFMTI_LINE_BRIEF;
  if (!colon) return (open && dfmti_line_slashed(l, p, end, false)) || tag_alone(l, p, end);
  struct dfmti_line tag = {.kind = 0};
  const bool tagged = tag_alone(&tag, p, end);
  if (dfmti_line_slashed(l, p, end, false) && !(tagged && tag.message.ptr <= l->tag.ptr + l->tag.len)) return true;
  if (tagged) *l = tag;
  return tagged;
}

/* ---- process, thread ---- */

/* "MESSAGE  (TAG)": where the tag's parenthesis is, or NULL. */
static DFMTI_RARE const uint8_t *tag_behind(const uint8_t *message, const uint8_t *end) {
  if (end - message < 4 || end[-1] != ')') return NULL;
  for (const uint8_t *open = end - 2; open >= message + 2; open--)
    if (open[0] == '(' && open[-1] == ' ' && open[-2] == ' ') return open;
  return NULL;
}

/* One of the fields in parentheses. */
struct field {
  const uint8_t *p, *end;
};

/* "(  123) " to "( UID:  123:  124) ", each as wide as a pid or wider; *close: the parenthesis. Returns how many. */
static DFMTI_RARE unsigned take_fields(struct field *f, const uint8_t *p, const uint8_t *end, const uint8_t **close) {
  for (unsigned n = 0; n < 3; p++) {
    f[n].p = dfmti_line_blanks(p, end);
    f[n].end = dfmti_line_name(f[n].p, end);
    if (f[n].end == f[n].p || f[n].end - p < PID_WIDTH) return 0;
    p = f[n++].end;
    if (end - p < 2 || (*p != ':' && *p != ')')) return 0;
    *close = p;
    if (*p == ')') return p[1] == ' ' ? n : 0;
  }
  return 0;
}

static bool is_id(const struct field *f, int32_t *v) { return dfmti_line_number(f->p, f->end, 10, v) == f->end; }

/* With two fields, the first is UID where the look has seen tags, or where it is a name. */
bool dfmti_line_ids_first(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  struct field f[3];
  const uint8_t *close;
  const unsigned n = take_fields(f, p + 2, end, &close);
  int32_t first = 0, last = 0;
  if (n == 0 || !is_id(&f[n - 1], &last)) return false;
  const bool is_number = n > 1 && is_id(&f[n - 2], &first);
  const uint8_t *open = n == 3 ? NULL : tag_behind(close + 2, end);
  if (x->look && n == 2 && is_number) {
    x->look->pairs++;
    x->look->tagged += open != NULL;
  }
  const bool process = n == 1 || (n == 2 && (!is_number || (x->uid_process && open)));
  if (process ? !open : !is_number) return false;
  l->kind = process ? DFMTI_LINE_PROCESS : DFMTI_LINE_THREAD;
  l->priority = dfmti_line_priority(*p);
  if (n == (process ? 2 : 3)) l->uid = dfmti_line_str(f[0].p, f[0].end);
  l->has_pid = true;
  l->pid = process ? last : first;
  l->has_tid = !process;
  l->tid = process ? 0 : last;
  if (process) l->tag = dfmti_line_trimmed(open + 1, end - 1);
  const uint8_t *message_end = process ? dfmti_line_before_colours(close + 2, open - 2) : end;
  l->message = dfmti_line_str(close + 2, message_end);
  return true;
}

/* ---- long, and dividers ---- */

/* "[UID:]PID:TID"; after it, or NULL. A bracket ends the line. */
static DFMTI_RARE const uint8_t *long_ids(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = dfmti_line_name(p, end), *next;
  if (q == p || (*q != ':' && *q != ' ')) return NULL;
  const uint8_t *second = dfmti_line_blanks(q + 1, end);
  next = dfmti_line_digits(second, end);
  if (*q == ' ' || *next == ':') {
    l->uid = dfmti_line_str(p, q);
    p = second;
  }
  if (!(q = dfmti_line_number(p, end, 10, &l->pid)) || *q != ':') return NULL;
  return dfmti_line_number(dfmti_line_blanks(q + 1, end), end, 10, &l->tid);
}

bool dfmti_line_long_head(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *time = dfmti_line_blanks(p + 2, end);
  if (end - p < 8 || end[-1] != ']' || end[-2] != ' ') return false;
  const uint8_t *q = dfmti_line_calendar(l, time, end, 3, true);
  if (!q && !(q = dfmti_line_seconds(l, time, end, 3, DFMTI_LINE_MOST))) return false;
  if (*q != ' ') return false;
  const uint8_t *zone = l->timing == DFMTI_LINE_CALENDAR ? dfmti_line_zone(l, q + 1, end, false) : NULL;
  q = long_ids(l, dfmti_line_blanks(zone ? zone : q, end), end);
  if (!q || end - q < 6 || q[0] != ' ' || !(l->priority = dfmti_line_priority(q[1])) || q[2] != '/') return false;
  l->has_pid = l->has_tid = true;
  l->tag = dfmti_line_trimmed(q + 3, end - 1);
  l->message = dfmti_line_str(end, end);
  l->kind = DFMTI_LINE_LONG_HEAD;
  return true;
}

bool dfmti_line_marker(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  static const char *const words[] = {"--------- beginning of ", "--------- switch to "};
  for (int i = 0; i < 2; i++) {
    if (!dfmti_begins(p, end, words[i])) continue;
    l->kind = DFMTI_LINE_MARKER;
    l->switched = i;
    l->message = dfmti_line_str(p + strlen(words[i]), end);
    return true;
  }
  return false;
}
