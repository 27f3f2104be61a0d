/* SPDX-License-Identifier: MIT */
/* Records of a heap dump, by call chain. */
#include <string.h>

#include "heap.h"

static struct dfmto_heap_dump *dump_of(dfmt_op *op) { return &dfmto_heap_of(op)->dump; }

static void add(struct dfmto_heap_dump *d, struct dfmto_heap_chain *c, const struct dfmto_heap_blocks *b) {
  struct dfmto_heap_cell *cell = &c->cells[b->side];
  if (!dfmto_heap_add(&cell->once, b->bytes, 1)) d->once_exceeds = true;
  if (!dfmto_heap_add(&cell->written, b->bytes, b->count_written)) d->written_exceeds = true;
}

static void add_to_chain(dfmt_op *op, uint64_t seen, const struct dfmto_heap_blocks *b) {
  struct dfmto_heap_dump *d = dump_of(op);
  add(d, dfmto_heap_sums_of_seen(op, seen), b);
  add(d, &d->all, b);
}

/* ---- waiting records ---- */

/*
 * A record needs a slot of a table, and the chain that the slot refers to; few of either are in a near cache. So
 * records wait in a ring, and each new record moves an older one by one step:
 *
 *   new: its slot is prefetched -> LOOK records later: its chain -> the oldest one is taken
 */
enum { LOOK = 5 };

static struct dfmto_heap_record *waiting_at(struct dfmto_heap_dump *d, uint64_t i) {
  return &d->waiting[i % DFMTO_HEAP_WAITING];
}

static void ask_for_chain(dfmt_op *op, struct dfmto_heap_record *r) {
  dfmto_heap_look_for_pcs(op, r->n_pcs, r->hash, &r->seen);
}

static dfmt_status take_oldest(dfmt_op *op) {
  struct dfmto_heap_dump *d = dump_of(op);
  struct dfmto_heap_record *r = waiting_at(d, d->n_taken);
  dfmt_status st = dfmto_heap_chain_of_pcs(op, r->pcs, r->n_pcs, r->hash, &r->seen);
  if (st != DFMT_OK) return st;
  add_to_chain(op, r->seen, &r->blocks);
  d->n_taken++;
  return DFMT_OK;
}

dfmt_status dfmto_heap_finish_dump(dfmt_op *op) {
  const struct dfmto_heap_dump *d = dump_of(op);
  dfmt_status st = DFMT_OK;
  while (d->n_taken < d->n_come && st == DFMT_OK) st = take_oldest(op);
  return st;
}

static struct dfmto_heap_blocks blocks_of(const dfmt_mallocdbg_alloc *a) {
  return (struct dfmto_heap_blocks){.bytes = a->bytes,
                                    .count_written = a->count_written,
                                    .side = a->zygote_child ? DFMTO_HEAP_APP : DFMTO_HEAP_ZYGOTE};
}

/* After a failure the record is taken again. */
static dfmt_status wait(dfmt_op *op, const dfmt_mallocdbg_alloc *a) {
  struct dfmto_heap_dump *d = dump_of(op);
  uint64_t hash;
  if (!d->waiting) d->waiting = dfmti_alloc(&op->mem, DFMTO_HEAP_WAITING * sizeof *d->waiting);
  if (!d->waiting) return dfmto_no_memory(op);
  dfmt_status st = d->n_come - d->n_taken == DFMTO_HEAP_WAITING ? take_oldest(op) : DFMT_OK;
  if (st == DFMT_OK) st = dfmto_heap_hash_pcs(op, a->pcs, a->n_pcs, &hash);
  if (st != DFMT_OK) return st;
  struct dfmto_heap_record *r = waiting_at(d, d->n_come);
  r->blocks = blocks_of(a);
  r->n_pcs = a->n_pcs;
  r->hash = hash;
  r->seen = 0;
  if (a->n_pcs) memcpy(r->pcs, a->pcs, (size_t)a->n_pcs * sizeof *r->pcs);
  d->n_come++;
  if (d->n_come - d->n_taken > LOOK) ask_for_chain(op, waiting_at(d, d->n_come - 1 - LOOK));
  return DFMT_OK;
}

static dfmt_status take_at_once(dfmt_op *op, const dfmt_mallocdbg_alloc *a) {
  const struct dfmto_heap_blocks b = blocks_of(a);
  const bool named = a->present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES;
  uint64_t hash = 0, seen = 0;
  dfmt_status st = dfmto_heap_finish_dump(op);
  if (st == DFMT_OK && !named) st = dfmto_heap_hash_pcs(op, a->pcs, a->n_pcs, &hash);
  if (st != DFMT_OK) return st;
  st = named ? dfmto_heap_chain_of_frames(op, a->frames, a->n_frames, a->pcs, a->n_pcs, &seen)
             : dfmto_heap_chain_of_pcs(op, a->pcs, a->n_pcs, hash, &seen);
  if (st == DFMT_OK) add_to_chain(op, seen, &b);
  return st;
}

static dfmt_status take_record(dfmt_op *op, const dfmt_mallocdbg_alloc *a) {
  const bool waits = !(a->present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES) && a->n_pcs <= DFMTO_HEAP_WAITING_PCS;
  dfmt_status st = waits ? wait(op, a) : take_at_once(op, a);
  if (st == DFMT_OK && a->n_frames) dump_of(op)->named = true;
  return st;
}

/* Whether numbers are counts: known from the version, or else only at the end. */
static void take_version(dfmt_op *op, const dfmt_mallocdbg_header *header, const dfmt_mallocdbg_end *end) {
  bool counted = end ? end->counts_valid
                     : header->variant == DFMT_MALLOCDBG_VARIANT_V11 || header->variant == DFMT_MALLOCDBG_VARIANT_V12;
  dump_of(op)->counted = counted || dfmto_option(op, DFMT_CFG_MALLOCDBG_COUNTS);
}

dfmt_status dfmto_heap_take_dump(dfmt_op *op, const dfmt_event *ev) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev); /* nearly all records are */
  if (a) return take_record(op, a);
  const dfmt_mallocdbg_map *map = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_header *header = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_end *end = dfmt_event_mallocdbg_end(ev);
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
  dfmti_free(&op->mem, d->waiting, DFMTO_HEAP_WAITING * sizeof *d->waiting);
  *d = (struct dfmto_heap_dump){.n_come = 0};
}
