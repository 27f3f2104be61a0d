/* SPDX-License-Identifier: MIT */
#include "lone.h"

#include <string.h>

#include "base/text.h"
#include "base/wire.h"

dfmt_str dfmti_bugreport_lone_line(dfmt_str *rest) {
  uint64_t n = dfmti_cut_find(*rest, "\n");
  dfmt_str line = dfmti_cut_first(*rest, n);
  *rest = dfmti_cut_after(*rest, n + 1);
  (void)dfmti_cut_take_end(&line, "\r");
  return line;
}

/* ---- tombstones ---- */

enum { ARCH = 1, FINGERPRINT = 2, REVISION = 3, TIMESTAMP = 4 }; /* numbers of a tombstone's fields */

static bool take_field(dfmt_str *s, struct dfmti_wire_field *f) {
  const uint8_t *p = (const uint8_t *)s->ptr;
  if (!s->len || !dfmti_wire_field(p, p + s->len, f)) return false;
  *s = dfmti_cut_after(*s, (uint64_t)(f->content + f->len - p));
  return true;
}

static bool is_proto(dfmt_str start) {
  struct dfmti_wire_field f;
  uint64_t year;
  if (!take_field(&start, &f)) return false;
  if (f.number == ARCH && (f.type != DFMTI_WIRE_VARINT || f.v > 5 || !take_field(&start, &f))) return false;
  if (f.number != FINGERPRINT || f.type != DFMTI_WIRE_BYTES || !take_field(&start, &f)) return false;
  if (f.number == REVISION && (f.type != DFMTI_WIRE_BYTES || !take_field(&start, &f))) return false;
  if (f.number != TIMESTAMP || f.type != DFMTI_WIRE_BYTES || f.len < 19) return false;
  dfmt_str time = {(const char *)f.content, f.len};
  return dfmti_cut_number(&time, 10, &year) && year < 10000 && dfmti_starts(time, "-");
}

/* What GrapheneOS's log viewer shows: lines of its own, an empty one, and the tombstone without its stars. */
static bool is_shown(dfmt_str line, dfmt_str rest) {
  if (!dfmti_is(line, "type: crash")) return false;
  while (rest.len > 0 && dfmti_bugreport_lone_line(&rest).len > 0) {
  }
  line = dfmti_bugreport_lone_line(&rest);
  return dfmti_starts(line, "pid: ") && dfmti_cut_find(line, ", tid: ") < line.len;
}

/* Unisoc's head. */
static bool is_timed(dfmt_str line) {
  uint64_t n;
  return dfmti_cut_take(&line, "Native Crash TIME: ") && dfmti_cut_number(&line, 10, &n) && line.len == 0;
}

bool dfmti_bugreport_lone_is_tombstone(dfmt_str start) {
  static const char stars[] = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***";
  dfmt_str rest = start, line = dfmti_bugreport_lone_line(&rest);
  return dfmti_is(line, stars) || is_timed(line) || is_proto(start) || is_shown(line, rest);
}

/* ---- dumps of threads ---- */

enum { LOOK = 16384 }; /* bytes: more than what stands before the first process */

/* "YYYY-MM-DD …" */
static bool is_date(dfmt_str s) {
  static const char form[] = "0000-00-00 ";
  if (s.len < sizeof form - 1) return false;
  for (size_t i = 0; i < sizeof form - 1; i++)
    if (form[i] == '0' ? !dfmti_is_digit((uint8_t)s.ptr[i]) : s.ptr[i] != form[i]) return false;
  return true;
}

/* "----- pid N at TIME -----" */
static bool take_process(dfmt_str *s) {
  int32_t pid;
  return dfmti_cut_take(s, "----- pid ") && dfmti_cut_i32(s, &pid) && dfmti_cut_take(s, " at ") &&
         dfmti_cut_take_end(s, " -----");
}

/* What Play Console shows: each head of a thread twice, the first time without its priority. */
static bool is_console(dfmt_str line, dfmt_str next) {
  dfmt_str name = dfmti_cut_first(line, dfmti_cut_find(line, "\" tid="));
  if (name.len == line.len || !dfmti_starts(line, "\"") || next.len < name.len) return false;
  if (memcmp(next.ptr, name.ptr, (size_t)name.len) != 0) return false;
  next = dfmti_cut_after(next, name.len);
  (void)(dfmti_cut_take(&next, "\" daemon") || dfmti_cut_take(&next, "\""));
  return dfmti_starts(next, " prio=") && dfmti_cut_find(next, " tid=") < next.len;
}

bool dfmti_bugreport_lone_is_dump(dfmt_str start) {
  dfmt_str rest = dfmti_cut_first(start, LOOK), after = rest, first = dfmti_bugreport_lone_line(&after);
  bool headed = false, reason = false;
  if (is_console(first, dfmti_bugreport_lone_line(&after))) return true;
  while (rest.len > 0) {
    dfmt_str line = dfmti_bugreport_lone_line(&rest), time = line;
    if (take_process(&time)) return is_date(time);
    const bool other = dfmti_starts(line, "----- dumping pid: ") || dfmti_starts(line, "----- Waiting Channels: pid ");
    if (reason && other) return true; /* of a process that could not be dumped */
    reason = reason || dfmti_starts(line, "Subject: ");
    headed = headed || reason || other;
    if (!headed && line.len > 0) return false;
  }
  return false;
}

/* ---- the device's store of faults ---- */

enum { HEADS = 6 }; /* lines within which the second known one stands */

bool dfmti_bugreport_lone_is_stored(dfmt_str start) {
  static const char *const heads[][2] = {
      {"Process: ", "Flags: "}, {"Process: ", "Package: "}, {"isPrevious: ", "Build: "}, {"Build: ", "Hardware: "}};
  dfmt_str rest = start, first = dfmti_bugreport_lone_line(&rest), line = first;
  for (unsigned n = 1; n < HEADS && line.len > 0; n++) {
    line = dfmti_bugreport_lone_line(&rest);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
      if (dfmti_starts(first, heads[i][0]) && dfmti_starts(line, heads[i][1])) return true;
  }
  return false;
}

/* ---- ps ---- */

enum { MOST_COLUMNS = 24 };

static dfmt_str take_word(dfmt_str *s) {
  dfmti_cut_blanks(s);
  dfmt_str word = dfmti_cut_first(*s, dfmti_cut_find(*s, " "));
  *s = dfmti_cut_after(*s, word.len);
  return word;
}

/* Before Android 8 the state, before the name, has no heading. */
bool dfmti_bugreport_lone_is_ps(dfmt_str line) {
  bool user = false, pid = false, pc = false, state = false, name = false;
  unsigned n = 0;
  if (!dfmti_starts(line, "USER ") && !dfmti_starts(line, "LABEL ")) return false;
  for (dfmt_str word = take_word(&line); word.len > 0; word = take_word(&line)) {
    if (name) return false;
    user |= dfmti_is(word, "USER");
    pid |= dfmti_is(word, "PID");
    pc |= dfmti_is(word, "PC");
    state |= dfmti_is(word, "S");
    name = dfmti_is(word, "NAME") || dfmti_is(word, "CMD");
    n += name && pc && !state ? 2 : 1;
  }
  return user && pid && name && n <= MOST_COLUMNS;
}
