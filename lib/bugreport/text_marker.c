/* SPDX-License-Identifier: MIT */
/* Candidates, judged by the grammar of spec 7.1. */
#include "text.h"

#include <string.h>

#include "base/calendar.h"
#include "base/find_bytes.h"

/* Of the line looked at last: where it ends, and where its last D has its "s was the duration of "; 0: none. */
struct judged {
  size_t end, last;
};

/* The text in which a candidate stands: the window's bytes, and whether the text ends with them. */
struct text {
  const uint8_t *p;
  size_t n;
  bool ended;
  struct judged *judged; /* what would be looked for again and again in one line */
};

/* A line without its end. */
struct line {
  size_t start, end, next; /* next: after the line feed */
};

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

#define IS(P, WORD) (memcmp(P, WORD, sizeof(WORD) - 1) == 0)

/* Whether p[from … end) is at least as long as a word, and begins with it. */
static bool begins(const uint8_t *p, size_t from, size_t end, const char *word, size_t len) {
  return end - from >= len && memcmp(p + from, word, len) == 0;
}
#define BEGINS(P, FROM, END, WORD) begins(P, FROM, END, WORD, sizeof(WORD) - 1)

static bool ends(const uint8_t *p, size_t from, size_t end, const char *word, size_t len) {
  return end - from >= len && memcmp(p + end - len, word, len) == 0;
}
#define ENDS(P, FROM, END, WORD) ends(P, FROM, END, WORD, sizeof(WORD) - 1)

/* The line that goes on at `from`; false: it is longer than a marker can be. */
static bool line_at(const struct text *x, size_t from, struct line *l) {
  size_t most = dfmti_min(x->n - from, DFMTI_TEXT_MARKER + 2);
  const uint8_t *lf = memchr(x->p + from, '\n', most);
  if (!lf && !(x->ended && from + most == x->n)) return false;
  l->start = from;
  l->end = lf ? (size_t)(lf - x->p) : x->n;
  l->next = lf ? l->end + 1 : l->end;
  if (l->end > from && x->p[l->end - 1] == '\r') l->end--;
  return l->end - from <= DFMTI_TEXT_MARKER;
}

/* Digits, a point, digits, as microseconds; what is after the sixth digit is dropped. false: too many digits. */
static bool seconds(const uint8_t *p, size_t n, uint64_t *us) {
  uint64_t v = 0;
  size_t i = 0, places = 0;
  if (n > 18) return false;
  for (; p[i] != '.'; i++) v = v * 10 + (p[i] - '0');
  for (i++; i < n && places < 6; i++, places++) v = v * 10 + (p[i] - '0');
  for (; places < 6; places++) {
    if (v > UINT64_MAX / 10) return false;
    v *= 10;
  }
  *us = v;
  return true;
}

/* Where the SECS begin that end before `end`, at the earliest at `from`; `end`: there are none. */
static size_t seconds_before(const uint8_t *p, size_t from, size_t end) {
  size_t i = end, point;
  while (i > from && is_digit(p[i - 1])) i--;
  if (i == end || i == from || p[i - 1] != '.') return end;
  point = --i;
  while (i > from && is_digit(p[i - 1])) i--;
  return i == point ? end : i;
}

/* ---- D and E ---- */

static const char was[] = "s was the duration of ";
enum { WAS = sizeof was - 1 };

/* A D whose "s was the duration of " is at `at`. */
static bool duration_at(const struct text *x, size_t at, struct dfmti_marker *m) {
  struct line l;
  const uint8_t *p = x->p;
  size_t secs = seconds_before(p, at > 64 ? at - 64 : 0, at), name = at + WAS + 1;
  if (secs == at || secs < 7 || name > x->n || p[name - 1] != '\'' || !IS(p + secs - 7, "------ ")) return false;
  size_t start = secs - 7;
  if (!line_at(x, start, &l) || l.end < name || !ENDS(p, name, l.end, "' ------")) return false;
  *m = (struct dfmti_marker){
      .kind = MARK_DURATION, .start = start, .end = l.next, .name = name, .name_len = l.end - 8 - name};
  return seconds(p + secs, at - secs, &m->us);
}

/* The leftmost D from `from` on in a line that ends at `end`. Most lines are a D alone, whose words stand first. */
static bool duration_in(const struct text *x, size_t from, size_t end, struct dfmti_marker *m) {
  if (!ENDS(x->p, from, end, "' ------")) return false;
  while (from < end && (is_digit(x->p[from]) || memchr("- .", x->p[from], 3))) from++;
  if (BEGINS(x->p, from, end, was) && duration_at(x, from, m)) return true;
  while (from < end) {
    const uint8_t *q = dfmti_find_bytes(x->p + from, end - from, was, WAS);
    if (!q) return false;
    if (duration_at(x, (size_t)(q - x->p), m)) return true;
    from = (size_t)(q - x->p) + 1;
  }
  return false;
}

/* Whether there is a D from `from` on in a line that ends at `end`. */
static bool has_duration(const struct text *x, size_t from, size_t end) {
  struct judged *j = x->judged;
  struct dfmti_marker m;
  if (j->end != end) {
    *j = (struct judged){.end = end};
    for (size_t at = from; duration_in(x, at, end, &m); at = j->last + 1) j->last = m.name - WAS - 1;
  }
  return j->last >= from && j->last > 0;
}

static bool footer_at(const struct text *x, size_t at, struct dfmti_marker *m) {
  static const char ending[] = ", ending at: ";
  enum { STAMP = 19, ENDING = sizeof ending - 1 + STAMP };
  struct line l;
  const uint8_t *p = x->p;
  size_t secs = seconds_before(p, at > 64 ? at - 64 : 0, at), name = at + WAS + 8;
  if (secs == at || secs < 10 || !IS(p + secs - 10, "--------- ")) return false;
  size_t start = secs - 10;
  if (!line_at(x, start, &l) || l.end < name || !IS(p + at + WAS, "dumpsys ") || has_duration(x, name, l.end))
    return false;
  *m = (struct dfmti_marker){.kind = MARK_FOOTER, .start = start, .end = l.next, .name = name};
  if (l.end - name >= ENDING && memcmp(p + l.end - ENDING, ending, sizeof ending - 1) == 0 &&
      dfmti_bugreport_text_stamp(p + l.end - STAMP, &m->time)) {
    m->has_time = true;
    l.end -= ENDING;
  }
  m->name_len = l.end - name;
  return seconds(p + secs, at - secs, &m->us);
}

static bool was_at(const struct text *x, size_t at, struct dfmti_marker *m) {
  if (!BEGINS(x->p, at, x->n, was)) return false;
  return duration_at(x, at, m) || footer_at(x, at, m);
}

/* ---- L ---- */

/* "[word: 0.1s elapsed]" that ends after `at`, where "d]" stands. */
static bool elapsed_at(const struct text *x, const struct dfmti_text *t, size_t at, struct dfmti_marker *m) {
  static const char tail[] = "s elapsed]";
  const uint8_t *p = x->p;
  struct line l;
  size_t end = at + 2;
  if (!t->in_section || !t->section.command || end < sizeof tail - 1 || !ENDS(p, 0, end, "s elapsed]")) return false;
  size_t at_s = end - (sizeof tail - 1), secs = seconds_before(p, at_s > 64 ? at_s - 64 : 0, at_s);
  if (secs == at_s || secs < 3 || !IS(p + secs - 2, ": ")) return false;
  size_t word_end = secs - 2, least = word_end > DFMTI_TEXT_MARKER ? word_end - DFMTI_TEXT_MARKER : 0, start = word_end;
  while (start > least && !memchr("[]\n", p[start - 1], 3)) start--;
  if (start == least || p[start - 1] != '[') return false;
  const char *command = t->section.text + t->section.command, *space = memchr(command, ' ', t->section.command_len);
  size_t len = space ? (size_t)(space - command) : t->section.command_len;
  if (len != word_end - start || memcmp(command, p + start, len) != 0) return false;
  if (!line_at(x, start - 1, &l) || l.end != end) return false;
  *m = (struct dfmti_marker){.kind = MARK_ELAPSED, .start = start - 1, .end = l.next, .name = start, .name_len = len};
  return seconds(p + secs, at_s - secs, &m->us);
}

/* ---- lines that are markers as a whole ---- */

static bool is_equals(const struct text *x, size_t at, struct line *l) {
  static const char equals[] = "========================================================";
  return BEGINS(x->p, at, x->n, equals) && line_at(x, at, l) && l->end - at == DFMTI_TEXT_EQUALS;
}

static bool section_line(const struct text *x, const struct line *l, struct dfmti_marker *m) {
  const uint8_t *p = x->p;
  if (l->end - l->start < 15 || !IS(p + l->start, "------ ") || !ENDS(p, l->start, l->end, " ------")) return false;
  if (duration_in(x, l->start, l->end, m)) return true;
  size_t from = l->start + 7, to = l->end - 7;
  if (p[from] == ' ' || p[from] == '-' || p[to - 1] == ' ') return false;
  *m = (struct dfmti_marker){
      .kind = MARK_SECTION, .start = l->start, .end = l->next, .name = from, .name_len = to - from};
  return true;
}

static bool banner_lines(const struct text *x, size_t at, struct dfmti_marker *m) {
  struct line first, second, third, fourth;
  if (!is_equals(x, at, &first) || !BEGINS(x->p, first.next, x->n, "== ") || !line_at(x, first.next, &second))
    return false;
  *m = (struct dfmti_marker){.kind = MARK_BANNER,
                             .start = at,
                             .end = second.next,
                             .name = second.start + 3,
                             .name_len = second.end - second.start - 3};
  if (!is_equals(x, second.next, &third)) return true;
  /* the closing line, unless it opens another banner (spec 6.1) */
  if (BEGINS(x->p, third.next, x->n, "== ") && line_at(x, third.next, &fourth)) return true;
  m->end = third.next;
  return true;
}

/* A run of dashes that ends right before the line at `at`, as divider of a service; the place where it begins, else at.
 */
static size_t divider_before(const struct text *x, size_t at) {
  size_t end = at;
  if (end > 0) end--;
  if (end > 0 && x->p[end - 1] == '\r') end--;
  if (end < DFMTI_TEXT_DASHES) return at;
  for (size_t i = end - DFMTI_TEXT_DASHES; i < end; i++)
    if (x->p[i] != '-') return at;
  return end - DFMTI_TEXT_DASHES;
}

static bool service_line(const struct text *x, const struct line *l, struct dfmti_marker *m) {
  static const struct {
    const char *word;
    uint32_t priority;
  } priorities[] = {{"CRITICAL ", DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL},
                    {"HIGH ", DFMT_BUGREPORT_DUMP_PRIORITY_HIGH},
                    {"NORMAL ", DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL}};
  const uint8_t *p = x->p;
  size_t from = l->start + 16, to = l->end - 1;
  if (l->end - l->start < 18 || !IS(p + l->start, "DUMP OF SERVICE ") || p[to] != ':') return false;
  *m = (struct dfmti_marker){.kind = MARK_SERVICE, .start = divider_before(x, l->start), .end = l->next};
  for (size_t i = 0; i < sizeof priorities / sizeof *priorities; i++) {
    size_t len = strlen(priorities[i].word);
    if (to - from <= len || memcmp(p + from, priorities[i].word, len) != 0) continue;
    m->priority = priorities[i].priority;
    from += len;
    break;
  }
  m->name = from;
  m->name_len = to - from;
  return true;
}

/* *** SERVICE ['NAME'] DUMP TIMEOUT [(10000ms)] EXPIRED *** */
static bool timeout_line(const struct text *x, const struct line *l, struct dfmti_marker *m) {
  const uint8_t *p = x->p;
  size_t end = l->end;
  if (!BEGINS(p, l->start, end, "*** SERVICE ") || !ENDS(p, l->start, end, " EXPIRED ***")) return false;
  *m = (struct dfmti_marker){.kind = MARK_TIMEOUT, .start = l->start, .end = l->next};
  end -= 12;
  size_t from = l->start + 11;
  if (p[end - 1] == ')') {
    size_t unit = ENDS(p, from, end, "ms)") ? 3 : ENDS(p, from, end, "s)") ? 2 : 0, i = end - unit;
    uint64_t n = 0, scale = 1;
    for (; i > from && is_digit(p[i - 1]) && end - i < 16; i--, scale *= 10) n += scale * (p[i - 1] - '0');
    if (unit == 0 || scale == 1 || i < from + 2 || !IS(p + i - 2, " (")) return false;
    m->timeout_ms = unit == 2 ? n * 1000 : n;
    m->has_timeout = true;
    end = i - 2;
  }
  if (!ENDS(p, from, end, " DUMP TIMEOUT")) return false;
  end -= 13;
  return end == from || (end - from >= 3 && p[from + 1] == '\'' && p[end - 1] == '\'');
}

static bool status_line(const struct text *x, const struct line *l, struct dfmti_marker *m) {
  if (!BEGINS(x->p, l->start, l->end, "*** ")) return false;
  *m = (struct dfmti_marker){
      .kind = MARK_STATUS, .start = l->start, .end = l->next, .name = l->start, .name_len = l->end - l->start};
  return true;
}

/* Whether a line is an E further on: that is tested before what it would be as a whole. */
static bool footer_in(const struct text *x, const struct line *l, struct dfmti_marker *m) {
  for (size_t from = l->start; from < l->end;) {
    const uint8_t *q = dfmti_find_bytes(x->p + from, l->end - from, was, WAS);
    if (!q) return false;
    if (footer_at(x, (size_t)(q - x->p), m)) return true;
    from = (size_t)(q - x->p) + 1;
  }
  return false;
}

static bool whole_line(const struct text *x, const struct dfmti_text *t, const struct line *l, struct dfmti_marker *m) {
  switch (x->p[l->start]) {
    case '-': return section_line(x, l, m);
    case 'D': return t->services && service_line(x, l, m);
    default: return t->in_service && timeout_line(x, l, m);
  }
}

static bool line_marker(const struct text *x, const struct dfmti_text *t, size_t at, struct dfmti_marker *m) {
  struct line l;
  if (at >= x->n) return false;
  if (x->p[at] == '=') return banner_lines(x, at, m);
  if (!line_at(x, at, &l)) return false;
  if (whole_line(x, t, &l, m)) {
    struct dfmti_marker e;
    if (m->kind == MARK_DURATION || !footer_in(x, &l, &e)) return true;
    *m = e;
    return t->in_service;
  }
  return x->p[at] == '*' && t->in_section && status_line(x, &l, m);
}

/* ---- finding ---- */

static bool candidate(const struct text *x, const struct dfmti_text *t, size_t at, struct dfmti_marker *m) {
  switch (x->p[at]) {
    case '\n': return line_marker(x, t, at + 1, m);
    case 's': return was_at(x, at, m) && (m->kind == MARK_DURATION || t->in_service);
    default: return elapsed_at(x, t, at, m);
  }
}

/* Takes in what a line says that is text all the same. */
static bool take_in(struct dfmti_text *t, const uint8_t *p, const struct dfmti_marker *m) {
  if (m->kind == MARK_TIMEOUT) {
    t->timed_out = true;
    t->has_timeout = m->has_timeout;
    t->timeout_ms = m->timeout_ms;
    return true;
  }
  if (m->kind != MARK_STATUS) return false;
  uint32_t code = 0;
  bool has_code = false;
  uint32_t result = DFMT_BUGREPORT_RESULT_OK;
  if (!t->in_service) result = dfmti_bugreport_text_status(&t->section, p + m->name, m->name_len, &code, &has_code);
  if (result != DFMT_BUGREPORT_RESULT_OK) {
    t->result = result;
    t->code = code;
    t->has_code = has_code;
  }
  return true;
}

void dfmti_bugreport_text_find(struct dfmti_text *t, const uint8_t *p, size_t n, bool ended) {
  struct judged judged = {0, 0};
  const struct text x = {p, n, ended, &judged};
  size_t limit = ended ? n : n > DFMTI_TEXT_LOOK ? n - DFMTI_TEXT_LOOK : 0;
  struct dfmti_marker m;
  if (t->scan == 0 && t->line_start && limit > 0 && line_marker(&x, t, 0, &m) && !take_in(t, p, &m)) {
    t->m = m;
    t->found = true;
    return;
  }
  while (t->scan < limit) {
    t->scan = dfmti_bugreport_text_candidate(p, t->scan, limit);
    if (t->scan == limit) break;
    if (candidate(&x, t, t->scan, &m) && !take_in(t, p, &m)) {
      t->m = m;
      t->found = true;
      return;
    }
    t->scan++;
  }
  t->safe = ended ? n : limit > DFMTI_TEXT_MARKER ? limit - DFMTI_TEXT_MARKER : 0;
}

/* ---- headings and times ---- */

static void no_command(struct dfmti_heading *h) {
  h->title = h->len;
  h->command = h->command_len = 0;
}

void dfmti_bugreport_text_split(struct dfmti_heading *h) {
  const char *s = h->text;
  uint32_t n = h->len, i = n;
  h->has_file_time = false;
  no_command(h);
  if (n == 0 || s[n - 1] != ')') return;
  int32_t depth = 0;
  while (i > 0) {
    i--;
    depth += s[i] == ')' ? 1 : s[i] == '(' ? -1 : 0;
    if (depth == 0) break;
  }
  if (depth == 0) {
    if (i < 2 || s[i - 1] != ' ') return;
  } else { /* not balanced: the last " (" (spec 6.3) */
    for (i = n; i > 0 && !(s[i - 1] == ' ' && s[i] == '('); i--) continue;
    if (i < 2) return;
  }
  h->title = i - 1;
  h->command = i + 1;
  h->command_len = n - 1 - h->command;
  enum { STAMP = 21 }; /* ": " and the time */
  const char *stamp = s + n - 1 - STAMP;
  if (h->command_len <= STAMP || memcmp(stamp, ": ", 2) != 0) return;
  h->has_file_time = dfmti_bugreport_text_stamp((const uint8_t *)stamp + 2, &h->file_time);
  if (h->has_file_time) h->command_len -= STAMP;
}

static bool digits(const uint8_t *p, size_t n, uint32_t *v) {
  *v = 0;
  for (size_t i = 0; i < n; i++) {
    if (!is_digit(p[i])) return false;
    *v = *v * 10 + (uint32_t)(p[i] - '0');
  }
  return true;
}

bool dfmti_bugreport_text_stamp(const uint8_t *p, int64_t *out) {
  uint32_t y, mo, d, h, mi, s;
  if (p[4] != '-' || p[7] != '-' || p[10] != ' ' || p[13] != ':' || p[16] != ':') return false;
  if (!digits(p, 4, &y) || !digits(p + 5, 2, &mo) || !digits(p + 8, 2, &d) || !digits(p + 11, 2, &h) ||
      !digits(p + 14, 2, &mi) || !digits(p + 17, 2, &s))
    return false;
  *out = dfmti_calendar_seconds(y, mo, d, h * 3600 + mi * 60 + s);
  return true;
}

/* ---- the start of a report, and the lines below its banner ---- */

bool dfmti_bugreport_text_is_report(const uint8_t *p, size_t n) {
  static const char equals[] = "========================================================";
  enum { EQUALS = sizeof equals - 1 };
  if (n > DFMTI_BUGREPORT_SNIFF) n = DFMTI_BUGREPORT_SNIFF;
  if (n >= 4 && memcmp(p, "PK\5\6", 4) == 0) return false;
  for (size_t at = 0; at < n;) {
    const uint8_t *lf = memchr(p + at, '\n', n - at);
    size_t next = lf ? (size_t)(lf - p) + 1 : n, end = lf ? next - 1 : n;
    if (end > at && p[end - 1] == '\r') end--;
    if (end - at == EQUALS && memcmp(p + at, equals, EQUALS) == 0 && n - next >= 14 &&
        memcmp(p + next, "== dumpstate: ", 14) == 0)
      return true;
    for (const uint8_t *q = p + at; (q = memchr(q, 'P', (size_t)(p + end - q))); q++)
      if (n - (size_t)(q - p) >= 4 && memcmp(q, "PK\3\4", 4) == 0) return false;
    at = next;
  }
  return false;
}

static bool is_key_char(uint8_t c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || memchr(" ._/-", c, 5);
}

size_t dfmti_bugreport_text_key(const uint8_t *p, size_t n, size_t *value) {
  static const char sdk[] = "SDK extension versions ";
  enum { SDK = sizeof sdk - 1, LONGEST = 64 };
  size_t i = 0;
  if (n == 0 || p[0] < 'A' || p[0] > 'Z') return 0;
  while (i < n && i < LONGEST && is_key_char(p[i])) i++;
  if (i < n && p[i] == ':' && (i + 1 == n || p[i + 1] == ' ')) {
    *value = i + 1 == n ? n : i + 2;
    return i;
  }
  if (n < SDK || memcmp(p, sdk, SDK) != 0) return 0;
  *value = SDK;
  return SDK - 1;
}
