/* SPDX-License-Identifier: MIT */
/* The stacks of the machine, and why it stops. */
#include "demangle.h"
#include "grammar.h"

enum { FIRST_IDS = 64, FIRST_NODES = 128, FIRST_FRAMES = 64 };

bool dfmto_demangle_fail(struct dfmto_demangle *d, dfmt_status st) {
  if (d->st == DFMT_OK) d->st = st;
  return false;
}

bool dfmto_demangle_no_memory(struct dfmto_demangle *d) {
  return dfmto_demangle_fail(d, d->mem.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM);
}

bool dfmto_demangle_grow_ids(struct dfmto_demangle *d, struct dfmto_demangle_ids *list) {
  uint32_t *larger = dfmti_grow(&d->mem, list->ptr, &list->cap, FIRST_IDS, sizeof *larger);
  if (!larger) return dfmto_demangle_no_memory(d);
  list->ptr = larger;
  return true;
}

bool dfmto_demangle_make(struct dfmto_demangle *d, struct dfmto_demangle_node node) {
  if (d->n_nodes == DFMTO_DEMANGLE_NODES) return dfmto_demangle_fail(d, DFMT_E_LIMIT);
  if (d->n_nodes == d->cap_nodes) {
    struct dfmto_demangle_node *larger = dfmti_grow(&d->mem, d->nodes, &d->cap_nodes, FIRST_NODES, sizeof *larger);
    if (!larger) return dfmto_demangle_no_memory(d);
    d->nodes = larger;
  }
  d->nodes[d->n_nodes] = node;
  return dfmto_demangle_put_id(d, &d->values, (uint32_t)d->n_nodes++);
}

bool dfmto_demangle_call(struct dfmto_demangle *d, uint32_t production) {
  if (d->n_frames == DFMTO_DEMANGLE_DEPTH) return dfmto_demangle_fail(d, DFMT_E_LIMIT);
  if (d->n_frames == d->cap_frames) {
    const uint8_t **larger = dfmti_grow(&d->mem, d->frames, &d->cap_frames, FIRST_FRAMES, sizeof *larger);
    if (!larger) return dfmto_demangle_no_memory(d);
    d->frames = larger;
  }
  d->frames[d->n_frames++] = d->at;
  d->at = dfmto_demangle_productions[production];
  return true;
}
