/* SPDX-License-Identifier: MIT */
/*
 * One pass: events of the types asked for become rows, until a table has a batch.
 *
 *   NONE --event--> EVENT --filters--> PAYLOAD --its end--> MEMBERS --row complete--> DERIVED --their last row--> NONE
 *
 * With derived tables an event is TAKEN first: those that want it, and have not begun, begin.
 * Where derived tables take the payload in pieces, each goes PAYLOAD --piece--> PIECE --its last row--> PAYLOAD first.
 * A filter that refuses leads to DERIVED; late ones, of what is known after the payload, are asked in MEMBERS.
 * What stops in between, AGAIN or for memory, goes on there: a payload gathers beside the columns, and a row that fails
 * is taken back. When reading stops, the rows that wait are handed out first; the next call finds the same reason
 * again, and returns it.
 */
#include "scan.h"

#include <stddef.h>
#include <string.h>

#include "core/reader_impl.h"
#include "model/walk.h"

/* Not once for each row: apart, so that step() has few registers to save. */
#define RARE __attribute__((noinline))

static struct dfmti_scan_table *table_of(dfmt_scan *x, uint32_t type) {
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (x->tables[i].type->number == type) return &x->tables[i];
  return NULL;
}

/* An error of the reader as the scan's; others are passed on. */
static RARE dfmt_status from_reader(dfmt_scan *x, dfmt_status st) {
  const struct dfmti_errors *e = &x->reader->in.err;
  if (st < 0 && e->e.status == st) dfmti_errors_copy(&x->err, e);
  return st;
}

/* Adds a row of what has no payload, if the filters let it pass. */
static dfmt_status put_if_it_passes(dfmt_scan *x, struct dfmti_scan_table *t, const dfmt_event *ev) {
  bool pass;
  dfmt_status st = dfmti_filters_pass(&x->mem, &t->filters, t->type, ev->body, true, &pass);
  if (st != DFMT_OK) return dfmti_scan_fail_row(x, ev, st);
  return pass ? dfmti_scan_put_row(x, t, ev) : DFMT_OK;
}

/* ---- a payload ---- */

/* Room first, so that what the reader gives is always taken. */
static dfmt_status take_piece(dfmt_scan *x) {
  enum { PIECE = 16384 };
  uint8_t dropped[PIECE];
  uint8_t *to = dropped;
  uint64_t got = 0;
  bool kept = (x->table && x->table->payload > DFMT_SCAN_PAYLOAD_SIZE) || x->value.len < x->derived.wanted;
  if (kept || x->derived.streams) {
    if (!dfmti_buf_reserve(&x->mem, &x->value, PIECE)) return dfmti_fail_mem(&x->err, &x->mem);
    to = x->value.ptr + x->value.len;
  }
  dfmt_status st = dfmt_payload_read(x->reader, to, PIECE, &got);
  x->payload_size += got;
  x->derived.piece = (dfmt_str){(const char *)to, got};
  x->derived.input.payload_line = x->reader->payload.line; /* of that, where pieces are lines */
  if (kept) x->value.len += (size_t)got;
  return from_reader(x, st);
}

/* What salvage passes over, in the table of diagnostics if that was asked for. */
static dfmt_status put_problem(dfmt_scan *x, const dfmt_error *e) {
  struct dfmti_scan_table *t = table_of(x, DFMT_DIAGNOSTIC);
  const dfmt_diagnostic d = {
      .head = {sizeof d, DFMT_DIAGNOSTIC},
      .present = DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET | (e->line ? (uint32_t)DFMT_DIAGNOSTIC_HAS_LINE : 0),
      .number = e->number,
      .severity = DFMT_SEVERITY_ERROR,
      .status = e->status,
      .byte_offset = e->offset,
      .line = e->line,
      .message = {e->message, strlen(e->message)}};
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_DIAGNOSTIC, .offset = e->offset, .body = &d.head};
  if (x->tell) x->tell(x->tell_user, &d);
  return t ? put_if_it_passes(x, t, &ev) : DFMT_OK;
}

static bool is_damage(dfmt_status st) {
  return st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM || st == DFMT_E_UNSUPPORTED;
}

/* What derived tables get of a payload that was read. */
static void show_payload(dfmt_scan *x, bool whole) {
  dfmt_table_input *in = &x->derived.input;
  in->payload = (dfmt_str){(const char *)x->value.ptr, x->value.len};
  in->payload_read = x->derived.wanted > 0;
  in->payload_whole = whole && x->value.len == x->payload_size;
}

/* Reads on to the payload's end, or to a piece for derived tables. OK, AGAIN, E_*. */
static dfmt_status take_payload(dfmt_scan *x) {
  dfmt_status st;
  do st = take_piece(x);
  while (st == DFMT_OK && !x->derived.streams);
  x->row = st == DFMT_OK ? DFMTI_ROW_PIECE : x->row;
  if (st == DFMT_OK) return st;
  show_payload(x, st == DFMT_END);
  if (st == DFMT_END) return DFMT_OK;
  if (!is_damage(st) || !dfmti_config_value(&x->config, DFMT_CFG_RECOVER)) return st;
  struct dfmti_errors why;
  dfmti_errors_copy(&why, &x->err);
  return put_problem(x, &why.e);
}

/* ---- reading ---- */

/* The options are all known now. */
static dfmt_status begin(dfmt_scan *x) {
  if (x->n_tables == 0) return dfmti_fail_state(&x->err, "no table was asked for");
  dfmt_reader *r = NULL;
  dfmt_status st = dfmt_reader_new_for(&x->config, x->formats, x->n_formats, &r);
  if (st == DFMT_E_NOMEM) return dfmti_fail(&x->err, st, DFMT_ERR_NOMEM, "out of memory");
  if (st != DFMT_OK) return dfmti_fail(&x->err, st, DFMT_ERR_ARGUMENT, "a reader cannot be made");
  x->reader = r;
  r->counts_lines = x->derived.n > 0;
  st = dfmt_reader_open(r, x->n_formats == 1 ? x->formats[0]->format->id : 0, x->source);
  return st == DFMT_OK ? st : from_reader(x, st);
}

/* Makes the tables those of a format, if it has them. */
static RARE bool becomes(dfmt_scan *x, uint32_t id) {
  for (uint32_t i = 0; i < x->n_formats; i++)
    if (x->formats[i]->format->id == id) return dfmti_scan_becomes(x, x->formats[i]->format);
  return false;
}

/* The tables are those of the file's format. st: of next(). */
static RARE dfmt_status check_format(dfmt_scan *x, dfmt_status st) {
  uint64_t id = 0;
  (void)dfmt_reader_stat(x->reader, DFMT_STAT_FORMAT, &id);
  if (x->format && id != x->format->id && !becomes(x, (uint32_t)id)) return dfmti_scan_other_format(x, (uint32_t)id);
  x->checked = true;
  return st;
}

/* The end of the file, once: derived tables may have rows still. */
static RARE dfmt_status end(dfmt_scan *x) {
  if (x->ended) return DFMT_END;
  x->ended = true;
  x->derived.input.input_size = dfmti_window_place(&x->reader->in.win, 0);
  x->event = NULL;
  x->row = DFMTI_ROW_DERIVED;
  return DFMT_OK;
}

/* What salvage cannot go on after is an end, too; the reader says why again when it is asked for more. */
static RARE bool ends_early(const dfmt_scan *x, dfmt_status st) {
  return is_damage(st) && !x->ended && dfmti_config_value(&x->config, DFMT_CFG_RECOVER);
}

/* How the rows of the current event begin. */
static inline uint32_t first_step(dfmt_scan *x) {
  bool payload = x->derived.n && dfmti_scan_derives_payload(x);
  if (x->table && x->table->simple && !payload) return DFMTI_ROW_MEMBERS;
  x->payload_size = x->value.len = 0;
  return x->table ? DFMTI_ROW_EVENT : payload ? DFMTI_ROW_PAYLOAD : DFMTI_ROW_DERIVED;
}

/* The piece is a copy of what the reader has just given, which is in its window still, unless it was decoded. */
uint64_t dfmti_scan_text_size(const dfmt_table_input *in, const char *p, uint64_t n) {
  const dfmt_scan *x = (const dfmt_scan *)(const void *)((const char *)in - offsetof(dfmt_scan, derived.input));
  const struct dfmti_window *w = &x->reader->in.win;
  const dfmt_str piece = x->derived.piece;
  if (!w->places || (uintptr_t)p < (uintptr_t)piece.ptr || (uintptr_t)p - (uintptr_t)piece.ptr > piece.len) return n;
  const uintptr_t left = (uintptr_t)piece.ptr + (size_t)piece.len - (uintptr_t)p;
  const uintptr_t at = (uintptr_t)x->reader->payload.ptr - left - (uintptr_t)w->buf;
  if (n > left || at > w->end || n > w->end - at) return n;
  const uint64_t from = w->places->of(w->places, w->buf, w->base, w->base + at);
  return w->places->of(w->places, w->buf, w->base, w->base + at + n) - from;
}

/* What derived tables may know of the current event. OK, or why one of them cannot begin. */
static dfmt_status begin_deriving(dfmt_scan *x) {
  dfmt_status st = dfmti_scan_begin_tables(x, x->event);
  if (st != DFMT_OK) return st;
  dfmti_scan_want_payload(x, x->event);
  x->derived.input.payload_read = 0;
  x->derived.input.payload_offset = x->event->offset + x->reader->payload.lead;
  x->derived.input.payload_line = x->reader->payload.line;
  x->row = first_step(x);
  return st;
}

/* The next event that is a row of some table, or that some derived table wants. */
static dfmt_status next_event(dfmt_scan *x) {
  dfmt_status st;
  do {
    st = dfmti_reader_take(x->reader, &x->event);
    if (!x->checked && (st == DFMT_OK || st == DFMT_END)) st = check_format(x, st);
    if (st == DFMT_END || ends_early(x, st)) return end(x);
    if (st != DFMT_OK) return from_reader(x, st);
    if (x->tell && x->event->type == DFMT_DIAGNOSTIC) x->tell(x->tell_user, dfmt_event_diagnostic(x->event));
    x->table = table_of(x, x->event->type);
  } while (!x->table && (!x->derived.n || !dfmti_scan_derives(x, x->event)));
  x->row = x->derived.n ? DFMTI_ROW_TAKEN : first_step(x);
  return DFMT_OK;
}

/* To the next step of a row, if the filters let it pass. late: the payload is known. */
static dfmt_status filter(dfmt_scan *x, bool late) {
  bool pass = true;
  struct dfmti_scan_table *t = x->table;
  dfmt_status st = DFMT_OK;
  if (t->filters.n) st = dfmti_filters_pass(&x->mem, &t->filters, t->type, x->event->body, late, &pass);
  if (st != DFMT_OK) return dfmti_scan_fail_row(x, x->event, st);
  bool derives = dfmti_scan_derives_payload(x);
  bool payload = !late && x->event->flags & DFMT_EVENT_FLAG_PAYLOAD && (t->reads_payload || derives);
  if (!pass) x->table = NULL;
  x->row = payload && (pass || derives) ? DFMTI_ROW_PAYLOAD : pass ? DFMTI_ROW_MEMBERS : DFMTI_ROW_DERIVED;
  return DFMT_OK;
}

/* One row of a derived table, or one that the filters refuse. END: the current event has no more. */
static dfmt_status put_derived(dfmt_scan *x) {
  struct dfmti_scan_table *t;
  dfmt_event row;
  dfmt_status st = dfmti_scan_derive(x, &t, &row);
  if (st == DFMT_OK) st = put_if_it_passes(x, t, &row);
  if (st == DFMT_OK) x->derived.row = NULL;
  return st;
}

/* Onward with the current event: one more row, or one that the filters refuse. */
static RARE dfmt_status go_on(dfmt_scan *x) {
  dfmt_status st = x->row == DFMTI_ROW_TAKEN ? begin_deriving(x) : DFMT_OK;
  if (st == DFMT_OK && x->row == DFMTI_ROW_EVENT) st = filter(x, false);
  if (st == DFMT_OK && x->row == DFMTI_ROW_PAYLOAD) {
    st = take_payload(x);
    if (st == DFMT_OK && x->row == DFMTI_ROW_PAYLOAD) x->row = x->table ? DFMTI_ROW_MEMBERS : DFMTI_ROW_DERIVED;
  }
  if (st != DFMT_OK) return st;
  if (x->row == DFMTI_ROW_MEMBERS && x->table->filters.late) st = filter(x, true);
  if (st == DFMT_OK && x->row == DFMTI_ROW_MEMBERS) st = dfmti_scan_put_row(x, x->table, x->event);
  if (st != DFMT_OK) return st;
  if (x->row != DFMTI_ROW_PIECE) x->row = x->derived.n ? DFMTI_ROW_DERIVED : DFMTI_ROW_NONE;
  if (x->full || !x->derived.n) return DFMT_OK; /* else two tables might be full */
  st = put_derived(x);
  if (st != DFMT_END) return st;
  x->row = x->row == DFMTI_ROW_PIECE ? DFMTI_ROW_PAYLOAD : DFMTI_ROW_NONE;
  return DFMT_OK;
}

/* The same, from the next event on if there is none in hand. Most events are a row at once. */
__attribute__((always_inline)) static inline dfmt_status step(dfmt_scan *x) {
  dfmt_status st = x->row == DFMTI_ROW_NONE ? next_event(x) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (x->row != DFMTI_ROW_MEMBERS || x->derived.n || x->table->filters.late) return go_on(x);
  st = dfmti_scan_put_row(x, x->table, x->event);
  if (st == DFMT_OK) x->row = DFMTI_ROW_NONE;
  return st;
}

/* Steps until there is a row or a batch to hand out, or no more to be had. */
static dfmt_status run(dfmt_scan *x) {
  dfmt_status st = x->reader ? DFMT_OK : begin(x);
  while (st == DFMT_OK && !x->full && !x->body) st = step(x);
  return st;
}

static dfmt_status hand_out(dfmt_scan *x, struct dfmti_scan_table *t, uint32_t *table, struct ArrowArray *batch) {
  dfmt_status st = dfmti_scan_rows_batch(&x->maker, &t->rows, batch);
  if (st != DFMT_OK) return dfmti_fail_mem(&x->err, &x->mem);
  t->bytes = 0;
  x->full = NULL;
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (dfmti_scan_is_full(&x->tables[i])) x->full = &x->tables[i];
  *table = (uint32_t)(t - x->tables);
  return DFMT_OK;
}

/* A table with rows; NULL: none. */
static struct dfmti_scan_table *waiting(dfmt_scan *x) {
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (x->tables[i].rows.columns.n > 0) return &x->tables[i];
  return NULL;
}

dfmt_status dfmti_scan_next_row(dfmt_scan *x, const dfmt_head **row) {
  dfmti_errors_clear(&x->err);
  x->body = NULL;
  dfmt_status st = run(x);
  *row = x->body;
  return st;
}

dfmt_status dfmt_scan_next(dfmt_scan *x, uint32_t *table, struct ArrowArray *batch) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!table || !batch) return dfmti_fail_arg(&x->err, "no place for the batch");
  if (x->as_rows) return dfmti_fail_state(&x->err, "rows are handed out one by one");
  dfmt_status st = run(x);
  struct dfmti_scan_table *t = x->full;
  if (!t && st != DFMT_OK && st != DFMT_AGAIN) t = waiting(x);
  if (!t) return st;
  dfmti_errors_clear(&x->err);
  return hand_out(x, t, table, batch);
}
