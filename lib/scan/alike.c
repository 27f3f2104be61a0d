/* SPDX-License-Identifier: MIT */
/* Derived tables that several formats have: rows of one type, of which each format has a maker. */
#include "base/rare.h"
#include "scan.h"

DFMTI_RARE bool dfmti_scan_is_of(const dfmt_table_maker *m, const struct dfmti_format *f) {
  return (m->format ? m->format : m->row >> 16) == f->id;
}

DFMTI_RARE const dfmt_table_maker *dfmti_scan_maker_of(const dfmt_scan *x, uint32_t row, const struct dfmti_format *f) {
  size_t n;
  const dfmt_table_maker *const *m = dfmti_scan_makers(x, &n);
  for (size_t i = 0; i < n; i++)
    if (m[i]->row == row && dfmti_scan_is_of(m[i], f)) return m[i];
  return NULL;
}

DFMTI_RARE uint64_t dfmti_scan_state_size(const dfmt_scan *x, uint32_t row) {
  size_t n;
  uint64_t most = 0;
  const dfmt_table_maker *const *m = dfmti_scan_makers(x, &n);
  for (size_t i = 0; i < n; i++)
    if (m[i]->row == row && m[i]->state_size > most) most = m[i]->state_size;
  return most;
}

/* Tables of no format, such as diagnostics, are of all. */
static bool can_be_of(const dfmt_scan *x, const struct dfmti_scan_table *t, const struct dfmti_format *f) {
  return t->type->number >> 16 == 0 || (t->maker && dfmti_scan_maker_of(x, t->maker->row, f));
}

DFMTI_RARE bool dfmti_scan_becomes(dfmt_scan *x, const struct dfmti_format *f) {
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (!can_be_of(x, &x->tables[i], f)) return false;
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (x->tables[i].maker) x->tables[i].maker = dfmti_scan_maker_of(x, x->tables[i].maker->row, f);
  x->format = x->maker.format = f;
  return true;
}
