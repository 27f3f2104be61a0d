/* SPDX-License-Identifier: MIT */
#include "dropbox.h"

static bool is_java(dfmt_str tag) { return dfmti_ends(tag, "_crash") && !dfmti_ends(tag, "_native_crash"); }

bool dfmti_dropbox_tells(dfmt_str tag) {
  return dfmti_ends(tag, "_crash") || dfmti_ends(tag, "_anr") || dfmti_ends(tag, "_watchdog");
}

/* Takes a line off a text, with its line feed. */
static dfmt_str take_line(dfmt_str *text) {
  const uint64_t end = dfmti_cut_find(*text, "\n");
  const dfmt_str line = dfmti_cut_first(*text, end);
  *text = dfmti_cut_after(*text, end + 1);
  return line;
}

/* "====…", between two records. */
static bool is_rule(dfmt_str line) { return dfmti_starts(line, "===================="); }

bool dfmti_dropbox_file_begins(dfmt_str line) { return dfmti_starts(line, "Process: "); }

bool dfmti_dropbox_name(dfmt_str name, dfmt_str *tag, uint64_t *ms) {
  *tag = dfmti_cut_after(name, dfmti_cut_find_last(name, "/") + 1);
  dfmt_str time = dfmti_cut_after(*tag, dfmti_cut_find(*tag, "@") + 1);
  *tag = dfmti_cut_first(*tag, dfmti_cut_find(*tag, "@"));
  return dfmti_cut_number(&time, 10, ms) && *ms < INT64_MAX / 1000 && dfmti_starts(time, ".");
}

/* The heads, and what comes first after them. */
static bool file_goes_on(dfmt_str so_far, dfmt_str line) {
  static const char heads_end[] = "\n\n";
  const uint64_t body = dfmti_cut_find(so_far, heads_end) + sizeof heads_end - 1;
  return line.len > 0 || body >= so_far.len;
}

bool dfmti_dropbox_goes_on(dfmt_str so_far, dfmt_str line) {
  struct dfmti_dropbox_line head;
  dfmt_str rest = so_far;
  if (dfmti_dropbox_file_begins(so_far)) return file_goes_on(so_far, line);
  if (!dfmti_dropbox_line(take_line(&rest), &head) || !dfmti_dropbox_tells(head.tag) || is_rule(line)) return false;
  return is_java(head.tag) || !dfmti_ends(so_far, "\n\n"); /* for other records the first lines are enough */
}

/* "Process: NAME", also followed by other fields after '/'. */
static void take_field(struct dfmti_dropbox_fault *f, dfmt_str field) {
  dfmt_str rest = field;
  if (dfmti_cut_take(&rest, "Process: ") && !f->process.len) f->process = rest;
  if (dfmti_cut_take(&rest, "PID: ") && !f->has_pid) f->has_pid = dfmti_cut_i32(&rest, &f->process_id);
  if (dfmti_cut_take(&rest, "Subject: ") && !f->subject.len) f->subject = rest;
}

/* A list has all fields in one line, which may be truncated. */
static void take_fields(struct dfmti_dropbox_fault *f, dfmt_str line) {
  static const char next[] = "/PID: ";
  const bool list = dfmti_cut_blanks(&line) > 0;
  const uint64_t at = list ? dfmti_cut_find(line, next) : line.len;
  if (list && at == line.len) return; /* it may be truncated within the name */
  take_field(f, dfmti_cut_first(line, at));
  dfmt_str digits = dfmti_cut_after(line, at + 1);
  const uint64_t end = dfmti_cut_find(digits, "/");
  if (list && end < digits.len) take_field(f, dfmti_cut_first(digits, end));
}

/* The exception and its stack, up to the first line that is not part of it. */
static bool take_trace(struct dfmti_mem *m, dfmt_str text, struct dfmti_dropbox_fault *f, struct dfmti_java_trace *t) {
  if (!dfmti_java_trace_open(m, NULL, t, (dfmt_str){"", 0})) return false;
  if (f->process.len && !dfmti_buf_append(m, &t->process, f->process.ptr, (size_t)f->process.len)) return false;
  while (text.len > 0) {
    const dfmt_str line = take_line(&text);
    if (line.len == 0 || !dfmti_java_trace_goes_on(t, line)) break;
    if (!dfmti_java_trace_line(m, t, line)) return false;
  }
  f->has_trace = t->n_frames > 0;
  return true;
}

bool dfmti_dropbox_read(struct dfmti_mem *m, dfmt_str record, struct dfmti_dropbox_fault *f,
                        struct dfmti_java_trace *t) {
  dfmt_str rest = record;
  *f = (struct dfmti_dropbox_fault){.has_pid = false};
  const bool file = dfmti_dropbox_file_begins(record);
  if (!file) (void)dfmti_dropbox_line(take_line(&rest), &f->line);
  while (rest.len > 0 && *rest.ptr != '\n') take_fields(f, take_line(&rest));
  return !(file || is_java(f->line.tag)) || rest.len == 0 || take_trace(m, dfmti_cut_after(rest, 1), f, t);
}
