/* SPDX-License-Identifier: MIT */
/* Functions over all operations, through their kinds. */
#include <stddef.h>
#include <string.h>

#include <diagfmt/ops/ops.h>

#include "all/tables.h"
#include "base/option.h"
#include "op/op.h"
#include "op/options.h"
#include "op/part.h"

#define KIND(NAME) extern const struct dfmto_kind dfmto_##NAME##_kind;
#include "kinds.def"
#undef KIND
#define KIND(NAME) &dfmto_##NAME##_kind,
static const struct dfmto_kind *const all[] = {
#include "kinds.def"
    NULL};

/* ---- kinds ---- */

/* Each kind is in ops/KIND/kind.c; dfmto_new() calls its begin(), and dfmt_op_run() its run() or the driver. */
dfmt_status dfmt_op_new(const dfmt_config *c, const char *kind, dfmt_op **out) {
  if (out) *out = NULL;
  if (!out || !kind) return DFMT_E_ARG;
  for (size_t i = 0; all[i]; i++)
    if (strcmp(all[i]->is.name, kind) == 0) return dfmto_new(c, all[i], out);
  return DFMT_E_UNSUPPORTED;
}

const dfmt_op_kind *dfmt_op_at(uint32_t index) { return index < sizeof all / sizeof *all - 1 ? &all[index]->is : NULL; }

const dfmt_op_part *dfmt_op_part_at(const dfmt_op_kind *of, uint32_t index) {
  size_t place = 0;
  while (all[place] && &all[place]->is != of) place++;
  return all[place] ? dfmto_part_at(all[place], index) : NULL;
}

/* ---- options ---- */

/* The table at an index: common options, then each kind's. NULL: no more. */
static const dfmt_option *options_at(size_t place) {
  static const dfmt_option none[] = {{.key = 0}};
  if (place == 0) return dfmto_common_options;
  if (!all[place - 1]) return NULL;
  return all[place - 1]->options ? all[place - 1]->options : none;
}

const dfmt_option *dfmt_ops_option_at(uint32_t index) {
  const dfmt_option *o;
  for (size_t place = 0; (o = options_at(place)) != NULL; place++)
    for (; o->key; o++)
      if (index-- == 0) return o;
  return NULL;
}

const dfmt_option *dfmt_ops_option_find(uint32_t key) {
  const dfmt_option *table, *o = NULL;
  for (size_t place = 0; (table = options_at(place)) != NULL && !o; place++) o = dfmti_option_in(table, key);
  return o;
}

/* ---- types ---- */

/* Common to all operations. */
extern const dfmt_type *const dfmto_ops_types[]; /* NULL-ended */

enum { KINDS = sizeof all / sizeof *all - 1 };

/* The list at an index: common types, then each kind's, then those of derived tables. NULL: no more. */
static const dfmt_type *const *types_at(size_t place) {
  static const dfmt_type *const none[] = {NULL};
  if (place == 0) return dfmto_ops_types;
  if (place > KINDS) return dfmti_all_tables_types(place - 1 - KINDS);
  return all[place - 1]->types ? all[place - 1]->types : none;
}

/* Repair has the types of convert, which are listed once. */
static bool was_listed(size_t place) {
  for (size_t i = 0; i < place; i++)
    if (types_at(i) == types_at(place)) return true;
  return false;
}

const dfmt_type *dfmt_ops_type_at(uint32_t index) {
  const dfmt_type *const *t;
  for (size_t place = 0; (t = types_at(place)) != NULL; place++)
    for (; *t && !was_listed(place); t++)
      if (index-- == 0) return *t;
  return NULL;
}

const dfmt_type *dfmt_ops_describe(uint32_t type) {
  const dfmt_type *const *list, *t = NULL;
  for (size_t place = 0; (list = types_at(place)) != NULL && !t; place++) t = dfmto_type_in(list, type);
  return t ? t : dfmt_describe(type);
}
