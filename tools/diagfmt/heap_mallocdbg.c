/* SPDX-License-Identifier: MIT */
#include "heap_mallocdbg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "text.h"

/* How a frame begins in `places`; the map's name and the function follow. */
struct place_head {
  uint64_t pc, rel_pc, map_offset, function_offset, map_len;
  uint64_t present; /* DFMT_MALLOCDBG_FRAME_HAS_* */
};

void heap_begin(struct heap *h, struct walk *w) {
  *h = (struct heap){.w = w};
  if (dfmt_mallocdbg_maps_new(w->t->config, &h->maps) != DFMT_OK) tool_no_memory();
}

/* ---- taking ---- */

static uint32_t place_of_pc(struct heap *h, uint64_t pc) {
  const struct place_head p = {.pc = pc, .present = DFMT_MALLOCDBG_FRAME_HAS_PC};
  return (uint32_t)intern(&h->places, &p, sizeof p);
}

static uint32_t place_of_frame(struct heap *h, const dfmt_mallocdbg_frame *f, struct buffer *scratch) {
  struct place_head p = {.pc = f->pc,
                         .rel_pc = f->rel_pc,
                         .map_offset = f->map_offset,
                         .map_len = f->map.len,
                         .function_offset = f->function_offset,
                         .present = f->present & ~(uint32_t)DFMT_MALLOCDBG_FRAME_HAS_NUMBER};
  scratch->len = 0;
  buffer_put(scratch, &p, sizeof p);
  buffer_put(scratch, f->map.ptr, (size_t)f->map.len);
  buffer_put(scratch, f->function.ptr, (size_t)f->function.len);
  return (uint32_t)intern(&h->places, scratch->ptr, scratch->len);
}

/* Room for a chain of n frames. */
static uint32_t *chain_room(struct heap *h, uint64_t n) {
  if (n > h->cap_chain) {
    h->cap_chain = (size_t)n * 2;
    h->chain = tool_realloc(h->chain, h->cap_chain * sizeof *h->chain);
  }
  return h->chain;
}

/* A chain's number, with room for its figures. */
static size_t stack_of(struct heap *h, const uint32_t *chain, uint64_t n) {
  size_t known = h->stacks.n, number = intern(&h->stacks, chain, (size_t)n * sizeof *chain);
  if (number >= h->cap_stacks) {
    h->cap_stacks = h->cap_stacks ? h->cap_stacks * 2 : 64;
    h->by_stack = tool_realloc(h->by_stack, h->cap_stacks * sizeof *h->by_stack);
  }
  if (number == known) memset(&h->by_stack[number], 0, sizeof h->by_stack[number]);
  return number;
}

static size_t chain_of_frames(struct heap *h, const dfmt_mallocdbg_frame *frames, uint64_t n) {
  struct buffer scratch = {0};
  uint32_t *chain = chain_room(h, n);
  for (uint64_t i = 0; i < n; i++) chain[i] = place_of_frame(h, &frames[i], &scratch);
  buffer_free(&scratch);
  return stack_of(h, chain, n);
}

static size_t stack_of_record(struct heap *h, const dfmt_mallocdbg_alloc *a) {
  if (a->present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES) return chain_of_frames(h, a->frames, a->n_frames);
  uint32_t *chain = chain_room(h, a->n_pcs);
  for (uint64_t i = 0; i < a->n_pcs; i++) chain[i] = place_of_pc(h, a->pcs[i]);
  return stack_of(h, chain, a->n_pcs);
}

static void add(struct cell *c, uint64_t bytes, uint64_t count) {
  c->once.bytes += bytes;
  c->once.count++;
  c->written.bytes += bytes * count;
  c->written.count += count;
}

static size_t memory(const struct heap *h) {
  return interned_memory(&h->places) + interned_memory(&h->stacks) + h->cap_stacks * sizeof *h->by_stack;
}

/* true if there is no room for more, by --max-memory. */
static bool is_full(struct heap *h) {
  h->full = h->full || memory(h) > option_value(h->w->t, DFMT_CFG_MAX_MEMORY) || h->places.n >= UINT32_MAX;
  return h->full;
}

bool heap_fits(struct heap *h) {
  if (h->full && !h->told) report_limit(h->w->t, h->w->in->name, DFMT_CFG_MAX_MEMORY, memory(h), "its call chains");
  h->told = h->full;
  return !h->full;
}

static void add_map(struct heap *h, const dfmt_mallocdbg_map *m) {
  dfmt_status st = dfmt_mallocdbg_maps_add(h->maps, m);
  h->n_maps++;
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st == DFMT_OK || h->full) return;
  report_limit_of(h->w->t, h->w->in->name, dfmt_mallocdbg_maps_error(h->maps), "its maps");
  h->full = h->told = true;
}

static void record(struct heap *h, const dfmt_mallocdbg_alloc *a) {
  unsigned side = a->zygote_child ? APP : ZYGOTE;
  h->n_named += a->n_frames != 0;
  add(&h->all[side], a->bytes, a->count_written);
  if (is_full(h)) return;
  size_t stack = stack_of_record(h, a); /* it may move by_stack */
  add(&h->by_stack[stack][side], a->bytes, a->count_written);
}

void heap_event(struct heap *h, const dfmt_event *ev) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_header *head = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_map *m = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  if (a) record(h, a);
  if (head) h->variant = head->variant;
  if (m) add_map(h, m);
  if (e) {
    h->seen_end = true;
    h->counts_valid = e->counts_valid;
  }
}

/* ---- sums ---- */

struct sum heap_sum(const struct heap *h, const struct cell *c) {
  bool later = h->variant == DFMT_MALLOCDBG_VARIANT_V11 || h->variant == DFMT_MALLOCDBG_VARIANT_V12;
  bool valid = h->seen_end ? h->counts_valid : later;
  return valid || option_value(h->w->t, DFMT_CFG_MALLOCDBG_COUNTS) ? c->written : c->once;
}

/* ---- frames ---- */

size_t heap_stack_len(const struct heap *h, size_t stack) {
  size_t len;
  (void)interned_at(&h->stacks, stack, &len);
  return len / sizeof(uint32_t);
}

size_t heap_place(const struct heap *h, size_t stack, size_t frame) {
  size_t len;
  uint32_t place;
  memcpy(&place, interned_at(&h->stacks, stack, &len) + frame * sizeof place, sizeof place);
  return place;
}

/* Names that stand in the file with the frame. */
static void named(const struct place_head *p, const char *names, size_t len, struct heap_frame *out) {
  out->file = (dfmt_str){names, p->map_len};
  out->function = (dfmt_str){names + p->map_len, len - p->map_len};
  out->function_offset = p->function_offset;
  out->library_offset = p->map_offset;
  out->has_function = out->function.len != 0;
  out->has_function_offset = (p->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET) != 0;
  out->has_file = true;
  out->file_offset = p->present & DFMT_MALLOCDBG_FRAME_HAS_REL_PC ? p->rel_pc : p->pc;
  if (out->file.len == 0) out->file = (dfmt_str){"<unknown>", 9};
}

void heap_frame(struct heap *h, size_t place, struct heap_frame *out) {
  struct place_head p;
  size_t len;
  const char *bytes = interned_at(&h->places, place, &len);
  memcpy(&p, bytes, sizeof p);
  *out = (struct heap_frame){.pc = p.pc};
  if (p.present != DFMT_MALLOCDBG_FRAME_HAS_PC) {
    named(&p, bytes + sizeof p, len - sizeof p, out);
    return;
  }
  const dfmt_mallocdbg_map *m = dfmt_mallocdbg_maps_find(h->maps, p.pc, &out->file_offset);
  if (!m) return;
  out->has_file = true;
  out->file = m->name.len ? m->name : (dfmt_str){"<anonymous>", 11};
}

void heap_end(struct heap *h) {
  dfmt_mallocdbg_maps_free(h->maps);
  interned_free(&h->places);
  interned_free(&h->stacks);
  tool_realloc(h->by_stack, 0);
  tool_realloc(h->chain, 0);
}
