/* SPDX-License-Identifier: MIT */
/*
 *   ApplicationExitInfo #N:
 *     timestamp=T pid=N realUid=N packageUid=N definingUid=N user=N
 *     process=P reason=N (NAME) subreason=N (NAME) status=N
 *     importance=N pss=SIZE rss=SIZE description=TEXT state=S trace=PATH
 *
 * TEXT is arbitrary: it may contain line feeds, and the names of members. So the last line is parsed from the right.
 */
#include "exit_info.h"

#include "base/text.h"

bool dfmti_exit_info_package(dfmt_str line, dfmt_str *name) {
  if (!dfmti_cut_take(&line, "  package: ") || line.len == 0) return false;
  *name = line;
  return true;
}

static bool take_head(dfmt_str *line, uint32_t *index) {
  dfmti_cut_blanks(line);
  return dfmti_cut_take(line, "ApplicationExitInfo #") && dfmti_cut_u32(line, index) && dfmti_cut_take(line, ":");
}

bool dfmti_exit_info_begins(dfmt_str line) {
  uint32_t index;
  return take_head(&line, &index) && line.len == 0;
}

/* The last line of a text whose lines all end with a line feed. */
static dfmt_str last_line(dfmt_str s) {
  if (s.len > 0) s.len--;
  uint64_t at = dfmti_cut_find_last(s, "\n");
  return at == s.len ? s : dfmti_cut_after(s, at + 1);
}

bool dfmti_exit_info_goes_on(dfmt_str record, dfmt_str line) {
  dfmt_str last = last_line(record), text = line;
  dfmti_cut_blanks(&text);
  if (dfmti_starts(text, "timestamp=") || dfmti_starts(text, "process=") || dfmti_starts(text, "importance="))
    return true;
  if (dfmti_cut_find(last, " trace=") < last.len || dfmti_exit_info_begins(last)) return false;
  dfmti_cut_blanks(&last);
  return !dfmti_starts(last, "timestamp=") && !dfmti_starts(last, "process=");
}

/* Takes " KEY=VALUE" off the end, from the last occurrence of KEY. */
static bool take_last(dfmt_str *s, const char *key, dfmt_str *value) {
  uint64_t at = dfmti_cut_find_last(*s, key);
  if (at == s->len) return false;
  *value = dfmti_cut_after(*s, at + strlen(key));
  *s = dfmti_cut_first(*s, at);
  return true;
}

/* Up to a key that is not known here, " KEY=": releases and vendors add some anywhere. */
static dfmt_str value_of(dfmt_str s) {
  for (uint64_t at = 0; at < s.len; at++) {
    uint64_t end = at + 1;
    while (s.ptr[at] == ' ' && end < s.len && dfmti_is_letter((uint8_t)s.ptr[end])) end++;
    if (end > at + 1 && end < s.len && s.ptr[end] == '=') return dfmti_cut_first(s, at);
  }
  return s;
}

static bool all_u32(dfmt_str s, uint32_t *v) {
  s = value_of(s);
  return dfmti_cut_u32(&s, v) && s.len == 0;
}

static bool all_i32(dfmt_str s, int32_t *v) {
  s = value_of(s);
  return dfmti_cut_i32(&s, v) && s.len == 0;
}

/* "N (NAME)" */
static bool numbered(dfmt_str s, int32_t *number, dfmt_str *name) {
  s = value_of(s);
  if (!dfmti_cut_i32(&s, number) || !dfmti_cut_take(&s, " (") || !dfmti_cut_take_end(&s, ")")) return false;
  *name = s;
  return true;
}

static void read_time(dfmt_str s, struct dfmti_exit_info *e) {
  dfmt_str user, defining, package, real, process;
  bool whole = take_last(&s, " user=", &user) && take_last(&s, " definingUid=", &defining) &&
               take_last(&s, " packageUid=", &package) && take_last(&s, " realUid=", &real) &&
               take_last(&s, " pid=", &process);
  if (!whole || !all_i32(user, &e->user) || !all_u32(defining, &e->defining_uid) ||
      !all_u32(package, &e->package_uid) || !all_u32(real, &e->real_uid) || !all_i32(process, &e->process_id))
    return;
  e->time = value_of(s);
  e->has |= DFMTI_EXIT_HAS_TIME;
}

static void read_reason(dfmt_str s, struct dfmti_exit_info *e) {
  dfmt_str status, subreason, reason;
  bool whole = take_last(&s, " status=", &status) && take_last(&s, " subreason=", &subreason) &&
               take_last(&s, " reason=", &reason);
  if (!whole || !all_i32(status, &e->status) || !numbered(subreason, &e->subreason, &e->subreason_name) ||
      !numbered(reason, &e->reason, &e->reason_name))
    return;
  e->process = value_of(s);
  e->has |= DFMTI_EXIT_HAS_REASON;
}

/* "5.2MB", in some languages "5,2MB", as KiB, rounded down; without a suffix it is bytes. */
static bool read_size(dfmt_str s, uint64_t *kb) {
  static const char *const suffixes[] = {"", "KB", "MB", "GB", "TB"};
  uint64_t whole, part = 0, scale = 1;
  unsigned shift = 0;
  s = value_of(s);
  if (!dfmti_cut_number(&s, 10, &whole) || whole > 1000000) return false;
  if (dfmti_cut_take(&s, ".") || dfmti_cut_take(&s, ",")) {
    uint64_t digits = s.len;
    if (!dfmti_cut_number(&s, 10, &part)) return false;
    digits -= s.len;
    if (digits > 6) return false;
    while (digits-- > 0) scale *= 10;
  }
  while (shift < sizeof suffixes / sizeof *suffixes && !dfmti_is(s, suffixes[shift])) shift++;
  if (shift == sizeof suffixes / sizeof *suffixes) return false;
  uint64_t unit = (uint64_t)1 << 10 * shift;
  *kb = (whole * unit + part * unit / scale) >> 10;
  return true;
}

/* "importance=N pss=SIZE rss=SIZE", after the rest was taken off. */
static void read_sizes(dfmt_str s, struct dfmti_exit_info *e) {
  dfmt_str pss, rss;
  bool sizes = take_last(&s, " rss=", &rss) && take_last(&s, " pss=", &pss);
  if (!all_i32(s, &e->importance)) return;
  e->has |= DFMTI_EXIT_HAS_IMPORTANCE;
  if (sizes && read_size(pss, &e->pss_kb) && read_size(rss, &e->rss_kb)) e->has |= DFMTI_EXIT_HAS_PSS;
}

/* A text that is there; "null" stands for none. */
static void keep(struct dfmti_exit_info *e, dfmt_str s, uint32_t bit, dfmt_str *to) {
  if (dfmti_is(s, "null")) return;
  *to = s;
  e->has |= bit;
}

static void read_importance(dfmt_str s, struct dfmti_exit_info *e) {
  dfmt_str state = {NULL, 0}, trace;
  if (take_last(&s, " trace=", &trace)) keep(e, value_of(trace), DFMTI_EXIT_HAS_TRACE, &e->trace);
  if (take_last(&s, " state=", &state)) state = value_of(state);
  if (dfmti_cut_number(&state, 10, &e->state_bytes) && dfmti_is(state, " bytes")) e->has |= DFMTI_EXIT_HAS_STATE;
  static const char description[] = " description=";
  const uint64_t at = dfmti_cut_find(s, description);
  if (at < s.len) keep(e, dfmti_cut_after(s, at + sizeof description - 1), DFMTI_EXIT_HAS_DESCRIPTION, &e->description);
  read_sizes(dfmti_cut_first(s, at), e);
}

void dfmti_exit_info_read(dfmt_str record, struct dfmti_exit_info *e) {
  *e = (struct dfmti_exit_info){0};
  while (record.len > 0) {
    uint64_t end = dfmti_cut_find(record, "\n");
    dfmt_str line = dfmti_cut_first(record, end), rest = record;
    record = dfmti_cut_after(record, end + 1);
    dfmti_cut_blanks(&line);
    dfmti_cut_blanks(&rest);
    if (dfmti_cut_take(&line, "timestamp=")) {
      read_time(line, e);
    } else if (dfmti_cut_take(&line, "process=")) {
      read_reason(line, e);
    } else if (dfmti_cut_take(&rest, "importance=")) {
      dfmti_cut_take_end(&rest, "\n");
      read_importance(rest, e);
      return;
    } else {
      take_head(&line, &e->index);
    }
  }
}
