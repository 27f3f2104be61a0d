/* SPDX-License-Identifier: MIT */
/* Records of a heap dump, by call chain. */
#include "heap.h"

static struct dfmto_heap_dump *dump_of(dfmt_op *op) { return &dfmto_heap_of(op)->dump; }

static void add(struct dfmto_heap_dump *d, struct dfmto_heap_chain *c, const dfmt_mallocdbg_alloc *a) {
  struct dfmto_heap_cell *cell = &c->cells[a->zygote_child ? DFMTO_HEAP_APP : DFMTO_HEAP_ZYGOTE];
  if (!dfmto_heap_add(&cell->once, a->bytes, 1)) d->once_exceeds = true;
  if (!dfmto_heap_add(&cell->written, a->bytes, a->count_written)) d->written_exceeds = true;
}

static dfmt_status take_record(dfmt_op *op, const dfmt_mallocdbg_alloc *a) {
  struct dfmto_heap_dump *d = dump_of(op);
  const bool named = a->present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES;
  uint32_t chain;
  dfmt_status st = named ? dfmto_heap_chain_of_frames(op, a->frames, a->n_frames, &chain)
                         : dfmto_heap_chain_of_pcs(op, a->pcs, a->n_pcs, &chain);
  if (st != DFMT_OK) return st;
  if (!DFMTO_HEAP_GROW(op, d->chains, chain, d->cap_chains)) return dfmto_no_memory(op);
  for (; d->n_chains <= chain; d->n_chains++)
    d->chains[d->n_chains] = (struct dfmto_heap_chain){.cells = {{.once = {0}}}};
  add(d, &d->chains[chain], a);
  add(d, &d->all, a);
  d->named = d->named || a->n_frames;
  return DFMT_OK;
}

/* Whether numbers are counts: told by the version, or else at the end. */
static void take_version(dfmt_op *op, const dfmt_mallocdbg_header *header, const dfmt_mallocdbg_end *end) {
  bool counted = end ? end->counts_valid
                     : header->variant == DFMT_MALLOCDBG_VARIANT_V11 || header->variant == DFMT_MALLOCDBG_VARIANT_V12;
  dump_of(op)->counted = counted || dfmto_option(op, DFMT_CFG_MALLOCDBG_COUNTS);
}

dfmt_status dfmto_heap_take_dump(dfmt_op *op, const dfmt_event *ev) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_map *map = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_header *header = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_end *end = dfmt_event_mallocdbg_end(ev);
  if (a) return take_record(op, a);
  if (map) return dfmto_heap_take_map(op, map);
  if (header || end) take_version(op, header, end);
  return DFMT_OK;
}

/* ---- sums ---- */

struct dfmto_heap_sum dfmto_heap_side(const struct dfmto_heap_dump *d, const struct dfmto_heap_chain *c,
                                      unsigned side) {
  return d->counted ? c->cells[side].written : c->cells[side].once;
}

struct dfmto_heap_sum dfmto_heap_both(const struct dfmto_heap_dump *d, const struct dfmto_heap_chain *c) {
  struct dfmto_heap_sum a = dfmto_heap_side(d, c, DFMTO_HEAP_ZYGOTE), b = dfmto_heap_side(d, c, DFMTO_HEAP_APP);
  return (struct dfmto_heap_sum){a.bytes + b.bytes, a.blocks + b.blocks};
}

bool dfmto_heap_dump_exceeds(const struct dfmto_heap_dump *d) {
  struct dfmto_heap_sum app = dfmto_heap_side(d, &d->all, DFMTO_HEAP_APP), sum = dfmto_heap_both(d, &d->all);
  return (d->counted ? d->written_exceeds : d->once_exceeds) || sum.bytes < app.bytes || sum.blocks < app.blocks;
}

void dfmto_heap_free_dump(dfmt_op *op) {
  struct dfmto_heap_dump *d = dump_of(op);
  dfmti_free(&op->mem, d->chains, d->cap_chains * sizeof *d->chains);
  *d = (struct dfmto_heap_dump){.n_chains = 0};
}
