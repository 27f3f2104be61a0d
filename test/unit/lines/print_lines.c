/* SPDX-License-Identifier: MIT */
/* Prints the lines of a log that stands on standard input, in UTF-8, as JSON lines; for corpus_lines.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines/line.h"
#include "lines/priority.h"

static const char *const kinds[DFMTI_LINE_KINDS] = {
    "text",    "blank",  "marker", "threadtime", "time",       "ddms",           "brief",  "tag",
    "process", "thread", "head",   "long",       "studio",     "studio_old",     "kernel", "human",
    "decoded", "iso",    "kmsg",   "syslog",     "short_full", "short_monotonic"};

/* What a row is made of beside the line: the last divider, and an empty line that may yet be one of a message. */
struct reader {
  struct dfmti_lines memory;
  dfmt_str buffer;
  uint64_t number, blank;
};

static void print_text(const char *name, dfmt_str s) {
  if (s.len == 0) return;
  printf(", \"%s\": \"", name);
  for (uint64_t i = 0; i < s.len; i++) {
    const unsigned char c = (unsigned char)s.ptr[i];
    if (c < ' ')
      printf("\\u%04x", c);
    else
      printf(c == '"' || c == '\\' ? "\\%c" : "%c", c);
  }
  putchar('"');
}

static void print_time(const struct dfmti_line *l) {
  if (l->timing == DFMTI_LINE_UNTIMED) return;
  printf(", \"time_text\": \"");
  if (l->timing == DFMTI_LINE_MICROS)
    printf("%llu.%06llu", (unsigned long long)l->uptime_us / 1000000, (unsigned long long)l->uptime_us % 1000000);
  if (l->timing == DFMTI_LINE_SECONDS) printf("%.*s", (int)l->seconds.len, l->seconds.ptr);
  if (l->has_year) printf("%04u-", l->year);
  if (l->timing == DFMTI_LINE_CALENDAR) printf("%02u-%02u ", l->month, l->day);
  if (l->timing == DFMTI_LINE_CALENDAR || l->timing == DFMTI_LINE_CLOCK)
    printf("%02u:%02u:%02u", l->second / 3600, l->second / 60 % 60, l->second % 60);
  if (l->fraction.len > 0) printf(".%.*s", (int)l->fraction.len, l->fraction.ptr);
  putchar('"');
}

static void print_line(const struct reader *r, uint64_t number, const struct dfmti_line *l) {
  printf("{\"line\": %llu, \"kind\": \"%s\"", (unsigned long long)number, kinds[l->kind]);
  print_time(l);
  if (l->has_zone) printf(", \"zone_minute\": %d", (int)l->zone_minute);
  if (l->has_pid) printf(", \"process_id\": %d", (int)l->pid);
  if (l->has_tid) printf(", \"thread_id\": %d", (int)l->tid);
  if (l->priority) printf(", \"priority\": \"%c\"", dfmti_priority_letter(l->priority));
  if (l->has_level) printf(", \"kernel_priority\": %u", l->level % 8);
  print_text("user_id", l->uid);
  print_text("tag", l->tag);
  print_text("process_name", l->process);
  print_text("buffer", r->buffer);
  print_text("message", l->message);
  puts("}");
}

static void take(struct reader *r, const uint8_t *p, const uint8_t *end) {
  struct dfmti_line l;
  r->number++;
  dfmti_line(&r->memory, p, end, &l);
  if (l.late) {
    struct dfmti_line blank = r->memory.head;
    blank.kind = DFMTI_LINE_LONG;
    print_line(r, r->blank, &blank);
  }
  if (l.kind == DFMTI_LINE_BLANK) r->blank = r->number;
  if (l.kind == DFMTI_LINE_MARKER) r->buffer = l.message;
  if (l.kind != DFMTI_LINE_BLANK && l.kind != DFMTI_LINE_LONG_HEAD) print_line(r, r->number, &l);
}

int main(void) {
  size_t room = 1 << 16, n = 0, got;
  uint8_t *p = malloc(room);
  while (p && (got = fread(p + n, 1, room - n, stdin)) > 0) {
    n += got;
    if (n == room) p = realloc(p, room *= 2);
  }
  if (!p) return 1;
  struct reader r = {.number = 0};
  dfmti_lines_learn(&r.memory, p, n);
  for (const uint8_t *at = p, *all = p + n; at < all;) {
    const uint8_t *lf = memchr(at, '\n', (size_t)(all - at)), *end = lf ? lf : all;
    take(&r, at, end);
    at = end + (lf != NULL);
  }
  free(p);
  return 0;
}
