/* SPDX-License-Identifier: MIT */
/* Rows of each kind: their order is made once, then each row from what was counted. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "heap.h"

/* A row to come: the largest `first`, then the smallest of the others. */
struct item {
  uint64_t first, second, third;
  uint32_t number;
};

struct heap_rows {
  dfmt_op *op;
  uint32_t what;
  struct item *items;
  size_t n, cap, next;
  bool begun; /* the set was asked for */
  struct dfmto_heap_lists lists;
  char heading[160];
  dfmt_row_set set;
  dfmt_column columns[12];
  dfmt_heap_facts facts;
  dfmt_heap_row row;
};

static const struct dfmto_heap *heap_of(const struct heap_rows *x) { return x->op->state; }

/* ---- order ---- */

static bool stands_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  if (x->first != y->first) return x->first > y->first;
  if (x->second != y->second) return x->second < y->second;
  if (x->third != y->third) return x->third < y->third;
  return x->number < y->number;
}

static struct item item_of(const struct heap_rows *x, uint32_t number) {
  const struct dfmto_heap *h = heap_of(x);
  if (x->what == DFMT_HEAP_CHAINS) {
    const struct dfmto_heap_sum sum = dfmto_heap_both(&h->dump, dfmto_heap_sums(&h->chains, number));
    return (struct item){sum.bytes, UINT64_MAX - sum.blocks, 0, number};
  }
  if (x->what == DFMT_HEAP_LEAKS) {
    const struct dfmto_heap_leak *leak = &h->log.leaks[number];
    return (struct item){leak->sum.bytes, leak->number, 0, number};
  }
  const struct dfmto_heap_group *g = &h->ops.groups[number];
  if (x->what == DFMT_HEAP_LIVE) return (struct item){g->live.bytes, g->op_number, 0, number};
  return (struct item){g->allocated.bytes, h->by == DFMT_HEAP_BY_THREAD ? 0 : g->block_bytes, (uint32_t)g->thread_id,
                       number};
}

/* Groups of which none is live are in the list of use alone; those that were made in vain, in none. */
static bool is_wanted(const struct heap_rows *x, uint32_t number) {
  const struct dfmto_heap *h = heap_of(x);
  if (x->what == DFMT_HEAP_LIVE) return h->ops.groups[number].live.blocks != 0;
  if (x->what == DFMT_HEAP_USE) return h->ops.groups[number].allocated.blocks != 0;
  return x->what != DFMT_HEAP_LEAKS || h->log.leaks[number].sum.blocks != 0;
}

static dfmt_status list(struct heap_rows *x) {
  const struct dfmto_heap *h = heap_of(x);
  const size_t n = x->what == DFMT_HEAP_CHAINS  ? dfmto_heap_n_chains(&h->chains)
                   : x->what == DFMT_HEAP_LEAKS ? h->log.n_leaks
                                                : h->ops.n_groups;
  size_t bytes;
  if (n == 0) return DFMT_OK;
  x->items = dfmti_mul(n, sizeof *x->items, &bytes) ? dfmti_alloc(&x->op->mem, bytes) : NULL;
  if (!x->items) return dfmto_no_memory(x->op);
  x->cap = n;
  for (uint32_t i = 0; i < n; i++)
    if (is_wanted(x, i)) x->items[x->n++] = item_of(x, i);
  return dfmti_heapsort(&x->op->mem, x->items, x->n, sizeof *x->items, stands_before) ? DFMT_OK
                                                                                      : dfmti_fail_stopped(&x->op->err);
}

/* ---- a row ---- */

static uint64_t time_of(const struct dfmto_heap *h) {
  return h->at_ns == UINT64_MAX ? h->ops.use.last_end_ns : h->at_ns;
}

static void put_group(dfmt_heap_row *r, const struct dfmto_heap *h, const struct dfmto_heap_group *g) {
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

static dfmt_status put_frames(struct heap_rows *x, uint32_t chain) {
  dfmt_status st = dfmto_heap_frames(x->op, chain, &x->lists);
  x->row.present |= DFMT_HEAP_ROW_HAS_FRAMES;
  x->row.frames = (const void *)x->lists.frames.ptr;
  x->row.n_frames = x->lists.frames.len / sizeof(dfmt_heap_frame);
  x->row.elf_addresses = (const void *)x->lists.elf_addresses.ptr;
  x->row.n_elf_addresses = x->lists.elf_addresses.len / sizeof(uint64_t);
  if (x->row.n_elf_addresses) x->row.present |= DFMT_HEAP_ROW_HAS_ELF_ADDRESSES;
  return st;
}

static dfmt_status put_leak(struct heap_rows *x, const struct dfmto_heap_leak *leak) {
  dfmt_heap_row *r = &x->row;
  r->present = DFMT_HEAP_ROW_HAS_BLOCK_BYTES | (leak->has_process ? DFMT_HEAP_ROW_HAS_PROCESS_ID : 0u);
  r->block_bytes = leak->block_bytes;
  r->process_id = leak->process_id;
  r->bytes = leak->sum.bytes;
  r->blocks = leak->sum.blocks;
  r->program = dfmto_text_at(&heap_of(x)->chains.names, leak->program);
  if (r->program.len) r->present |= DFMT_HEAP_ROW_HAS_PROGRAM;
  return put_frames(x, leak->chain);
}

static dfmt_status put_chain(struct heap_rows *x, uint32_t chain) {
  const struct dfmto_heap_dump *d = &heap_of(x)->dump;
  const struct dfmto_heap_chain *sums = dfmto_heap_sums(&heap_of(x)->chains, chain);
  const struct dfmto_heap_sum sum = dfmto_heap_both(d, sums), app = dfmto_heap_side(d, sums, DFMTO_HEAP_APP);
  x->row.present = DFMT_HEAP_ROW_HAS_APP;
  x->row.bytes = sum.bytes;
  x->row.blocks = sum.blocks;
  x->row.app_bytes = app.bytes;
  x->row.app_blocks = app.blocks;
  return put_frames(x, chain);
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct heap_rows *x = user;
  const struct dfmto_heap *h = heap_of(x);
  dfmt_status st = DFMT_OK;
  dfmti_errors_clear(&x->op->err);
  if (x->next == x->n) return DFMT_END;
  const uint32_t number = x->items[x->next].number;
  x->row = (dfmt_heap_row){.head = {sizeof x->row, DFMT_HEAP_ROW}};
  switch (x->what) {
    case DFMT_HEAP_CHAINS: st = put_chain(x, number); break;
    case DFMT_HEAP_LEAKS: st = put_leak(x, &h->log.leaks[number]); break;
    default: put_group(&x->row, h, &h->ops.groups[number]);
  }
  if (st != DFMT_OK) return st;
  x->next++;
  *row = &x->row.head;
  return DFMT_OK;
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

static void put_facts(struct heap_rows *x) {
  const struct dfmto_heap *h = heap_of(x);
  dfmt_heap_facts *f = &x->facts;
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
static void make_heading(struct heap_rows *x) {
  const struct dfmto_heap *h = heap_of(x);
  const dfmt_heap_facts *f = &x->facts;
  const bool use = x->what == DFMT_HEAP_USE, in_part = f->partial || f->n_problems;
  const char *words = x->what == DFMT_HEAP_CHAINS  ? "were in use"
                      : x->what == DFMT_HEAP_LEAKS ? "are reported as leaks"
                      : use                        ? "were allocated"
                      : h->at_ns == UINT64_MAX     ? "were never freed"
                                                   : "were live";
  int n = snprintf(x->heading, sizeof x->heading, "%" PRIu64 " bytes in %" PRIu64 " blocks %s",
                   use ? f->allocated_bytes : f->bytes, use ? f->allocated_blocks : f->blocks, words);
  n += snprintf(x->heading + n, sizeof x->heading - (size_t)n, "%s", in_part ? "; a part of the file is damaged" : "");
  x->set.heading = (dfmt_str){x->heading, (uint64_t)n};
}

/* ---- the set ---- */

static void add_op_columns(struct heap_rows *x) {
  const uint32_t by = heap_of(x)->by;
  if (by != DFMT_HEAP_BY_THREAD) dfmto_add_column(&x->set, x->columns, "block_bytes", DFMT_COLUMN_KEY);
  if (by != DFMT_HEAP_BY_SIZE) dfmto_add_column(&x->set, x->columns, "thread_id", DFMT_COLUMN_KEY);
  dfmto_add_column(&x->set, x->columns, "allocated_bytes",
                   x->what == DFMT_HEAP_USE ? DFMT_COLUMN_WEIGHT : DFMT_COLUMN_PLAIN);
  dfmto_add_column(&x->set, x->columns, "allocated_blocks", DFMT_COLUMN_PLAIN);
  dfmto_add_column(&x->set, x->columns, "peak_bytes", DFMT_COLUMN_PLAIN);
  dfmto_add_column(&x->set, x->columns, "peak_blocks", DFMT_COLUMN_PLAIN);
  dfmto_add_column(&x->set, x->columns, "oldest_op_number", DFMT_COLUMN_PLAIN);
  dfmto_add_column(&x->set, x->columns, "oldest_start_ns", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(&x->set, x->columns, "oldest_age_ns", DFMT_COLUMN_PLAIN);
}

static void choose_columns(struct heap_rows *x) {
  dfmto_add_column(&x->set, x->columns, "bytes", x->what == DFMT_HEAP_USE ? DFMT_COLUMN_PLAIN : DFMT_COLUMN_WEIGHT);
  dfmto_add_column(&x->set, x->columns, "blocks", DFMT_COLUMN_COUNT);
  if (x->what == DFMT_HEAP_LIVE || x->what == DFMT_HEAP_USE) {
    add_op_columns(x);
    return;
  }
  if (x->what == DFMT_HEAP_LEAKS) {
    dfmto_add_column(&x->set, x->columns, "block_bytes", DFMT_COLUMN_KEY);
    dfmto_add_column(&x->set, x->columns, "process_id", DFMT_COLUMN_KEY);
    dfmto_add_column(&x->set, x->columns, "program", DFMT_COLUMN_KEY);
  } else {
    dfmto_add_column(&x->set, x->columns, "app_bytes", DFMT_COLUMN_PLAIN);
    dfmto_add_column(&x->set, x->columns, "app_blocks", DFMT_COLUMN_PLAIN);
  }
  dfmto_add_column(&x->set, x->columns, "frames", DFMT_COLUMN_DETAIL);
  dfmto_add_column(&x->set, x->columns, "elf_addresses", DFMT_COLUMN_HIDDEN);
}

static void make_set(struct heap_rows *x) {
  static const char *const names[] = {"live", "use", "leaks", "chains"};
  x->set = (dfmt_row_set){.size = sizeof x->set,
                          .name = names[x->what],
                          .type = dfmto_type_in(dfmto_heap_types, DFMT_HEAP_ROW),
                          .types = dfmto_heap_types,
                          .columns = x->columns,
                          .facts = &x->facts.head};
  choose_columns(x);
  put_facts(x);
  make_heading(x);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct heap_rows *x = user;
  if (x->begun) return DFMT_END;
  x->begun = true;
  *set = x->set;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  struct heap_rows *x = user;
  x->begun = false;
  x->next = 0;
  return DFMT_OK;
}

static const dfmt_error *error(void *user) { return dfmt_op_error(((struct heap_rows *)user)->op); }

static void close_rows(void *user) {
  struct heap_rows *x = user;
  struct dfmti_mem *m = &x->op->mem;
  dfmti_free(m, x->items, x->cap * sizeof *x->items);
  dfmti_buf_free(m, &x->lists.frames);
  dfmti_buf_free(m, &x->lists.elf_addresses);
  dfmti_free(m, x, sizeof *x);
}

/* ---- calls ---- */

/* E_UNSUPPORTED: the input has no rows of this kind. */
static dfmt_status check_kind(dfmt_op *op, uint32_t what) {
  static const uint32_t inputs[] = {DFMTO_HEAP_OPERATIONS, DFMTO_HEAP_OPERATIONS, DFMTO_HEAP_LOG, DFMTO_HEAP_DUMP};
  static const char *const words[] = {"recorded operations", "recorded operations", "logs", "heap dumps"};
  if (what > DFMT_HEAP_CHAINS) return dfmti_fail_arg(&op->err, "no such kind of rows");
  if (dfmto_heap_of(op)->what == DFMTO_HEAP_NOTHING)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "the input was left out");
  if (dfmto_heap_of(op)->what == inputs[what]) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "only %s have these rows", words[what]);
}

dfmt_status dfmt_heap_rows(dfmt_op *op, uint32_t what, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {.size = sizeof ops,
                                    .next_set = next_set,
                                    .next = next,
                                    .rewind = rewind_rows,
                                    .error = error,
                                    .close = close_rows};
  if (out) *out = NULL;
  dfmt_status st = dfmto_heap_check(op);
  if (st == DFMT_OK && !out) st = dfmti_fail_arg(&op->err, "no place for the rows");
  if (st == DFMT_OK) st = check_kind(op, what);
  if (st != DFMT_OK) return st;
  struct heap_rows *x = dfmti_zalloc(&op->mem, sizeof *x);
  if (!x) return dfmto_no_memory(op);
  x->op = op;
  x->what = what;
  make_set(x);
  st = list(x);
  if (st != DFMT_OK) {
    close_rows(x);
    return st;
  }
  st = dfmt_rows_new(op->config, &ops, x, out); /* it closes x if it fails */
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}

dfmt_status dfmto_heap_usual_rows(dfmt_op *op, dfmt_rows **out) {
  static const uint32_t usual[] = {[DFMTO_HEAP_NOTHING] = DFMT_HEAP_LIVE,
                                   [DFMTO_HEAP_OPERATIONS] = DFMT_HEAP_LIVE,
                                   [DFMTO_HEAP_LOG] = DFMT_HEAP_LEAKS,
                                   [DFMTO_HEAP_DUMP] = DFMT_HEAP_CHAINS};
  return dfmt_heap_rows(op, usual[dfmto_heap_of(op)->what], out);
}
