/* SPDX-License-Identifier: MIT */
/* Giving events to derived tables, and taking their rows. */
#include "scan.h"

/* Whether the event, or the end of the file, is for the table. */
static bool wants(const struct dfmti_scan_table *t, const dfmt_event *ev) {
  const dfmt_table_maker *m = t->maker;
  if (!m || !ev) return m;
  const uint32_t *type = m->events;
  while (*type && *type != ev->type) type++;
  return *type && !(m->ignores && m->ignores(ev));
}

bool dfmti_scan_derives(const dfmt_scan *x, const dfmt_event *ev) {
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (wants(&x->tables[i], ev)) return true;
  return false;
}

void dfmti_scan_want_payload(dfmt_scan *x, const dfmt_event *ev) {
  x->derived.wanted = 0;
  x->derived.streams = false;
  for (uint32_t i = 0; i < x->n_tables; i++) {
    struct dfmti_scan_table *t = &x->tables[i];
    bool asked = ev->flags & DFMT_EVENT_FLAG_PAYLOAD && wants(t, ev) && t->maker->wants;
    uint64_t n = asked ? t->maker->wants(t->state, ev) : 0;
    t->streams = n == DFMT_TABLE_PIECES;
    x->derived.streams |= t->streams;
    if (!t->streams && n > x->derived.wanted) x->derived.wanted = n;
  }
}

static dfmt_status begin_table(dfmt_scan *x, struct dfmti_scan_table *t) {
  if (t->begun) return DFMT_OK;
  x->mem.needed = 0;
  dfmt_status st = t->maker->begin(t->state, &x->derived.input);
  t->begun = st == DFMT_OK;
  return dfmti_scan_from_maker(x, t, st);
}

dfmt_status dfmti_scan_begin_tables(dfmt_scan *x, const dfmt_event *ev) {
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; i < x->n_tables && st == DFMT_OK; i++)
    if (wants(&x->tables[i], ev)) st = begin_table(x, &x->tables[i]);
  return st;
}

/* Gives the current event to a table, or the piece of its payload. */
static dfmt_status give(dfmt_scan *x, struct dfmti_scan_table *t) {
  dfmt_status st = begin_table(x, t);
  if (st != DFMT_OK) return st;
  x->mem.needed = 0;
  st = x->row == DFMTI_ROW_PIECE ? t->maker->piece(t->state, x->event, x->derived.piece)
                                 : t->maker->event(t->state, x->event);
  return dfmti_scan_from_maker(x, t, st);
}

/* The next row of a table that the current event was given to. END: no more. */
static dfmt_status row_of(dfmt_scan *x, struct dfmti_scan_table *t) {
  dfmt_status st = x->derived.given ? DFMT_OK : give(x, t);
  if (st != DFMT_OK) return st;
  x->derived.given = true;
  if (x->derived.row) return DFMT_OK;
  x->mem.needed = 0;
  return dfmti_scan_from_maker(x, t, t->maker->next_row(t->state, &x->derived.row));
}

dfmt_status dfmti_scan_derive(dfmt_scan *x, struct dfmti_scan_table **t, dfmt_event *row) {
  for (; x->derived.table < x->n_tables; x->derived.table++, x->derived.given = false) {
    *t = &x->tables[x->derived.table];
    if (x->row == DFMTI_ROW_PIECE ? !(*t)->streams : !wants(*t, x->event)) continue;
    dfmt_status st = row_of(x, *t);
    if (st == DFMT_END) continue;
    *row = (dfmt_event){.size = sizeof *row, .type = (*t)->type->number, .body = x->derived.row};
    if (!x->event) return st;
    row->flags = x->event->flags & DFMT_EVENT_FLAG_RECOVERED;
    row->offset = x->event->offset;
    row->length = x->event->length;
    return st;
  }
  x->derived.table = 0;
  return DFMT_END;
}
