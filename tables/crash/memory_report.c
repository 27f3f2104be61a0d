/* SPDX-License-Identifier: MIT */
#include "memory_report.h"

#include "android/sanitizer.h"

typedef struct dfmti_crash_memory memory;
typedef struct dfmti_crash_memory_open opened;

void dfmti_crash_memory_free(struct dfmti_mem *m, memory *x) {
  for (size_t i = 0; i < DFMTI_MEMORY_OPEN; i++) {
    dfmti_buf_free(m, &x->open[i].program);
    dfmti_buf_free(m, &x->open[i].message);
    dfmti_buf_free(m, &x->open[i].stack.stack.text);
  }
  dfmti_buf_free(m, &x->signature);
}

/* Up to Android 6 their tag is that of libc. */
bool dfmti_crash_memory_takes(const dfmt_bugreport_log *l) {
  const bool told = dfmti_is(l->tag, "malloc_debug") || dfmti_is(l->tag, "libc");
  return told || l->kind == 0 || dfmti_crash_is_untagged(l) || dfmti_sanitizer_takes(l->message);
}

/* ---- rows ---- */

/* Ends a report. OK: there is a row. */
static dfmt_status end_one(memory *x, struct dfmti_crash_feed *feed, opened *o) {
  struct dfmti_mem *m = &feed->in.mem;
  const dfmt_str program = dfmti_derived_kept(&o->program), entry = dfmti_derived_kept(&feed->entry),
                 message = dfmti_derived_kept(&o->message),
                 detail = dfmti_cut_first(dfmti_cut_after(message, o->detail_at), o->detail_len);
  x->signature.len = 0;
  if (!dfmti_memory_signature(m, &o->stack, program, o->what, detail, &x->signature)) return DFMT_E_NOMEM;
  x->row = (struct dfmti_crash_memory_row){
      .head = {sizeof x->row, DFMTI_ROW_MEMORY_REPORT},
      .truncated = o->cut,
      .leak = o->leak,
      .ends = o->stack.by_frames && !o->leak,
      .process_id = o->of,
      .start_offset = o->offset,
      .line = o->line,
      .entry = entry,
      .section = entry.len ? (dfmt_str){"", 0} : dfmti_derived_kept(&feed->section),
      .process_name = program,
      .time_text = {o->time, o->time_len},
      .signature = dfmti_derived_kept(&x->signature),
      .message = message,
  };
  o->is = false;
  return DFMT_OK;
}

/* The one that began first; NULL: none is open. */
static opened *oldest(memory *x) {
  opened *first = NULL;
  for (opened *o = x->open; o < x->open + DFMTI_MEMORY_OPEN; o++)
    if (o->is && (!first || o->number < first->number)) first = o;
  return first;
}

dfmt_status dfmti_crash_memory_end(memory *x, struct dfmti_crash_feed *feed) {
  opened *o = oldest(x);
  return o ? end_one(x, feed, o) : DFMT_END;
}

/* ---- lines ---- */

/* On standard error the tag stands before the text. */
static dfmt_str text_of(const struct dfmti_crash_line *l) {
  dfmt_str text = l->text;
  if (!l->is_log) (void)dfmti_cut_take(&text, "malloc_debug: ");
  return text;
}

/* The open report of a line's thread; NULL: none. */
static opened *open_of(memory *x, const struct dfmti_crash_line *l) {
  for (opened *o = x->open; o < x->open + DFMTI_MEMORY_OPEN; o++)
    if (o->is && o->process_id == l->process_id && o->thread_id == l->thread_id) return o;
  return NULL;
}

/* A sanitizer's lines have the program's name for a tag, if it writes into the log itself. */
static dfmt_str program_of(const struct dfmti_crash_line *l, const struct dfmti_memory_head *head) {
  static const char *const others[] = {"stderr", "stdout", "DEBUG"};
  if (!l->is_log || !head->has_process_id) return head->program;
  if (l->process_id >= 0 && l->process_id != head->process_id) return head->program;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (dfmti_is(l->tag, others[i])) return head->program;
  return l->tag;
}

static dfmt_status begin_one(memory *x, struct dfmti_crash_feed *feed, opened *o, const struct dfmti_crash_line *l,
                             const struct dfmti_memory_head *head) {
  dfmt_status st = dfmti_derived_keep(&feed->in, &o->program, program_of(l, head));
  if (st == DFMT_OK) st = dfmti_derived_keep(&feed->in, &o->message, head->message);
  if (st != DFMT_OK) return st;
  dfmti_native_stack_clear(&o->stack.stack);
  o->stack.stack.rules = feed->in.rules;
  o->stack.rank = 0;
  o->stack.taken = o->stack.by_frames = o->stack.stack.of_memory = head->by_frames;
  o->stack.began = false;
  o->stack.leak = o->leak = head->leak;
  o->what = head->what;
  o->detail_len = head->detail.len;
  o->detail_at = head->detail.len ? (uint64_t)(head->detail.ptr - head->message.ptr) : 0;
  o->of = head->has_process_id ? head->process_id : l->process_id;
  o->cut = l->cut;
  o->process_id = l->process_id;
  o->thread_id = l->thread_id;
  o->offset = l->offset;
  o->line = l->number;
  o->time_len = l->log ? dfmti_crash_clock_text(l->log, o->time).len : 0;
  o->number = x->n++;
  o->is = true;
  return DFMT_END;
}

dfmt_status dfmti_crash_memory_line(memory *x, struct dfmti_crash_feed *feed, const struct dfmti_crash_line *l) {
  struct dfmti_memory_head head;
  const dfmt_str text = text_of(l);
  const bool begins = dfmti_memory_begins(text, &head);
  opened *o = open_of(x, l);
  if (o && begins) return end_one(x, feed, o);
  if (o && !dfmti_memory_line(&feed->in.mem, &o->stack, text)) return DFMT_E_NOMEM;
  if (o) o->cut |= l->cut;
  if (!begins) return DFMT_END;
  for (o = x->open; o < x->open + DFMTI_MEMORY_OPEN && o->is;) o++;
  if (o < x->open + DFMTI_MEMORY_OPEN) return begin_one(x, feed, o, l, &head);
  return dfmti_crash_memory_end(x, feed);
}
