/* SPDX-License-Identifier: MIT */
/*
 * Two heap dumps: what each call chain has in the one and in the other. Numbers of names, places and chains differ
 * between dumps, so both get common ones here:
 *
 *   place in a dump -> key of its frame -> common number -> chain of such numbers -> a site
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "heap.h"

enum { BEFORE, AFTER, N_DUMPS };

/* TOGETHER: chains processed together; LOOKS: chains between two calls of the stop function */
enum { TOGETHER = 16, LOOKS = 1024 };

/* Key of a frame. Names by their numbers, plus 1; 0: none. */
struct frame_key {
  uint64_t offset;
  uint32_t file, function;
};

/* Sums of one side of the fork from the zygote in both dumps: of a call chain, or of all. */
struct change {
  struct dfmto_heap_sum sum[N_DUMPS];
  uint32_t chain[N_DUMPS]; /* in each dump */
  bool in[N_DUMPS];
};

/* A call chain. */
struct site {
  struct change sides[DFMTO_HEAP_SIDES];
};

/* A row: the largest change first. */
struct ordered {
  int64_t bytes, blocks;
  uint32_t site, side;
};

struct dfmto_heap_growth {
  dfmt_op *op[N_DUMPS]; /* the first provides memory and takes errors */
  struct dfmto_texts names, frames, chains;
  dfmt_str last_name; /* the next one is mostly the same */
  uint32_t last_number;
  struct site *sites; /* by chain number */
  size_t n_sites, cap_sites;
  struct ordered *order;
  size_t n_order, cap_order;
  struct change sides[DFMT_HEAP_SIDE_ALL + 1];
  uint64_t most; /* maximum number of rows of "growth" */
  struct dfmto_heap_lists lists[N_DUMPS];
  char heading[240];
  dfmt_heap_growth_facts facts;
};

static struct dfmti_mem *memory_of(const struct dfmto_heap_growth *x) { return &x->op[BEFORE]->mem; }

static dfmt_status no_memory(const struct dfmto_heap_growth *x) { return dfmto_no_memory(x->op[BEFORE]); }

static const struct dfmto_heap *heap_of(const struct dfmto_heap_growth *x, int which) { return x->op[which]->state; }

/* ---- frames ---- */

static bool name_number(struct dfmto_heap_growth *x, dfmt_str name, uint32_t *number) {
  if (x->last_number == 0 || name.ptr != x->last_name.ptr || name.len != x->last_name.len) {
    if (!dfmto_text(memory_of(x), &x->names, name.ptr, (size_t)name.len, &x->last_number)) return false;
    ++x->last_number;
    x->last_name = name;
  }
  *number = x->last_number;
  return true;
}

/* Offsets of functions in files change with every build, so they are ignored if the function is known. elf: address in
 * the ELF file, known for dumps with and without names; 0: unknown. */
static bool key_of(struct dfmto_heap_growth *x, const dfmt_heap_frame *f, uint64_t elf, struct frame_key *key) {
  *key = (struct frame_key){.offset = f->pc};
  const bool by_function =
      f->present & DFMT_HEAP_FRAME_HAS_FUNCTION && x->facts.frames_by == DFMT_HEAP_FRAMES_FUNCTIONS;
  if (f->present & DFMT_HEAP_FRAME_HAS_FILE) {
    key->offset = by_function ? f->function_offset : elf ? elf : f->file_offset;
    if (!name_number(x, f->file, &key->file)) return false;
  }
  return !by_function || name_number(x, f->function, &key->function);
}

/* Common numbers for the next places of a dump, from i on. */
static bool number_some(struct dfmto_heap_growth *x, int which, uint32_t *numbers, size_t i, size_t end) {
  const struct dfmto_heap_chains *c = &heap_of(x, which)->chains;
  struct frame_key keys[TOGETHER];
  uint64_t hashes[TOGETHER];
  const size_t n = end - i;
  bool good = true;
  for (size_t k = 0; k < n && good; k++) {
    const dfmt_heap_frame f = dfmto_heap_frame_at(c, i + k);
    good = key_of(x, &f, dfmto_heap_elf_address_at(c, i + k), &keys[k]) &&
           dfmto_text_hash(memory_of(x), &x->frames, &keys[k], sizeof keys[k], &hashes[k]);
  }
  for (size_t k = 0; k < n && good; k++)
    if (dfmto_text_look(&x->frames, hashes[k], &numbers[i + k])) dfmto_text_touch(&x->frames, numbers[i + k]);
  for (size_t k = 0; k < n && good; k++)
    good = dfmto_text_hashed(memory_of(x), &x->frames, hashes[k], &keys[k], sizeof keys[k], &numbers[i + k]);
  return good;
}

static dfmt_status number_places(struct dfmto_heap_growth *x, int which, uint32_t *numbers, size_t n) {
  for (size_t i = 0; i < n; i += TOGETHER) {
    if (i % LOOKS == 0 && dfmti_stopped(memory_of(x))) return dfmti_fail_stopped(&x->op[BEFORE]->err);
    if (!number_some(x, which, numbers, i, dfmti_min(n, i + TOGETHER))) return no_memory(x);
  }
  return DFMT_OK;
}

/* ---- sites ---- */

/* A chain of a dump, as numbers of its frames. */
struct keyed {
  uint64_t hash;
  size_t at, len; /* position of its key in the bytes of all */
  uint32_t number;
  bool known; /* number: candidate for its site */
};

/* Chains of a dump that are processed together, so that their memory accesses overlap. */
struct taken {
  int which;
  const uint32_t *numbers; /* by place */
  struct keyed list[TOGETHER];
  struct dfmti_buf keys;
};

static bool put_chain(struct dfmto_heap_growth *x, struct taken *t, uint32_t chain, struct keyed *k) {
  size_t n;
  const uint64_t *place = dfmto_heap_places(&heap_of(x, t->which)->chains, chain, &n);
  k->at = t->keys.len;
  k->len = n * sizeof *t->numbers;
  if (!dfmti_buf_reserve(memory_of(x), &t->keys, k->len + 1)) return false;
  uint32_t *to = (uint32_t *)(void *)(t->keys.ptr + k->at);
  for (size_t i = 0; i < n; i++) to[i] = t->numbers[place[i]];
  t->keys.len += k->len;
  return dfmto_text_hash(memory_of(x), &x->chains, to, k->len, &k->hash);
}

static void ask_for_sites(struct dfmto_heap_growth *x, struct taken *t, size_t n) {
  for (size_t i = 0; i < n; i++) {
    struct keyed *k = &t->list[i];
    k->known = dfmto_text_look(&x->chains, k->hash, &k->number);
    if (k->known) dfmti_fetch(&x->sites[k->number], sizeof *x->sites);
  }
  for (size_t i = 0; i < n; i++)
    if (t->list[i].known) dfmto_text_touch(&x->chains, t->list[i].number);
}

static void add_sums(struct dfmto_heap_growth *x, int which, uint32_t chain, struct site *s) {
  const struct dfmto_heap_dump *d = &heap_of(x, which)->dump;
  const struct dfmto_heap_chain *sums = dfmto_heap_sums(&heap_of(x, which)->chains, chain);
  for (uint32_t side = 0; side < DFMTO_HEAP_SIDES; side++) {
    const struct dfmto_heap_sum sum = dfmto_heap_side(d, sums, side);
    struct change *c = &s->sides[side];
    if (!sums->cells[side].once.blocks) continue;
    c->in[which] = true;
    c->chain[which] = chain;
    c->sum[which].bytes += sum.bytes; /* part of the dump's total, so it cannot overflow */
    c->sum[which].blocks += sum.blocks;
  }
}

static bool add(struct dfmto_heap_growth *x, const struct taken *t, const struct keyed *k, uint32_t chain) {
  uint32_t number;
  if (!DFMTO_HEAP_GROW(x->op[BEFORE], x->sites, x->n_sites, x->cap_sites) ||
      !dfmto_text_hashed(memory_of(x), &x->chains, k->hash, t->keys.ptr + k->at, k->len, &number))
    return false;
  if (number == x->n_sites) x->sites[x->n_sites++] = (struct site){.sides = {{.in = {false}}}};
  add_sums(x, t->which, chain, &x->sites[number]);
  return true;
}

/* Processes the chains from i on. */
static bool take_some(struct dfmto_heap_growth *x, struct taken *t, size_t i) {
  const size_t n = dfmti_min(dfmto_heap_n_chains(&heap_of(x, t->which)->chains) - i, TOGETHER);
  bool good = true;
  t->keys.len = 0;
  for (size_t k = 0; k < n && good; k++) good = put_chain(x, t, (uint32_t)(i + k), &t->list[k]);
  if (good) ask_for_sites(x, t, n);
  for (size_t k = 0; k < n && good; k++) good = add(x, t, &t->list[k], (uint32_t)(i + k));
  return good;
}

static dfmt_status take_chains(struct dfmto_heap_growth *x, int which, const uint32_t *numbers) {
  struct taken t = {.which = which, .numbers = numbers};
  dfmt_status st = DFMT_OK;
  const size_t n = dfmto_heap_n_chains(&heap_of(x, which)->chains);
  for (size_t i = 0; i < n && st == DFMT_OK; i += TOGETHER) {
    if (i % LOOKS == 0 && dfmti_stopped(memory_of(x))) st = dfmti_fail_stopped(&x->op[BEFORE]->err);
    if (st == DFMT_OK && !take_some(x, &t, i)) st = no_memory(x);
  }
  dfmti_buf_free(memory_of(x), &t.keys);
  return st;
}

static dfmt_status take_dump(struct dfmto_heap_growth *x, int which) {
  const size_t n = heap_of(x, which)->chains.n_files;
  size_t bytes;
  uint32_t *numbers = dfmti_mul(n + 1, sizeof *numbers, &bytes) ? dfmti_alloc(memory_of(x), bytes) : NULL;
  if (!numbers) return no_memory(x);
  dfmt_status st = number_places(x, which, numbers, n);
  if (st == DFMT_OK) st = take_chains(x, which, numbers);
  dfmti_free(memory_of(x), numbers, bytes);
  return st;
}

/* ---- changes ---- */

static uint32_t change_of(const struct change *s) {
  const struct dfmto_heap_sum *a = &s->sum[BEFORE], *b = &s->sum[AFTER];
  if (!s->in[BEFORE]) return DFMT_HEAP_NEW;
  if (!s->in[AFTER]) return DFMT_HEAP_GONE;
  if (a->bytes != b->bytes) return b->bytes > a->bytes ? DFMT_HEAP_GROWN : DFMT_HEAP_SHRUNK;
  return a->blocks == b->blocks ? DFMT_HEAP_SAME : b->blocks > a->blocks ? DFMT_HEAP_GROWN : DFMT_HEAP_SHRUNK;
}

/* false: out of the range of a column. */
static bool delta(uint64_t before, uint64_t after, int64_t *out) {
  return after >= before ? !__builtin_sub_overflow(after, before, out) : !__builtin_sub_overflow(after, before, out);
}

static bool stands_before(const void *a, const void *b) {
  const struct ordered *x = a, *y = b;
  if (x->bytes != y->bytes) return x->bytes > y->bytes;
  if (x->blocks != y->blocks) return x->blocks > y->blocks;
  return x->site != y->site ? x->site < y->site : x->side < y->side;
}

/* Counts how one side of a site changed, and adds a row if it did. */
static dfmt_status order_one(struct dfmto_heap_growth *x, uint32_t site, uint32_t side) {
  uint64_t *const counts[] = {&x->facts.n_same, &x->facts.n_new, &x->facts.n_gone, &x->facts.n_grown,
                              &x->facts.n_shrunk};
  const struct change *c = &x->sites[site].sides[side];
  struct ordered o = {.site = site, .side = side};
  if (!c->in[BEFORE] && !c->in[AFTER]) return DFMT_OK;
  ++*counts[change_of(c)];
  if (change_of(c) == DFMT_HEAP_SAME) return DFMT_OK;
  if (!delta(c->sum[BEFORE].bytes, c->sum[AFTER].bytes, &o.bytes) ||
      !delta(c->sum[BEFORE].blocks, c->sum[AFTER].blocks, &o.blocks))
    return dfmti_fail(&x->op[BEFORE]->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE, "a difference exceeds 2^63 - 1");
  if (!DFMTO_HEAP_GROW(x->op[BEFORE], x->order, x->n_order, x->cap_order)) return no_memory(x);
  x->order[x->n_order++] = o;
  return DFMT_OK;
}

static dfmt_status order(struct dfmto_heap_growth *x) {
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; i < x->n_sites && st == DFMT_OK; i++)
    for (uint32_t side = 0; side < DFMTO_HEAP_SIDES && st == DFMT_OK; side++) st = order_one(x, i, side);
  if (st != DFMT_OK) return st;
  x->facts.n_differences = x->n_order;
  bool good = dfmti_heapsort(memory_of(x), x->order, x->n_order, sizeof *x->order, stands_before);
  return good ? DFMT_OK : dfmti_fail_stopped(&x->op[BEFORE]->err);
}

static dfmt_status find(struct dfmto_heap_growth *x) {
  dfmt_status st = take_dump(x, BEFORE);
  if (st == DFMT_OK) st = take_dump(x, AFTER);
  return st == DFMT_OK ? order(x) : st;
}

/* ---- facts ---- */

static uint32_t frames_by(const struct dfmto_heap_growth *x) {
  const struct dfmto_heap *a = heap_of(x, BEFORE), *b = heap_of(x, AFTER);
  if (a->dump.named && b->dump.named) return DFMT_HEAP_FRAMES_FUNCTIONS;
  const bool files = (a->dump.named || a->chains.maps) && (b->dump.named || b->chains.maps);
  return files ? DFMT_HEAP_FRAMES_OFFSETS : DFMT_HEAP_FRAMES_ADDRESSES;
}

/* Totals of the dumps and of their sides. */
static dfmt_status sum_up(struct dfmto_heap_growth *x) {
  dfmt_heap_growth_facts *f = &x->facts;
  int64_t ignored;
  for (uint32_t side = 0; side <= DFMT_HEAP_SIDE_ALL; side++) {
    struct change *s = &x->sides[side];
    *s = (struct change){.in = {true, true}};
    for (int which = 0; which < N_DUMPS; which++) {
      const struct dfmto_heap_dump *d = &heap_of(x, which)->dump;
      s->sum[which] = side == DFMT_HEAP_SIDE_ALL ? dfmto_heap_both(d, &d->all) : dfmto_heap_side(d, &d->all, side);
    }
    if (!delta(s->sum[BEFORE].bytes, s->sum[AFTER].bytes, &ignored) ||
        !delta(s->sum[BEFORE].blocks, s->sum[AFTER].blocks, &ignored))
      return dfmti_fail(&x->op[BEFORE]->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE, "a difference exceeds 2^63 - 1");
  }
  const struct dfmto_heap_sum *sum = x->sides[DFMT_HEAP_SIDE_ALL].sum;
  *f = (dfmt_heap_growth_facts){.head = {sizeof *f, DFMT_HEAP_GROWTH_FACTS},
                                .frames_by = frames_by(x),
                                .before_bytes = sum[BEFORE].bytes,
                                .after_bytes = sum[AFTER].bytes,
                                .before_blocks = sum[BEFORE].blocks,
                                .after_blocks = sum[AFTER].blocks,
                                .n_problems = heap_of(x, BEFORE)->n_problems + heap_of(x, AFTER)->n_problems};
  return DFMT_OK;
}

/* "2 new, 1 gone, 3 grown, 0 shrunk, 9 as before; compared by functions" */
static void make_heading(struct dfmto_heap_growth *x) {
  static const char *const by[] = {"functions", "offsets in mapped files", "addresses"};
  const dfmt_heap_growth_facts *f = &x->facts;
  snprintf(x->heading, sizeof x->heading,
           "call chains: %" PRIu64 " new, %" PRIu64 " gone, %" PRIu64 " grown, %" PRIu64 " shrunk, %" PRIu64
           " as before; compared by %s",
           f->n_new, f->n_gone, f->n_grown, f->n_shrunk, f->n_same, by[f->frames_by]);
}

/* ---- rows ---- */

/* The dump whose frames the row shows. */
static int shown(const struct change *c) { return c->in[AFTER] ? AFTER : BEFORE; }

/* Prefetches for the next rows, one step at a time: the site, its chain, the files of its frames. */
static void ask_ahead(const struct dfmto_heap_growth *x, size_t next) {
  enum { STEP = 3, SITE = DFMTO_HEAP_FILES + 1 };
  for (size_t i = 0; i <= SITE; i++) {
    const size_t at = next + (i + 1) * STEP;
    if (at >= x->n_order) continue;
    const struct change *c = &x->sites[x->order[at].site].sides[x->order[at].side];
    if (i == SITE)
      dfmti_fetch(c, sizeof *c);
    else
      dfmto_heap_ask(&heap_of(x, shown(c))->chains, c->chain[shown(c)], DFMTO_HEAP_FILES - (uint32_t)i);
  }
}

static dfmt_status put_frames(struct dfmto_heap_growth *x, const struct change *s, dfmt_heap_growth *row) {
  const int which = shown(s);
  dfmt_op *op = x->op[which];
  dfmt_status st = dfmto_heap_frames(op, s->chain[which], &x->lists[which]);
  if (st != DFMT_OK) return which == BEFORE ? st : dfmto_fail_as(x->op[BEFORE], &op->err.e);
  row->present = DFMT_HEAP_GROWTH_HAS_FRAMES;
  row->frames = (const void *)x->lists[which].frames.ptr;
  row->n_frames = x->lists[which].frames.len / sizeof(dfmt_heap_frame);
  row->elf_addresses = (const void *)x->lists[which].elf_addresses.ptr;
  row->n_elf_addresses = x->lists[which].elf_addresses.len / sizeof(uint64_t);
  if (row->n_elf_addresses) row->present |= DFMT_HEAP_GROWTH_HAS_ELF_ADDRESSES;
  return DFMT_OK;
}

static void put_change(const struct change *s, uint32_t side, dfmt_heap_growth *row) {
  row->change = change_of(s);
  row->side = side;
  row->before_bytes = s->sum[BEFORE].bytes;
  row->after_bytes = s->sum[AFTER].bytes;
  row->before_blocks = s->sum[BEFORE].blocks;
  row->after_blocks = s->sum[AFTER].blocks;
  (void)delta(row->before_bytes, row->after_bytes, &row->bytes_delta);
  (void)delta(row->before_blocks, row->after_blocks, &row->blocks_delta);
}

dfmt_status dfmto_heap_growth_row(struct dfmto_heap_growth *x, uint64_t i, dfmt_heap_growth *row) {
  if (i == dfmti_min(x->n_order, dfmti_clamp(x->most))) return DFMT_END;
  const struct ordered *o = &x->order[i];
  const struct change *c = &x->sites[o->site].sides[o->side];
  dfmti_errors_clear(&x->op[BEFORE]->err);
  put_change(c, o->side, row);
  ask_ahead(x, (size_t)i);
  return put_frames(x, c, row);
}

dfmt_status dfmto_heap_growth_side(const struct dfmto_heap_growth *x, uint64_t i, dfmt_heap_growth *row) {
  if (i > DFMT_HEAP_SIDE_ALL) return DFMT_END;
  const uint32_t side = (uint32_t)(DFMT_HEAP_SIDE_ALL - i); /* the total first, then its parts */
  put_change(&x->sides[side], side, row);
  return DFMT_OK;
}

const dfmt_head *dfmto_heap_growth_facts(const struct dfmto_heap_growth *x) { return &x->facts.head; }

const char *dfmto_heap_growth_heading(const struct dfmto_heap_growth *x) { return x->heading; }

void dfmto_heap_growth_free(struct dfmto_heap_growth *x) {
  if (!x) return;
  struct dfmti_mem *m = memory_of(x);
  dfmto_texts_free(m, &x->names);
  dfmto_texts_free(m, &x->frames);
  dfmto_texts_free(m, &x->chains);
  dfmti_free(m, x->sites, x->cap_sites * sizeof *x->sites);
  dfmti_free(m, x->order, x->cap_order * sizeof *x->order);
  for (int i = 0; i < N_DUMPS; i++) {
    dfmti_buf_free(&x->op[i]->mem, &x->lists[i].frames);
    dfmti_buf_free(&x->op[i]->mem, &x->lists[i].elf_addresses);
  }
  dfmti_free(m, x, sizeof *x);
}

dfmt_status dfmto_heap_growth_make(dfmt_op *before, dfmt_op *after, uint64_t most, uint64_t n_problems,
                                   struct dfmto_heap_growth **out) {
  struct dfmto_heap_growth *x = dfmti_zalloc(&before->mem, sizeof *x);
  if (!x) return dfmto_no_memory(before);
  *x = (struct dfmto_heap_growth){.op = {before, after}, .most = most};
  dfmt_status st = sum_up(x);
  x->facts.n_problems += n_problems;
  if (st == DFMT_OK) st = find(x);
  if (st != DFMT_OK) {
    dfmto_heap_growth_free(x);
    return st;
  }
  make_heading(x);
  *out = x;
  return DFMT_OK;
}
