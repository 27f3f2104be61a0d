/* SPDX-License-Identifier: MIT */
/* What a line taken apart is as a body. */
#include "base/str.h"
#include "lines/priority.h"
#include "read.h"

DFMTI_PRIORITY_SAME(DFMT_LOG_PRIORITY_);

uint32_t dfmti_log_kind(const struct dfmti_line *l) {
  static const uint8_t kinds[DFMTI_LINE_KINDS] = {
      [DFMTI_LINE_TEXT] = DFMT_LOG_VARIANT_TEXT,
      [DFMTI_LINE_BLANK] = DFMT_LOG_VARIANT_LONG,
      [DFMTI_LINE_MARKER] = DFMT_LOG_VARIANT_MARKER,
      [DFMTI_LINE_THREADTIME] = DFMT_LOG_VARIANT_THREADTIME,
      [DFMTI_LINE_TIME] = DFMT_LOG_VARIANT_TIME,
      [DFMTI_LINE_DDMS] = DFMT_LOG_VARIANT_DDMS,
      [DFMTI_LINE_BRIEF] = DFMT_LOG_VARIANT_BRIEF,
      [DFMTI_LINE_TAG] = DFMT_LOG_VARIANT_TAG,
      [DFMTI_LINE_PROCESS] = DFMT_LOG_VARIANT_PROCESS,
      [DFMTI_LINE_THREAD] = DFMT_LOG_VARIANT_THREAD,
      [DFMTI_LINE_LONG_HEAD] = DFMT_LOG_VARIANT_LONG,
      [DFMTI_LINE_LONG] = DFMT_LOG_VARIANT_LONG,
      [DFMTI_LINE_STUDIO] = DFMT_LOG_VARIANT_STUDIO,
      [DFMTI_LINE_STUDIO_OLD] = DFMT_LOG_VARIANT_STUDIO_OLD,
      [DFMTI_LINE_KERNEL] = DFMT_LOG_VARIANT_KERNEL,
      [DFMTI_LINE_HUMAN] = DFMT_LOG_VARIANT_HUMAN,
      [DFMTI_LINE_DECODED] = DFMT_LOG_VARIANT_DECODED,
      [DFMTI_LINE_ISO] = DFMT_LOG_VARIANT_ISO,
      [DFMTI_LINE_KMSG] = DFMT_LOG_VARIANT_KMSG,
      [DFMTI_LINE_SYSLOG] = DFMT_LOG_VARIANT_SYSLOG,
      [DFMTI_LINE_SHORT_FULL] = DFMT_LOG_VARIANT_SHORT_FULL,
      [DFMTI_LINE_SHORT_MONOTONIC] = DFMT_LOG_VARIANT_SHORT_MONOTONIC,
      [DFMTI_LINE_JSON] = DFMT_LOG_VARIANT_JSON,
      [DFMTI_LINE_EXPORT] = DFMT_LOG_VARIANT_EXPORT,
  };
  return l->kind < DFMTI_LINE_KINDS ? kinds[l->kind] : (uint32_t)DFMT_LOG_VARIANT_TEXT;
}

static uint32_t priority_of(const struct dfmti_line *l) {
  return l->has_level && !l->priority ? dfmti_priority_of_level(l->level) : l->priority;
}

static void fill_text(dfmt_log_line *b, dfmt_str *to, dfmt_str text, uint32_t bit) {
  if (text.len == 0) return;
  *to = text;
  b->present |= bit;
}

static void fill_time(struct dfmti_log_reader *s, const struct dfmti_line *l, dfmt_log_line *b) {
  dfmti_log_time_of(l, &s->time);
  if (s->time.len == 0) return;
  b->present |= DFMT_LOG_LINE_HAS_TIME_TEXT;
  b->time_text = (dfmt_str){s->time.text, s->time.len};
  if (l->fraction.len > 0) {
    b->present |= DFMT_LOG_LINE_HAS_NANOSECOND;
    b->nanosecond = dfmti_line_nanosecond(l->fraction);
  }
  if (l->timing != DFMTI_LINE_CALENDAR) return;
  if (!dfmti_same(b->time_text, l->time)) fill_text(b, &b->printed_time, l->time, DFMT_LOG_LINE_HAS_PRINTED_TIME);
  const uint32_t year = l->has_year ? l->year : s->year;
  if (!year) return;
  b->present |= DFMT_LOG_LINE_HAS_YEAR | DFMT_LOG_LINE_HAS_TIME_LOCAL_S;
  b->year = year;
  b->time_local_s = dfmti_log_seconds(l, year);
}

/* "-v monotonic": since 2001 no seconds that count from 1970 have so few digits. */
static void fill_uptime(const struct dfmti_line *l, dfmt_log_line *b) {
  if (l->timing != DFMTI_LINE_SECONDS || l->seconds.len > 8 || b->kind > DFMT_LOG_VARIANT_LONG) return;
  b->present |= DFMT_LOG_LINE_HAS_UPTIME_US;
  b->uptime_us = (uint64_t)dfmti_log_seconds(l, 0) * 1000000 + b->nanosecond / 1000;
}

static void fill_numbers(dfmt_log_line *b, const struct dfmti_line *l) {
  if (l->has_zone) b->present |= DFMT_LOG_LINE_HAS_ZONE_MINUTE;
  if (l->has_uptime) b->present |= DFMT_LOG_LINE_HAS_UPTIME_US;
  if (l->has_pid) b->present |= DFMT_LOG_LINE_HAS_PROCESS_ID;
  if (l->has_tid) b->present |= DFMT_LOG_LINE_HAS_THREAD_ID;
  if (l->has_level) b->present |= DFMT_LOG_LINE_HAS_KERNEL_PRIORITY;
  b->priority = priority_of(l);
  if (b->priority) b->present |= DFMT_LOG_LINE_HAS_PRIORITY;
  b->zone_minute = l->zone_minute;
  b->uptime_us = l->uptime_us;
  b->process_id = l->pid;
  b->thread_id = l->tid;
  b->kernel_priority = l->level;
}

/* Layouts that have a tag have it if it is empty, too. */
static bool has_tag(uint32_t kind) {
  return (kind >= DFMT_LOG_VARIANT_THREADTIME && kind <= DFMT_LOG_VARIANT_PROCESS) || kind == DFMT_LOG_VARIANT_LONG ||
         kind == DFMT_LOG_VARIANT_STUDIO_OLD;
}

void dfmti_log_fill_line(struct dfmti_log_reader *s, const struct dfmti_line *l, dfmt_log_line *b) {
  const bool is_marker = l->kind == DFMTI_LINE_MARKER;
  *b = (dfmt_log_line){.kind = dfmti_log_kind(l), .continued = l->continued || l->switched};
  fill_time(s, l, b);
  fill_numbers(b, l);
  fill_uptime(l, b);
  fill_text(b, &b->user_id, l->uid, DFMT_LOG_LINE_HAS_USER_ID);
  fill_text(b, &b->tag, l->tag, DFMT_LOG_LINE_HAS_TAG);
  fill_text(b, &b->process_name, l->process, DFMT_LOG_LINE_HAS_PROCESS_NAME);
  fill_text(b, &b->caller, l->caller, DFMT_LOG_LINE_HAS_CALLER);
  if (has_tag(b->kind)) b->present |= DFMT_LOG_LINE_HAS_TAG;
  if (s->has_buffer && b->kind != DFMT_LOG_VARIANT_TEXT) {
    b->present |= DFMT_LOG_LINE_HAS_BUFFER;
    b->buffer = (dfmt_str){(const char *)s->buffer.ptr, s->buffer.len};
  }
  if (!is_marker) b->message = l->message;
}
