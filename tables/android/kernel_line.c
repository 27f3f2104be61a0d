/* SPDX-License-Identifier: MIT */
/*
 * Vendors differ in which of these they print, and in what order, so each may stand anywhere before the message:
 *
 *   <6>   kern  :info  :   [   12.345678…]   [  T421]   [    C3]   [3]   I[3:  comm:  421]   (3)[421:comm]   c3
 *   c3   421 (comm)   [pid:421,cpu3,comm]   [Wed Nov 20 10:11:12 2024]   Nov 20 10:11:12 HOST kernel:
 */
#include "kernel_line.h"

#include "base/text.h"
#include "kernel_words.h"

enum {
  MOST_PARTS = 6,
  MOST_BRACKET = 64, /* bytes of one */
  MOST_COMM = 32     /* bytes of a task's name and its brackets */
};

static bool is_digit(dfmt_str s, uint64_t at) { return at < s.len && dfmti_is_digit((uint8_t)s.ptr[at]); }

/* The first digits, at most so many; how many there are. */
static uint64_t digits(dfmt_str s, uint64_t most) {
  uint64_t n = 0;
  while (n < most && is_digit(s, n)) n++;
  return n;
}

/* Digits stand where the shape has zeros, and else what it has. */
static bool has_shape(dfmt_str s, const char *shape) {
  const uint64_t n = strlen(shape);
  for (uint64_t i = 0; i < n && i < s.len; i++)
    if (shape[i] == '0' ? !is_digit(s, i) : shape[i] != '?' && shape[i] != s.ptr[i]) return false;
  return s.len >= n;
}

/* ---- in brackets: the text within ---- */

/* "12.345678", and what vendors put after that */
static bool seconds(dfmt_str s, struct dfmti_kernel_line *l) {
  enum { LEAST_FRACTION = 3, FRACTION = 6 };
  const uint64_t whole = digits(s, 12);
  if (whole == 0 || whole == s.len || s.ptr[whole] != '.') return false;
  const dfmt_str fraction = dfmti_cut_after(s, whole + 1);
  const uint64_t part = digits(fraction, 12);
  if (part < LEAST_FRACTION) return false;
  uint64_t us = 0;
  for (uint64_t i = 0; i < whole; i++) us = us * 10 + (uint64_t)(s.ptr[i] - '0');
  for (uint64_t i = 0; i < FRACTION; i++) us = us * 10 + (i < part ? (uint64_t)(fraction.ptr[i] - '0') : 0);
  if (l->time.len > 0) return true;
  l->time = dfmti_cut_first(s, whole + 1 + part);
  l->timed = true;
  l->uptime_us = us;
  return true;
}

/* dmesg -T */
static bool date(dfmt_str s, struct dfmti_kernel_line *l) {
  if (s.len != 24 || !has_shape(s, "??? ??? ?0 00:00:00 0000")) return false;
  if (l->time.len == 0) l->time = s;
  return true;
}

/* "T421", "C3", and what vendors put after that; a processor's number alone */
static bool caller(dfmt_str s) {
  const bool named = s.len > 0 && (*s.ptr == 'T' || *s.ptr == 'C');
  if (named) s = dfmti_cut_after(s, 1);
  const uint64_t n = digits(s, named ? 10 : 3);
  return n > 0 && (named ? dfmti_cut_find(s, " ") == s.len : n == s.len);
}

/* "pid:421,cpu3,comm" */
static bool process(dfmt_str s) {
  uint64_t id;
  return dfmti_cut_take(&s, "pid:") && dfmti_cut_number(&s, 10, &id) && dfmti_starts(s, ",cpu");
}

/* "3:  comm:  421"; the name may have anything in it. */
static bool task(dfmt_str s) {
  const uint64_t cpu = digits(s, 3), colon = dfmti_cut_find_last(s, ":");
  if (cpu == 0 || cpu == s.len || s.ptr[cpu] != ':' || colon <= cpu) return false;
  dfmt_str id = dfmti_cut_after(s, colon + 1);
  (void)dfmti_cut_blanks(&id);
  return id.len > 0 && digits(id, 10) == id.len;
}

/* After the first bracket that closes a task's, or 0. */
static uint64_t task_end(dfmt_str s) {
  const uint64_t most = s.len < MOST_BRACKET ? s.len : MOST_BRACKET;
  for (uint64_t at = 1; at < most; at++)
    if (s.ptr[at] == ']' && task((dfmt_str){s.ptr + 1, at - 1})) return at + 1;
  return 0;
}

static uint64_t bracket(dfmt_str s, struct dfmti_kernel_line *l) {
  const dfmt_str near = dfmti_cut_first(s, MOST_BRACKET);
  const char *close = memchr(near.ptr, ']', (size_t)near.len);
  if (!close) return 0;
  dfmt_str within = {s.ptr + 1, (uint64_t)(close - s.ptr) - 1};
  const uint64_t end = within.len + 2;
  (void)dfmti_cut_blanks(&within);
  if (within.len == 0) return 0;
  if (!is_digit(within, 0) && (uint8_t)(*within.ptr - 'A') >= 26) return process(within) ? end : 0;
  return seconds(within, l) || date(within, l) || caller(within) ? end : task_end(s);
}

/* ---- others: how long they are, or 0 ---- */

static uint64_t level(dfmt_str s) {
  const uint64_t n = digits(dfmti_cut_after(s, 1), 4), end = n + 1;
  return n > 0 && end < s.len && s.ptr[end] == '>' ? end + 1 : 0;
}

/* "(3)[421:comm]" */
static uint64_t processor_first(dfmt_str s) {
  uint64_t at = 1 + digits(dfmti_cut_after(s, 1), 3);
  if (at == 1 || at + 1 >= s.len || s.ptr[at] != ')' || s.ptr[at + 1] != '[') return 0;
  const dfmt_str id = dfmti_cut_after(s, at += 2);
  const uint64_t n = digits(id, 10);
  if (n == 0 || n == id.len || id.ptr[n] != ':') return 0;
  const dfmt_str comm = dfmti_cut_first(dfmti_cut_after(id, n + 1), MOST_COMM);
  const uint64_t close = dfmti_cut_find(comm, "]");
  return close < comm.len ? at + n + 1 + close + 1 : 0;
}

/* "c3 ", "c3   421 (comm) "; the blank at the end is not of it. */
static uint64_t processor(dfmt_str s) {
  const uint64_t cpu = 1 + digits(dfmti_cut_after(s, 1), 2);
  dfmt_str rest = dfmti_cut_after(s, cpu);
  if (cpu == 1 || dfmti_cut_blanks(&rest) == 0) return 0;
  rest = dfmti_cut_after(rest, digits(rest, 10));
  const dfmt_str comm = dfmti_cut_first(rest, MOST_COMM);
  const uint64_t close = dfmti_starts(rest, " (") ? dfmti_cut_find(comm, ") ") : comm.len;
  return close < comm.len ? (uint64_t)(rest.ptr - s.ptr) + close + 1 : cpu;
}

static bool take_word(dfmt_str *s, const char *const *words) {
  for (; *words; words++) {
    dfmt_str rest = *s;
    if (!dfmti_cut_take(&rest, *words)) continue;
    (void)dfmti_cut_blanks(&rest);
    if (!dfmti_cut_take(&rest, ":")) continue;
    *s = rest;
    return true;
  }
  return false;
}

/* dmesg -x: no blank stands behind the first colon. */
static uint64_t facility(dfmt_str s) {
  enum { NEAR = 10 };
  const char *colon = memchr(s.ptr, ':', s.len < NEAR ? (size_t)s.len : NEAR);
  dfmt_str rest = s;
  if (!colon || (uint64_t)(colon - s.ptr) + 1 == s.len || (uint8_t)(colon[1] - 'a') >= 26) return 0;
  return take_word(&rest, dfmti_kernel_facilities) && take_word(&rest, dfmti_kernel_levels) ? s.len - rest.len : 0;
}

/* "Nov 20 10:11:12[.fraction] HOST kernel:" */
static uint64_t journal(dfmt_str s, struct dfmti_kernel_line *l) {
  if (!has_shape(s, "??? ?0 00:00:00")) return 0;
  const uint64_t host = 15 + dfmti_cut_find(dfmti_cut_after(s, 15), " ");
  dfmt_str rest = dfmti_cut_after(s, host + 1);
  rest = dfmti_cut_after(rest, dfmti_cut_find(rest, " "));
  if (!dfmti_cut_take(&rest, " kernel:")) return 0;
  if (l->time.len == 0) l->time = dfmti_cut_first(s, host);
  return s.len - rest.len;
}

/* ---- all of them ---- */

/* The length of a part at the start, or 0. A letter before a bracket tells of interrupts. */
static uint64_t part(dfmt_str s, struct dfmti_kernel_line *l) {
  const char c = *s.ptr, next = s.len > 1 ? s.ptr[1] : 0;
  if (c == '[') return bracket(s, l);
  if (c == '<') return level(s);
  if (c == '(') return processor_first(s);
  const dfmt_str second = dfmti_cut_after(s, 1);
  if (next == '[' || next == '(') {
    const uint64_t n = next == '[' ? task_end(second) : processor_first(second);
    return n ? n + 1 : 0;
  }
  if (c == 'c' && dfmti_is_digit((uint8_t)next)) return processor(s);
  if (s.len > 16 && s.ptr[3] == ' ' && s.ptr[6] == ' ') return journal(s, l);
  return (uint8_t)(c - 'a') < 26 ? facility(s) : 0;
}

void dfmti_kernel_line(dfmt_str line, struct dfmti_kernel_line *l) {
  dfmt_str rest = line;
  bool any = false;
  *l = (struct dfmti_kernel_line){.text = line};
  for (int i = 0; i < MOST_PARTS; i++) {
    (void)dfmti_cut_blanks(&rest);
    const uint64_t n = rest.len > 0 ? part(rest, l) : 0;
    if (n == 0) break;
    l->text = rest = dfmti_cut_after(rest, n);
    any = true;
  }
  if (any) (void)dfmti_cut_take(&l->text, " ");
}
