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
#define _GNU_SOURCE /* memmem */
#include "text.h"

#include <string.h>

struct cursor {
  const uint8_t *p, *end;
};

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static bool number(struct cursor *c, size_t least, size_t most, uint32_t *v) {
  size_t n = 0;
  *v = 0;
  for (; c->p < c->end && n < most && is_digit(*c->p); n++) *v = *v * 10 + (uint32_t)(*c->p++ - '0');
  return n >= least;
}

static bool accept(struct cursor *c, char what) {
  if (c->p == c->end || *c->p != (uint8_t)what) return false;
  c->p++;
  return true;
}

static bool spaces(struct cursor *c) {
  const uint8_t *from = c->p;
  while (c->p < c->end && *c->p == ' ') c->p++;
  return c->p > from;
}

static bool fraction(struct cursor *c, uint32_t *nanosecond) {
  const uint8_t *from = c->p;
  if (!number(c, 1, 9, nanosecond)) return false;
  for (size_t n = (size_t)(c->p - from); n < 9; n++) *nanosecond *= 10;
  return c->p == c->end || !is_digit(*c->p);
}

static bool zone(struct cursor *c, dfmt_bugreport_log *l) {
  struct cursor try = *c;
  uint32_t v;
  if (!accept(&try, ' ') || try.p == try.end || (*try.p != '+' && *try.p != '-')) return true;
  bool west = *try.p++ == '-';
  if (!number(&try, 4, 4, &v)) return false;
  int32_t minutes = (int32_t)(v / 100 * 60 + v % 100);
  l->zone_minute = west ? -minutes : minutes;
  l->present |= DFMT_BUGREPORT_LOG_HAS_ZONE;
  *c = try;
  return true;
}

static bool when(struct cursor *c, dfmt_bugreport_log *l) {
  uint32_t h, m, s;
  if (c->end - c->p > 4 && c->p[4] == '-') {
    if (!number(c, 4, 4, &l->year) || !accept(c, '-')) return false;
    l->present |= DFMT_BUGREPORT_LOG_HAS_YEAR;
  }
  if (!number(c, 2, 2, &l->month) || !accept(c, '-') || !number(c, 2, 2, &l->day) || !accept(c, ' ')) return false;
  if (!number(c, 2, 2, &h) || !accept(c, ':') || !number(c, 2, 2, &m) || !accept(c, ':') || !number(c, 2, 2, &s))
    return false;
  if (!accept(c, '.') || !fraction(c, &l->nanosecond)) return false;
  l->second = h * 3600 + m * 60 + s;
  l->present |= DFMT_BUGREPORT_LOG_HAS_TIME;
  return zone(c, l);
}

static uint32_t level(uint8_t c) {
  static const char letters[] = "VDIWEFS";
  const char *at = c ? strchr(letters, c) : NULL;
  return at ? DFMT_BUGREPORT_PRIORITY_VERBOSE + (uint32_t)(at - letters) : 0;
}

static dfmt_str str(const uint8_t *from, const uint8_t *to) {
  return (dfmt_str){(const char *)from, (uint64_t)(to - from)};
}

/* A word of letters, digits and underscores: a uid, or a number. */
static bool word(struct cursor *c, dfmt_str *out, bool *is_number) {
  const uint8_t *from = c->p;
  *is_number = true;
  for (; c->p < c->end; c->p++) {
    uint8_t x = *c->p;
    if (is_digit(x)) continue;
    if (!((x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_')) break;
    *is_number = false;
  }
  *out = str(from, c->p);
  return c->p > from;
}

/* Of a process or thread. */
static bool id(struct cursor *c, int32_t *v) {
  uint32_t n;
  bool any = number(c, 1, 9, &n);
  *v = (int32_t)n;
  return any;
}

static bool to_id(const dfmt_str *s, int32_t *v) {
  struct cursor c = {(const uint8_t *)s->ptr, (const uint8_t *)s->ptr + s->len};
  return s->len <= 9 && id(&c, v);
}

/* "TAG     : MESSAGE"; the tag ends at the first ": ". */
static bool tag_and_message(struct cursor *c, dfmt_bugreport_log *l) {
  const uint8_t *colon = memmem(c->p, (size_t)(c->end - c->p), ": ", 2), *end = colon;
  if (!colon) return false;
  while (end > c->p && end[-1] == ' ') end--;
  l->tag = str(c->p, end);
  l->message = str(colon + 2, c->end);
  l->present |= DFMT_BUGREPORT_LOG_HAS_TAG | DFMT_BUGREPORT_LOG_HAS_MESSAGE;
  return true;
}

/* [UID] PID TID L TAG: MESSAGE. Up to four words; the last one is the level, the two before it are numbers. */
static bool threadtime(struct cursor *c, dfmt_bugreport_log *l) {
  dfmt_str words[4];
  bool numbers[4];
  size_t n = 0;
  for (;;) {
    if (!word(c, &words[n], &numbers[n])) return false;
    if (!numbers[n] && words[n].len == 1 && n >= 2 && level((uint8_t)words[n].ptr[0])) break;
    if (++n == 4 || !spaces(c)) return false;
  }
  if (!accept(c, ' ') || !numbers[n - 1] || !numbers[n - 2]) return false;
  if (!to_id(&words[n - 2], &l->process_id) || !to_id(&words[n - 1], &l->thread_id)) return false;
  l->priority = level((uint8_t)words[n].ptr[0]);
  l->kind = DFMT_BUGREPORT_KIND_THREADTIME;
  l->present |= DFMT_BUGREPORT_LOG_HAS_PROCESS_ID | DFMT_BUGREPORT_LOG_HAS_THREAD_ID | DFMT_BUGREPORT_LOG_HAS_PRIORITY;
  if (n == 3) {
    l->user_id = words[0];
    l->present |= DFMT_BUGREPORT_LOG_HAS_USER_ID;
  }
  return tag_and_message(c, l);
}

/* L/TAG(  PID): MESSAGE; the tag ends at the first parenthesis that a number and "): " follow. */
static bool time_form(struct cursor *c, dfmt_bugreport_log *l) {
  if (c->end - c->p < 2 || c->p[1] != '/' || !(l->priority = level(c->p[0]))) return false;
  const uint8_t *tag = c->p + 2, *at = tag;
  while ((at = memchr(at, '(', (size_t)(c->end - at)))) {
    struct cursor pid = {at + 1, c->end};
    spaces(&pid);
    if (id(&pid, &l->process_id) && accept(&pid, ')') && accept(&pid, ':') && accept(&pid, ' ')) {
      const uint8_t *end = at;
      while (end > tag && end[-1] == ' ') end--;
      l->tag = str(tag, end);
      l->message = str(pid.p, c->end);
      l->kind = DFMT_BUGREPORT_KIND_TIME;
      l->present |= DFMT_BUGREPORT_LOG_HAS_PROCESS_ID | DFMT_BUGREPORT_LOG_HAS_PRIORITY | DFMT_BUGREPORT_LOG_HAS_TAG |
                    DFMT_BUGREPORT_LOG_HAS_MESSAGE;
      return true;
    }
    at++;
  }
  return false;
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

bool dfmti_text_log(const uint8_t *p, size_t n, dfmt_bugreport_log *l) {
  struct cursor c = {p, p + n};
  *l = (dfmt_bugreport_log){.present = 0};
  if (n > 0 && p[0] == '-') return marker(p, n, l);
  if (n > 0 && (p[0] == '<' || p[0] == '[')) return kernel_line(&c, l);
  if (!when(&c, l) || !spaces(&c)) return false;
  return c.end - c.p > 1 && c.p[1] == '/' ? time_form(&c, l) : threadtime(&c, l);
}
