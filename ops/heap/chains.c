/* SPDX-License-Identifier: MIT */
/* Call chains, each kept once, as numbers of places in the code. */
#include <string.h>

#include "heap.h"

static struct dfmto_heap_chains *chains_of(dfmt_op *op) { return &dfmto_heap_of(op)->chains; }

dfmt_status dfmto_heap_name(dfmt_op *op, dfmt_str name, uint32_t *number) {
  return dfmto_text(&op->mem, &chains_of(op)->names, name.ptr, dfmti_clamp(name.len), number) ? DFMT_OK
                                                                                              : dfmto_no_memory(op);
}

/* ---- places ---- */

static dfmt_status place_at(dfmt_op *op, const struct dfmto_heap_place *p, uint32_t *place) {
  return dfmto_text(&op->mem, &chains_of(op)->places, p, sizeof *p, place) ? DFMT_OK : dfmto_no_memory(op);
}

static struct dfmto_heap_place place_of(const struct dfmto_heap_chains *x, size_t number) {
  struct dfmto_heap_place p;
  memcpy(&p, dfmto_text_at(&x->places, (uint32_t)number).ptr, sizeof p);
  return p;
}

static dfmt_status place_of_pc(dfmt_op *op, uint64_t pc, uint32_t *place) {
  struct dfmto_heap_chains *x = chains_of(op);
  const struct dfmto_heap_place p = {.pc = pc, .present = DFMT_MALLOCDBG_FRAME_HAS_PC};
  uint64_t known = dfmti_table_number(&x->pcs, pc);
  *place = (uint32_t)known - 1;
  if (known) return DFMT_OK;
  if (!dfmti_table_reserve(&op->mem, &x->pcs)) return dfmto_no_memory(op);
  dfmt_status st = place_at(op, &p, place);
  if (st == DFMT_OK) dfmti_table_add(&x->pcs, dfmti_hash_number(x->pcs.key, pc), (uint64_t)*place + 1);
  return st;
}

static dfmt_status place_of_frame(dfmt_op *op, const dfmt_mallocdbg_frame *f, uint32_t *place) {
  struct dfmto_heap_place p = {.pc = f->pc,
                               .rel_pc = f->rel_pc,
                               .map_offset = f->map_offset,
                               .function_offset = f->function_offset,
                               .present = f->present & ~(uint32_t)DFMT_MALLOCDBG_FRAME_HAS_NUMBER};
  dfmt_status st = dfmto_heap_name(op, f->map, &p.map);
  if (st == DFMT_OK) st = dfmto_heap_name(op, f->function, &p.function);
  return st == DFMT_OK ? place_at(op, &p, place) : st;
}

/* ---- chains ---- */

/* Room for n places. NULL: no memory. */
static uint32_t *chain_room(dfmt_op *op, uint64_t n) {
  struct dfmti_buf *b = &chains_of(op)->chain;
  size_t bytes;
  b->len = 0;
  if (n > SIZE_MAX || !dfmti_mul((size_t)n, sizeof(uint32_t), &bytes) || !dfmti_buf_reserve(&op->mem, b, bytes + 1))
    return NULL;
  return (void *)b->ptr;
}

static dfmt_status chain_at(dfmt_op *op, const uint32_t *places, uint64_t n, uint32_t *chain) {
  bool good = dfmto_text(&op->mem, &chains_of(op)->chains, places, (size_t)n * sizeof *places, chain);
  return good ? DFMT_OK : dfmto_no_memory(op);
}

/* A frame that only has its pc, as those of dumps without names. */
static bool is_bare(const dfmt_mallocdbg_frame *f) {
  return (f->present & ~(uint32_t)DFMT_MALLOCDBG_FRAME_HAS_NUMBER) == DFMT_MALLOCDBG_FRAME_HAS_PC;
}

static dfmt_status chain_of_bare(dfmt_op *op, const dfmt_mallocdbg_frame *frames, uint64_t n, uint32_t *chain) {
  struct dfmti_buf *b = &chains_of(op)->bare;
  uint64_t hash, *pcs;
  size_t bytes;
  b->len = 0;
  if (n > SIZE_MAX || !dfmti_mul((size_t)n, sizeof *pcs, &bytes) || !dfmti_buf_reserve(&op->mem, b, bytes + 1))
    return dfmto_no_memory(op);
  pcs = (void *)b->ptr;
  for (uint64_t i = 0; i < n; i++) pcs[i] = frames[i].pc;
  dfmt_status st = dfmto_heap_hash_pcs(op, pcs, n, &hash);
  return st == DFMT_OK ? dfmto_heap_chain_of_pcs(op, pcs, n, hash, 0, chain) : st;
}

/* A chain is either one of pcs alone or has other frames too, so that none of one kind is one of the other. */
dfmt_status dfmto_heap_chain_of_frames(dfmt_op *op, const dfmt_mallocdbg_frame *frames, uint64_t n, uint32_t *chain) {
  uint64_t n_bare = 0;
  while (n_bare < n && is_bare(&frames[n_bare])) n_bare++;
  if (n_bare == n) return chain_of_bare(op, frames, n, chain);
  uint32_t *places = chain_room(op, n);
  if (!places) return dfmto_no_memory(op);
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < n && st == DFMT_OK; i++) st = place_of_frame(op, &frames[i], &places[i]);
  return st == DFMT_OK ? chain_at(op, places, n, chain) : st;
}

/* One that is not there. */
static dfmt_status new_chain_of_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint32_t *chain) {
  uint32_t *places = chain_room(op, n);
  if (!places) return dfmto_no_memory(op);
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < n && st == DFMT_OK; i++) st = place_of_pc(op, pcs[i], &places[i]);
  if (st != DFMT_OK) return st;
  bool good = dfmto_text_add(&op->mem, &chains_of(op)->chains, places, (size_t)n * sizeof *places, chain);
  return good ? DFMT_OK : dfmto_no_memory(op);
}

/* A chain of pcs that was seen, in one piece of memory. */
struct seen {
  uint32_t chain, n;
  uint64_t pcs[];
};

static const struct seen *seen_at(const struct dfmto_heap_chains *x, uint64_t value) {
  return (const void *)((const uint64_t *)(const void *)x->seen_chains.ptr + (value - 1));
}

struct wanted {
  const struct dfmto_heap_chains *x;
  const uint64_t *pcs;
  uint64_t n;
};

static bool is_seen(const void *user, uint64_t value) {
  const struct wanted *w = user;
  const struct seen *s = seen_at(w->x, value);
  return s->n == w->n && (w->n == 0 || memcmp(s->pcs, w->pcs, (size_t)w->n * sizeof *w->pcs) == 0);
}

/* Room for one more, before its chain is made. */
static bool see_room(dfmt_op *op, uint64_t n) {
  struct dfmto_heap_chains *x = chains_of(op);
  return n <= UINT32_MAX && dfmti_table_reserve(&op->mem, &x->seen) &&
         dfmti_buf_reserve(&op->mem, &x->seen_chains, sizeof(struct seen) + (size_t)n * sizeof(uint64_t));
}

static void see(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t hash, uint32_t chain) {
  struct dfmto_heap_chains *x = chains_of(op);
  const struct seen head = {.chain = chain, .n = (uint32_t)n};
  const size_t at = x->seen_chains.len / sizeof *pcs;
  (void)dfmti_buf_append(&op->mem, &x->seen_chains, &head, sizeof head); /* there is room */
  if (n) (void)dfmti_buf_append(&op->mem, &x->seen_chains, pcs, (size_t)n * sizeof *pcs);
  dfmti_table_add(&x->seen, hash, at + 1);
}

dfmt_status dfmto_heap_hash_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t *hash) {
  struct dfmto_heap_chains *x = chains_of(op);
  size_t bytes;
  if (n > SIZE_MAX || !dfmti_mul((size_t)n, sizeof *pcs, &bytes) || !dfmti_table_reserve(&op->mem, &x->seen))
    return dfmto_no_memory(op);
  *hash = dfmti_hash_bytes(x->seen.key, 0, pcs, bytes);
  dfmti_table_fetch(&x->seen, *hash);
  return DFMT_OK;
}

/* Of a chain that was not seen, its pcs will be looked for. */
void dfmto_heap_look_for_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t hash, uint64_t *seen) {
  const struct dfmto_heap_chains *x = chains_of(op);
  const struct dfmti_slot *slot = dfmti_table_find(&x->seen, hash, NULL, NULL);
  *seen = slot ? slot->value : 0;
  if (slot) dfmti_fetch(seen_at(x, slot->value), sizeof(struct seen) + (size_t)n * sizeof *pcs);
  for (uint64_t i = 0; i < n && !slot && x->pcs.cap; i++)
    dfmti_table_fetch(&x->pcs, dfmti_hash_number(x->pcs.key, pcs[i]));
}

uint32_t dfmto_heap_chain_seen(const dfmt_op *op, uint64_t seen) {
  return seen_at(&((const struct dfmto_heap *)op->state)->chains, seen)->chain;
}

/* Most chains come again, and are known by their pcs. */
dfmt_status dfmto_heap_chain_of_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t hash, uint64_t seen,
                                    uint32_t *chain) {
  struct dfmto_heap_chains *x = chains_of(op);
  const struct wanted wanted = {x, pcs, n};
  if (seen && !is_seen(&wanted, seen)) seen = 0;
  const struct dfmti_slot *slot = seen ? NULL : dfmti_table_find(&x->seen, hash, is_seen, &wanted);
  if (slot) seen = slot->value;
  if (seen) *chain = seen_at(x, seen)->chain;
  if (seen) return DFMT_OK;
  if (!see_room(op, n)) return dfmto_no_memory(op);
  dfmt_status st = new_chain_of_pcs(op, pcs, n, chain);
  if (st == DFMT_OK) see(op, pcs, n, hash, *chain);
  return st;
}

/* ---- files ---- */

dfmt_status dfmto_heap_take_map(dfmt_op *op, const dfmt_mallocdbg_map *map) {
  struct dfmto_heap_chains *x = chains_of(op);
  const dfmt_config *c = x->maps ? NULL : dfmto_helpers(op);
  if (!x->maps && (!c || dfmt_mallocdbg_maps_new(c, &x->maps) != DFMT_OK)) return dfmto_no_memory(op);
  dfmt_status st = dfmt_mallocdbg_maps_add(x->maps, map);
  return st < 0 ? dfmto_fail_helper(op, dfmt_mallocdbg_maps_error(x->maps)) : DFMT_OK;
}

static dfmt_status find_file(dfmt_op *op, const struct dfmto_heap_place *p, struct dfmto_heap_file *out) {
  static const dfmt_str anonymous = {"<anonymous>", 11};
  struct dfmto_heap_chains *x = chains_of(op);
  *out = (struct dfmto_heap_file){.pc = p->pc, .bare = p->present == DFMT_MALLOCDBG_FRAME_HAS_PC};
  if (!x->maps || !out->bare) return DFMT_OK;
  const dfmt_mallocdbg_map *map = dfmt_mallocdbg_maps_find(x->maps, p->pc, &out->offset);
  out->known = map != NULL;
  return map ? dfmto_heap_name(op, map->name.len ? map->name : anonymous, &out->name) : DFMT_OK;
}

dfmt_status dfmto_heap_finish_chains(dfmt_op *op) {
  struct dfmto_heap_chains *x = chains_of(op);
  dfmt_status st = DFMT_OK;
  while (x->n_files < dfmto_texts_n(&x->places) && st == DFMT_OK) {
    const struct dfmto_heap_place p = place_of(x, x->n_files);
    if (!DFMTO_HEAP_GROW(op, x->files, x->n_files, x->cap_files)) return dfmto_no_memory(op);
    st = find_file(op, &p, &x->files[x->n_files]);
    if (st == DFMT_OK) x->n_files++;
  }
  return st;
}

/* ---- frames ---- */

/* Names stand with the frame. */
static dfmt_heap_frame named_frame(const struct dfmto_heap_chains *x, const struct dfmto_heap_place *p) {
  dfmt_heap_frame f = {.present = DFMT_HEAP_FRAME_HAS_FILE,
                       .function = dfmto_text_at(&x->names, p->function),
                       .function_offset = p->function_offset,
                       .file = dfmto_text_at(&x->names, p->map),
                       .file_offset = p->present & DFMT_MALLOCDBG_FRAME_HAS_REL_PC ? p->rel_pc : p->pc,
                       .library_offset = p->map_offset};
  if (f.file.len == 0) f.file = (dfmt_str){"<unknown>", 9};
  if (f.library_offset) f.present |= DFMT_HEAP_FRAME_HAS_LIBRARY_OFFSET;
  if (f.function.len == 0) return f;
  f.present |= DFMT_HEAP_FRAME_HAS_FUNCTION;
  if (p->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET) f.present |= DFMT_HEAP_FRAME_HAS_FUNCTION_OFFSET;
  return f;
}

dfmt_heap_frame dfmto_heap_frame_at(const struct dfmto_heap_chains *x, uint32_t place) {
  const struct dfmto_heap_file *file = &x->files[place];
  if (!file->bare) {
    const struct dfmto_heap_place p = place_of(x, place);
    return named_frame(x, &p);
  }
  dfmt_heap_frame f = {.present = DFMT_HEAP_FRAME_HAS_PC, .pc = file->pc};
  if (!file->known) return f;
  f.present |= DFMT_HEAP_FRAME_HAS_FILE;
  f.file = dfmto_text_at(&x->names, file->name);
  f.file_offset = file->offset;
  return f;
}

dfmt_status dfmto_heap_frames(dfmt_op *op, uint32_t chain, struct dfmti_buf *frames) {
  const struct dfmto_heap_chains *x = chains_of(op);
  const dfmt_str places = dfmto_text_at(&x->chains, chain);
  const size_t n = (size_t)places.len / sizeof(uint32_t);
  const uint32_t *place = (const void *)places.ptr; /* all are of numbers, so that each begins at a whole one */
  dfmt_heap_frame *to;
  frames->len = 0;
  if (!dfmti_buf_reserve(&op->mem, frames, n * sizeof *to)) return dfmto_no_memory(op);
  to = (void *)frames->ptr;
  for (size_t i = 0; i < n; i++) dfmti_fetch(&x->files[place[i]], sizeof *x->files);
  for (size_t i = 0; i < n; i++) to[i] = dfmto_heap_frame_at(x, place[i]);
  frames->len = n * sizeof *to;
  return DFMT_OK;
}

void dfmto_heap_free_chains(dfmt_op *op) {
  struct dfmto_heap_chains *x = chains_of(op);
  struct dfmti_mem *m = &op->mem;
  dfmto_texts_free(m, &x->names);
  dfmto_texts_free(m, &x->places);
  dfmto_texts_free(m, &x->chains);
  dfmti_table_free(m, &x->pcs);
  dfmti_table_free(m, &x->seen);
  dfmti_buf_free(m, &x->seen_chains);
  dfmti_buf_free(m, &x->chain);
  dfmti_buf_free(m, &x->bare);
  dfmt_mallocdbg_maps_free(x->maps);
  dfmti_free(m, x->files, x->cap_files * sizeof *x->files);
  *x = (struct dfmto_heap_chains){.maps = NULL};
}
