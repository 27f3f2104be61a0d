/* SPDX-License-Identifier: MIT */
/*
 * Lines of the kernel: perhaps a level, a time, who printed them, a message. The time has six digits after the point,
 * always. Who printed is what vendors add; messages begin with such things, too, so widths are exact.
 */
#include "line_parts.h"

enum { COMM = 15, MOST_ADDED = 32 }; /* bytes of a task's name, and of what vendors add to a time */

const uint8_t *dfmti_line_level(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t level;
  const uint8_t *q = dfmti_line_number(p + 1, end, 4, &level);
  if (!q || q == end || *q != '>') return NULL;
  l->level = (uint32_t)level;
  l->has_level = true;
  return q + 1;
}

/* ---- who printed; what a line does not have leaves p where it is ---- */

/* "[  T123]", "[    C4]", and what vendors put after that: "[T123@C4]"; the processor's number alone, "[3]" */
static DFMTI_RARE const uint8_t *take_caller(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *name = dfmti_line_blanks(p + 1, end), *q;
  int32_t number;
  if (end - name < 3) return p;
  if ((q = dfmti_line_number(name, end, 3, &number)) != NULL) return q < end && *q == ']' ? q + 1 : p;
  if (*name != 'T' && *name != 'C') return p;
  if (!(q = dfmti_line_number(name + 1, end, 10, &number))) return p;
  const uint8_t *caller_end = q;
  while (q < end && *q != ']' && *q > ' ' && q - name < 24) q++;
  if (q == end || *q != ']') return p;
  l->has_tid = *name == 'T';
  l->tid = l->has_tid ? number : 0;
  l->caller = dfmti_line_str(name, caller_end);
  return q + 1;
}

static void set_task(struct dfmti_line *l, int32_t pid, const uint8_t *comm, const uint8_t *comm_end) {
  l->has_pid = true;
  l->pid = pid;
  l->process = dfmti_line_str(comm, comm_end);
}

static const uint8_t *after_blank(const uint8_t *p, const uint8_t *end) { return p < end && *p == ' ' ? p + 1 : p; }

/* Samsung: " [4:           comm:  123] ", with an I in an interrupt; older ones have a blank more. */
static DFMTI_RARE const uint8_t *samsung(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t pid;
  const uint8_t *q = p + 1 + (*p == ' ' && (p[1] == ' ' || p[1] == 'I'));
  if (end - q < 26 || q[0] != '[' || !dfmti_is_digit(q[1])) return NULL;
  q += 2 + dfmti_is_digit(q[2]);
  if (q[0] != ':' || q[COMM + 1] != ':') return NULL;
  const uint8_t *comm = q + 1, *after = comm + COMM + 1;
  const uint8_t *r = dfmti_line_number(dfmti_line_blanks(after, end), end, 10, &pid);
  if (!r || r - after < 5 || r == end || *r != ']') return NULL;
  set_task(l, pid, dfmti_line_blanks(comm, comm + COMM), comm + COMM);
  return after_blank(r + 1, end);
}

/* The place of a character in p[0 … n), or NULL. */
static const uint8_t *find_near(const uint8_t *p, const uint8_t *end, char c, ptrdiff_t n) {
  return memchr(p, c, (size_t)(end - p < n ? end - p : n));
}

/* MediaTek: "  (3)[123:comm]", and the message without a blank; '-' in an interrupt. Of eight characters or more. */
static DFMTI_RARE const uint8_t *mediatek(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t pid, cpu;
  const uint8_t *q = p + 1 + (*p == ' ' && p[1] != '(');
  if (q[0] != '(' || !(q = dfmti_line_number(q + 1, end, 2, &cpu))) return NULL;
  if (q[0] != ')' || q[1] != '[' || !(q = dfmti_line_number(q + 2, end, 10, &pid)) || q == end || *q != ':')
    return NULL;
  const uint8_t *close = find_near(q, end, ']', COMM + 3);
  if (!close) return NULL;
  set_task(l, pid, q + 1, close);
  return close + 1;
}

/* Huawei: "[pid:123,cpu3,comm]", and the message at once. At the '['. */
static DFMTI_RARE const uint8_t *huawei(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t pid, cpu;
  const uint8_t *q = dfmti_begins(p, end, "[pid:") ? dfmti_line_number(p + 5, end, 10, &pid) : NULL;
  if (!q || !dfmti_begins(q, end, ",cpu") || !(q = dfmti_line_number(q + 4, end, 2, &cpu))) return NULL;
  const uint8_t *close = q < end && *q == ',' ? find_near(q, end, ']', COMM + 3) : NULL;
  if (!close) return NULL;
  set_task(l, pid, q + 1, close);
  return close + 1;
}

/* Marvell, Spreadtrum: " c1   123 (comm) "; Samsung, too: " c1 ". Where the message begins. Of five characters. */
static DFMTI_RARE const uint8_t *cpu(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                     const uint8_t *end) {
  int32_t n, pid;
  const uint8_t *q = dfmti_line_number(p + 2, end, 2, &n), *message = p + 1;
  if (!q || *q != ' ') return message;
  const uint8_t *r = dfmti_line_number(dfmti_line_blanks(q, end), end, 10, &pid);
  if (r && end - r > 3 && r[0] == ' ' && r[1] == '(') {
    const uint8_t *close = r;
    do close = find_near(close + 1, end, ')', r + COMM + 5 - close);
    while (close && close + 1 < end && close[1] != ' '); /* a name may have brackets */
    if (close && close + 1 < end) {
      set_task(l, pid, r + 2, close);
      return close + 2;
    }
  }
  if (x->look) x->look->bare_cpu++;
  return x->bare_cpu ? q + 1 : message;
}

/* Where the message begins, after the time's bracket; NULL: it is no line of the kernel. */
static const uint8_t *between(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = NULL;
  if (p < end && *p == '[') p = take_caller(l, p, end);
  if (p == end) return p;
  if (*p == '[') q = huawei(l, p, end);
  if (end - p > 7 && (*p != ' ' || memchr(" [I(-~N", p[1], 7))) {
    if (*p == ' ' || *p == 'I') q = samsung(l, p, end);
    if (!q && memchr(" -~NI", *p, 5)) q = mediatek(l, p, end);
  }
  if (!q && *p != ' ') return NULL;
  if (x->look) x->look->kernel++;
  if (q) return q;
  return end - p > 4 && p[1] == 'c' ? cpu(x, l, p, end) : p + 1;
}

/* ---- the journal's: "[   12.345678] HOST IDENT[PID]: MESSAGE" ---- */

/* Counts hosts. Whether they are the journal's or a message's words, most lines tell. */
static DFMTI_RARE void learn_host(struct dfmti_line_look *look, const uint8_t *p, const uint8_t *end) {
  struct dfmti_line l = {.kind = 0};
  const uint8_t *host_end = dfmti_line_word(p, end);
  const size_t n = (size_t)(host_end - p);
  if (n == 0 || n >= DFMTI_LINE_HOST || !dfmti_line_host(&l, p, end)) return;
  if (look->hosted++ == 0) {
    memcpy(look->host, p, n);
    look->host_len = (uint8_t)n;
  }
  if (look->host_len != n || memcmp(look->host, p, n) != 0) return;
  look->same_host++;
  look->journal |= l.has_pid || (l.tag.len == 6 && memcmp(l.tag.ptr, "kernel", 6) == 0);
}

static DFMTI_RARE void take_host(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                 const uint8_t *end) {
  if (end - p <= x->host_len || memcmp(p, x->host, x->host_len) != 0 || p[x->host_len] != ' ') return;
  if (dfmti_line_ident(l, p + x->host_len + 1, end)) l->kind = DFMTI_LINE_SHORT_MONOTONIC;
}

/* ---- lines ---- */

static uint64_t number_of(const uint8_t *p, const uint8_t *end) {
  uint64_t v = 0;
  for (; p < end; p++) v = v * 10 + (uint64_t)(*p - '0');
  return v;
}

/* "[   12.345678": after it, where there is more, or NULL. */
static const uint8_t *take_uptime(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *from = dfmti_line_blanks(p + 1, end), *q = from, *point = NULL;
  uint64_t v = 0;
  for (; q < end && (dfmti_is_digit(*q) || (*q == '.' && !point)); q++) {
    if (*q == '.')
      point = q;
    else
      v = v * 10 + (uint64_t)(*q - '0');
  }
  if (!point || point == from || point - from > 12 || q - point != 7 || q == end) return NULL;
  l->uptime_us = v;
  l->has_uptime = true;
  l->timing = DFMTI_LINE_SECONDS;
  l->seconds = dfmti_line_str(from, point);
  l->fraction = dfmti_line_str(point + 1, q);
  l->time = dfmti_line_str(from, q);
  return q;
}

/* Since the line before, which is no time of its own: "  +0.000123", "<    0.000123>". After it, or NULL. */
static DFMTI_RARE const uint8_t *after_step(const uint8_t *p, const uint8_t *end) {
  struct dfmti_line l = {.kind = 0};
  const bool closed = p < end && *p == '<';
  const uint8_t *q = dfmti_line_blanks(p + closed, end);
  if (!closed && (q == p || q == end || (*q != '+' && *q != '-'))) return NULL;
  q = dfmti_line_seconds(&l, q + !closed, end, 6, 6);
  return !closed ? q : q && q < end && *q == '>' ? q + 1 : NULL;
}

/* What dmesg has for a time: -T "Wed Nov 20 10:11:12 2024", -H "Nov20 10:11" and steps within that minute. */
static DFMTI_RARE const uint8_t *take_human(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  if (end - p < 25 || p[3] != ' ' || !dfmti_line_ctime(l, p + 4, end)) {
    const uint8_t *q = dfmti_line_minute(l, p, end);
    return q ? q : after_step(p, end);
  }
  l->time = dfmti_line_str(p, p + 24);
  return p[24] == ' ' ? after_step(p + 25, end) : p + 24;
}

static DFMTI_RARE bool human(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = take_human(l, p + 1, end);
  if (!q || q == end || *q != ']' || !(q = between(x, l, q + 1, end))) return false;
  l->kind = DFMTI_LINE_HUMAN;
  l->message = dfmti_line_str(q, end);
  return true;
}

bool dfmti_line_kernel(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = take_uptime(l, p, end);
  if (!q) return human(x, l, p, end);
  /* Motorola, Amlogic: the processor; LG: the date; "[T / MM-DD HH:MM:SS.mmm][3] " */
  if (*q == ',' && end - q > 1 && q[1] == ' ') return false; /* numbers in a list */
  if (*q != ']' && !(q = find_near(q, end, ']', MOST_ADDED))) return false;
  if (!(q = between(x, l, q + 1, end))) return false;
  l->kind = DFMTI_LINE_KERNEL;
  l->message = dfmti_line_str(q, end);
  if (x->look) learn_host(x->look, q, end);
  if (x->host_len) take_host(x, l, q, end);
  return true;
}

/* "kern  :info  : " */
static DFMTI_RARE bool take_word(const char *const *words, uint32_t n, const uint8_t **p, const uint8_t *end,
                                 uint32_t *which) {
  const uint8_t *q = dfmti_line_name(*p, end), *colon = dfmti_line_blanks(q, end);
  if (colon == end || *colon != ':' || colon - *p < 6) return false;
  for (uint32_t i = 0; i < n; i++) {
    if ((size_t)(q - *p) != strlen(words[i]) || memcmp(*p, words[i], (size_t)(q - *p)) != 0) continue;
    *which = i;
    *p = colon + 1;
    return true;
  }
  return false;
}

DFMTI_RARE bool dfmti_line_decoded(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                   const uint8_t *end) {
  static const char *const facilities[] = {"kern", "user", "mail", "daemon", "auth",     "syslog",
                                           "lpr",  "news", "uucp", "cron",   "authpriv", "ftp"};
  static const char *const levels[] = {"emerg", "alert", "crit", "err", "warn", "notice", "info", "debug"};
  uint32_t facility, level;
  if (!take_word(facilities, 12, &p, end, &facility) || !take_word(levels, 8, &p, end, &level)) return false;
  if (end - p < 8 || *p++ != ' ') return false;
  if (*p == '[' ? !dfmti_line_kernel(x, l, p, end) : !dfmti_line_kernel_iso(x, l, p, end)) return false;
  l->kind = DFMTI_LINE_DECODED;
  l->level = facility * 8 + level;
  l->has_level = true;
  return true;
}

/* dmesg --time-format iso: a comma before the fraction. */
DFMTI_RARE bool dfmti_line_kernel_iso(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                      const uint8_t *end) {
  const uint8_t *q = end - p > 19 && p[19] == ',' ? dfmti_line_iso(l, p, end) : NULL;
  if (!q || !(q = between(x, l, q, end))) return false;
  l->kind = DFMTI_LINE_ISO;
  l->message = dfmti_line_str(q, end);
  return true;
}

/* "6,1234,12345678,-;MESSAGE", of six characters or more */
bool dfmti_line_kmsg(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t level;
  const uint8_t *q = dfmti_line_number(p, end, 4, &level);
  if (!q || *q != ',') return false;
  const uint8_t *number = dfmti_line_digits(q + 1, end);
  if (number == q + 1 || number == end || *number != ',') return false;
  const uint8_t *time = number + 1, *time_end = dfmti_line_digits(time, end);
  if (time_end == time || time_end - time > 18 || time_end == end || *time_end != ',') return false;
  const uint8_t *semicolon = find_near(time_end, end, ';', 40);
  if (!semicolon) return false;
  l->kind = DFMTI_LINE_KMSG;
  l->timing = DFMTI_LINE_MICROS;
  l->uptime_us = number_of(time, time_end);
  l->has_uptime = true;
  l->time = dfmti_line_str(time, time_end);
  l->level = (uint32_t)level;
  l->has_level = true;
  l->message = dfmti_line_str(semicolon + 1, end);
  return true;
}

/* ---- in a bug report ---- */

/* "[  T123]" */
static DFMTI_RARE const uint8_t *exact_caller(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *name = dfmti_line_blanks(p + 1, end);
  int32_t number;
  if (name == end || (*name != 'T' && *name != 'C')) return NULL;
  const uint8_t *q = dfmti_line_number(name + 1, end, 9, &number);
  if (!q || q == end || *q != ']') return NULL;
  l->caller = dfmti_line_str(name, q);
  return q + 1;
}

/* Fractions of one to nine digits, of which those after the sixth are zeros. */
static bool exact_uptime(struct dfmti_line *l) {
  const uint32_t ns = dfmti_line_nanosecond(l->fraction);
  const uint8_t *p = (const uint8_t *)l->seconds.ptr;
  l->uptime_us = number_of(p, p + l->seconds.len) * 1000000 + ns / 1000;
  l->has_uptime = true;
  return ns % 1000 == 0;
}

bool dfmti_line_kernel_exact(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  if (*p == '<' && !(p = dfmti_line_level(l, p, end))) return false;
  if (p == end || *p != '[') return false;
  const uint8_t *q = dfmti_line_seconds(l, dfmti_line_blanks(p + 1, end), end, 1, DFMTI_LINE_MOST);
  if (!q || l->seconds.len > 9 || !exact_uptime(l) || q == end || *q++ != ']') return false;
  if (q < end && *q == '[' && !(q = exact_caller(l, q, end))) return false;
  if (q == end || *q != ' ') return false;
  l->kind = DFMTI_LINE_KERNEL;
  l->message = dfmti_line_str(q + 1, end);
  return true;
}
