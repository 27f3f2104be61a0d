/* SPDX-License-Identifier: MIT */
/* Android Studio's .logcat, as its Gson lays it out (spec 3.4), without metadata, which lines do not tell. */
#include "write.h"

#include <string.h>

#include "base/calendar.h"
#include "base/cut.h"
#include "base/rare.h"
#include "base/utf8.h"

/* ---- texts ---- */

/* What stands for the bytes at p, of which there are n. Returns its length, 0: they stand for themselves. */
static size_t escape(const uint8_t *p, size_t n, char *to, size_t *used) {
  static const char controls[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\", digits[] = "0123456789abcdef";
  const bool separator = n > 2 && memcmp(p, "\xe2\x80", 2) == 0 && (p[2] & 0xfe) == 0xa8; /* of lines, paragraphs */
  if (!separator && *p >= 0x20 && !strchr("\"\\<>&='", *p)) return 0;
  const char *control = *p ? strchr(controls, *p) : NULL;
  to[0] = '\\';
  to[1] = control ? letters[control - controls] : 'u';
  *used = separator ? 3 : 1;
  if (control) return 2;
  memcpy(to + 2, separator ? "20" : "00", 2);
  to[4] = separator ? '2' : digits[*p >> 4];
  to[5] = digits[separator ? p[2] & 15 : *p & 15];
  return 6;
}

static DFMTI_RARE void put_text(dfmt_writer *w, dfmt_str s) {
  struct dfmti_log_writer *x = dfmti_log_writer(w);
  if (s.len == 0) return; /* which may point nowhere */
  const uint8_t *p = (const uint8_t *)s.ptr, *end = p + s.len, *from = p;
  if (!dfmti_utf8_valid(p, (size_t)s.len)) {
    x->clean.len = 0;
    if (!dfmti_utf8_clean(&w->out.mem, &x->clean, p, (size_t)s.len)) {
      x->held.len = SIZE_MAX;
      return;
    }
    from = p = x->clean.ptr;
    end = p + x->clean.len;
  }
  while (p < end) {
    char to[6];
    size_t used = 1;
    const size_t n = escape(p, (size_t)(end - p), to, &used);
    if (n > 0) dfmti_log_put(w, (const char *)from, (size_t)(p - from));
    if (n > 0) from = p + used;
    dfmti_log_put(w, to, n);
    p += used;
  }
  dfmti_log_put(w, (const char *)from, (size_t)(end - from));
}

/* ---- times ---- */

/* Seconds since 1970, in which times without a year are, and those since boot; what has no zone is taken for UTC. */
static DFMTI_RARE int64_t seconds_of(const dfmt_log_line *l) {
  dfmt_str text = l->present & DFMT_LOG_LINE_HAS_TIME_TEXT ? l->time_text : (dfmt_str){"0", 1};
  const int64_t zone = l->present & DFMT_LOG_LINE_HAS_ZONE_MINUTE ? INT64_C(60) * l->zone_minute : 0;
  uint64_t v[7] = {0}, *clock;
  size_t n = 0;
  while (n < 6 && dfmti_cut_number(&text, 10, &v[n])) {
    n++;
    if (text.len == 0 || *text.ptr == '.') break;
    text = dfmti_cut_after(text, 1);
  }
  if (n < 3) return n > 0 ? (int64_t)(v[0] & INT64_MAX) : 0;
  clock = v + n - 3;
  const uint32_t year = n == 6 ? (uint32_t)v[0] : l->present & DFMT_LOG_LINE_HAS_YEAR ? l->year : 1970;
  return dfmti_calendar_seconds(year, n < 5 ? 1 : (uint32_t)clock[-2], n < 5 ? 1 : (uint32_t)clock[-1],
                                (uint32_t)((clock[0] * 60 + clock[1]) * 60 + clock[2])) -
         zone;
}

static DFMTI_RARE void put_seconds(dfmt_writer *w, int64_t v) {
  if (v < 0) dfmti_log_put(w, "-", 1);
  dfmti_log_put_number(w, v < 0 ? -(uint64_t)v : (uint64_t)v, 0);
}

/* ---- elements ---- */

/* Its parts are bytes below 9. */
static const char element[] =
    "    {\n      \"header\": {\n        \"logLevel\": \"\1\",\n        \"pid\": \2,\n        \"tid\": \3,\n"
    "        \"applicationId\": \"\4\",\n        \"processName\": \"\5\",\n        \"tag\": \"\6\",\n"
    "        \"timestamp\": {\n          \"seconds\": \7,\n          \"nanos\": \10\n        }\n      },\n"
    "      \"message\": \"";

static DFMTI_RARE void put_level(dfmt_writer *w, const dfmt_log_line *l) {
  static const char words[][8] = {"VERBOSE", "DEBUG", "INFO", "WARN", "ERROR", "ASSERT"};
  const uint32_t p = l->present & DFMT_LOG_LINE_HAS_PRIORITY ? l->priority : (uint32_t)DFMT_LOG_PRIORITY_INFO;
  const char *word = words[p < DFMT_LOG_PRIORITY_FATAL ? p - DFMT_LOG_PRIORITY_VERBOSE : 5];
  dfmti_log_put(w, word, strlen(word));
}

/* An application's id is the name of its processes up to a colon. */
static DFMTI_RARE void put_part(dfmt_writer *w, const dfmt_log_line *l, char part) {
  const uint64_t pid = l->present & DFMT_LOG_LINE_HAS_PROCESS_ID ? (uint64_t)l->process_id : 0;
  const dfmt_str none = {"", 0};
  const dfmt_str process = l->present & DFMT_LOG_LINE_HAS_PROCESS_NAME ? l->process_name : none;
  switch (part) {
    case 1: put_level(w, l); break;
    case 2: dfmti_log_put_number(w, pid, 0); break;
    case 3: dfmti_log_put_number(w, l->present & DFMT_LOG_LINE_HAS_THREAD_ID ? (uint64_t)l->thread_id : pid, 0); break;
    case 4: put_text(w, dfmti_cut_first(process, dfmti_cut_find(process, ":"))); break;
    case 5: put_text(w, process); break;
    case 6: put_text(w, l->present & DFMT_LOG_LINE_HAS_TAG ? l->tag : none); break;
    case 7: put_seconds(w, seconds_of(l)); break;
    default: dfmti_log_put_number(w, l->present & DFMT_LOG_LINE_HAS_NANOSECOND ? l->nanosecond : 0, 0); break;
  }
}

static DFMTI_RARE void begin_element(dfmt_writer *w, const dfmt_log_line *l) {
  const bool first = !dfmti_log_writer(w)->out.in_message;
  const dfmt_str before = first ? (dfmt_str){"{\n  \"logcatMessages\": [\n", 24} : (dfmt_str){"\"\n    },\n", 9};
  const char *p = element, *from = p;
  dfmti_log_put(w, before.ptr, (size_t)before.len);
  for (; *p; p++) {
    if (*p > 8) continue;
    dfmti_log_put(w, from, (size_t)(p - from));
    put_part(w, l, *p);
    from = p + 1;
  }
  dfmti_log_put(w, from, (size_t)(p - from));
  dfmti_log_writer(w)->out.in_message = true;
}

DFMTI_RARE void dfmti_log_put_element(dfmt_writer *w, const dfmt_log_line *l) {
  if (l->kind == DFMT_LOG_VARIANT_MARKER) return; /* there are no buffers */
  if (l->continued && dfmti_log_writer(w)->out.in_message)
    dfmti_log_put(w, "\\n", 2);
  else
    begin_element(w, l);
  put_text(w, l->message);
}

DFMTI_RARE void dfmti_log_put_end(dfmt_writer *w) {
  static const char ends[] = "\"\n    }\n  ]\n}", empty[] = "{\n  \"logcatMessages\": []\n}";
  if (dfmti_log_writer(w)->out.in_message)
    dfmti_log_put(w, ends, sizeof ends - 1);
  else
    dfmti_log_put(w, empty, sizeof empty - 1);
}
