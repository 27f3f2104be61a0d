/* SPDX-License-Identifier: MIT */
/* Lines in the layouts of logcat -v (spec 2.1) and of the kernel (spec 4.1). */
#include "write.h"

#include <string.h>

#include "base/cut.h"
#include "base/rare.h"
#include "lines/priority.h"

static dfmt_status refuse(dfmt_writer *w, const char *what) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_LOG_VALUE, "%s", what);
}

/* ---- heads ---- */

/* The parts of a head, by a letter each; all else stands for itself. NULL: it cannot be written. */
static const char *const heads[DFMT_LOG_VARIANT_EXPORT + 1] = {
    [DFMT_LOG_VARIANT_TEXT] = "",
    [DFMT_LOG_VARIANT_THREADTIME] = "t vi P T: ",
    [DFMT_LOG_VARIANT_TIME] = "t P/T(up): ",
    [DFMT_LOG_VARIANT_BRIEF] = "P/T(up): ",
    [DFMT_LOG_VARIANT_TAG] = "P/T: ",
    [DFMT_LOG_VARIANT_PROCESS] = "P(up) ",
    [DFMT_LOG_VARIANT_THREAD] = "P(uc) ",
    [DFMT_LOG_VARIANT_LONG] = "[ t uc P/T ]\n",
    [DFMT_LOG_VARIANT_KERNEL] = "k",
};

bool dfmti_log_can_write(uint32_t kind) { return heads[kind] || kind == DFMT_LOG_VARIANT_JSON; }

/* Of lines without one, so that what has a layout can be read in it. */
static const dfmt_str no_time = {"01-01 00:00:00.000", 18}, no_tag = {"?", 1}, none = {"", 0};

static bool has_calendar(dfmt_str time) { return dfmti_cut_find(time, "-") < time.len; }

/* Seconds are padded as logcat pads them; a clock alone has no date. */
static DFMTI_RARE void put_time(dfmt_writer *w, const dfmt_log_line *l) {
  const dfmt_str time = l->present & DFMT_LOG_LINE_HAS_TIME_TEXT ? l->time_text : no_time;
  const uint64_t point = dfmti_cut_find(time, ".");
  const bool clock = !has_calendar(time) && dfmti_cut_find(time, ":") < time.len;
  const size_t width = l->present & DFMT_LOG_LINE_HAS_UPTIME_US ? 6 : 19;
  if (clock) dfmti_log_put(w, no_time.ptr, 6);
  if (!clock && !has_calendar(time)) dfmti_log_put_text(w, none, point < width ? width - (size_t)point : 0, true);
  dfmti_log_put(w, time.ptr, (size_t)time.len);
  if (point == time.len) dfmti_log_put(w, ".000", 4); /* which logcat always has */
  if (!(l->present & DFMT_LOG_LINE_HAS_ZONE_MINUTE) || clock || !has_calendar(time)) return;
  const uint32_t minutes = (uint32_t)(l->zone_minute < 0 ? -l->zone_minute : l->zone_minute) % 6000;
  const char zone[6] = {' ',
                        l->zone_minute < 0 ? '-' : '+',
                        (char)('0' + minutes / 600),
                        (char)('0' + minutes / 60 % 10),
                        (char)('0' + minutes % 60 / 10),
                        (char)('0' + minutes % 10)};
  dfmti_log_put(w, zone, sizeof zone);
}

/* "[   12.345678] " */
static DFMTI_RARE void put_uptime(dfmt_writer *w, const dfmt_log_line *l) {
  const uint64_t us = l->present & DFMT_LOG_LINE_HAS_UPTIME_US ? l->uptime_us : 0;
  char fraction[6];
  uint64_t rest = us % 1000000;
  for (size_t i = sizeof fraction; i > 0; rest /= 10) fraction[--i] = (char)('0' + rest % 10);
  if (l->present & DFMT_LOG_LINE_HAS_KERNEL_PRIORITY) {
    dfmti_log_put(w, "<", 1);
    dfmti_log_put_number(w, l->kernel_priority, 0);
    dfmti_log_put(w, ">", 1);
  }
  dfmti_log_put(w, "[", 1);
  dfmti_log_put_number(w, us / 1000000, 5);
  dfmti_log_put(w, ".", 1);
  dfmti_log_put(w, fraction, sizeof fraction);
  dfmti_log_put(w, "] ", 2);
}

static DFMTI_RARE void put_part(dfmt_writer *w, const dfmt_log_line *l, const char *part) {
  const char letter = l->present & DFMT_LOG_LINE_HAS_PRIORITY ? dfmti_priority_letter(l->priority) : 'I';
  const bool has_user = l->present & DFMT_LOG_LINE_HAS_USER_ID;
  const uint64_t pid = l->present & DFMT_LOG_LINE_HAS_PROCESS_ID ? (uint64_t)l->process_id : 0;
  const uint64_t tid = l->present & DFMT_LOG_LINE_HAS_THREAD_ID ? (uint64_t)l->thread_id : pid;
  switch (*part) {
    case 't': put_time(w, l); break;
    case 'P': dfmti_log_put(w, &letter, 1); break;
    case 'T': dfmti_log_put_text(w, l->present & DFMT_LOG_LINE_HAS_TAG ? l->tag : no_tag, 8, false); break;
    case 'k': put_uptime(w, l); break;
    case 'p': dfmti_log_put_number(w, pid, 5); break;
    case 'v':
    case 'u':
      if (has_user) dfmti_log_put_text(w, l->user_id, 5, true);
      if (has_user) dfmti_log_put(w, *part == 'u' ? ":" : " ", 1);
      break;
    case 'i':
    case 'c':
      dfmti_log_put_number(w, pid, 5);
      dfmti_log_put(w, *part == 'i' ? " " : ":", 1);
      dfmti_log_put_number(w, tid, 5);
      break;
    default: dfmti_log_put(w, part, 1);
  }
}

/* ---- lines ---- */

/* The layout of a line, DFMT_LOG_VARIANT_*: that which was asked for, else its own or the nearest. */
static uint32_t layout_of(const dfmt_writer *w, uint32_t kind) {
  if (kind == DFMT_LOG_VARIANT_TEXT || kind == DFMT_LOG_VARIANT_MARKER) return DFMT_LOG_VARIANT_TEXT;
  if (w->variant) return w->variant;
  if (heads[kind]) return kind;
  if (kind == DFMT_LOG_VARIANT_DDMS) return DFMT_LOG_VARIANT_TIME;
  return kind == DFMT_LOG_VARIANT_DECODED || kind == DFMT_LOG_VARIANT_KMSG ? DFMT_LOG_VARIANT_KERNEL
                                                                           : DFMT_LOG_VARIANT_THREADTIME;
}

static bool is_one_line(dfmt_str s) { return s.len == 0 || !memchr(s.ptr, '\n', (size_t)s.len); }

static DFMTI_RARE dfmt_status check(dfmt_writer *w, const dfmt_log_line *l) {
  if (l->kind < DFMT_LOG_VARIANT_TEXT || l->kind > DFMT_LOG_VARIANT_EXPORT)
    return dfmti_fail_arg(&w->out.err, "unknown kind of log line");
  if (!is_one_line(l->message) || !is_one_line(l->tag) || !is_one_line(l->user_id) || !is_one_line(l->buffer) ||
      !is_one_line(l->time_text))
    return refuse(w, "a line of a log cannot hold a line feed");
  if (l->process_id < 0 || l->thread_id < 0) return refuse(w, "a process or thread id is negative");
  if (l->present & DFMT_LOG_LINE_HAS_PRIORITY && !dfmti_priority_letter(l->priority))
    return refuse(w, "unknown priority");
  return DFMT_OK;
}

static DFMTI_RARE void put_marker(dfmt_writer *w, const dfmt_log_line *l) {
  const dfmt_str word = l->continued ? (dfmt_str){"switch to ", 10} : (dfmt_str){"beginning of ", 13};
  dfmti_log_put(w, "--------- ", 10);
  dfmti_log_put(w, word.ptr, (size_t)word.len);
  dfmti_log_put(w, l->buffer.ptr, (size_t)l->buffer.len);
}

/* A line's head, but for further lines of a message of LONG, which have none. */
static DFMTI_RARE void put_head(dfmt_writer *w, const dfmt_log_line *l, uint32_t layout) {
  struct dfmti_log_output *o = &dfmti_log_writer(w)->out;
  const bool is_long = layout == DFMT_LOG_VARIANT_LONG;
  if (is_long && o->in_message && l->continued) return;
  if (o->in_message) dfmti_log_put(w, "\n", 1);
  o->in_message = is_long;
  for (const char *part = heads[layout]; *part; part++) put_part(w, l, part);
}

static DFMTI_RARE void put_tail(dfmt_writer *w, const dfmt_log_line *l, uint32_t layout) {
  if (layout == DFMT_LOG_VARIANT_PROCESS) {
    const dfmt_str tag = l->present & DFMT_LOG_LINE_HAS_TAG ? l->tag : no_tag;
    dfmti_log_put(w, "  (", 3);
    dfmti_log_put(w, tag.ptr, (size_t)tag.len);
    dfmti_log_put(w, ")", 1);
  }
  dfmti_log_put(w, "\n", 1);
}

dfmt_status dfmti_log_write_end(dfmt_writer *w) {
  struct dfmti_log_output *o = &dfmti_log_writer(w)->out;
  const bool document = w->variant == DFMT_LOG_VARIANT_JSON;
  if (!document && !o->in_message) return DFMT_OK;
  if (document)
    dfmti_log_put_end(w);
  else
    dfmti_log_put(w, "\n", 1);
  dfmt_status st = dfmti_log_put_out(w);
  if (st == DFMT_OK) o->in_message = false;
  return st;
}

static DFMTI_RARE void put_line(dfmt_writer *w, const dfmt_log_line *l, uint32_t layout) {
  put_head(w, l, layout);
  if (l->kind == DFMT_LOG_VARIANT_MARKER)
    put_marker(w, l);
  else
    dfmti_log_put(w, l->message.ptr, (size_t)l->message.len);
  put_tail(w, l, layout);
}

dfmt_status dfmti_log_write_line(dfmt_writer *w, const dfmt_log_line *l) {
  dfmt_status st = check(w, l);
  if (st != DFMT_OK) return st;
  dfmti_log_writer(w)->held.len = 0;
  if (w->variant == DFMT_LOG_VARIANT_JSON)
    dfmti_log_put_element(w, l);
  else
    put_line(w, l, layout_of(w, l->kind));
  return dfmti_log_put_out(w);
}
