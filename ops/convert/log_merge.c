/* SPDX-License-Identifier: MIT */
/*
 * Several logs as one, by time, with one line of each at hand. A line without a time follows the line before it at
 * once; an earlier time than one before it in the same log counts as that one.
 *
 *   BEGIN -> FIRST (up to the first time of an input) -> FIRST (the next) … -> PLACE -> LINES -> OVER
 */
#include "log_merge.h"

#include <stdio.h>

#include "base/cut.h"
#include "op/reading.h"

enum { BEGIN, FIRST, PLACE, LINES, OVER };

/* Only the current input's reader is the operation's. */
static void turn(struct dfmto_convert_log_merge *x, size_t to) {
  dfmt_op *op = x->c->op;
  if (op->input != to) {
    x->list[op->input].reader = op->reader;
    op->reader = x->list[to].reader;
    x->list[to].reader = NULL;
    op->input = to;
  }
  x->at = to;
}

/* ---- reading ---- */

static dfmt_status open_input(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in) {
  dfmt_op *op = x->c->op;
  dfmt_status st = in->opened ? DFMT_OK : dfmto_open(op, op->inputs[x->at]);
  in->opened = st == DFMT_OK;
  return st;
}

static dfmt_status check_format(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in) {
  const uint32_t format = in->checked ? 0 : dfmto_format(x->c->op);
  in->checked = true;
  if (!format || format == x->c->how->format) return DFMT_OK;
  return dfmto_convert_refuse(x->c->op, "is %s, unlike the first file", dfmt_format_name(format));
}

static void place(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in) {
  struct dfmto_convert_log_moment time;
  in->on_clock = in->when.has && dfmto_convert_log_place(&x->clock, &in->when, &in->time, &time);
  x->n_misfits += in->when.has && !in->on_clock;
  if (in->on_clock && dfmto_convert_log_before(&in->time, &time)) in->time = time;
}

static void take_line(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in, const dfmt_log_line *l) {
  in->is_line = true;
  in->has_layout |= l->kind != DFMT_LOG_VARIANT_TEXT;
  in->when.has = 0;
  if (!l->continued) dfmto_convert_log_when(l, &in->when);
  if (x->phase == LINES) place(x, in);
}

/* What is no line of the output: diagnostics, sums, and dividers, which are made anew. */
static dfmt_status pass(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in,
                        const dfmt_diagnostic *d) {
  struct dfmto_convert *c = x->c;
  dfmt_status st = d ? dfmto_convert_note_diagnostic(c->op, &c->out.notes, d, 0, 0) : DFMT_OK;
  if (st != DFMT_OK) return st;
  c->out.n_read += !d;
  in->ev = NULL;
  return DFMT_OK;
}

static dfmt_status take_event(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in) {
  const dfmt_log_line *l = dfmt_event_log_line(in->ev);
  dfmt_status st = check_format(x, in);
  if (st != DFMT_OK) return st;
  if (!l || l->kind == DFMT_LOG_VARIANT_MARKER) {
    in->divided |= l != NULL;
    return pass(x, in, dfmt_event_diagnostic(in->ev));
  }
  take_line(x, in, l);
  return DFMT_OK;
}

/* A log without a byte is one of no lines, such as that of a buffer in which there was nothing. */
static dfmt_status next_event(dfmt_op *op, const dfmt_event **ev) {
  uint64_t read = 0;
  const dfmt_status st = dfmto_next(op, ev);
  if (st != DFMT_E_UNSUPPORTED || op->err.e.number != DFMT_ERR_UNKNOWN_FORMAT) return st;
  if (dfmt_reader_stat(op->reader, DFMT_STAT_STORED, &read) != DFMT_OK || read > 0) return st;
  dfmti_errors_clear(&op->err);
  return DFMT_END;
}

/* Brings the current input to its next line, or to its end. */
static dfmt_status next_line(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in) {
  dfmt_status st = open_input(x, in);
  while (st == DFMT_OK && !in->is_line && !in->ended) {
    if (!in->ev) st = next_event(x->c->op, &in->ev);
    in->ended = st == DFMT_END;
    if (st == DFMT_OK) st = take_event(x, in);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- dividers ---- */

/* Where the text after the last such sign begins; 0: there is none. */
static uint64_t last_part(dfmt_str name, char sign) {
  uint64_t at = name.len;
  while (at > 0 && name.ptr[at - 1] != sign) at--;
  return at;
}

static bool is_plain(dfmt_str name) {
  for (uint64_t i = 0; i < name.len; i++)
    if ((unsigned char)name.ptr[i] < ' ') return false;
  return name.len > 0;
}

/* Takes a suffix off. true: it was that of a packed file. */
static bool take_suffix(dfmt_str *name) {
  static const char *const packed[] = {"gz", "xz", "zip", "zst"};
  const uint64_t dot = last_part(*name, '.');
  bool again = false;
  if (dot < 2) return false;
  for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) again |= dfmti_is(dfmti_cut_after(*name, dot), packed[i]);
  name->len = dot - 1;
  return again;
}

/* "system.log" is of the buffer "system", and so is "system.log.gz". Without a name it is the number of the input. */
static dfmt_str buffer_of_input(struct dfmto_convert_log_merge *x) {
  dfmt_str name = {"", 0};
  (void)dfmto_name(x->c->op, x->at, &name);
  name = dfmto_last_part(name);
  name = dfmti_cut_after(name, last_part(name, '!'));
  while (take_suffix(&name)) continue;
  if (is_plain(name)) return name;
  const int n = snprintf(x->number, sizeof x->number, "%zu", x->at + 1);
  return (dfmt_str){x->number, (uint64_t)n};
}

static dfmt_str buffer_of(struct dfmto_convert_log_merge *x, const dfmt_log_line *l) {
  return l->present & DFMT_LOG_LINE_HAS_BUFFER ? l->buffer : buffer_of_input(x);
}

static bool has_buffer(const struct dfmto_convert_log_merge *x) { return dfmto_texts_n(&x->buffers) > 0; }

/* As logcat -D: a buffer begins once. */
static dfmt_status name_buffer(void *user) {
  struct dfmto_convert_log_merge *x = user;
  const size_t n = dfmto_texts_n(&x->buffers);
  if (!dfmto_text(&x->c->op->mem, &x->buffers, x->next_buffer.ptr, (size_t)x->next_buffer.len, &x->buffer))
    return dfmto_no_memory(x->c->op);
  x->divider = (dfmt_log_line){.head = {sizeof x->divider, DFMT_LOG_LINE},
                               .present = DFMT_LOG_LINE_HAS_BUFFER,
                               .kind = DFMT_LOG_VARIANT_MARKER,
                               .continued = x->buffer < n,
                               .buffer = dfmto_text_at(&x->buffers, x->buffer)};
  x->after_long = false;
  return DFMT_OK;
}

/* Lines in no layout have no buffer; but a divider that stood before one has to be there, as has the end of a message.
 */
void dfmto_convert_log_divide(struct dfmto_convert_log_merge *x, const dfmt_log_line *l) {
  const bool is_text = l->kind == DFMT_LOG_VARIANT_TEXT, is_long = l->kind == DFMT_LOG_VARIANT_LONG;
  const bool ends = has_buffer(x) && ((is_text && x->list[x->at].divided) || (x->after_long && !is_long));
  const dfmt_str last = has_buffer(x) ? dfmto_text_at(&x->buffers, x->buffer) : (dfmt_str){NULL, 0};
  x->next_buffer = is_text ? last : buffer_of(x, l);
  if (!ends && (is_text || (has_buffer(x) && dfmti_same(last, x->next_buffer)))) return;
  dfmto_convert_say_call(&x->c->out, name_buffer, x);
  dfmto_convert_say_put(&x->c->out, &x->divider.head);
}

/* ---- writing ---- */

/* Writes the line of the current input. */
static dfmt_status write_line(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_input *in) {
  struct dfmto_convert *c = x->c;
  if (!x->writing) dfmto_convert_turn_to(c, in->ev);
  x->writing = true;
  dfmt_status st = dfmto_convert_event(c, in->ev);
  if (st != DFMT_OK) return st;
  if (c->wanted) x->after_long = !c->recipe.variant && dfmt_event_log_line(in->ev)->kind == DFMT_LOG_VARIANT_LONG;
  in->has_given = true;
  in->is_line = in->divided = x->writing = false;
  in->ev = NULL;
  if (dfmto_select_is_done(&c->select)) x->phase = OVER;
  return DFMT_OK;
}

/* ---- phases ---- */

static dfmt_status begin(struct dfmto_convert_log_merge *x) {
  dfmt_op *op = x->c->op;
  dfmt_str boot;
  const bool has_boot = dfmt_config_item(op->config, DFMT_OPS_CONVERT_BOOT, 0, &boot) == DFMT_OK;
  if (has_boot && !dfmto_convert_log_read_when(boot, &x->clock.boot))
    return dfmto_convert_refuse(op, "boot: '%.*s' is no time such as 2024-11-20 10:00:00", (int)boot.len, boot.ptr);
  if (!x->list && !(x->list = dfmti_zalloc(&op->mem, op->n_inputs * sizeof *x->list))) return dfmto_no_memory(op);
  x->n = op->n_inputs;
  x->list[0].opened = true;
  x->list[0].ev = x->c->ev;
  x->list[0].ended = !x->c->ev; /* by damage that was accepted */
  x->phase = FIRST;
  return DFMT_OK;
}

/* Lines before the first one that has a time stand before all others. */
static dfmt_status first(struct dfmto_convert_log_merge *x) {
  struct dfmto_convert_log_input *in = &x->list[x->at];
  dfmt_status st = next_line(x, in);
  if (st != DFMT_OK) return st;
  if (!in->ended && !in->when.has) return write_line(x, in);
  if (in->ended && in->has_layout) return dfmto_convert_refuse(x->c->op, "no line has a time to merge it by");
  in->has_time = !in->ended;
  if (in->has_time) dfmto_convert_log_clock_add(&x->clock, &in->when);
  if (x->at + 1 < x->n)
    turn(x, x->at + 1);
  else
    x->phase = PLACE;
  return DFMT_OK;
}

/* The first time with a year, else the first with a date, else any. false: there is none. */
static bool find_near(struct dfmto_convert_log_merge *x, struct dfmto_convert_log_moment *near) {
  for (size_t i = 0; i < x->n; i++)
    if (x->list[i].has_time && dfmto_convert_log_place(&x->clock, &x->list[i].when, NULL, near)) return true;
  const struct dfmto_convert_log_when *found = NULL;
  for (size_t i = x->n; i-- > 0;)
    if (x->list[i].has_time && (!found || x->list[i].when.has & DFMTO_LOG_CALENDAR)) found = &x->list[i].when;
  if (found) dfmto_convert_log_begin_near(found, near);
  return found != NULL;
}

static dfmt_status place_all(struct dfmto_convert_log_merge *x) {
  struct dfmto_convert_log_moment near = {0, 0};
  const char *why = dfmto_convert_log_clock_choose(&x->clock);
  if (why) return dfmto_convert_refuse(x->c->op, "%s", why);
  (void)find_near(x, &near);
  for (size_t i = 0; i < x->n; i++) {
    struct dfmto_convert_log_input *in = &x->list[i];
    in->on_clock = in->has_time && dfmto_convert_log_place(&x->clock, &in->when, &near, &in->time);
  }
  x->phase = LINES;
  return DFMT_OK;
}

/* The input whose line is next: of equal times that of the first input. n: there is none. */
static size_t earliest(const struct dfmto_convert_log_merge *x) {
  size_t found = x->n;
  for (size_t i = 0; i < x->n; i++)
    if (x->list[i].is_line && (found == x->n || dfmto_convert_log_before(&x->list[i].time, &x->list[found].time)))
      found = i;
  return found;
}

static dfmt_status lines(struct dfmto_convert_log_merge *x) {
  struct dfmto_convert_log_input *in = &x->list[x->at];
  dfmt_status st = next_line(x, in);
  if (st != DFMT_OK) return st;
  if (!x->writing && (in->ended || in->on_clock)) {
    const size_t next = earliest(x);
    if (next == x->n) x->phase = OVER;
    if (next == x->n) return DFMT_OK;
    turn(x, next);
  }
  return write_line(x, &x->list[x->at]);
}

/* Bytes of the last one are counted by who goes on. */
static void count_bytes(struct dfmto_convert_log_merge *x) {
  for (size_t i = 0; i < x->n; i++) {
    turn(x, i);
    if (i + 1 < x->n && x->c->op->reader) x->c->out.bytes_in += dfmto_bytes_read(x->c->op);
  }
}

/* ---- all ---- */

/* An input ends where it failed; a line that cannot be written is left out. */
static dfmt_status decide(struct dfmto_convert_log_merge *x) {
  struct dfmto_convert *c = x->c;
  const uint32_t decision = c->op->decision;
  c->op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_UNDECIDED || !x->list) return DFMT_OK;
  struct dfmto_convert_log_input *in = &x->list[x->at];
  if (decision == DFMTO_ACCEPTED && x->writing) {
    dfmto_convert_output_pass(&c->out);
  } else if (decision == DFMTO_ACCEPTED || !in->has_given) {
    in->opened = in->ended = true;
    in->is_line = in->has_layout = false;
  } else {
    c->refused = true;
    return dfmti_fail_state(&c->op->err, "something of the input was written");
  }
  return DFMT_OK;
}

dfmt_status dfmto_convert_log_merge(struct dfmto_convert *c, struct dfmto_convert_log_merge *x) {
  static dfmt_status (*const phases[])(struct dfmto_convert_log_merge *x) = {
      [BEGIN] = begin, [FIRST] = first, [PLACE] = place_all, [LINES] = lines};
  x->c = c;
  dfmt_status st = decide(x);
  while (st == DFMT_OK && x->phase != OVER) st = phases[x->phase](x);
  if (st == DFMT_OK) count_bytes(x);
  return st;
}

void dfmto_convert_log_merge_limit(struct dfmto_convert_log_merge *x, uint32_t key, uint64_t value) {
  for (size_t i = 0; i < x->n; i++)
    if (x->list[i].reader) (void)dfmt_reader_limit(x->list[i].reader, key, value);
}

void dfmto_convert_log_merge_free(struct dfmto_convert_log_merge *x) {
  if (!x->list) return;
  for (size_t i = 0; i < x->n; i++) dfmt_reader_free(x->list[i].reader);
  dfmti_free(&x->c->op->mem, x->list, x->n * sizeof *x->list);
  dfmto_texts_free(&x->c->op->mem, &x->buffers);
}
