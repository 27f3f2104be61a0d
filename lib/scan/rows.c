/* SPDX-License-Identifier: MIT */
/*
 * Rows of a table. Text, lists and the like go into their columns with each row, while they are there. Of numbers there
 * are copies until some rows have gathered: then a column at a time is filled, which takes a third of the time.
 */
#include "base/rare.h"
#include "scan.h"

/* Rows that gather: their copies stay in the first-level cache. */
enum { MOST = 32 };

/* What a flat member needs of a struct. */
static void keep(struct dfmti_scan_rows *r, const struct dfmti_cells *c) {
  size_t present = c->mask ? c->present_offset + sizeof(uint32_t) : 0;
  size_t end = c->offset + (dfmti_cells_width(c) == 8 ? sizeof(uint64_t) : sizeof(uint32_t));
  if (c->mask) r->present_offset = c->present_offset;
  if (end < present) end = present;
  if (end > r->body_bytes) r->body_bytes = end;
}

DFMTI_RARE dfmt_status dfmti_scan_rows_plan(struct dfmti_mem *m, struct dfmti_scan_rows *r) {
  struct dfmti_cells *c = r->columns.children, *end = c + r->columns.n_children;
  for (; c < end && c->from == DFMTI_FROM_MEMBER; c++, r->n_members++)
    if (dfmti_cells_is_flat(c))
      keep(r, c);
    else
      r->n_others++;
  r->row_bytes = dfmti_cells_row_bytes(&r->columns);
  if (r->body_bytes && !(r->bodies = dfmti_alloc(m, MOST * r->body_bytes))) return dfmti_cells_no_room(m);
  if (r->n_others && !(r->others = dfmti_alloc(m, r->n_others * sizeof *r->others))) return dfmti_cells_no_room(m);
  for (size_t i = 0, n = 0; i < r->n_members; i++)
    if (!dfmti_cells_is_flat(&r->columns.children[i])) r->others[n++] = &r->columns.children[i];
  return DFMT_OK;
}

void dfmti_scan_rows_free(struct dfmti_mem *m, struct dfmti_scan_rows *r) {
  dfmti_cells_free(m, &r->columns);
  dfmti_free(m, r->bodies, MOST * r->body_bytes);
  dfmti_free(m, r->others, r->n_others * sizeof *r->others);
  *r = (struct dfmti_scan_rows){.n_members = 0};
}

/* Not once for each row: apart, so that adding one has few registers to save, and no array on its stack. */
#define RARE __attribute__((noinline))

/* Fills the columns of flat members. */
static RARE void settle(struct dfmti_scan_rows *r) {
  struct dfmti_cells *c = r->columns.children, *end = c + r->n_members;
  struct dfmti_run run = {r->bodies, r->body_bytes, r->n_waiting, r->columns.n - r->n_waiting, 0, UINT32_MAX};
  r->n_waiting = 0;
  if (run.n == 0) return;
  dfmti_cells_find_common(&run, r->present_offset);
  for (; c < end; c++)
    if (dfmti_cells_is_flat(c)) dfmti_cells_run(c, &run);
}

/* A member that is not flat: most often text. */
static inline dfmt_status put_other(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at,
                                    const uint8_t *body) {
  if (!c->str || !dfmti_cells_there(c, body)) return dfmti_cells_member(x, c, at, body);
  dfmt_str s = dfmti_load_str(body + c->offset);
  return dfmti_cells_str(x, c, at, s.ptr, (size_t)s.len);
}

static inline dfmt_status put_members(struct dfmti_cells_maker *x, struct dfmti_scan_rows *r, const void *body) {
  struct dfmti_cells **c = r->others, **end = r->n_others ? c + r->n_others : c;
  size_t at = r->columns.n;
  dfmt_status st = at < r->columns.room ? DFMT_OK : dfmti_cells_room(x, &r->columns, 1);
  for (; c < end && st == DFMT_OK; c++) st = put_other(x, *c, at, body);
  if (!r->body_bytes) return st;
  if (r->n_waiting == MOST) settle(r);
  memcpy(r->bodies + r->n_waiting * r->body_bytes, body, r->body_bytes);
  return st;
}

dfmt_status dfmti_scan_rows_add(struct dfmti_cells_maker *x, struct dfmti_scan_rows *r, const void *body) {
  dfmt_status st = put_members(x, r, body);
  if (st != DFMT_OK) {
    dfmti_cells_truncate(&r->columns, r->columns.n);
    return st;
  }
  r->columns.n++;
  r->n_waiting += r->bodies != NULL;
  return DFMT_OK;
}

/* ---- what is not a member ---- */

static dfmt_status put_rest(dfmt_scan *x, struct dfmti_cells *c, size_t at, const dfmt_event *ev) {
  uint64_t v = (ev->flags & DFMT_EVENT_FLAG_RECOVERED) != 0;
  bool payload = c->from == DFMTI_FROM_PAYLOAD || c->from == DFMTI_FROM_PAYLOAD_SIZE;
  if (payload && !(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) {
    dfmti_cells_null(c, at);
    return DFMT_OK;
  }
  if (c->from == DFMTI_FROM_PAYLOAD)
    return dfmti_cells_str(&x->maker, c, at, x->value.len ? (const void *)x->value.ptr : "", x->value.len);
  if (c->from == DFMTI_FROM_PAYLOAD_SIZE) v = x->payload_size;
  if (c->from == DFMTI_FROM_OFFSET) v = ev->offset;
  if (c->from == DFMTI_FROM_LENGTH) v = ev->length;
  dfmti_cells_number(c, at, v);
  return DFMT_OK;
}

static RARE dfmt_status put_all_rest(dfmt_scan *x, struct dfmti_scan_rows *rows, const dfmt_event *ev) {
  struct dfmti_cells *columns = &rows->columns;
  dfmt_status st = DFMT_OK;
  for (size_t i = rows->n_members; i < columns->n_children && st == DFMT_OK; i++)
    st = put_rest(x, &columns->children[i], columns->n, ev);
  return st;
}

/* ---- a row ---- */

RARE dfmt_status dfmti_scan_fail_row(dfmt_scan *x, const dfmt_event *ev, dfmt_status st) {
  if (st == DFMT_E_NOMEM || (st == DFMT_E_LIMIT && x->mem.needed)) return dfmti_fail_mem(&x->err, &x->mem);
  if (st == DFMT_E_LIMIT)
    return dfmti_fail_at(&x->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE, ev->offset, 0,
                         "a value, or the elements of one row, exceed 2147483647 bytes");
  return dfmti_fail(&x->err, st, DFMT_ERR_ARGUMENT, "cannot add a row");
}

dfmt_status dfmti_scan_put_row(dfmt_scan *x, struct dfmti_scan_table *t, const dfmt_event *ev) {
  struct dfmti_scan_rows *r = &t->rows;
  uint64_t before = x->maker.bytes;
  if (x->as_rows) {
    x->body = ev->body;
    return DFMT_OK;
  }
  dfmt_status st = put_members(&x->maker, r, ev->body);
  if (st == DFMT_OK && r->n_members < r->columns.n_children) st = put_all_rest(x, r, ev);
  if (st != DFMT_OK) {
    dfmti_cells_truncate(&r->columns, r->columns.n);
    return dfmti_scan_fail_row(x, ev, st);
  }
  r->columns.n++;
  r->n_waiting += r->bodies != NULL;
  t->bytes += r->row_bytes + x->maker.bytes - before;
  if (dfmti_scan_is_full(t) && !x->full) x->full = t;
  return DFMT_OK;
}

dfmt_status dfmti_scan_rows_batch(struct dfmti_cells_maker *x, struct dfmti_scan_rows *r, struct ArrowArray *out) {
  settle(r);
  return dfmti_cells_batch(x, &r->columns, out);
}
