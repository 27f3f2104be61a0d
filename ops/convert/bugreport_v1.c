/* SPDX-License-Identifier: MIT */
/* Texts of bug reports without names: what follows a marker, the names in it, and lines of the header. */
#include <ctype.h>
#include <string.h>

#include "bugreport.h"

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

size_t dfmto_find_word(const char *p, size_t n, const char *word) {
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

/* Where the name is. false: this is no such marker. */
static bool find_name(const struct mark *m, const dfmt_event *ev, dfmt_str text, size_t *from, size_t *to) {
  const char *p = text.ptr;
  size_t n = (size_t)text.len;
  if (m->type != ev->type || (m->to && *m->to == ',' && !has_time(ev))) return false;
  bool service = ev->type == DFMT_BUGREPORT_SERVICE;
  size_t line = service && n && *p == '-' ? dfmto_find_word(p, n, "\n") : 0;
  *from = dfmto_find_word(p, n, m->from);
  if (service && *from != line + strlen(m->from)) return false;
  *to = *from == SIZE_MAX ? SIZE_MAX : find_to(p, *from, n, m->to, ev->type == DFMT_BUGREPORT_BANNER);
  return *to != SIZE_MAX;
}

void dfmto_say_marker(struct dfmto_convert *c, const dfmt_event *ev, dfmt_str marker, bool without_priority) {
  struct dfmto_output *o = &c->out;
  size_t from, to;
  for (size_t i = 0; i < N_MARKS && !is_own_banner(ev); i++) {
    const struct mark *m = &marks[i];
    if (!find_name(m, ev, marker, &from, &to)) continue;
    size_t tag = without_priority ? strlen(m->from) - strlen("DUMP OF SERVICE ") : 0;
    dfmto_say_bytes(o, (dfmt_str){marker.ptr, from - tag}, false);
    dfmto_say_bytes(o, (dfmt_str){marker.ptr + from, to - from}, c->redacts);
    if (c->redacts) dfmto_say_plain(o, DFMTO_STEP_FLUSH, 0);
    dfmto_say_bytes(o, (dfmt_str){marker.ptr + to, marker.len - to}, false);
    return;
  }
  dfmto_say_bytes(o, marker, c->redacts && !is_own_banner(ev));
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
static dfmt_status property_read(void *user) {
  struct dfmto_convert *c = user;
  struct dfmto_bugreport *s = dfmto_bugreport_of(c);
  dfmt_str all = dfmto_buf_str(&c->out.start);
  uint64_t empty = 0;
  while (empty < all.len && memchr("\r\n", all.ptr[empty], 2)) empty++;
  const dfmt_str line = {all.ptr + empty, all.len - empty};
  dfmt_status st = dfmto_redact_whole(&c->redact, line, false, &s->name);
  if (st != DFMT_OK) return st;
  dfmt_str text = dfmto_buf_str(&s->name);
  bool good = has_property_key(text.ptr, (size_t)text.len);
  if (!good) dfmto_say_count(&c->out, &s->left_out[NO_KEY]);
  if (!good && !empty) return DFMT_OK;
  dfmto_say_begin(&c->out, c->ev->body, DFMT_PAYLOAD_RAW);
  dfmto_say_bytes(&c->out, (dfmt_str){all.ptr, empty}, false);
  if (good) dfmto_say_bytes(&c->out, text, false);
  dfmto_say_end(&c->out);
  return DFMT_OK;
}

void dfmto_say_property(struct dfmto_convert *c) {
  dfmto_say_plain(&c->out, DFMTO_STEP_MODE, DFMT_PAYLOAD_RAW);
  dfmto_say_plain(&c->out, DFMTO_STEP_START, UINT64_MAX);
  dfmto_say_call(&c->out, property_read, c);
}

static void say_rest(struct dfmto_convert *c) {
  dfmto_say_value(&c->out, UINT64_MAX, c->redacts);
  if (c->redacts) dfmto_say_plain(&c->out, DFMTO_STEP_FLUSH, 0);
  dfmto_say_end(&c->out);
}

static dfmt_status marker_read(void *user) {
  struct dfmto_convert *c = user;
  dfmto_say_marker(c, c->ev, dfmto_buf_str(&c->out.start), dfmto_bugreport_of(c)->without_priority);
  say_rest(c);
  return DFMT_OK;
}

void dfmto_say_text(struct dfmto_convert *c, const dfmt_event *ev, const dfmt_head *body) {
  unsigned lines = marker_lines(ev);
  dfmto_say_begin(&c->out, body, DFMT_PAYLOAD_RAW);
  dfmto_say_plain(&c->out, DFMTO_STEP_MODE, DFMT_PAYLOAD_RAW);
  if (lines) {
    dfmto_say_plain(&c->out, DFMTO_STEP_LINES, lines);
    dfmto_say_call(&c->out, marker_read, c);
  } else {
    say_rest(c);
  }
}
