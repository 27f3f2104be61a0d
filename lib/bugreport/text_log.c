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
#include "lines/line.h"
#include "lines/priority.h"

DFMTI_PRIORITY_SAME(DFMT_BUGREPORT_PRIORITY_);

/* Bytes of a line's body in the first release. */
enum { LOG_LEAST = DFMTI_UP_TO(dfmt_bugreport_log, caller) };

/* ---- logcat's ---- */

static void take_time(dfmt_bugreport_log *l, const struct dfmti_line *x) {
  l->year = x->year;
  l->month = x->month;
  l->day = x->day;
  l->second = x->second;
  l->nanosecond = dfmti_line_nanosecond(x->fraction);
  l->zone_minute = x->zone_minute;
  l->present |= DFMT_BUGREPORT_LOG_HAS_TIME;
  if (x->has_year) l->present |= DFMT_BUGREPORT_LOG_HAS_YEAR;
  if (x->has_zone) l->present |= DFMT_BUGREPORT_LOG_HAS_ZONE;
}

static void take_ids(dfmt_bugreport_log *l, const struct dfmti_line *x) {
  l->process_id = x->pid;
  l->thread_id = x->tid;
  l->user_id = x->uid;
  l->present |= DFMT_BUGREPORT_LOG_HAS_PROCESS_ID;
  if (x->has_tid) l->present |= DFMT_BUGREPORT_LOG_HAS_THREAD_ID;
  if (x->uid.len > 0) l->present |= DFMT_BUGREPORT_LOG_HAS_USER_ID;
}

static void logcat_line(dfmt_bugreport_log *l, const struct dfmti_line *x) {
  take_time(l, x);
  take_ids(l, x);
  l->kind = x->kind == DFMTI_LINE_TIME ? DFMT_BUGREPORT_KIND_TIME : DFMT_BUGREPORT_KIND_THREADTIME;
  l->priority = x->priority;
  l->tag = x->tag;
  l->message = x->message;
  l->present |= DFMT_BUGREPORT_LOG_HAS_PRIORITY | DFMT_BUGREPORT_LOG_HAS_TAG | DFMT_BUGREPORT_LOG_HAS_MESSAGE;
}

static void marker(dfmt_bugreport_log *l, const struct dfmti_line *x) {
  l->kind = DFMT_BUGREPORT_KIND_MARKER;
  l->switched = x->switched;
  l->buffer = x->message;
  l->present = DFMT_BUGREPORT_LOG_HAS_BUFFER;
}

/* ---- dmesg's ---- */

static void kernel_line(dfmt_bugreport_log *l, const struct dfmti_line *x) {
  l->kind = DFMT_BUGREPORT_KIND_KERNEL;
  l->uptime_us = x->uptime_us;
  l->message = x->message;
  l->caller = x->caller;
  l->present = DFMT_BUGREPORT_LOG_HAS_UPTIME_US | DFMT_BUGREPORT_LOG_HAS_MESSAGE;
  if (x->caller.len > 0) l->present |= DFMT_BUGREPORT_LOG_HAS_CALLER;
  if (!x->has_level) return;
  l->kernel_priority = x->level;
  l->priority = dfmti_priority_of_level(x->level);
  l->present |= DFMT_BUGREPORT_LOG_HAS_PRIORITY | DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY;
}

bool dfmti_bugreport_text_log(const uint8_t *p, size_t n, dfmt_bugreport_log *l) {
  struct dfmti_line x;
  if (!dfmti_line_of_report(p, p + n, &x)) return false;
  *l = (dfmt_bugreport_log){.present = 0};
  switch (x.kind) {
    case DFMTI_LINE_MARKER: marker(l, &x); break;
    case DFMTI_LINE_KERNEL: kernel_line(l, &x); break;
    default: logcat_line(l, &x); break;
  }
  return true;
}

uint32_t dfmt_bugreport_log_parse(const void *line, uint64_t len, dfmt_bugreport_log *out) {
  dfmt_bugreport_log l;
  if ((!line && len) || len > SIZE_MAX || !out || out->head.size < LOG_LEAST) return 0;
  if (!dfmti_bugreport_text_log(line, (size_t)len, &l)) return 0;
  l.head = (dfmt_head){(uint32_t)dfmti_min(out->head.size, sizeof l), DFMT_BUGREPORT_LOG};
  memcpy(out, &l, l.head.size);
  return 1;
}
