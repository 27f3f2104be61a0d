/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/bugreport.h>

#include "clock.h"

enum { LINE = 4096 };

static bool put(struct report *r, const dfmt_head *body, const char *what) {
  bool good = output_put(&r->out, body);
  if (!good) report_refused(r, what);
  return good;
}

/* Begins the main entry with put(), so that its text is given as events. */
bool text_begin(struct report *r, const char *name) {
  dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY},
                            .present = DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S,
                            .role = DFMT_BUGREPORT_ROLE_MAIN,
                            .method = DFMT_BUGREPORT_METHOD_DEFLATE,
                            .mtime_local_s = r->time};
  e.name = str(name);
  return put(r, &e.head, name);
}

void text_end(struct report *r) {
  dfmt_bugreport_entry_end e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY_END}, .role = DFMT_BUGREPORT_ROLE_MAIN};
  put(r, &e.head, "the text's end");
}

void text_banner(struct report *r, const char *format, ...) {
  char text[256];
  dfmt_bugreport_banner b = {.head = {sizeof b, DFMT_BUGREPORT_BANNER}};
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  b.text = str(text);
  put(r, &b.head, text);
}

void text_property(struct report *r, const char *key, const char *format, ...) {
  char value[LINE];
  dfmt_bugreport_property p = {.head = {sizeof p, DFMT_BUGREPORT_PROPERTY},
                               .present = DFMT_BUGREPORT_PROPERTY_HAS_VALUE};
  va_list args;
  va_start(args, format);
  vsnprintf(value, sizeof value, format, args);
  va_end(args);
  p.key = str(key);
  p.value = str(value);
  put(r, &p.head, key);
}

/* ---- sections and services ---- */

/* The heading omits a command whose parentheses would be misread. */
bool text_section(struct report *r, const char *title, const char *command) {
  dfmt_bugreport_section s = {.head = {sizeof s, DFMT_BUGREPORT_SECTION}, .present = DFMT_BUGREPORT_SECTION_HAS_TITLE};
  s.title = str(title);
  if (command) {
    s.present |= DFMT_BUGREPORT_SECTION_HAS_COMMAND;
    s.command = str(command);
    if (output_begin(&r->out, &s.head)) return true;
    report_refused(r, title);
    s.present = DFMT_BUGREPORT_SECTION_HAS_TITLE;
  }
  if (output_begin(&r->out, &s.head)) return true;
  report_refused(r, title);
  return false;
}

void text_section_end(struct report *r, uint64_t us) {
  dfmt_bugreport_section_end e = {.head = {sizeof e, DFMT_BUGREPORT_SECTION_END},
                                  .closed = DFMT_BUGREPORT_CLOSED_DURATION,
                                  .present = DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US,
                                  .duration_us = report_us(r, us)};
  put(r, &e.head, "a section's end");
}

bool text_service(struct report *r, const char *name, uint32_t priority) {
  dfmt_bugreport_service s = {.head = {sizeof s, DFMT_BUGREPORT_SERVICE},
                              .present = DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER,
                              .dump_priority = priority};
  s.name = str(name);
  if (output_begin(&r->out, &s.head)) return true;
  report_refused(r, name);
  return false;
}

void text_service_end(struct report *r, uint64_t us) {
  dfmt_bugreport_service_end e = {
      .head = {sizeof e, DFMT_BUGREPORT_SERVICE_END},
      .closed = DFMT_BUGREPORT_CLOSED_FOOTER,
      .present = DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US | DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S,
      .duration_us = report_us(r, us),
      .time_local_s = report_now(r)};
  put(r, &e.head, "a service's end");
}

void text_body_end(struct report *r, const char *what) {
  if (!output_end(&r->out)) report_refused(r, what);
}

void text_duration(struct report *r, const char *title, uint64_t us) {
  dfmt_bugreport_duration d = {.head = {sizeof d, DFMT_BUGREPORT_DURATION}, .duration_us = report_us(r, us)};
  d.title = str(title);
  put(r, &d.head, title);
}

void text_remark(struct report *r, const char *format, ...) {
  char line[LINE];
  dfmt_bugreport_text t = {.head = {sizeof t, DFMT_BUGREPORT_TEXT}};
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line - 1, format, args);
  va_end(args);
  strcat(line, "\n");
  if (!output_begin(&r->out, &t.head) || !output_bytes(&r->out, line, strlen(line)) || !output_end(&r->out))
    report_refused(r, line);
}

/* ---- lines ---- */

enum { LONGEST = 32 }; /* maximum length of the words below, so that none is missed between two pieces of a line */

/* Whether a line, judged by its start, may be a marker. */
static bool begins_as_marker(const char *p, size_t n) {
  static const char *const words[] = {"------ ", "DUMP OF SERVICE ",
                                      "========================================================"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (n >= strlen(words[i]) && memcmp(p, words[i], strlen(words[i])) == 0) return true;
  return false;
}

/* Finds words of markers anywhere in a line; `end`: none. */
static const char *find_word(const char *p, const char *end) {
  static const char *const words[] = {"was the duration of ", "elapsed]"};
  const char *first = end;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *found = memmem(p, (size_t)(first - p), words[i], strlen(words[i]));
    if (found) first = found;
  }
  return first;
}

/* Writes the first n held bytes. */
static void give(struct lines *l, size_t n) {
  struct output *o = &l->report->out;
  const char *p = l->line, *end = l->line + n;
  if (!l->inside && begins_as_marker(p, n)) output_bytes(o, "\\", 1);
  for (const char *word; (word = find_word(p, l->line + l->n)) < end; p = word + 1)
    if (output_bytes(o, p, (size_t)(word - p)) && output_bytes(o, "\\", 1)) output_bytes(o, word, 1);
  output_bytes(o, p, (size_t)(end - p));
  l->inside = n > 0 && end[-1] != '\n';
  memmove(l->line, end, l->n - n);
  l->n -= n;
}

bool lines_take(void *lines, const void *ptr, size_t n) {
  struct lines *l = lines;
  const char *p = ptr, *end = p + n;
  while (p < end) {
    size_t room = sizeof l->line - l->n, m = (size_t)(end - p) < room ? (size_t)(end - p) : room;
    const char *lf = memchr(p, '\n', m);
    if (lf) m = (size_t)(lf + 1 - p);
    memcpy(l->line + l->n, p, m);
    l->n += m;
    p += m;
    if (lf)
      give(l, l->n);
    else if (l->n == sizeof l->line)
      give(l, l->n - LONGEST);
  }
  return !l->report->out.failed;
}

void lines_end(struct lines *l) {
  if (l->n > 0 || l->inside) lines_take(l, "\n", 1);
}

void lines_add(struct lines *l, const char *format, ...) {
  char line[LINE];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line - 1, format, args);
  va_end(args);
  strcat(line, "\n");
  lines_end(l);
  lines_take(l, line, strlen(line));
}
