/* SPDX-License-Identifier: MIT */
#include "several.h"

const uint32_t dfmti_crash_several_events[] = {
    DFMT_BUGREPORT_ENTRY,   DFMT_BUGREPORT_BANNER, DFMT_BUGREPORT_SECTION, DFMT_BUGREPORT_SECTION_END,
    DFMT_BUGREPORT_SERVICE, DFMT_BUGREPORT_TEXT,   DFMT_BUGREPORT_LOG,     0};

dfmt_status dfmti_crash_several_begin(struct dfmti_crash_several *x, struct dfmti_derived_input *own,
                                      const dfmt_table_maker *const *tables, size_t n, const dfmt_table_input *in) {
  dfmt_status st = DFMT_OK;
  x->tables = tables;
  x->n = n;
  for (size_t i = 0; i < n && st == DFMT_OK; i++) {
    if (!x->states[i] && !(x->states[i] = dfmti_zalloc(&own->mem, (size_t)tables[i]->state_size))) return DFMT_E_NOMEM;
    ((struct dfmti_derived_input *)x->states[i])->rules = own->rules; /* which is its first member */
    st = tables[i]->begin(x->states[i], in);                          /* may be called again */
  }
  return st;
}

void dfmti_crash_several_close(struct dfmti_crash_several *x, struct dfmti_mem *m) {
  for (size_t i = 0; i < x->n; i++) {
    if (x->states[i] && x->tables[i]->close) x->tables[i]->close(x->states[i]);
    if (x->states[i]) dfmti_free(m, x->states[i], (size_t)x->tables[i]->state_size);
  }
}

/* Whether a table takes an event, or the end. */
static bool takes(const dfmt_table_maker *d, const dfmt_event *ev) {
  const uint32_t *type = d->events;
  while (ev && *type && *type != ev->type) type++;
  return !ev || (*type && !(d->ignores && d->ignores(ev)));
}

uint32_t dfmti_crash_several_ignores(const dfmt_table_maker *const *tables, size_t n, const dfmt_event *ev) {
  if (ev->type != DFMT_BUGREPORT_LOG) return false;
  for (size_t i = 0; i < n; i++)
    if (tables[i]->ignores && !tables[i]->ignores(ev)) return false;
  return true;
}

uint64_t dfmti_crash_several_wants(struct dfmti_crash_several *x, const dfmt_event *ev) {
  bool any = false;
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_table_maker *d = x->tables[i];
    x->streams[i] = takes(d, ev) && d->wants(x->states[i], ev) == DFMT_TABLE_PIECES;
    any |= x->streams[i];
  }
  return any ? DFMT_TABLE_PIECES : 0;
}

static void feed(struct dfmti_crash_several *x, const dfmt_event *ev, bool is_piece) {
  x->fed = true;
  x->is_piece = is_piece;
  x->ev = ev;
  x->at = 0;
  x->given = false;
}

void dfmti_crash_several_piece(struct dfmti_crash_several *x, const dfmt_event *ev, dfmt_str piece) {
  x->piece = piece;
  feed(x, ev, true);
}

void dfmti_crash_several_event(struct dfmti_crash_several *x, const dfmt_event *ev) { feed(x, ev, false); }

static dfmt_status give(const struct dfmti_crash_several *x) {
  const dfmt_table_maker *d = x->tables[x->at];
  return x->is_piece ? d->piece(x->states[x->at], x->ev, x->piece) : d->event(x->states[x->at], x->ev);
}

/* Of the current table. END: no more. */
static dfmt_status next_row(struct dfmti_crash_several *x, const dfmt_head **row) {
  if (x->is_piece ? !x->streams[x->at] : !takes(x->tables[x->at], x->ev)) return DFMT_END;
  dfmt_status st = x->given ? DFMT_OK : give(x);
  if (st != DFMT_OK) return st;
  x->given = true;
  return x->tables[x->at]->next_row(x->states[x->at], row);
}

dfmt_status dfmti_crash_several_next(struct dfmti_crash_several *x, const dfmt_head **row, size_t *table) {
  for (; x->fed && x->at < x->n; x->at++, x->given = false) {
    dfmt_status st = next_row(x, row);
    *table = x->at;
    if (st != DFMT_END) return st;
  }
  x->fed = false;
  return DFMT_END;
}

/* ---- gathering ---- */

dfmt_status dfmti_crash_gathering_begin(struct dfmti_crash_gathering *x, const dfmt_table_maker *const *tables,
                                        size_t n, const dfmt_table_input *in) {
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  return st == DFMT_OK ? dfmti_crash_several_begin(&x->tables, &x->in, tables, n, in) : st;
}

void dfmti_crash_gathering_close(struct dfmti_crash_gathering *x) {
  dfmti_crash_several_close(&x->tables, &x->in.mem);
  dfmti_derived_rules_free(&x->in);
}

uint64_t dfmti_crash_gathering_wants(void *state, const dfmt_event *ev) {
  struct dfmti_crash_gathering *x = state;
  return dfmti_crash_several_wants(&x->tables, ev);
}

dfmt_status dfmti_crash_gathering_piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct dfmti_crash_gathering *x = state;
  dfmti_crash_several_piece(&x->tables, ev, piece);
  x->ended = false;
  return DFMT_OK;
}

dfmt_status dfmti_crash_gathering_event(void *state, const dfmt_event *ev) {
  struct dfmti_crash_gathering *x = state;
  dfmti_crash_several_event(&x->tables, ev);
  x->ended = !ev;
  return DFMT_OK;
}

dfmt_status dfmti_crash_gathering_take(struct dfmti_crash_gathering *x,
                                       bool (*take)(void *state, const dfmt_head *row)) {
  dfmt_status st = DFMT_OK;
  size_t table;
  while (st == DFMT_OK) {
    if (!x->row) st = dfmti_crash_several_next(&x->tables, &x->row, &table);
    if (st != DFMT_OK) break;
    if (!take(x, x->row)) return DFMT_E_NOMEM;
    x->row = NULL;
  }
  return st == DFMT_END ? DFMT_OK : st;
}
