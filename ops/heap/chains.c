/* SPDX-License-Identifier: MIT */
/*
 * Call chains, each stored once:
 *
 *   frames as read: pcs, or numbers of frames with more data -> a chain -> at the end: numbers of places
 */
#include <string.h>

#include "base/str.h"
#include "heap.h"

static struct dfmto_heap_chains *chains_of(dfmt_op *op) { return &dfmto_heap_of(op)->chains; }

dfmt_status dfmto_heap_name(dfmt_op *op, dfmt_str name, uint32_t *number) {
  return dfmto_text(&op->mem, &chains_of(op)->names, name.ptr, dfmti_clamp(name.len), number) ? DFMT_OK
                                                                                              : dfmto_no_memory(op);
}

/* ---- stored chains ---- */

/* In one block of memory, which a comparison reads sequentially. */
struct kept {
  struct dfmto_heap_chain sums;
  uint32_t chain;
  uint32_t n : 31;
  uint32_t bare : 1; /* frames are pcs */
  uint64_t frames[];
};

enum { MOST_FRAMES = INT32_MAX };

static struct kept *kept_at(const struct dfmto_heap_chains *x, size_t start) {
  return (void *)((uint64_t *)(void *)x->kept.ptr + start);
}

static struct kept *chain_at(const struct dfmto_heap_chains *x, size_t chain) {
  return kept_at(x, ((const size_t *)(const void *)x->starts.ptr)[chain]);
}

struct wanted {
  const struct dfmto_heap_chains *x;
  const uint64_t *frames;
  uint64_t n;
  bool bare;
};

static bool is_same(const void *user, uint64_t seen) {
  const struct wanted *w = user;
  const struct kept *k = kept_at(w->x, (size_t)seen - 1);
  return k->n == w->n && k->bare == w->bare &&
         (w->n == 0 || memcmp(k->frames, w->frames, (size_t)w->n * sizeof *w->frames) == 0);
}

static dfmt_status keep(dfmt_op *op, const struct wanted *w, uint64_t hash, uint64_t *seen) {
  struct dfmto_heap_chains *x = chains_of(op);
  const size_t start = x->kept.len / sizeof(uint64_t), number = dfmto_heap_n_chains(x);
  const struct kept head = {.chain = (uint32_t)number, .n = (uint32_t)(w->n & MOST_FRAMES), .bare = w->bare};
  if (w->n > MOST_FRAMES || number >= UINT32_MAX || !dfmti_table_reserve(&op->mem, &x->seen) ||
      !dfmti_buf_reserve(&op->mem, &x->starts, sizeof start) ||
      !dfmti_buf_reserve(&op->mem, &x->kept, sizeof head + (size_t)w->n * sizeof *w->frames))
    return dfmto_no_memory(op);
  (void)dfmti_buf_append(&op->mem, &x->kept, &head, sizeof head); /* space was reserved */
  if (w->n) (void)dfmti_buf_append(&op->mem, &x->kept, w->frames, (size_t)w->n * sizeof *w->frames);
  (void)dfmti_buf_append(&op->mem, &x->starts, &start, sizeof start);
  dfmti_table_add(&x->seen, hash, start + 1);
  *seen = start + 1;
  return DFMT_OK;
}

/* Most chains were seen before, and are found by their frames. */
static dfmt_status chain_of(dfmt_op *op, const struct wanted *w, uint64_t hash, uint64_t *seen) {
  if (*seen && is_same(w, *seen)) return DFMT_OK;
  const struct dfmti_slot *slot = dfmti_table_find(&chains_of(op)->seen, hash, is_same, w);
  if (!slot) return keep(op, w, hash, seen);
  *seen = slot->value;
  return DFMT_OK;
}

/* ---- by pcs ---- */

dfmt_status dfmto_heap_hash_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t *hash) {
  struct dfmto_heap_chains *x = chains_of(op);
  size_t bytes;
  if (n > SIZE_MAX || !dfmti_mul((size_t)n, sizeof *pcs, &bytes) || !dfmti_table_reserve(&op->mem, &x->seen))
    return dfmto_no_memory(op);
  *hash = dfmti_hash_bytes(x->seen.key, 0, pcs, bytes);
  dfmti_table_fetch(&x->seen, *hash);
  return DFMT_OK;
}

void dfmto_heap_look_for_pcs(dfmt_op *op, uint64_t n, uint64_t hash, uint64_t *seen) {
  const struct dfmto_heap_chains *x = chains_of(op);
  const struct dfmti_slot *slot = dfmti_table_find(&x->seen, hash, NULL, NULL);
  *seen = slot ? slot->value : 0;
  if (slot) dfmti_fetch(kept_at(x, (size_t)slot->value - 1), sizeof(struct kept) + (size_t)n * sizeof(uint64_t));
}

dfmt_status dfmto_heap_chain_of_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t hash, uint64_t *seen) {
  return chain_of(op, &(struct wanted){chains_of(op), pcs, n, true}, hash, seen);
}

uint32_t dfmto_heap_number_of_seen(dfmt_op *op, uint64_t seen) {
  return kept_at(chains_of(op), (size_t)seen - 1)->chain;
}

struct dfmto_heap_chain *dfmto_heap_sums_of_seen(dfmt_op *op, uint64_t seen) {
  return &kept_at(chains_of(op), (size_t)seen - 1)->sums;
}

/* ---- by frames ---- */

/* A frame with nothing but its pc, as in dumps without names. */
static bool is_bare(const dfmt_mallocdbg_frame *f) {
  return (f->present & ~(uint32_t)DFMT_MALLOCDBG_FRAME_HAS_NUMBER) == DFMT_MALLOCDBG_FRAME_HAS_PC;
}

/* The pc is not part of a place, as a library may be loaded more than once. */
static dfmt_status note_pc(dfmt_op *op, uint32_t place, uint64_t pc) {
  struct dfmti_buf *b = &chains_of(op)->place_pcs;
  if (place < b->len / sizeof pc) return DFMT_OK;
  return dfmti_buf_append(&op->mem, b, &pc, sizeof pc) ? DFMT_OK : dfmto_no_memory(op);
}

static dfmt_status place_of_frame(dfmt_op *op, const dfmt_mallocdbg_frame *f, uint64_t pc, uint64_t *place) {
  struct dfmto_heap_place p = {.pc = f->pc,
                               .rel_pc = f->rel_pc,
                               .map_offset = f->map_offset,
                               .function_offset = f->function_offset,
                               .present = f->present & ~(uint32_t)DFMT_MALLOCDBG_FRAME_HAS_NUMBER};
  uint32_t number = 0;
  dfmt_status st = dfmto_heap_name(op, f->map, &p.map);
  if (st == DFMT_OK) st = dfmto_heap_name(op, f->function, &p.function);
  if (st == DFMT_OK && !dfmto_text(&op->mem, &chains_of(op)->places, &p, sizeof p, &number)) return dfmto_no_memory(op);
  *place = number;
  return st == DFMT_OK ? note_pc(op, number, pc) : st;
}

/* Memory for n frames. NULL: no memory. */
static uint64_t *frames_room(dfmt_op *op, uint64_t n) {
  struct dfmti_buf *b = &chains_of(op)->frames;
  size_t bytes;
  b->len = 0;
  if (n > SIZE_MAX || !dfmti_mul((size_t)n, sizeof(uint64_t), &bytes) || !dfmti_buf_reserve(&op->mem, b, bytes + 1))
    return NULL;
  return (void *)b->ptr;
}

/* A chain consists of pcs only, or has other frames, too, so that chains of the two kinds are never equal. */
dfmt_status dfmto_heap_chain_of_frames(dfmt_op *op, const dfmt_mallocdbg_frame *frames, uint64_t n, const uint64_t *pcs,
                                       uint64_t n_pcs, uint64_t *seen) {
  uint64_t n_bare = 0, hash;
  while (n_bare < n && is_bare(&frames[n_bare])) n_bare++;
  uint64_t *kept = frames_room(op, n);
  if (!kept) return dfmto_no_memory(op);
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < n && st == DFMT_OK; i++) {
    kept[i] = frames[i].pc;
    if (n_bare < n) st = place_of_frame(op, &frames[i], i < n_pcs ? pcs[i] : 0, &kept[i]);
  }
  if (st == DFMT_OK) st = dfmto_heap_hash_pcs(op, kept, n, &hash);
  if (st != DFMT_OK) return st;
  *seen = 0;
  return chain_of(op, &(struct wanted){chains_of(op), kept, n, n_bare == n}, hash, seen);
}

/* ---- places and their files ---- */

dfmt_status dfmto_heap_take_map(dfmt_op *op, const dfmt_mallocdbg_map *map) {
  struct dfmto_heap_chains *x = chains_of(op);
  const dfmt_config *c = x->maps ? NULL : dfmto_helpers(op);
  if (!x->maps && (!c || dfmt_mallocdbg_maps_new(c, &x->maps) != DFMT_OK)) return dfmto_no_memory(op);
  x->last.known = false;
  dfmt_status st = dfmt_mallocdbg_maps_add(x->maps, map);
  return st < 0 ? dfmto_fail_helper(op, dfmt_mallocdbg_maps_error(x->maps)) : DFMT_OK;
}

/* Caches what all pcs of a map share. */
static dfmt_status look_at_map(dfmt_op *op, uint64_t pc, const dfmt_mallocdbg_map *map) {
  static const dfmt_str anonymous = {"<anonymous>", 11};
  struct dfmto_heap_chains *x = chains_of(op);
  uint64_t elf;
  x->last.known = false;
  x->last.start = map->start_address;
  dfmt_status st = dfmto_heap_name(op, map->name.len ? map->name : anonymous, &x->last.name);
  x->last.elf = dfmt_mallocdbg_maps_elf(x->maps, pc, &elf) != NULL; /* from the memory of `map` */
  x->last.bias = elf - pc;
  x->last.known = st == DFMT_OK;
  return st;
}

/* Most pcs are in the map of the one before. Of maps with the same start address only one is ever found. */
static dfmt_status find_file(dfmt_op *op, uint64_t pc, struct dfmto_heap_file *out) {
  struct dfmto_heap_chains *x = chains_of(op);
  *out = (struct dfmto_heap_file){.pc = pc, .bare = true};
  const dfmt_mallocdbg_map *map = x->maps ? dfmt_mallocdbg_maps_find(x->maps, pc, &out->offset) : NULL;
  out->known = map != NULL;
  if (!map) return DFMT_OK;
  if (!x->last.known || x->last.start != map->start_address) {
    dfmt_status st = look_at_map(op, pc, map);
    if (st != DFMT_OK) return st;
  }
  out->name = x->last.name;
  if (x->last.elf) out->elf = pc + x->last.bias;
  return DFMT_OK;
}

static dfmt_status add_file(dfmt_op *op, const struct dfmto_heap_file *file) {
  struct dfmto_heap_chains *x = chains_of(op);
  if (!DFMTO_HEAP_GROW(op, x->files, x->n_files, x->cap_files)) return dfmto_no_memory(op);
  x->files[x->n_files++] = *file;
  return DFMT_OK;
}

static dfmt_status place_of_pc(dfmt_op *op, uint64_t pc, uint64_t *place) {
  struct dfmto_heap_chains *x = chains_of(op);
  const uint64_t known = dfmti_table_number(&x->pcs, pc);
  struct dfmto_heap_file file;
  *place = known ? known - 1 : x->n_files;
  if (known) return DFMT_OK;
  if (!dfmti_table_reserve(&op->mem, &x->pcs)) return dfmto_no_memory(op);
  dfmt_status st = find_file(op, pc, &file);
  if (st == DFMT_OK) st = add_file(op, &file);
  if (st == DFMT_OK) dfmti_table_add(&x->pcs, dfmti_hash_number(x->pcs.key, pc), *place + 1);
  return st;
}

/* Prefetches the table slots of a chain's pcs. */
static void ask_for_pcs(const struct dfmto_heap_chains *x, size_t chain) {
  if (chain >= dfmto_heap_n_chains(x) || !x->pcs.cap) return;
  const struct kept *k = chain_at(x, chain);
  for (uint32_t i = 0; i < k->n && k->bare; i++)
    dfmti_table_fetch(&x->pcs, dfmti_hash_number(x->pcs.key, k->frames[i]));
}

/* All of its frames, or none. */
static dfmt_status finish_chain(dfmt_op *op, struct kept *k) {
  uint64_t *places = frames_room(op, k->n);
  dfmt_status st = DFMT_OK;
  if (!places) return dfmto_no_memory(op);
  for (uint32_t i = 0; i < k->n && st == DFMT_OK; i++) st = place_of_pc(op, k->frames[i], &places[i]);
  if (st == DFMT_OK && k->n) memcpy(k->frames, places, k->n * sizeof *places);
  return st;
}

static dfmt_status finish_named(dfmt_op *op, uint64_t pc) {
  struct dfmto_heap_file file = {.known = false};
  dfmt_status st = pc ? find_file(op, pc, &file) : DFMT_OK;
  file.bare = false;
  return st == DFMT_OK ? add_file(op, &file) : st;
}

dfmt_status dfmto_heap_finish_chains(dfmt_op *op) {
  enum { AHEAD = 2 };
  struct dfmto_heap_chains *x = chains_of(op);
  const uint64_t *pcs = (const void *)x->place_pcs.ptr;
  dfmt_status st = DFMT_OK;
  while (x->n_files < x->place_pcs.len / sizeof *pcs && st == DFMT_OK) st = finish_named(op, pcs[x->n_files]);
  while (x->n_finished < dfmto_heap_n_chains(x) && st == DFMT_OK) {
    struct kept *k = chain_at(x, x->n_finished);
    ask_for_pcs(x, x->n_finished + AHEAD);
    if (k->bare) st = finish_chain(op, k);
    x->n_finished += st == DFMT_OK;
  }
  return st;
}

size_t dfmto_heap_n_chains(const struct dfmto_heap_chains *x) { return x->starts.len / sizeof(size_t); }

const struct dfmto_heap_chain *dfmto_heap_sums(const struct dfmto_heap_chains *x, size_t chain) {
  return &chain_at(x, chain)->sums;
}

const uint64_t *dfmto_heap_places(const struct dfmto_heap_chains *x, uint32_t chain, size_t *n) {
  const struct kept *k = chain_at(x, chain);
  *n = k->n;
  return k->frames;
}

/* ---- frames ---- */

static struct dfmto_heap_place place_at(const struct dfmto_heap_chains *x, uint64_t place) {
  struct dfmto_heap_place p;
  memcpy(&p, dfmto_text_at(&x->places, (uint32_t)place).ptr, sizeof p);
  return p;
}

/* The address of a frame as in dumps and logs. */
static uint64_t told_address(const struct dfmto_heap_place *p) {
  return p->present & DFMT_MALLOCDBG_FRAME_HAS_REL_PC ? p->rel_pc : p->pc;
}

/* The names are part of the frame. */
static dfmt_heap_frame named_frame(const struct dfmto_heap_chains *x, const struct dfmto_heap_place *p,
                                   const struct dfmto_heap_file *file) {
  dfmt_heap_frame f = {.present = DFMT_HEAP_FRAME_HAS_FILE,
                       .function = dfmto_text_at(&x->names, p->function),
                       .function_offset = p->function_offset,
                       .file = dfmto_text_at(&x->names, p->map),
                       .file_offset = file->known ? file->offset : told_address(p),
                       .library_offset = p->map_offset};
  if (f.file.len == 0) f.file = (dfmt_str){"<unknown>", 9};
  if (f.library_offset) f.present |= DFMT_HEAP_FRAME_HAS_LIBRARY_OFFSET;
  if (f.function.len == 0) return f;
  f.present |= DFMT_HEAP_FRAME_HAS_FUNCTION;
  if (p->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET) f.present |= DFMT_HEAP_FRAME_HAS_FUNCTION_OFFSET;
  return f;
}

dfmt_heap_frame dfmto_heap_frame_at(const struct dfmto_heap_chains *x, uint64_t place) {
  const struct dfmto_heap_file *file = &x->files[place];
  if (!file->bare) {
    const struct dfmto_heap_place p = place_at(x, place);
    return named_frame(x, &p, file);
  }
  dfmt_heap_frame f = {.present = DFMT_HEAP_FRAME_HAS_PC, .pc = file->pc};
  if (!file->known) return f;
  f.present |= DFMT_HEAP_FRAME_HAS_FILE;
  f.file = dfmto_text_at(&x->names, file->name);
  f.file_offset = file->offset;
  return f;
}

uint64_t dfmto_heap_elf_address_at(const struct dfmto_heap_chains *x, uint64_t place) {
  const struct dfmto_heap_file *file = &x->files[place];
  if (file->bare) return file->elf;
  const struct dfmto_heap_place p = place_at(x, place);
  return told_address(&p);
}

void dfmto_heap_ask(const struct dfmto_heap_chains *x, uint32_t chain, enum dfmto_heap_asked what) {
  enum { FRAMES = 16 }; /* most chains have no more */
  if (what == DFMTO_HEAP_START) {
    dfmti_fetch((const size_t *)(const void *)x->starts.ptr + chain, sizeof(size_t));
    return;
  }
  const struct kept *k = chain_at(x, chain);
  if (what == DFMTO_HEAP_KEPT) dfmti_fetch(&k->chain, (FRAMES + 1) * sizeof *k->frames);
  for (uint32_t i = 0; what == DFMTO_HEAP_FILES && i < k->n && i < FRAMES; i++)
    dfmti_fetch(&x->files[k->frames[i]], sizeof *x->files);
}

dfmt_status dfmto_heap_frames(dfmt_op *op, uint32_t chain, struct dfmto_heap_lists *to) {
  const struct dfmto_heap_chains *x = chains_of(op);
  size_t n;
  const uint64_t *place = dfmto_heap_places(x, chain, &n);
  uint64_t any = 0;
  to->frames.len = to->elf_addresses.len = 0;
  if (!dfmti_buf_reserve(&op->mem, &to->frames, n * sizeof(dfmt_heap_frame)) ||
      !dfmti_buf_reserve(&op->mem, &to->elf_addresses, n * sizeof(uint64_t)))
    return dfmto_no_memory(op);
  dfmt_heap_frame *frames = (void *)to->frames.ptr;
  uint64_t *addresses = (void *)to->elf_addresses.ptr;
  for (size_t i = 0; i < n; i++) {
    frames[i] = dfmto_heap_frame_at(x, place[i]);
    any |= addresses[i] = dfmto_heap_elf_address_at(x, place[i]);
  }
  to->frames.len = n * sizeof *frames;
  if (any) to->elf_addresses.len = n * sizeof *addresses;
  return DFMT_OK;
}

void dfmto_heap_free_chains(dfmt_op *op) {
  struct dfmto_heap_chains *x = chains_of(op);
  struct dfmti_mem *m = &op->mem;
  dfmto_texts_free(m, &x->names);
  dfmto_texts_free(m, &x->places);
  dfmti_table_free(m, &x->seen);
  dfmti_table_free(m, &x->pcs);
  dfmti_buf_free(m, &x->kept);
  dfmti_buf_free(m, &x->starts);
  dfmti_buf_free(m, &x->frames);
  dfmti_buf_free(m, &x->place_pcs);
  dfmt_mallocdbg_maps_free(x->maps);
  dfmti_free(m, x->files, x->cap_files * sizeof *x->files);
  *x = (struct dfmto_heap_chains){.maps = NULL};
}
