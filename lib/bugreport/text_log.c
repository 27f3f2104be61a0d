/* SPDX-License-Identifier: MIT */
/*
 * Lines of logcat (spec 8.1):
 *
 *   [YYYY-]MM-DD HH:MM:SS.frac[ +HHMM] [UID] PID TID L TAG: MESSAGE
 *   MM-DD HH:MM:SS.frac L/TAG(PID): MESSAGE
 *   --------- beginning of BUFFER
 *
 * and of dmesg; who prints the line comes from kernels that are configured so:
 *
 *   [<PRIORITY>][SECONDS.frac][[CALLER]] MESSAGE
 */
#include "text.h"

#include <string.h>

#include "base/growth.h"
#include "base/text.h"
#include "lines/log.h"

DFMTI_LOG_SAME(DFMT_BUGREPORT_PRIORITY_);

/* Bytes of a line's body in the first release. */
enum { LOG_LEAST = DFMTI_UP_TO(dfmt_bugreport_log, caller) };

struct cursor {
  const uint8_t *p, *end;
};

static bool number(struct cursor *c, size_t least, size_t most, uint32_t *v) {
  size_t n = 0;
  *v = 0;
  for (; c->p < c->end && n < most && dfmti_is_digit(*c->p); n++) *v = *v * 10 + (uint32_t)(*c->p++ - '0');
  return n >= least;
}

static bool accept(struct cursor *c, char what) {
  if (c->p == c->end || *c->p != (uint8_t)what) return false;
  c->p++;
  return true;
}

static void spaces(struct cursor *c) {
  while (c->p < c->end && *c->p == ' ') c->p++;
}

static bool fraction(struct cursor *c, uint32_t *nanosecond) {
  const uint8_t *from = c->p;
  if (!number(c, 1, 9, nanosecond)) return false;
  for (size_t n = (size_t)(c->p - from); n < 9; n++) *nanosecond *= 10;
  return c->p == c->end || !dfmti_is_digit(*c->p);
}

static dfmt_str str(const uint8_t *from, const uint8_t *to) {
  return (dfmt_str){(const char *)from, (uint64_t)(to - from)};
}

/* ---- logcat's ---- */

static uint32_t pair(const uint8_t *p) { return (uint32_t)(p[0] - '0') * 10 + (uint32_t)(p[1] - '0'); }

static bool are_digits(const uint8_t *p, size_t n) {
  while (n > 0 && dfmti_is_digit(p[n - 1])) n--;
  return n == 0;
}

/* "[YYYY-]MM-DD HH:MM:SS.frac" */
static bool take_time(dfmt_bugreport_log *l, const dfmt_str *time) {
  struct cursor c = {(const uint8_t *)time->ptr, (const uint8_t *)time->ptr + time->len};
  if (time->len > 5 && c.p[4] == '-') {
    if (!are_digits(c.p, 4)) return false;
    l->year = pair(c.p) * 100 + pair(c.p + 2);
    l->present |= DFMT_BUGREPORT_LOG_HAS_YEAR;
    c.p += 5;
  }
  if (!dfmti_log_has_calendar(c.p, c.end)) return false;
  l->month = pair(c.p);
  l->day = pair(c.p + 3);
  l->second = pair(c.p + 6) * 3600 + pair(c.p + 9) * 60 + pair(c.p + 12);
  l->present |= DFMT_BUGREPORT_LOG_HAS_TIME;
  c.p += DFMTI_LOG_CALENDAR;
  return fraction(&c, &l->nanosecond) && c.p == c.end;
}

/* "+HHMM" */
static bool take_zone(dfmt_bugreport_log *l, const dfmt_str *zone) {
  const uint8_t *p = (const uint8_t *)zone->ptr;
  if (!are_digits(p + 1, 4)) return false;
  int32_t minutes = (int32_t)(pair(p + 1) * 60 + pair(p + 3));
  l->zone_minute = *p == '-' ? -minutes : minutes;
  l->present |= DFMT_BUGREPORT_LOG_HAS_ZONE;
  return true;
}

static void take_ids(dfmt_bugreport_log *l, const struct dfmti_log_line *x) {
  l->process_id = x->pid;
  l->thread_id = x->tid;
  l->user_id = x->uid;
  l->present |= DFMT_BUGREPORT_LOG_HAS_PROCESS_ID;
  if (x->has_tid) l->present |= DFMT_BUGREPORT_LOG_HAS_THREAD_ID;
  if (x->uid.len > 0) l->present |= DFMT_BUGREPORT_LOG_HAS_USER_ID;
}

static bool logcat_line(const uint8_t *p, const uint8_t *end, dfmt_bugreport_log *l) {
  struct dfmti_log_line x;
  if (!dfmti_log_line(p, end, DFMTI_LOG_THREADTIME | DFMTI_LOG_TIME | DFMTI_LOG_EXACT, &x)) return false;
  if (x.time.ptr != (const char *)p || !take_time(l, &x.time)) return false;
  if (x.zone.len > 0 && (x.zone.ptr != x.time.ptr + x.time.len + 1 || !take_zone(l, &x.zone))) return false;
  l->kind = x.layout == DFMTI_LOG_TIME ? DFMT_BUGREPORT_KIND_TIME : DFMT_BUGREPORT_KIND_THREADTIME;
  l->priority = x.priority;
  l->tag = x.tag;
  l->message = x.message;
  take_ids(l, &x);
  l->present |= DFMT_BUGREPORT_LOG_HAS_PRIORITY | DFMT_BUGREPORT_LOG_HAS_TAG | DFMT_BUGREPORT_LOG_HAS_MESSAGE;
  return true;
}

static bool marker(const uint8_t *p, size_t n, dfmt_bugreport_log *l) {
  static const char *const words[2] = {"--------- beginning of ", "--------- switch to "};
  for (uint32_t i = 0; i < 2; i++) {
    size_t len = strlen(words[i]);
    if (n < len || memcmp(p, words[i], len) != 0) continue;
    l->kind = DFMT_BUGREPORT_KIND_MARKER;
    l->switched = i;
    l->buffer = str(p + len, p + n);
    l->present = DFMT_BUGREPORT_LOG_HAS_BUFFER;
    return true;
  }
  return false;
}

/* ---- dmesg's ---- */

/* "<6>": the kernel has eight levels, of which the first three are the end of something. */
static bool kernel_priority(struct cursor *c, dfmt_bugreport_log *l) {
  static const uint8_t levels[8] = {DFMT_BUGREPORT_PRIORITY_FATAL, DFMT_BUGREPORT_PRIORITY_FATAL,
                                    DFMT_BUGREPORT_PRIORITY_FATAL, DFMT_BUGREPORT_PRIORITY_ERROR,
                                    DFMT_BUGREPORT_PRIORITY_WARN,  DFMT_BUGREPORT_PRIORITY_INFO,
                                    DFMT_BUGREPORT_PRIORITY_INFO,  DFMT_BUGREPORT_PRIORITY_DEBUG};
  if (!accept(c, '<')) return true;
  if (!number(c, 1, 4, &l->kernel_priority) || !accept(c, '>')) return false;
  l->priority = levels[l->kernel_priority % 8];
  l->present |= DFMT_BUGREPORT_LOG_HAS_PRIORITY | DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY;
  return true;
}

/* "[  T123]" */
static bool caller(struct cursor *c, dfmt_bugreport_log *l) {
  uint32_t v;
  if (!accept(c, '[')) return true;
  spaces(c);
  const uint8_t *from = c->p;
  if (!accept(c, 'T') && !accept(c, 'C')) return false;
  if (!number(c, 1, 9, &v)) return false;
  l->caller = str(from, c->p);
  l->present |= DFMT_BUGREPORT_LOG_HAS_CALLER;
  return accept(c, ']');
}

static bool kernel_line(struct cursor *c, dfmt_bugreport_log *l) {
  uint32_t seconds, ns;
  if (!kernel_priority(c, l) || !accept(c, '[')) return false;
  spaces(c);
  if (!number(c, 1, 9, &seconds) || !accept(c, '.') || !fraction(c, &ns) || ns % 1000 != 0) return false;
  if (!accept(c, ']') || !caller(c, l) || !accept(c, ' ')) return false;
  l->uptime_us = (uint64_t)seconds * 1000000 + ns / 1000;
  l->message = str(c->p, c->end);
  l->kind = DFMT_BUGREPORT_KIND_KERNEL;
  l->present |= DFMT_BUGREPORT_LOG_HAS_UPTIME_US | DFMT_BUGREPORT_LOG_HAS_MESSAGE;
  return true;
}

bool dfmti_bugreport_text_log(const uint8_t *p, size_t n, dfmt_bugreport_log *l) {
  struct cursor c = {p, p + n};
  *l = (dfmt_bugreport_log){.present = 0};
  if (n > 0 && p[0] == '-') return marker(p, n, l);
  if (n > 0 && (p[0] == '<' || p[0] == '[')) return kernel_line(&c, l);
  return logcat_line(p, p + n, l);
}

uint32_t dfmt_bugreport_log_parse(const void *line, uint64_t len, dfmt_bugreport_log *out) {
  dfmt_bugreport_log l;
  if ((!line && len) || len > SIZE_MAX || !out || out->head.size < LOG_LEAST) return 0;
  if (!dfmti_bugreport_text_log(line, (size_t)len, &l)) return 0;
  l.head = (dfmt_head){(uint32_t)dfmti_min(out->head.size, sizeof l), DFMT_BUGREPORT_LOG};
  memcpy(out, &l, l.head.size);
  return 1;
}
