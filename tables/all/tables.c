/* SPDX-License-Identifier: MIT */
/* The derived tables of all formats in the build: each tables.def has a list. */
#include "tables.h"

#include <diagfmt/ops/tables.h>

#define TYPES(FORMAT) extern const dfmt_type *const dfmti_##FORMAT##_tables_types[];
#define TABLE(NAME) extern const dfmt_table_maker dfmti_##NAME;
#include "tables.def"
#undef TYPES
#undef TABLE

#define TYPES(FORMAT)
#define TABLE(NAME) &dfmti_##NAME,
static const dfmt_table_maker *const makers[] = {
#include "tables.def"
    NULL};
#undef TYPES
#undef TABLE

#define TYPES(FORMAT) dfmti_##FORMAT##_tables_types,
#define TABLE(NAME)
static const dfmt_type *const *const types[] = {
#include "tables.def"
    NULL};

const dfmt_table_maker *const *dfmt_ops_tables(void) { return makers; }

const dfmt_type *const *dfmti_all_tables_types(size_t place) {
  return place < sizeof types / sizeof *types ? types[place] : NULL;
}

const dfmt_type *dfmti_all_tables_type(uint32_t number) {
  const dfmt_type *const *t;
  for (size_t place = 0; (t = dfmti_all_tables_types(place)) != NULL; place++)
    for (; *t; t++)
      if ((*t)->number == number) return *t;
  return NULL;
}

/* The row type of a format's table at *index, which is reduced by those skipped. NULL: the format has fewer. What is
 * made of events of another format is the same table. */
static const dfmt_type *row_at(uint32_t format, uint32_t *index) {
  for (const dfmt_table_maker *const *m = makers; *m; m++)
    if ((*m)->row >> 16 == format && !(*m)->format && (*index)-- == 0) return dfmti_all_tables_type((*m)->row);
  return NULL;
}

/* The derived tables of a format follow its events. */
const dfmt_type *dfmt_ops_table_at(uint32_t index) {
  const dfmt_type *t, *row;
  uint32_t format = 0;
  for (uint32_t i = 0; (t = dfmt_table_at(i)) != NULL; i++) {
    if (format && t->number >> 16 != format && (row = row_at(format, &index)) != NULL) return row;
    format = t->number >> 16;
    if (index-- == 0) return t;
  }
  return NULL;
}
