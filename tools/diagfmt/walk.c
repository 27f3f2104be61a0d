/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include "options.h"

static void begin(struct walk *w, uint32_t format, dfmt_source *s) {
  if (dfmt_reader_open(w->reader, format, s) != DFMT_OK) tool_no_memory();
  (void)dfmt_reader_limit(w->reader, DFMT_CFG_MAX_INLINE, option_value(w->t, DFMT_CFG_MAX_INLINE));
}

/*
 * The format has become known. The limit of values that come with their events is common to all formats, so that it can
 * be lifted for one of them only now; its first event is never one with such a value.
 */
static void lift_limit(struct walk *w) {
  if (w->format && way_of(w->format, w->t->way)->in_one_piece && !option_is_given(w->t, DFMT_CFG_MAX_INLINE))
    (void)dfmt_reader_limit(w->reader, DFMT_CFG_MAX_INLINE, UINT64_MAX);
}

/* true: the command needs the format's table, and there is none; which was reported. */
static bool lacks_table(struct walk *w, uint32_t id) {
  if (w->format || !w->t->command->by_entries) return false;
  report(w->t, CODE_USAGE, w->in->name, "'%s' knows nothing of what is in files of %s", w->t->command->name,
         dfmt_format_name(id));
  return w->failed = true;
}

void walk_open(struct walk *w, struct tool *t, struct input *in) {
  *w = (struct walk){.t = t, .in = in, .reader = t->reader, .place = {.file = in->name, .in = in}};
  begin(w, input_format(t, in), in->source);
}

void walk_open_part(struct walk *w, struct tool *t, struct input *in, dfmt_reader *r, dfmt_source *part,
                    uint32_t format, uint64_t base, uint64_t line) {
  *w = (struct walk){.t = t, .in = in, .reader = r, .place = {.file = in->name, .in = in, .base = base, .line = line}};
  begin(w, format, part);
}

void walk_fault(struct walk *w, const struct output *out, dfmt_str key) {
  struct place where = w->place;
  where.out = out;
  if (key.len) {
    where.key = key.ptr;
    where.key_len = key.len;
  }
  report_error(w->t, &where, dfmt_reader_error(w->reader));
}

bool walk_next(struct walk *w, const dfmt_event **ev) {
  if (w->failed || tool_stopped()) return false;
  dfmt_status st = dfmt_reader_next(w->reader, ev);
  uint64_t id = 0;
  bool known = !w->format && dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id) == DFMT_OK;
  if (known) w->format = tool_format_find((uint32_t)id);
  if (known && lacks_table(w, (uint32_t)id)) return false;
  if (st == DFMT_OK) {
    if (known) lift_limit(w);
    return true;
  }
  w->failed = st != DFMT_END;
  if (w->failed && (!w->quiet || is_system_failure(st))) walk_fault(w, NULL, (dfmt_str){NULL, 0});
  return false;
}

bool walk_record(struct walk *w, const dfmt_event **ev) {
  while (walk_next(w, ev)) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(*ev);
    if (!d) return true;
    report_diagnostic(w->t, &w->place, d);
  }
  return false;
}

bool walk_entry(struct walk *w, const dfmt_event **ev, dfmt_str *key) {
  while (walk_record(w, ev))
    if (w->format && w->format->key(*ev, key)) return true;
  return false;
}

/* Piece by piece, as a signal must be able to stop a small input that decodes to a large output. */
enum poured walk_pour(struct walk *w, const struct output *out, dfmt_str key) {
  const void *ptr;
  uint64_t len, taken;
  dfmt_status st = DFMT_OK;
  while (!tool_stopped() && (st = dfmt_payload_chunk(w->reader, &ptr, &len)) == DFMT_OK) {
    if (dfmt_sink_write(out->sink, ptr, len, &taken) != DFMT_OK) return POUR_NOT_WRITTEN;
  }
  if (st < 0) walk_fault(w, out, key);
  return is_system_failure(st) ? POUR_NOT_READ : POURED;
}
