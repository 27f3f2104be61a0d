/* SPDX-License-Identifier: MIT */
/* Lines of syslog and of the journal: a time, a host, who says it, a message. */
#include "line_parts.h"

/* rsyslog puts the kernel's time before its messages: taken off. */
static DFMTI_RARE void take_kernel_time(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  struct dfmti_line x = {.kind = 0};
  if (p == end || *p != '[' || l->tag.len < 6 || memcmp(l->tag.ptr, "kernel", 6) != 0) return;
  const uint8_t *q = dfmti_line_seconds(&x, dfmti_line_blanks(p + 1, end), end, 6, 6);
  if (q && end - q > 1 && q[0] == ']' && q[1] == ' ') l->message = dfmti_line_str(q + 2, end);
}

bool dfmti_line_ident(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = p;
  int32_t pid = 0;
  while (q < end && *q > ' ' && *q != ':' && *q != '[') q++;
  const uint8_t *tag_end = q;
  if (q == p || q == end) return false;
  const bool has_pid = *q == '[';
  if (has_pid && (!(q = dfmti_line_number(q + 1, end, 10, &pid)) || q == end || *q++ != ']')) return false;
  if (q == end || *q != ':' || (q + 1 < end && q[1] != ' ')) return false;
  l->tag = dfmti_line_str(p, tag_end);
  l->has_pid = has_pid;
  l->pid = pid;
  l->message = dfmti_line_after_colon(q, end);
  take_kernel_time(l, (const uint8_t *)l->message.ptr, end);
  return true;
}

bool dfmti_line_host(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = dfmti_line_word(p, end);
  return q > p && q < end && *q == ' ' && dfmti_line_ident(l, q + 1, end);
}

bool dfmti_line_syslog(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = dfmti_line_month(l, p, end);
  l->kind = DFMTI_LINE_SYSLOG;
  return q && q < end && *q == ' ' && dfmti_line_host(l, q + 1, end);
}

bool dfmti_line_syslog_iso(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = dfmti_line_iso(l, p, end);
  l->kind = DFMTI_LINE_SYSLOG;
  return q && q < end && *q == ' ' && dfmti_line_host(l, q + 1, end);
}

/* "[ID NAME="VALUE" …]…" or "-"; its end, or NULL. */
static DFMTI_RARE const uint8_t *after_data(const uint8_t *p, const uint8_t *end) {
  if (p < end && *p == '-') return p + 1;
  const uint8_t *from = p;
  while (p < end && *p == '[') {
    bool quoted = false;
    for (p++; p < end && (quoted || *p != ']'); p++) {
      if (*p == '\\' && quoted && p + 1 < end)
        p++;
      else if (*p == '"')
        quoted = !quoted;
    }
    if (p == end) return NULL;
    p++;
  }
  return p > from ? p : NULL;
}

/* "TIME HOST APP PID MSGID [SD] MESSAGE", '-' for what is missing. */
DFMTI_RARE bool dfmti_line_syslog_5424(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *from[4], *to[4];
  const uint8_t *q = *p == '-' ? p + 1 : dfmti_line_iso(l, p, end);
  for (int i = 0; i < 4; i++) {
    if (!q || q == end || *q != ' ') return false;
    from[i] = q + 1;
    q = to[i] = dfmti_line_word(q + 1, end);
    if (from[i] == to[i]) return false;
  }
  if (q == end || *q != ' ' || !(q = after_data(q + 1, end)) || (q < end && *q != ' ')) return false;
  l->kind = DFMTI_LINE_SYSLOG;
  if (to[1] - from[1] != 1 || *from[1] != '-') l->tag = dfmti_line_str(from[1], to[1]);
  l->has_pid = dfmti_line_number(from[2], to[2], 10, &l->pid) == to[2];
  if (!l->has_pid) l->pid = 0;
  if (q < end) q++;
  l->message = dfmti_line_str(dfmti_begins(q, end, "\xef\xbb\xbf") ? q + 3 : q, end);
  return true;
}

/* "Wed 2024-11-20 10:11:12 CET HOST IDENT: MESSAGE" */
DFMTI_RARE bool dfmti_line_short_full(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = dfmti_line_calendar(l, p + 4, end, 0, true);
  if (!q || q == end || *q != ' ' || !l->has_year) return false;
  const uint8_t *zone_end = dfmti_line_word(q + 1, end);
  l->kind = DFMTI_LINE_SHORT_FULL;
  return zone_end > q + 1 && zone_end < end && dfmti_line_host(l, zone_end + 1, end);
}
