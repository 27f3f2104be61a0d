/* SPDX-License-Identifier: MIT */
/* Rows of each kind: sorted once, then each made from the sums. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "heap.h"
#include "op/answers.h"

/* The answers. */
enum { LIVE, USE, LEAKS, CHAINS };

/* A row: the largest `first`, then the smallest of the others. */
struct item {
  uint64_t first, second, third;
  uint32_t number;
};

struct heap_rows {
  dfmt_heap_facts facts;
  struct item *items;
  size_t n, cap;
  struct dfmto_heap_lists lists; /* of the current row */
};

static const struct dfmto_heap *heap_of(const struct dfmto_set *s) { return s->op->state; }

/* DFMT_HEAP_*: the answer. */
static uint32_t what_of(const struct dfmto_set *s);

/* ---- order ---- */

static bool stands_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  if (x->first != y->first) return x->first > y->first;
  if (x->second != y->second) return x->second < y->second;
  if (x->third != y->third) return x->third < y->third;
  return x->number < y->number;
}

static struct item item_of(const struct dfmto_heap *h, uint32_t what, uint32_t number) {
  if (what == CHAINS) {
    const struct dfmto_heap_sum sum = dfmto_heap_both(&h->dump, dfmto_heap_sums(&h->chains, number));
    return (struct item){sum.bytes, UINT64_MAX - sum.blocks, 0, number};
  }
  if (what == LEAKS) {
    const struct dfmto_heap_leak *leak = &h->log.leaks[number];
    return (struct item){leak->sum.bytes, leak->number, 0, number};
  }
  const struct dfmto_heap_group *g = &h->ops.groups[number];
  if (what == LIVE) return (struct item){g->live.bytes, g->op_number, 0, number};
  return (struct item){g->allocated.bytes, h->by == DFMT_HEAP_BY_THREAD ? 0 : g->block_bytes, (uint32_t)g->thread_id,
                       number};
}

/* Groups without live blocks are listed in USE only; groups that were never used, nowhere. */
static bool is_wanted(const struct dfmto_heap *h, uint32_t what, uint32_t number) {
  if (what == LIVE) return h->ops.groups[number].live.blocks != 0;
  if (what == USE) return h->ops.groups[number].allocated.blocks != 0;
  return what != LEAKS || h->log.leaks[number].sum.blocks != 0;
}

static dfmt_status list(struct dfmto_set *s, uint32_t what) {
  struct heap_rows *x = s->state;
  const struct dfmto_heap *h = heap_of(s);
  const size_t n = what == CHAINS ? dfmto_heap_n_chains(&h->chains) : what == LEAKS ? h->log.n_leaks : h->ops.n_groups;
  size_t bytes;
  if (n == 0) return DFMT_OK;
  x->items = dfmti_mul(n, sizeof *x->items, &bytes) ? dfmti_alloc(&s->op->mem, bytes) : NULL;
  if (!x->items) return dfmto_no_memory(s->op);
  x->cap = n;
  for (uint32_t i = 0; i < n; i++)
    if (is_wanted(h, what, i)) x->items[x->n++] = item_of(h, what, i);
  return dfmti_heapsort(&s->op->mem, x->items, x->n, sizeof *x->items, stands_before) ? DFMT_OK
                                                                                      : dfmti_fail_stopped(&s->op->err);
}

/* ---- a row ---- */

static uint64_t time_of(const struct dfmto_heap *h) {
  return h->at_ns == UINT64_MAX ? h->ops.use.last_end_ns : h->at_ns;
}

static void put_group(dfmt_heap_row *r, const struct dfmto_heap *h, uint32_t number) {
  const struct dfmto_heap_group *g = &h->ops.groups[number];
  const uint64_t now = time_of(h);
  r->present = DFMT_HEAP_ROW_HAS_ALLOCATED | (h->by != DFMT_HEAP_BY_THREAD ? DFMT_HEAP_ROW_HAS_BLOCK_BYTES : 0u) |
               (h->by != DFMT_HEAP_BY_SIZE ? DFMT_HEAP_ROW_HAS_THREAD_ID : 0u) |
               (g->op_number ? DFMT_HEAP_ROW_HAS_OLDEST_OP_NUMBER : 0u) |
               (g->start_ns ? DFMT_HEAP_ROW_HAS_OLDEST_START_NS : 0u);
  r->block_bytes = g->block_bytes;
  r->thread_id = g->thread_id;
  r->bytes = g->live.bytes;
  r->blocks = g->live.blocks;
  r->allocated_bytes = g->allocated.bytes;
  r->allocated_blocks = g->allocated.blocks;
  r->peak_bytes = g->peak.bytes;
  r->peak_blocks = g->peak.blocks;
  r->oldest_op_number = g->op_number;
  r->oldest_start_ns = g->start_ns;
  r->oldest_age_ns = now > g->start_ns ? now - g->start_ns : 0;
}

static dfmt_status put_frames(struct dfmto_set *s, dfmt_heap_row *r, uint32_t chain) {
  struct heap_rows *x = s->state;
  dfmt_status st = dfmto_heap_frames(s->op, chain, &x->lists);
  r->present |= DFMT_HEAP_ROW_HAS_FRAMES;
  r->frames = (const void *)x->lists.frames.ptr;
  r->n_frames = x->lists.frames.len / sizeof(dfmt_heap_frame);
  r->elf_addresses = (const void *)x->lists.elf_addresses.ptr;
  r->n_elf_addresses = x->lists.elf_addresses.len / sizeof(uint64_t);
  if (r->n_elf_addresses) r->present |= DFMT_HEAP_ROW_HAS_ELF_ADDRESSES;
  return st;
}

static dfmt_status put_leak(struct dfmto_set *s, dfmt_heap_row *r, uint32_t number) {
  const struct dfmto_heap_leak *leak = &heap_of(s)->log.leaks[number];
  r->present = DFMT_HEAP_ROW_HAS_BLOCK_BYTES | (leak->has_process ? DFMT_HEAP_ROW_HAS_PROCESS_ID : 0u);
  r->block_bytes = leak->block_bytes;
  r->process_id = leak->process_id;
  r->bytes = leak->sum.bytes;
  r->blocks = leak->sum.blocks;
  r->program = dfmto_text_at(&heap_of(s)->chains.names, leak->program);
  if (r->program.len) r->present |= DFMT_HEAP_ROW_HAS_PROGRAM;
  return put_frames(s, r, leak->chain);
}

static dfmt_status put_chain(struct dfmto_set *s, dfmt_heap_row *r, uint32_t chain) {
  const struct dfmto_heap_dump *d = &heap_of(s)->dump;
  const struct dfmto_heap_chain *sums = dfmto_heap_sums(&heap_of(s)->chains, chain);
  const struct dfmto_heap_sum sum = dfmto_heap_both(d, sums), app = dfmto_heap_side(d, sums, DFMTO_HEAP_APP);
  r->present = DFMT_HEAP_ROW_HAS_APP;
  r->bytes = sum.bytes;
  r->blocks = sum.blocks;
  r->app_bytes = app.bytes;
  r->app_blocks = app.blocks;
  return put_frames(s, r, chain);
}

static dfmt_status put_row(struct dfmto_set *s, uint64_t i, void *body) {
  const struct heap_rows *x = s->state;
  if (i == x->n) return DFMT_END;
  switch (what_of(s)) {
    case CHAINS: return put_chain(s, body, x->items[i].number);
    case LEAKS: return put_leak(s, body, x->items[i].number);
    default: put_group(body, heap_of(s), x->items[i].number); return DFMT_OK;
  }
}

/* ---- facts ---- */

static void put_op_facts(dfmt_heap_facts *f, const struct dfmto_heap *h) {
  const struct dfmto_heap_ops *ops = &h->ops;
  f->bytes = ops->all.live.bytes;
  f->blocks = ops->all.live.blocks;
  f->allocated_bytes = ops->all.allocated.bytes;
  f->allocated_blocks = ops->all.allocated.blocks;
  f->peak_bytes = ops->all.peak.bytes;
  f->peak_blocks = ops->all.peak.blocks;
  f->at_ns = time_of(h);
  f->n_ops = ops->use.n_ops;
  f->n_unknown_frees = ops->use.unknown_free;
  f->n_unknown_reallocs = ops->use.unknown_realloc;
  f->n_duplicates = ops->use.duplicate;
}

static void put_dump_facts(dfmt_heap_facts *f, const struct dfmto_heap_dump *d) {
  const struct dfmto_heap_sum sum = dfmto_heap_both(d, &d->all), app = dfmto_heap_side(d, &d->all, DFMTO_HEAP_APP);
  f->bytes = sum.bytes;
  f->blocks = sum.blocks;
  f->app_bytes = app.bytes;
  f->app_blocks = app.blocks;
}

static void put_facts(dfmt_heap_facts *f, const struct dfmto_heap *h) {
  *f = (dfmt_heap_facts){
      .head = {sizeof *f, DFMT_HEAP_FACTS}, .partial = h->partial, .limited = h->limited, .n_problems = h->n_problems};
  if (h->what == DFMTO_HEAP_OPERATIONS) put_op_facts(f, h);
  if (h->what == DFMTO_HEAP_DUMP) put_dump_facts(f, &h->dump);
  if (h->what != DFMTO_HEAP_LOG) return;
  f->bytes = h->log.all.bytes;
  f->blocks = h->log.all.blocks;
  f->n_announced = dfmto_heap_announced(&h->log);
}

/* "7 bytes in 3 blocks were never freed" */
static dfmt_status make_heading(struct dfmto_set *s, const dfmt_heap_facts *f) {
  const uint32_t what = what_of(s);
  const bool use = what == USE;
  const char *words = what == CHAINS                    ? "were in use"
                      : what == LEAKS                   ? "are reported as leaks"
                      : use                             ? "were allocated"
                      : heap_of(s)->at_ns == UINT64_MAX ? "were never freed"
                                                        : "were live";
  return dfmto_set_say(s, "%" PRIu64 " bytes in %" PRIu64 " blocks %s%s", use ? f->allocated_bytes : f->bytes,
                       use ? f->allocated_blocks : f->blocks, words,
                       f->partial || f->n_problems ? "; a part of the file is damaged" : "");
}

/* ---- the set ---- */

static void choose_columns(struct dfmto_set *s) {
  const uint32_t what = what_of(s), by = heap_of(s)->by;
  const bool use = what == USE;
  dfmto_set_columns(s, use ? "bytes blocks/c" : "bytes/w blocks/c");
  if (what == LEAKS) dfmto_set_columns(s, "block_bytes/k process_id/k program/k");
  if (what == CHAINS) dfmto_set_columns(s, "app_bytes app_blocks");
  if (what == LEAKS || what == CHAINS) dfmto_set_columns(s, "frames/d elf_addresses/h");
  if (what != LIVE && !use) return;
  if (by != DFMT_HEAP_BY_THREAD) dfmto_set_columns(s, "block_bytes/k");
  if (by != DFMT_HEAP_BY_SIZE) dfmto_set_columns(s, "thread_id/k");
  dfmto_set_columns(s, use ? "allocated_bytes/w" : "allocated_bytes");
  dfmto_set_columns(s, "allocated_blocks peak_bytes peak_blocks oldest_op_number oldest_start_ns/h oldest_age_ns");
}

static dfmt_status open_rows(struct dfmto_set *s) {
  struct heap_rows *x = s->state;
  choose_columns(s);
  put_facts(&x->facts, heap_of(s));
  s->facts = &x->facts.head;
  dfmt_status st = make_heading(s, &x->facts);
  return st == DFMT_OK ? list(s, what_of(s)) : st;
}

static void close_rows(struct dfmto_set *s) {
  struct heap_rows *x = s->state;
  struct dfmti_mem *m = &s->op->mem;
  dfmti_free(m, x->items, x->cap * sizeof *x->items);
  dfmti_buf_free(m, &x->lists.frames);
  dfmti_buf_free(m, &x->lists.elf_addresses);
}

/* The kind of input that each answer needs. */
static const uint32_t inputs[] = {[LIVE] = DFMTO_HEAP_OPERATIONS,
                                  [USE] = DFMTO_HEAP_OPERATIONS,
                                  [LEAKS] = DFMTO_HEAP_LOG,
                                  [CHAINS] = DFMTO_HEAP_DUMP};

static dfmt_status check(dfmt_op *op, const struct dfmto_answer *is) {
  static const char *const words[] = {"recorded operations", "recorded operations", "logs", "heap dumps"};
  const size_t what = (size_t)(is - dfmto_heap_answers);
  if (dfmto_heap_of(op)->what == DFMTO_HEAP_NOTHING)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "the input was left out");
  if (dfmto_heap_of(op)->what == inputs[what]) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "only %s have \"%s\"", words[what], is->part.name);
}

#define ANSWER(FLAGS, NAME, HELP) \
  {.part = DFMTO_ANSWER(FLAGS, NAME, DFMT_HEAP_ROW, DFMT_HEAP_FACTS, HELP), \
   .state_size = sizeof(struct heap_rows), \
   .check = check, \
   .open = open_rows, \
   .row = put_row, \
   .close = close_rows}
const struct dfmto_answer dfmto_heap_answers[] = {
    [LIVE] = ANSWER(DFMT_OP_USUAL, "live", "Recorded operations: live blocks, most bytes first."),
    [USE] = ANSWER(0, "use", "Recorded operations: all blocks ever allocated, most bytes first."),
    [LEAKS] = ANSWER(DFMT_OP_USUAL, "leaks", "Log: leaks by size, process and call chain, most bytes first."),
    [CHAINS] = ANSWER(DFMT_OP_USUAL, "chains", "Heap dump: call chains, most bytes first."),
    {.part = {.name = NULL}}};

static uint32_t what_of(const struct dfmto_set *s) { return (uint32_t)(s->is - dfmto_heap_answers); }
