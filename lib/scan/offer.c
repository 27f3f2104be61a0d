/* SPDX-License-Identifier: MIT */
/* Derived tables that are offered: what they must have, and what they say of failures. */
#include <string.h>

#include "base/growth.h"
#include "base/rare.h"
#include "scan.h"

/* Bytes of a maker in the first release. */
enum { MAKER_LEAST = DFMTI_UP_TO(dfmt_table_maker, close) };

const dfmt_type *dfmti_scan_row_type(const dfmt_table_maker *m) {
  const dfmt_type *const *t = m->types;
  while (t && *t && (*t)->number != m->row) t++;
  return t ? *t : NULL;
}

static bool is_sound(const dfmt_table_maker *m) {
  const dfmt_type *t = m->size >= MAKER_LEAST ? dfmti_scan_row_type(m) : NULL;
  return t && t->shape == DFMT_SHAPE_ROW && strchr(t->name, '.') && m->events && m->begin && m->event && m->next_row;
}

DFMTI_RARE dfmt_status dfmt_scan_offer(dfmt_scan *x, const dfmt_table_maker *const *makers) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (x->reader) return dfmti_fail_state(&x->err, "tables are offered before the first rows");
  if (!makers) return dfmti_fail_arg(&x->err, "no tables");
  size_t before = x->makers.len;
  for (; *makers; makers++) {
    bool sound = is_sound(*makers);
    if (sound && dfmti_buf_append(&x->mem, &x->makers, makers, sizeof *makers)) continue;
    x->makers.len = before;
    return sound ? dfmti_fail_mem(&x->err, &x->mem) : dfmti_fail_arg(&x->err, "a table is malformed");
  }
  return DFMT_OK;
}

dfmt_status dfmti_scan_from_maker(dfmt_scan *x, const struct dfmti_scan_table *t, dfmt_status st) {
  if (st >= 0) return st;
  const dfmt_error *e = t->maker->error ? t->maker->error(t->state) : NULL;
  if (e && e->status == st)
    dfmti_errors_take(&x->err, e);
  else if (st == DFMT_E_NOMEM)
    return dfmti_fail_mem(&x->err, &x->mem);
  else
    (void)dfmti_fail(&x->err, st, DFMT_ERR_CALLBACK, "rows of %s cannot be made", t->type->name);
  return st;
}
