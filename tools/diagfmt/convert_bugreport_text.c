/* SPDX-License-Identifier: MIT */
/* Texts of bug reports without names: what follows a marker, the names in it, and lines of the header. */
#include "convert_bugreport.h"

#include <ctype.h>
#include <string.h>

static const dfmt_str none = {NULL, 0};

/* ---- values that change on the way ---- */

void conversion_put(void *user, const void *ptr, size_t len) {
  struct conversion *s = user;
  if (len) (void)rewrite_more(s->x, s->w, ptr, len, s->key);
}

void conversion_pass(struct conversion *s, const void *ptr, size_t len) {
  if (s->redacts)
    redact_text_feed(&s->redaction, ptr, len);
  else
    conversion_put(s, ptr, len);
}

void conversion_pass_end(struct conversion *s) {
  if (!s->redacts) return;
  redact_text_flush(&s->redaction);
  s->x->failed = s->x->failed || s->redaction.full;
}

void conversion_begin_passing(struct conversion *s, dfmt_str key) {
  s->key = key;
  if (s->redacts) redact_text_to(&s->redaction, conversion_put, s);
}

dfmt_str conversion_without_names(struct conversion *s, dfmt_str text, struct buffer *to) {
  to->len = 0;
  redact_text_of(&s->redaction, text, to);
  s->x->failed = s->x->failed || s->redaction.full;
  return (dfmt_str){to->ptr, to->len};
}

dfmt_str conversion_path_without_names(struct conversion *s, dfmt_str path, struct buffer *to) {
  s->redaction.path = true;
  dfmt_str out = conversion_without_names(s, path, to);
  s->redaction.path = false;
  return out;
}

/* ---- markers with names in them ---- */

/* Where a marker has its name: after `from` and before the last `to`; NULL: before its line feed. */
static const struct mark {
  uint32_t type;
  unsigned lines; /* 0: text alone; UINT32_MAX: all of it is the marker */
  const char *from, *to;
} marks[] = {
    {DFMT_BUGREPORT_BANNER, UINT32_MAX, "== ", "\n"},
    {DFMT_BUGREPORT_SECTION, 1, "------ ", " ------"},
    {DFMT_BUGREPORT_SERVICE, 2, "DUMP OF SERVICE CRITICAL ", ":"},
    {DFMT_BUGREPORT_SERVICE, 2, "DUMP OF SERVICE HIGH ", ":"},
    {DFMT_BUGREPORT_SERVICE, 2, "DUMP OF SERVICE ", ":"},
    {DFMT_BUGREPORT_SECTION_END, UINT32_MAX, "was the duration of '", "' ------"},
    {DFMT_BUGREPORT_SECTION_END, UINT32_MAX, "[", ": "},
    {DFMT_BUGREPORT_SERVICE_END, UINT32_MAX, "was the duration of dumpsys ", ", ending at: "},
    {DFMT_BUGREPORT_SERVICE_END, UINT32_MAX, "was the duration of dumpsys ", NULL},
    {DFMT_BUGREPORT_SERVICE_END, UINT32_MAX, "was the duration of '", "' ------"},
    {DFMT_BUGREPORT_DURATION, UINT32_MAX, "was the duration of '", "' ------"},
};

enum { N_MARKS = sizeof marks / sizeof *marks };

/* "dumpstate: " begins what says that it is a report, from when, and that it is complete: no name. */
static bool is_own_banner(const dfmt_event *ev) {
  static const char word[] = "dumpstate: ";
  const dfmt_bugreport_banner *b = dfmt_event_bugreport_banner(ev);
  return b && b->text.len >= sizeof word - 1 && memcmp(b->text.ptr, word, sizeof word - 1) == 0;
}

static unsigned marker_lines(const dfmt_event *ev) {
  for (size_t i = 0; i < N_MARKS; i++)
    if (marks[i].type == ev->type) return marks[i].lines;
  return 0;
}

size_t conversion_find(const char *p, size_t n, const char *word) {
  size_t len = strlen(word);
  for (size_t i = 0; i + len <= n; i++)
    if (memcmp(p + i, word, len) == 0) return i + len;
  return SIZE_MAX;
}

/* From `from` on; of a banner the first, else the last. SIZE_MAX: there is none. */
static size_t find_to(const char *p, size_t from, size_t n, const char *word, bool first) {
  size_t len = word ? strlen(word) : 0, at = SIZE_MAX;
  if (!word) {
    while (n > from && (p[n - 1] == '\n' || p[n - 1] == '\r')) n--;
    return n;
  }
  for (size_t i = from; i + len <= n && !(first && at != SIZE_MAX); i++)
    if (memcmp(p + i, word, len) == 0) at = i;
  return at;
}

/* Whether a footer ends in a time, as its reader saw it; else what looks like one belongs to the name. */
static bool has_time(const dfmt_event *ev) {
  const dfmt_bugreport_service_end *e = dfmt_event_bugreport_service_end(ev);
  return !e ||
         e->present & (DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S | DFMT_BUGREPORT_SERVICE_END_HAS_OTHER_TIME_LOCAL_S);
}

void conversion_put_marker(struct conversion *s, const dfmt_event *ev, bool without_priority) {
  const char *p = s->start.ptr;
  size_t n = s->start.len;
  for (size_t i = 0; i < N_MARKS && !is_own_banner(ev); i++) {
    const struct mark *m = &marks[i];
    if (m->type != ev->type || (m->to && *m->to == ',' && !has_time(ev))) continue;
    size_t line = ev->type == DFMT_BUGREPORT_SERVICE && n && *p == '-' ? conversion_find(p, n, "\n") : 0;
    size_t from = conversion_find(p, n, m->from);
    if (ev->type == DFMT_BUGREPORT_SERVICE && from != line + strlen(m->from)) continue;
    size_t to = from == SIZE_MAX ? SIZE_MAX : find_to(p, from, n, m->to, ev->type == DFMT_BUGREPORT_BANNER);
    if (to == SIZE_MAX) continue;
    size_t tag = without_priority ? strlen(m->from) - strlen("DUMP OF SERVICE ") : 0;
    conversion_put(s, p, from - tag);
    conversion_pass(s, p + from, to - from);
    conversion_pass_end(s);
    conversion_put(s, p + to, n - to);
    return;
  }
  if (is_own_banner(ev))
    conversion_put(s, p, n);
  else
    conversion_pass(s, p, n);
}

/* Whether a line still is one of the header (bugreport spec 6.2). */
static bool has_property_key(const char *p, size_t n) {
  static const char others[] = " ._/-", sdk[] = "SDK extension versions ";
  enum { LONGEST = 64 };
  size_t i = 0;
  if (n == 0 || *p < 'A' || *p > 'Z') return false;
  while (i < n && i < LONGEST && (isalnum((unsigned char)p[i]) || memchr(others, p[i], sizeof others - 1))) i++;
  if (i < n && p[i] == ':' && (i + 1 == n || memchr(" \r\n", p[i + 1], 3))) return true;
  return n >= sizeof sdk - 1 && memcmp(p, sdk, sizeof sdk - 1) == 0;
}

/* The empty lines above it are nobody's. */
void conversion_pass_property(struct conversion *s, const dfmt_event *ev) {
  const void *ptr;
  uint64_t len;
  size_t empty = 0;
  (void)dfmt_payload_mode(s->w->reader, DFMT_PAYLOAD_RAW);
  s->start.len = 0;
  while (rewrite_read(s->x, s->w, &ptr, &len, none)) buffer_put(&s->start, ptr, (size_t)len);
  while (empty < s->start.len && memchr("\r\n", s->start.ptr[empty], 2)) empty++;
  dfmt_str text = conversion_without_names(s, (dfmt_str){s->start.ptr + empty, s->start.len - empty}, &s->name);
  bool good = has_property_key(text.ptr, (size_t)text.len);
  s->left_out[NO_KEY] += !good;
  if ((!good && !empty) || !rewrite_begin(s->x, s->w, ev, ev->body, DFMT_PAYLOAD_RAW, none)) return;
  conversion_begin_passing(s, none);
  conversion_put(s, s->start.ptr, empty);
  if (good) conversion_put(s, text.ptr, (size_t)text.len);
  rewrite_end(s->x, s->w, none);
}

size_t conversion_take_marker(struct conversion *s, const char *p, size_t n, unsigned *lines) {
  size_t i = 0;
  if (n && s->start.len == 0 && *lines == 2 && *p != '-') *lines = 1;
  while (i < n && *lines) *lines -= p[i++] == '\n' && *lines != UINT32_MAX;
  buffer_put(&s->start, p, i);
  return i;
}

void conversion_pass_text(struct conversion *s, const dfmt_event *ev, const dfmt_head *body, bool without_priority) {
  const void *ptr;
  uint64_t len;
  unsigned lines = marker_lines(ev);
  bool in_marker = lines > 0;
  if (!rewrite_begin(s->x, s->w, ev, body, DFMT_PAYLOAD_RAW, none)) return;
  (void)dfmt_payload_mode(s->w->reader, DFMT_PAYLOAD_RAW);
  conversion_begin_passing(s, none);
  s->start.len = 0;
  while (rewrite_read(s->x, s->w, &ptr, &len, none)) {
    size_t used = in_marker ? conversion_take_marker(s, ptr, (size_t)len, &lines) : 0;
    if (in_marker && lines) continue;
    if (in_marker) conversion_put_marker(s, ev, without_priority);
    in_marker = false;
    conversion_pass(s, (const char *)ptr + used, (size_t)len - used);
  }
  if (in_marker) conversion_put_marker(s, ev, without_priority);
  conversion_pass_end(s);
  rewrite_end(s->x, s->w, none);
}
