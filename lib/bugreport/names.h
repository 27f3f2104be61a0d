/* SPDX-License-Identifier: MIT */
/* The set of names met so far: who comes twice, and whether a name was there. */
#ifndef DFMTI_BUGREPORT_NAMES_H
#define DFMTI_BUGREPORT_NAMES_H

#include <diagfmt/common.h>

#include "base/hash.h"
#include "base/mem.h"

struct dfmti_names {
  struct dfmti_buf bytes;   /* the names, concatenated, each after its length */
  struct dfmti_table table; /* values: where in them the length stands + 1 */
};

enum { DFMTI_NAMES_NEW, DFMTI_NAMES_OLD, DFMTI_NAMES_NO_MEMORY };

int dfmti_bugreport_names_add(struct dfmti_mem *m, struct dfmti_names *s, dfmt_str name);
bool dfmti_bugreport_names_has(const struct dfmti_names *s, dfmt_str name);
void dfmti_bugreport_names_clear(struct dfmti_names *s);
void dfmti_bugreport_names_free(struct dfmti_mem *m, struct dfmti_names *s);

static inline uint64_t dfmti_names_size(const struct dfmti_names *s) {
  return s->bytes.len + s->table.cap * sizeof *s->table.slots;
}

#endif
