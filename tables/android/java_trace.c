/* SPDX-License-Identifier: MIT */
/*
 *         a class          a tab                   another line
 *   HEAD --------> MESSAGE ----> FRAMES <--------------------> ended
 *     |               ^         |  ^   |
 *     |               |_________|  |   | Suppressed: or Caused by: after tabs
 *     |                Caused by:  |   v
 *     |____________________________|__ NESTED: lines without a tab are of its message
 *                 a tab             a tab
 *
 * A circular reference ends the chain.
 */
#include "java_trace.h"

#include "java_frame.h"
#include "log_crash.h"
#include "signature.h"

enum { CLOSED, HEAD, MESSAGE, FRAMES, NESTED, ENDED };

static const char begins[] = "FATAL EXCEPTION: ", begins_system[] = "*** FATAL EXCEPTION IN SYSTEM PROCESS: ";
static const char cause[] = "Caused by: ";

static dfmt_str text_of(const struct dfmti_buf *b) { return (dfmt_str){(const char *)b->ptr, b->len}; }

void dfmti_java_trace_free(struct dfmti_mem *m, struct dfmti_java_trace *t) {
  dfmti_buf_free(m, &t->thread);
  dfmti_buf_free(m, &t->process);
  dfmti_buf_free(m, &t->first);
  dfmti_buf_free(m, &t->last);
  dfmti_buf_free(m, &t->frames);
  *t = (struct dfmti_java_trace){0};
}

/* ---- lines ---- */

/* Takes the start off. */
static bool take_begin(const struct dfmti_rules *rules, dfmt_str *line, bool *system) {
  *system = false;
  if (dfmti_cut_take(line, begins)) return true;
  dfmti_log_mark(rules, line);
  *system = dfmti_cut_take(line, begins_system);
  return *system;
}

bool dfmti_java_trace_begins(const struct dfmti_rules *rules, dfmt_str line) {
  bool system;
  return take_begin(rules, &line, &system);
}

bool dfmti_java_trace_open(struct dfmti_mem *m, const struct dfmti_rules *rules, struct dfmti_java_trace *t,
                           dfmt_str line) {
  t->phase = CLOSED;
  t->thread.len = t->process.len = t->first.len = t->last.len = t->frames.len = 0;
  (void)take_begin(rules, &line, &t->system);
  if (!dfmti_buf_append(m, &t->thread, line.ptr, (size_t)line.len)) return false;
  t->phase = HEAD;
  t->cut = t->has_pid = false;
  t->lines = 0;
  t->bytes = 0;
  t->chain = t->n_frames = 0;
  return true;
}

bool dfmti_java_trace_goes_on(const struct dfmti_java_trace *t, dfmt_str line) {
  if (t->phase == FRAMES) return dfmti_starts(line, "\t") || dfmti_starts(line, cause);
  return t->phase != CLOSED && t->phase != ENDED;
}

/* "Process: PROCESS, PID: N" */
static bool take_process(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line) {
  uint64_t end = dfmti_cut_find_last(line, ", PID: ");
  if (end == line.len || t->process.len > 0) return true;
  dfmt_str pid = dfmti_cut_after(line, end + sizeof ", PID: " - 1);
  t->has_pid = dfmti_cut_i32(&pid, &t->pid);
  line.len = end;
  return dfmti_buf_append(m, &t->process, line.ptr, (size_t)line.len);
}

/* Begins the next exception of the chain; data of the one before are not the root's. */
static bool take_exception(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line) {
  if (dfmti_cut_take(&line, cause) && dfmti_starts(line, "[CIRCULAR REFERENCE")) {
    t->phase = ENDED;
    return true;
  }
  struct dfmti_buf *to = t->chain ? &t->last : &t->first;
  if (!dfmti_buf_reserve(m, to, (size_t)line.len + 1)) return false;
  to->len = 0;
  (void)dfmti_buf_append(m, to, line.ptr, (size_t)line.len);
  t->chain++;
  t->frames.len = 0;
  t->n_frames = 0;
  t->phase = MESSAGE;
  return true;
}

static bool add_to_message(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line) {
  struct dfmti_buf *to = t->chain > 1 ? &t->last : &t->first;
  if (!dfmti_buf_reserve(m, to, (size_t)line.len + 1)) return false;
  to->ptr[to->len++] = '\n';
  return dfmti_buf_append(m, to, line.ptr, (size_t)line.len);
}

static bool take_tab(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line) {
  struct dfmti_java_frame f;
  line = dfmti_cut_after(line, 1);
  if (dfmti_java_frame(line, &f)) {
    if (!dfmti_buf_reserve(m, &t->frames, (size_t)f.method.len + 1)) return false;
    (void)dfmti_java_name(m, &t->frames, f.method);
    t->frames.ptr[t->frames.len++] = '\n';
    t->n_frames++;
  }
  t->phase = dfmti_starts(line, "[CIRCULAR REFERENCE") ? ENDED : FRAMES;
  while (dfmti_cut_take(&line, "\t")) {
  }
  if (dfmti_starts(line, "Suppressed: ") || dfmti_starts(line, cause)) t->phase = NESTED;
  return true;
}

static bool take_line(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line) {
  dfmt_str rest = line;
  if (dfmti_starts(line, "\t")) return take_tab(m, t, line);
  if (t->phase == HEAD && dfmti_cut_take(&rest, "Process: ")) return take_process(m, t, rest);
  if (dfmti_starts(line, cause) || (t->phase == HEAD && line.len > 0)) return take_exception(m, t, line);
  return t->phase == MESSAGE ? add_to_message(m, t, line) : true;
}

bool dfmti_java_trace_line(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line) {
  t->cut |= t->lines == DFMTI_JAVA_LINES || line.len > DFMTI_JAVA_BYTES - t->bytes;
  if (t->cut) return true;
  if (!take_line(m, t, line)) return false;
  t->lines++;
  t->bytes += (size_t)line.len;
  return true;
}

/* ---- results ---- */

dfmt_str dfmti_java_trace_process(const struct dfmti_java_trace *t) {
  return t->system ? (dfmt_str){"system_server", 13} : text_of(&t->process);
}

/* The class ends at the first ": " of its line. */
static struct dfmti_java_exception exception_of(const struct dfmti_buf *b) {
  dfmt_str text = text_of(b), line = dfmti_cut_first(text, dfmti_cut_find(text, "\n"));
  struct dfmti_java_exception e = {.name = dfmti_cut_first(line, dfmti_cut_find(line, ": "))};
  e.has_message = e.name.len < text.len;
  e.message = dfmti_cut_after(text, e.name.len + (e.name.len < line.len ? 2 : 1));
  return e;
}

struct dfmti_java_exception dfmti_java_trace_first(const struct dfmti_java_trace *t) { return exception_of(&t->first); }

struct dfmti_java_exception dfmti_java_trace_root(const struct dfmti_java_trace *t) {
  return exception_of(t->chain > 1 ? &t->last : &t->first);
}

bool dfmti_java_trace_frame(dfmt_str *frames, dfmt_str *frame) {
  if (frames->len == 0) return false;
  *frame = dfmti_cut_first(*frames, dfmti_cut_find(*frames, "\n"));
  *frames = dfmti_cut_after(*frames, frame->len + 1);
  return true;
}

bool dfmti_java_trace_signature(struct dfmti_mem *m, const struct dfmti_java_trace *t, struct dfmti_buf *to) {
  dfmt_str process = dfmti_java_trace_process(t), frames = text_of(&t->frames), frame;
  if (t->chain == 0) return true;
  if (process.len == 0) process = (dfmt_str){"?", 1};
  bool good = dfmti_signature_add(m, to, (dfmt_str){"java", 4}) &&
              dfmti_signature_add(m, to, dfmti_signature_process(process)) &&
              dfmti_signature_add(m, to, dfmti_java_trace_root(t).name);
  for (int i = 0; i < DFMTI_JAVA_COUNT && good && dfmti_java_trace_frame(&frames, &frame); i++)
    good = dfmti_signature_add(m, to, frame);
  return good;
}
