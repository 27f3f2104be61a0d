/* SPDX-License-Identifier: MIT */
/* Heap dumps: bytes and allocations by call chain and by size. Sums are modulo 2^64, as the format's own are. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "mallocdbg.h"

/* Start of a frame in `places`; the map's name and the function follow. */
struct place {
  uint64_t pc, rel_pc, map_offset, function_offset, map_len;
  uint64_t present; /* DFMT_MALLOCDBG_FRAME_HAS_* */
};

static struct dfmto_info_chain *chains(const struct dfmto_info_heap *h) { return (void *)h->by_chain.ptr; }
static size_t n_chains(const struct dfmto_info_heap *h) { return h->by_chain.len / sizeof(struct dfmto_info_chain); }

/* ---- records ---- */

static bool place_of_pc(struct dfmto_info_heap *h, struct dfmti_mem *m, uint64_t pc, uint32_t *number) {
  const struct place p = {.pc = pc, .present = DFMT_MALLOCDBG_FRAME_HAS_PC};
  return dfmto_text(m, &h->places, &p, sizeof p, number);
}

/* Uses the scratch buffer after the chain. */
static bool place_of_frame(struct dfmto_info_heap *h, struct dfmti_mem *m, const dfmt_mallocdbg_frame *f,
                           uint32_t *number) {
  struct dfmti_buf *b = &h->scratch;
  const size_t start = b->len;
  const struct place p = {.pc = f->pc,
                          .rel_pc = f->rel_pc,
                          .map_offset = f->map_offset,
                          .map_len = f->map.len,
                          .function_offset = f->function_offset,
                          .present = f->present & ~(uint32_t)DFMT_MALLOCDBG_FRAME_HAS_NUMBER};
  bool good = dfmti_buf_append(m, b, &p, sizeof p) && dfmti_buf_append(m, b, f->map.ptr, (size_t)f->map.len) &&
              dfmti_buf_append(m, b, f->function.ptr, (size_t)f->function.len) &&
              dfmto_text(m, &h->places, b->ptr + start, b->len - start, number);
  b->len = start;
  return good;
}

/* Makes the chain of a record in the scratch buffer. */
static bool make_chain(struct dfmto_info_heap *h, struct dfmti_mem *m, const dfmt_mallocdbg_alloc *a) {
  bool named = a->present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES, good = true;
  uint64_t n = named ? a->n_frames : a->n_pcs;
  h->scratch.len = 0;
  for (uint64_t i = 0; i < n && good; i++) {
    uint32_t number;
    good = (named ? place_of_frame(h, m, &a->frames[i], &number) : place_of_pc(h, m, a->pcs[i], &number)) &&
           dfmti_buf_append(m, &h->scratch, &number, sizeof number);
  }
  return good;
}

/* NULL: no memory. */
static struct dfmto_info_chain *chain_of(struct dfmto_info_heap *h, struct dfmti_mem *m,
                                         const dfmt_mallocdbg_alloc *a) {
  uint32_t number;
  if (!make_chain(h, m, a) || !dfmti_buf_reserve(m, &h->by_chain, sizeof(struct dfmto_info_chain)) ||
      !dfmto_text(m, &h->chains, h->scratch.ptr ? h->scratch.ptr : (const void *)"", h->scratch.len, &number))
    return NULL;
  if (number == n_chains(h)) {
    const struct dfmto_info_chain c = {.number = number};
    dfmti_buf_append(m, &h->by_chain, &c, sizeof c);
  }
  return &chains(h)[number];
}

static void add(struct dfmto_info_cell *c, uint64_t bytes, uint64_t count) {
  c->once.bytes += bytes;
  c->once.count++;
  c->written.bytes += bytes * count;
  c->written.count += count;
}

static dfmt_status take_record(struct dfmto_info_heap *h, struct dfmto_info *x, const dfmt_mallocdbg_alloc *a) {
  struct dfmti_mem *m = &x->op->mem;
  struct dfmto_info_chain *chain = chain_of(h, m, a);
  struct dfmto_count *size = chain ? dfmto_count_at(m, &h->sizes, a->bytes) : NULL;
  if (!size) return dfmto_no_memory(x->op);
  unsigned side = a->zygote_child ? DFMTO_APP : DFMTO_ZYGOTE;
  h->n_records++;
  h->no_frames += a->n_pcs == 0 && a->n_frames == 0;
  add(&h->all[side], a->bytes, a->count_written);
  add(&chain->sides[side], a->bytes, a->count_written);
  size->n++;
  size->sum += a->count_written;
  return DFMT_OK;
}

static dfmt_status take_map(struct dfmto_info_heap *h, struct dfmto_info *x, const dfmt_mallocdbg_map *map) {
  const dfmt_config *c = dfmto_helpers(x->op);
  if (!c || (!h->maps && dfmt_mallocdbg_maps_new(c, &h->maps) != DFMT_OK) ||
      dfmt_mallocdbg_maps_add(h->maps, map) != DFMT_OK)
    return dfmto_no_memory(x->op);
  h->n_maps++;
  return DFMT_OK;
}

static dfmt_status take_header(struct dfmto_info_heap *h, struct dfmto_info *x, const dfmt_mallocdbg_header *head) {
  if (!dfmto_info_text(x, head->fingerprint, &h->fingerprint)) return dfmto_no_memory(x->op);
  h->has_header = true;
  h->header = *head;
  return DFMT_OK;
}

dfmt_status dfmto_info_heap_event(struct dfmto_info_heap *h, struct dfmto_info *x, const dfmt_event *ev) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_header *head = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_maps_begin *begin = dfmt_event_mallocdbg_maps_begin(ev);
  const dfmt_mallocdbg_map *map = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_end *end = dfmt_event_mallocdbg_end(ev);
  h->begun = true;
  if (a) return take_record(h, x, a);
  if (map) return take_map(h, x, map);
  if (head) return take_header(h, x, head);
  if (begin) h->maps_failed = (begin->present & DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE) != 0;
  if (!end) return DFMT_OK;
  h->marker = end->marker;
  h->seen_end = true;
  h->counts_valid = end->counts_valid;
  return DFMT_OK;
}

/* ---- sums ---- */

static struct dfmto_info_sum sum_of(const struct dfmto_info_heap *h, const struct dfmto_info_cell *c) {
  bool later = h->header.variant == DFMT_MALLOCDBG_VARIANT_V11 || h->header.variant == DFMT_MALLOCDBG_VARIANT_V12;
  bool valid = h->seen_end ? h->counts_valid : later;
  return valid || h->counts_wanted ? c->written : c->once;
}

static struct dfmto_info_sum sum_sides(const struct dfmto_info_heap *h, const struct dfmto_info_cell *sides) {
  struct dfmto_info_sum a = sum_of(h, &sides[DFMTO_ZYGOTE]), b = sum_of(h, &sides[DFMTO_APP]);
  return (struct dfmto_info_sum){a.bytes + b.bytes, a.count + b.count};
}

/* Most bytes first, then most allocations, then in file order. */
static bool is_before(const void *a, const void *b) {
  const struct dfmto_info_chain *x = a, *y = b;
  if (x->sum.bytes != y->sum.bytes) return x->sum.bytes > y->sum.bytes;
  return x->sum.count != y->sum.count ? x->sum.count > y->sum.count : x->number < y->number;
}

static void sort_sizes(struct dfmto_info_heap *h) {
  for (size_t i = 0; i < h->sizes.n; i++) {
    struct dfmto_count *c = &h->sizes.list[i];
    const struct dfmto_info_cell cell = {.once = {.count = c->n}, .written = {.count = c->sum}};
    c->sum = sum_of(h, &cell).count;
    c->n = c->sum * c->number;
  }
  dfmto_counts_sort(&h->sizes);
}

/* ---- frames as text ---- */

static bool put(struct dfmti_mem *m, struct dfmti_buf *b, dfmt_str s) {
  return !s.len || dfmti_buf_append(m, b, s.ptr, (size_t)s.len);
}

static bool put_number(struct dfmti_mem *m, struct dfmti_buf *b, const char *before, uint64_t n, bool hex) {
  char text[48];
  int len = hex ? snprintf(text, sizeof text, "%s0x%" PRIx64, before, n)
                : snprintf(text, sizeof text, "%s%" PRIu64, before, n);
  return dfmti_buf_append(m, b, text, (size_t)len);
}

#define WORDS(TEXT) ((dfmt_str){TEXT, sizeof(TEXT) - 1})

/* "file+0x20010", "base.apk (offset 0x1000)+0x20010" */
static bool put_file(struct dfmti_mem *m, struct dfmti_buf *b, dfmt_str file, uint64_t library, uint64_t offset) {
  return put(m, b, file) && (!library || (put_number(m, b, " (offset ", library, true) && put(m, b, WORDS(")")))) &&
         put_number(m, b, "+", offset, true);
}

/* "function+16 (file+0x20010)", from the names stored with the frame. */
static bool put_named(struct dfmti_mem *m, struct dfmti_buf *b, const struct place *p, dfmt_str names) {
  const dfmt_str map = {names.ptr, p->map_len}, function = {names.ptr + p->map_len, names.len - p->map_len};
  bool offset = function.len && p->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET;
  return put(m, b, function) && (!offset || put_number(m, b, "+", p->function_offset, false)) &&
         (!function.len || put(m, b, WORDS(" ("))) &&
         put_file(m, b, map.len ? map : WORDS("<unknown>"), p->map_offset,
                  p->present & DFMT_MALLOCDBG_FRAME_HAS_REL_PC ? p->rel_pc : p->pc) &&
         (!function.len || put(m, b, WORDS(")")));
}

static bool put_frame(const struct dfmto_info_heap *h, struct dfmti_mem *m, struct dfmti_buf *b, uint32_t place) {
  const dfmt_str bytes = dfmto_text_at(&h->places, place);
  struct place p;
  uint64_t offset;
  memcpy(&p, bytes.ptr, sizeof p);
  const dfmt_str names = {bytes.ptr + sizeof p, bytes.len - sizeof p};
  if (p.present != DFMT_MALLOCDBG_FRAME_HAS_PC) return put_named(m, b, &p, names);
  const dfmt_mallocdbg_map *map = h->maps ? dfmt_mallocdbg_maps_elf(h->maps, p.pc, &offset) : NULL;
  if (h->maps && !map) map = dfmt_mallocdbg_maps_find(h->maps, p.pc, &offset);
  if (!map) return put_number(m, b, "", p.pc, true);
  return put_file(m, b, map->name.len ? map->name : WORDS("<anonymous>"), 0, offset);
}

static uint32_t place_at(dfmt_str numbers, size_t i) {
  uint32_t place;
  memcpy(&place, numbers.ptr + i * sizeof place, sizeof place);
  return place;
}

/* Lengths of the texts of all places. */
static bool measure_places(struct dfmto_info_heap *h, struct dfmti_mem *m) {
  h->lengths.len = 0;
  for (size_t i = 0; i < dfmto_texts_n(&h->places); i++) {
    h->scratch.len = 0;
    if (!put_frame(h, m, &h->scratch, (uint32_t)i)) return false;
    const uint64_t length = h->scratch.len;
    if (!dfmti_buf_append(m, &h->lengths, &length, sizeof length)) return false;
  }
  return true;
}

/* Reserves room for the frames of any chain, so that making a row cannot fail. */
static bool make_room(struct dfmto_info_heap *h, struct dfmti_mem *m) {
  const uint64_t *lengths;
  uint64_t bytes = 1, frames = 1;
  if (!measure_places(h, m)) return false;
  lengths = (const void *)h->lengths.ptr;
  for (size_t i = 0; i < n_chains(h); i++) {
    const dfmt_str numbers = dfmto_text_at(&h->chains, chains(h)[i].number);
    uint64_t sum = 0, n = numbers.len / sizeof(uint32_t);
    for (size_t k = 0; k < n; k++) sum = dfmto_info_sum(sum, lengths[place_at(numbers, k)]);
    if (sum > bytes) bytes = sum;
    if (n > frames) frames = n;
  }
  h->scratch.len = 0;
  return dfmti_buf_reserve(m, &h->scratch, dfmti_clamp(bytes)) &&
         dfmti_buf_reserve(m, &h->row, (size_t)frames * sizeof(dfmt_str));
}

dfmt_status dfmto_info_heap_finish(struct dfmto_info_heap *h, struct dfmto_info *x) {
  struct dfmti_mem *m = &x->op->mem;
  const size_t n = n_chains(h);
  h->counts_wanted = dfmto_option(x->op, DFMT_CFG_MALLOCDBG_COUNTS) != 0;
  for (size_t i = 0; i < n; i++) chains(h)[i].sum = sum_sides(h, chains(h)[i].sides);
  dfmti_heapsort(NULL, h->by_chain.ptr, n, sizeof(struct dfmto_info_chain), is_before);
  if (!make_room(h, m)) return dfmto_no_memory(x->op);
  sort_sizes(h);
  return DFMT_OK;
}

void dfmto_info_heap_close(struct dfmto_info_heap *h, struct dfmti_mem *m) {
  struct dfmti_buf *const lists[] = {&h->by_chain, &h->scratch, &h->lengths, &h->row};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) dfmti_buf_free(m, lists[i]);
  dfmto_texts_free(m, &h->places);
  dfmto_texts_free(m, &h->chains);
  dfmto_counts_free(m, &h->sizes);
  dfmt_mallocdbg_maps_free(h->maps);
}

/* ---- rows ---- */

static const struct dfmto_info_heap *heap_of(const void *user) {
  return &((const struct dfmto_info_mallocdbg *)user)->heap;
}

uint64_t dfmto_info_count_heap(const void *user) {
  uint32_t variant = ((const struct dfmto_info_mallocdbg *)user)->variant;
  return variant != DFMT_MALLOCDBG_VARIANT_RECORDS && variant != DFMT_MALLOCDBG_VARIANT_LOG;
}

static void header_row(const struct dfmto_info_heap *h, const struct dfmto_info *x, dfmt_info_heap *r) {
  const dfmt_mallocdbg_header *head = &h->header;
  if (!h->has_header) return;
  r->fingerprint = dfmto_info_at(x, h->fingerprint);
  r->header_bytes = head->total_bytes;
  r->header_records = head->n_records;
  r->backtrace_size = head->backtrace_size;
  if (head->present & DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT) r->present |= DFMT_INFO_HEAP_HAS_FINGERPRINT;
  if (head->present & DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES) r->present |= DFMT_INFO_HEAP_HAS_HEADER_BYTES;
  if (head->present & DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS) r->present |= DFMT_INFO_HEAP_HAS_HEADER_RECORDS;
  if (head->present & DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE) r->present |= DFMT_INFO_HEAP_HAS_BACKTRACE_SIZE;
}

void dfmto_info_row_heap(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct dfmto_info_heap *h = heap_of(user);
  dfmt_info_heap *r = body;
  const struct dfmto_info_sum all = sum_sides(h, h->all), app = sum_of(h, &h->all[DFMTO_APP]),
                              zygote = sum_of(h, &h->all[DFMTO_ZYGOTE]);
  (void)i;
  header_row(h, x, r);
  r->variant = ((const struct dfmto_info_mallocdbg *)user)->variant;
  r->marker = h->marker;
  if (h->marker) r->present |= DFMT_INFO_HEAP_HAS_MARKER;
  r->maps_failed = h->maps_failed;
  r->bytes = all.bytes;
  r->n_allocations = all.count;
  r->n_alloc_records = h->n_records;
  r->n_stacks = n_chains(h);
  r->n_without_frames = h->no_frames;
  r->app_bytes = app.bytes;
  r->n_app_allocations = app.count;
  r->zygote_bytes = zygote.bytes;
  r->n_zygote_allocations = zygote.count;
  r->n_maps = h->n_maps;
}

uint64_t dfmto_info_count_sizes(const void *user) { return heap_of(user)->sizes.n; }
void dfmto_info_row_sizes(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct dfmto_info_heap *h = heap_of(user);
  const struct dfmto_count *c = &h->sizes.list[i];
  dfmt_info_size *r = body;
  (void)x;
  r->block_bytes = c->number;
  r->bytes = c->n;
  r->share = dfmto_info_share(c->n, sum_sides(h, h->all).bytes);
  r->n_allocations = c->sum;
}

uint64_t dfmto_info_count_stacks(const void *user) { return n_chains(heap_of(user)); }
void dfmto_info_row_stacks(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct dfmto_info_heap *h = heap_of(user);
  const struct dfmto_info_chain *c = &chains(h)[i];
  const dfmt_str numbers = dfmto_text_at(&h->chains, c->number);
  struct dfmti_buf text = h->scratch; /* room was reserved */
  dfmt_str *frames = (void *)h->row.ptr;
  dfmt_info_stack *r = body;
  r->bytes = c->sum.bytes;
  r->share = dfmto_info_share(c->sum.bytes, sum_sides(h, h->all).bytes);
  r->n_allocations = c->sum.count;
  r->app_bytes = sum_of(h, &c->sides[DFMTO_APP]).bytes;
  r->n_frames = numbers.len / sizeof(uint32_t);
  text.len = 0;
  for (size_t k = 0; k < r->n_frames; k++) {
    const size_t start = text.len;
    (void)put_frame(h, &x->op->mem, &text, place_at(numbers, k));
    frames[k] = (dfmt_str){(const char *)text.ptr + start, text.len - start};
  }
  r->frames = frames;
}
