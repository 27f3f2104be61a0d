/* SPDX-License-Identifier: MIT */
/* What the dialects share, and where each is read. "false" leaves *l as it was, unless it says otherwise. */
#ifndef DFMTI_LINES_LINE_PARTS_H
#define DFMTI_LINES_LINE_PARTS_H

#include <string.h>

#include "base/little_endian.h"
#include "base/rare.h"
#include "base/text.h"
#include "line.h"
#include "priority.h"

/* ---- characters ---- */

static inline const uint8_t *dfmti_line_blanks(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p == ' ') p++;
  return p;
}

static inline const uint8_t *dfmti_line_digits(const uint8_t *p, const uint8_t *end) {
  while (p < end && dfmti_is_digit(*p)) p++;
  return p;
}

/* Letters, digits and underscores. */
static inline const uint8_t *dfmti_line_name(const uint8_t *p, const uint8_t *end) {
  while (p < end && (dfmti_is_digit(*p) || dfmti_is_letter(*p))) p++;
  return p;
}

/* Up to a blank or a control character. */
static inline const uint8_t *dfmti_line_word(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p > ' ') p++;
  return p;
}

static inline dfmt_str dfmti_line_str(const uint8_t *p, const uint8_t *end) {
  return (dfmt_str){(const char *)p, (uint64_t)(end - p)};
}

static inline dfmt_str dfmti_line_trimmed(const uint8_t *p, const uint8_t *end) {
  while (end > p && end[-1] == ' ') end--;
  return dfmti_line_str(p, end);
}

/* One to `most` digits, up to INT32_MAX; their end, or NULL. */
static inline const uint8_t *dfmti_line_number(const uint8_t *p, const uint8_t *end, int most, int32_t *v) {
  const uint8_t *from = p;
  int64_t x = 0;
  for (; p < end && dfmti_is_digit(*p) && p - from < most; p++) x = x * 10 + (*p - '0');
  if (p == from || (p < end && dfmti_is_digit(*p)) || x > INT32_MAX) return NULL;
  *v = (int32_t)x;
  return p;
}

static inline uint32_t dfmti_line_pair(const uint8_t *p) {
  return (uint32_t)(p[0] - '0') * 10 + (uint32_t)(p[1] - '0');
}

/* Whether eight characters are digits where the shape has zeros, and else what it has. */
static inline bool dfmti_line_shape(const uint8_t *p, const char *shape) {
  uint64_t x = dfmti_load_le64(p) ^ dfmti_load_le64((const uint8_t *)shape), room = 0;
  for (int i = 0; i < 8; i++) room |= (uint64_t)(shape[i] == '0' ? 0x7f - 9 : 0x7f) << 8 * i;
  return (((x + room) | x) & UINT64_C(0x8080808080808080)) == 0;
}

/* Android Studio writes A for F. */
static inline uint32_t dfmti_line_priority(uint8_t letter) {
  return letter == 'A' ? (uint32_t)DFMTI_PRIORITY_FATAL : dfmti_priority_of(letter);
}

/* Where in p[0 … end) a tag's colon is: before a blank, or at the end. NULL: nowhere. */
static inline const uint8_t *dfmti_line_colon(const uint8_t *p, const uint8_t *end) {
  for (; (p = memchr(p, ':', (size_t)(end - p))) != NULL; p++)
    if (p + 1 == end || p[1] == ' ') return p;
  return NULL;
}

/* What stands after such a colon. */
static inline dfmt_str dfmti_line_after_colon(const uint8_t *colon, const uint8_t *end) {
  return dfmti_line_str(end - colon > 2 ? colon + 2 : end, end);
}

/* ---- line_colour.c ---- */

DFMTI_RARE const uint8_t *dfmti_line_after_colours(const uint8_t *p, const uint8_t *end);
DFMTI_RARE const uint8_t *dfmti_line_before_colours(const uint8_t *p, const uint8_t *end);

/* ---- line_time.c ---- */

enum { DFMTI_LINE_MOST = 9 }; /* digits of a fraction */

/*
 * "[YYYY-]MM-DD HH:MM:SS", and a fraction of `least` digits or more; 0: or none. real: such a day and time can be.
 * Returns its end, or NULL. It may be that *l is void then, as far as it tells of time.
 */
const uint8_t *dfmti_line_calendar(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, unsigned least,
                                   bool real);
DFMTI_RARE const uint8_t *dfmti_line_clock(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "Nov 20 10:11:12[.FRACTION]", "Nov  2 …" */
DFMTI_RARE const uint8_t *dfmti_line_month(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "Nov20 10:11", "Nov 2 10:11" */
DFMTI_RARE const uint8_t *dfmti_line_minute(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "Nov 20 10:11:12 2024" */
DFMTI_RARE const uint8_t *dfmti_line_ctime(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "2024-11-20T10:11:12[.FRACTION]+01:00"; a comma instead of the point, too. */
DFMTI_RARE const uint8_t *dfmti_line_iso(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "+0100"; loose: "+01:00" and "Z", too. NULL: *l is as it was. */
DFMTI_RARE const uint8_t *dfmti_line_zone(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, bool loose);
/* "12.345": `least` to `most` digits after the point. */
const uint8_t *dfmti_line_seconds(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, unsigned least,
                                  unsigned most);

/* ---- line_logcat.c ---- */

/* Of threadtime, what stands after the time; exact: in a bug report. */
bool dfmti_line_threadtime(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, bool exact);
/* "P/TAG([UID:]PID): MESSAGE"; its kind stays. */
bool dfmti_line_slashed(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, bool exact);
/* Of a DDMS line, what stands after "TIME: ". */
DFMTI_RARE bool dfmti_line_ddms(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* brief or tag: at a letter and a slash, with four characters or more */
bool dfmti_line_brief(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* process or thread */
DFMTI_RARE bool dfmti_line_ids_first(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                     const uint8_t *end);
DFMTI_RARE bool dfmti_line_long_head(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
DFMTI_RARE bool dfmti_line_marker(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);

/* ---- line_studio.c ---- */

/* `rest` follows the time of `line`. */
DFMTI_RARE bool dfmti_line_studio(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *line,
                                  const uint8_t *rest, const uint8_t *end);
DFMTI_RARE bool dfmti_line_studio_old(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* A line that begins with a blank, if it goes on with the message that is open. */
DFMTI_RARE bool dfmti_line_studio_more(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                       const uint8_t *end);

/* ---- line_kernel.c ---- */

/* At the '['. false: *l is void. */
bool dfmti_line_kernel(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* Of a bug report, with its level. */
bool dfmti_line_kernel_exact(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "<6>"; its end, or NULL. */
DFMTI_RARE const uint8_t *dfmti_line_level(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
DFMTI_RARE bool dfmti_line_decoded(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                   const uint8_t *end);
DFMTI_RARE bool dfmti_line_kernel_iso(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                      const uint8_t *end);
DFMTI_RARE bool dfmti_line_kmsg(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);

/* ---- line_syslog.c ---- */

/* "IDENT[PID]: MESSAGE" */
DFMTI_RARE bool dfmti_line_ident(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* "HOST IDENT[PID]: MESSAGE" */
DFMTI_RARE bool dfmti_line_host(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* These: false: *l is void. */
DFMTI_RARE bool dfmti_line_syslog(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
DFMTI_RARE bool dfmti_line_syslog_iso(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
/* After its "<13>1 ", where there is more. */
DFMTI_RARE bool dfmti_line_syslog_5424(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);
DFMTI_RARE bool dfmti_line_short_full(struct dfmti_line *l, const uint8_t *p, const uint8_t *end);

/* ---- line_learn.c ---- */

enum { DFMTI_LINE_COLUMNS = 256 }; /* characters; columns beyond that are not learnt */

/* What is counted while looking. */
struct dfmti_line_look {
  uint32_t kernel, bare_cpu;  /* lines of the kernel; of these, with "cN " */
  uint32_t hosted, same_host; /* that "HOST IDENT: " follows; of these, the first one's host */
  uint8_t host_len, host[DFMTI_LINE_HOST];
  bool journal;                    /* one was certainly the journal's */
  uint32_t pairs, tagged;          /* P(A:B); of these, with a tag at the end */
  uint32_t message_column, indent; /* the least: of Studio's messages; of their further lines */
  uint16_t levels[DFMTI_LINE_COLUMNS], tags[DFMTI_LINE_COLUMNS]; /* lines by columns */
};

#endif
