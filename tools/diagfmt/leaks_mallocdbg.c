/* SPDX-License-Identifier: MIT */
/* `leaks` for malloc_debug: blocks that recorded operations leave live, leak reports of a log, and all of a dump. */
#include <inttypes.h>
#include <string.h>

#include "heap_mallocdbg.h"
#include "options.h"
#include "text.h"

enum { FRAMES = 8 }; /* of a call chain, without --all */

/* A leak of a log: one size from one place in one process. The program's name follows in `keys`. */
struct leak_key {
  uint64_t size, stack;
  int64_t pid; /* -1: not told */
};

struct row {
  struct sum sum;
  uint64_t size, oldest, oldest_ns;
  int32_t tid;
};

struct rows {
  struct row *list;
  size_t n;
};

struct state {
  struct heap heap;
  dfmt_mallocdbg_live *live;
  struct interned keys; /* struct leak_key and program */
  struct row *leaks;    /* by the numbers of keys */
  size_t cap_leaks;
  struct counts promised; /* mark: leaks that a process says it has, by pid */
  struct sum reported;
  bool begun, full, keys_full; /* full: a limit was met, which was reported */
};

static void operation(struct state *s, struct walk *w, const dfmt_mallocdbg_op *op) {
  if (!s->live && dfmt_mallocdbg_live_new(w->t->config, &s->live) != DFMT_OK) tool_no_memory();
  if (s->full) return;
  dfmt_status st = dfmt_mallocdbg_live_add(s->live, op);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  s->full = st < 0;
  if (s->full) report_limit_of(w->t, w->in->name, dfmt_mallocdbg_live_error(s->live), "its live blocks");
}

/* Frames of the backtrace that tells where a block was allocated; *n 0: there is none. */
static const dfmt_mallocdbg_frame *allocation_of(const dfmt_mallocdbg_report *r, uint64_t *n) {
  *n = 0;
  for (uint64_t i = 0; i < r->n_traces; i++) {
    if (r->traces[i].role != DFMT_MALLOCDBG_ROLE_ALLOCATION) continue;
    *n = r->traces[i].n;
    return r->frames + r->traces[i].first;
  }
  return NULL;
}

static uint64_t memory(const struct state *s) {
  return interned_memory(&s->keys) + (uint64_t)s->cap_leaks * sizeof *s->leaks +
         (uint64_t)s->promised.cap * sizeof *s->promised.list;
}

static void leak(struct state *s, const dfmt_mallocdbg_report *r) {
  uint64_t n;
  const dfmt_mallocdbg_frame *frames = allocation_of(r, &n);
  s->reported.bytes += r->bytes;
  s->reported.count++;
  if (heap_is_full(&s->heap) || s->keys_full) return;
  struct buffer name = {0};
  struct leak_key key = {.size = r->bytes,
                         .stack = heap_chain(&s->heap, frames, n),
                         .pid = r->present & DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID ? r->process_id : -1};
  buffer_put(&name, &key, sizeof key);
  buffer_put(&name, r->program.ptr, (size_t)r->program.len);
  size_t known = s->keys.n, number = intern(&s->keys, name.ptr, name.len);
  buffer_free(&name);
  if (number >= s->cap_leaks) {
    s->cap_leaks = s->cap_leaks ? s->cap_leaks * 2 : 64;
    s->leaks = tool_realloc(s->leaks, s->cap_leaks * sizeof *s->leaks);
  }
  if (number == known) s->leaks[number] = (struct row){.size = r->bytes, .oldest = r->leak_number};
  s->leaks[number].sum.bytes += r->bytes;
  s->leaks[number].sum.count++;
  struct count *c = counts_at(&s->promised, (uint64_t)key.pid);
  if (r->leak_total > c->mark) c->mark = r->leak_total;
  s->keys_full = memory(s) > option_value(s->heap.w->t, DFMT_CFG_MAX_MEMORY);
}

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_mallocdbg_op *op = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  if (!s->begun) heap_begin(&s->heap, w);
  s->begun = true;
  heap_event(&s->heap, ev);
  if (op) operation(s, w, op);
  if (r && r->kind == DFMT_MALLOCDBG_KIND_LEAK) leak(s, r);
}

static int compare_rows(const void *user, size_t a, size_t b) {
  const struct rows *r = user;
  const struct row *x = &r->list[a], *y = &r->list[b];
  if (x->sum.bytes != y->sum.bytes) return x->sum.bytes > y->sum.bytes ? -1 : 1;
  return (x->oldest > y->oldest) - (x->oldest < y->oldest);
}

static void bold(dfmt_sink *to, const struct walk *w, bool on) {
  if (w->t->color) put_s(to, on ? "\x1b[1m" : "\x1b[0m");
}

/* ---- recorded operations ---- */

enum by { BY_BOTH, BY_SIZE, BY_THREAD };

/* Blocks put together; rows by the numbers of keys. */
static struct rows gather(const dfmt_mallocdbg_block *blocks, uint64_t n, enum by by) {
  struct interned keys = {0};
  struct rows r = {0};
  size_t cap = 0;
  for (uint64_t i = 0; i < n; i++) {
    const dfmt_mallocdbg_block *b = &blocks[i];
    const uint64_t key[2] = {by == BY_THREAD ? 0 : b->bytes, by == BY_SIZE ? 0 : (uint32_t)b->thread_id};
    size_t at = intern(&keys, key, sizeof key);
    if (at == cap) {
      cap = cap ? cap * 2 : 64;
      r.list = tool_realloc(r.list, cap * sizeof *r.list);
    }
    if (at == r.n) {
      r.list[at] = (struct row){.size = b->bytes, .tid = b->thread_id, .oldest = UINT64_MAX};
      r.n++;
    }
    struct row *x = &r.list[at];
    x->sum.bytes += b->bytes;
    x->sum.count++;
    if (b->op_number < x->oldest) {
      x->oldest = b->op_number;
      x->oldest_ns = b->start_ns;
    }
  }
  interned_free(&keys);
  return r;
}

static void put_row(dfmt_sink *to, const struct row *x, enum by by, uint64_t now) {
  put_f(to, "%14" PRIu64 " %10" PRIu64, x->sum.bytes, x->sum.count);
  if (by != BY_THREAD) put_f(to, " %14" PRIu64, x->size);
  if (by != BY_SIZE) put_f(to, " %10" PRId32, x->tid);
  put_f(to, "  %" PRIu64, x->oldest);
  uint64_t ns = now > x->oldest_ns ? now - x->oldest_ns : 0;
  if (x->oldest_ns) put_f(to, ", %" PRIu64 ".%03" PRIu64 " s", ns / 1000000000, ns / 1000000 % 1000);
  put_s(to, "\n");
}

static void put_csv_row(dfmt_sink *to, const struct row *x, enum by by) {
  put_f(to, "%" PRIu64 ",%" PRIu64, x->sum.bytes, x->sum.count);
  if (by != BY_THREAD) put_f(to, ",%" PRIu64, x->size);
  if (by != BY_SIZE) put_f(to, ",%" PRId32, x->tid);
  put_f(to, ",%" PRIu64 ",", x->oldest);
  if (x->oldest_ns) put_f(to, "%" PRIu64, x->oldest_ns);
  put_s(to, "\n");
}

/* What was freed without being known stands among the rows if it was handed out before its free was written down. */
static void put_unknown(struct walk *w, const dfmt_mallocdbg_use *u) {
  if (!(u->unknown_free || u->unknown_realloc || u->duplicate) || w->t->set.quiet) return;
  report(w->t, CODE_FINE, w->in->name,
         "%" PRIu64 " frees and %" PRIu64 " reallocs of pointers that are not live, %" PRIu64
         " pointers handed out while they were",
         u->unknown_free, u->unknown_realloc, u->duplicate);
}

static void put_heading(dfmt_sink *to, const struct walk *w, const dfmt_mallocdbg_use *u, enum by by) {
  bold(to, w, true);
  put_f(to, "%" PRIu64 " bytes in %" PRIu64 " blocks were never freed\n         bytes     blocks", u->live_bytes,
        u->live_blocks);
  put_s(to, by != BY_THREAD ? "           size" : "");
  put_s(to, by != BY_SIZE ? "     thread" : "");
  put_s(to, "  oldest operation\n");
  bold(to, w, false);
}

static void operations(struct state *s, struct walk *w, dfmt_sink *to) {
  const struct settings *set = &w->t->set;
  enum by by = !set->by ? BY_BOTH : strcmp(set->by, "size") == 0 ? BY_SIZE : BY_THREAD;
  const dfmt_mallocdbg_use *u = dfmt_mallocdbg_live_use(s->live);
  const dfmt_mallocdbg_block *blocks = NULL;
  uint64_t n = 0;
  dfmt_status st = dfmt_mallocdbg_live_blocks(s->live, &blocks, &n);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) {
    report_limit_of(w->t, w->in->name, dfmt_mallocdbg_live_error(s->live), "its live blocks");
    return;
  }
  struct rows r = gather(blocks, n, by);
  size_t *list = sorted_numbers(r.n, compare_rows, &r);
  put_unknown(w, u);
  if (set->csv)
    put_f(to, "bytes,blocks%s%s,oldest_operation,oldest_start_ns\n", by != BY_THREAD ? ",size" : "",
          by != BY_SIZE ? ",thread_id" : "");
  else
    put_heading(to, w, u, by);
  for (size_t i = 0; i < ranking_shown(set, r.n); i++) {
    if (set->csv)
      put_csv_row(to, &r.list[list[i]], by);
    else
      put_row(to, &r.list[list[i]], by, u->last_end_ns);
  }
  tool_realloc(list, 0);
  tool_realloc(r.list, 0);
}

/* ---- call chains ---- */

/* "innermost <- caller <- …" */
static void put_csv_stack(struct heap *h, dfmt_sink *to, size_t stack) {
  struct buffer text = {0};
  for (size_t i = 0; i < heap_stack_len(h, stack); i++) {
    if (i) buffer_put_s(&text, " <- ");
    heap_frame_text(h, heap_place(h, stack, i), &text);
  }
  put_csv(to, (dfmt_str){text.ptr, text.len});
  put_s(to, "\n");
  buffer_free(&text);
}

static void dump(struct state *s, struct walk *w, dfmt_sink *to) {
  const struct settings *set = &w->t->set;
  struct heap *h = &s->heap;
  size_t *list = heap_sorted_stacks(h);
  struct sum app = heap_sum(h, &h->all[APP]), zygote = heap_sum(h, &h->all[ZYGOTE]);
  if (set->csv) {
    put_s(to, "bytes,allocations,app_bytes,stack\n");
  } else {
    bold(to, w, true);
    put_f(to, "%" PRIu64 " bytes in %" PRIu64 " allocations were in use\n         bytes allocations\n",
          app.bytes + zygote.bytes, app.count + zygote.count);
    bold(to, w, false);
  }
  for (size_t i = 0; i < ranking_shown(set, h->stacks.n); i++) {
    struct sum x = heap_stack_sum(h, list[i]);
    put_f(to, set->csv ? "%" PRIu64 ",%" PRIu64 : "%14" PRIu64 " %11" PRIu64 "\n", x.bytes, x.count);
    if (set->csv) {
      put_f(to, ",%" PRIu64, heap_sum(h, &h->by_stack[list[i]][APP]).bytes);
      put_csv_stack(h, to, list[i]);
    } else {
      heap_put_stack(h, to, list[i], set->all ? SIZE_MAX : FRAMES);
    }
  }
  tool_realloc(list, 0);
}

static void put_leak(struct state *s, struct walk *w, dfmt_sink *to, size_t number) {
  const struct row *x = &s->leaks[number];
  struct leak_key key;
  size_t len;
  const char *name = interned_at(&s->keys, number, &len);
  memcpy(&key, name, sizeof key);
  dfmt_str program = {name + sizeof key, len - sizeof key};
  if (w->t->set.csv) {
    put_f(to, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", x->sum.bytes, x->sum.count, x->size);
    if (key.pid >= 0) put_f(to, "%" PRId64, key.pid);
    put_csv(to, program);
    put_csv_stack(&s->heap, to, (size_t)key.stack);
    return;
  }
  put_f(to, "%14" PRIu64 " %10" PRIu64 " %14" PRIu64 "  ", x->sum.bytes, x->sum.count, x->size);
  put_safe(to, program.ptr, program.len);
  if (key.pid >= 0) put_f(to, " (%" PRId64 ")", key.pid);
  put_s(to, "\n");
  heap_put_stack(&s->heap, to, (size_t)key.stack, w->t->set.all ? SIZE_MAX : FRAMES);
}

static void reports(struct state *s, struct walk *w, dfmt_sink *to) {
  const struct settings *set = &w->t->set;
  struct rows r = {s->leaks, s->keys.n};
  size_t *list = sorted_numbers(r.n, compare_rows, &r);
  uint64_t promised = 0;
  for (size_t i = 0; i < s->promised.cap; i++) promised += s->promised.list[i].mark;
  if (promised > s->reported.count && !set->quiet)
    report(w->t, CODE_FINE, w->in->name, "the log counts %" PRIu64 " leaks, of which %" PRIu64 " are there", promised,
           s->reported.count);
  if (set->csv) {
    put_s(to, "bytes,blocks,size,process_id,program,stack\n");
  } else {
    bold(to, w, true);
    put_f(to, "%" PRIu64 " bytes in %" PRIu64 " blocks are reported as leaks\n", s->reported.bytes, s->reported.count);
    put_s(to, "         bytes     blocks           size  program\n");
    bold(to, w, false);
  }
  for (size_t i = 0; i < ranking_shown(set, r.n); i++) put_leak(s, w, to, list[i]);
  tool_realloc(list, 0);
}

/* ---- all ---- */

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  uint64_t variant = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_VARIANT, &variant);
  bool recorded = variant == DFMT_MALLOCDBG_VARIANT_RECORDS;
  if (!recorded && w->t->set.by)
    report(w->t, CODE_USAGE, w->in->name, "--by is for recorded operations");
  else if (variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE)
    report(w->t, CODE_USAGE, w->in->name, "no heap dump was possible, so that there is none here");
  else if (recorded && s->live)
    operations(s, w, to);
  else if (variant == DFMT_MALLOCDBG_VARIANT_LOG && s->begun)
    reports(s, w, to);
  else if (s->begun)
    dump(s, w, to);
}

static bool fits(void *user, struct walk *w) {
  struct state *s = user;
  if (s->keys_full) report_limit(w->t, w->in->name, DFMT_CFG_MAX_MEMORY, memory(s), "its leaks");
  return heap_fits(&s->heap) && !s->keys_full && !s->full;
}

static void end(void *user) {
  struct state *s = user;
  heap_end(&s->heap);
  dfmt_mallocdbg_live_free(s->live);
  interned_free(&s->keys);
  tool_realloc(s->leaks, 0);
  counts_free(&s->promised);
}

const struct top_ops mallocdbg_leaks = {
    .state_size = sizeof(struct state), .by = "size|thread", .event = event, .fits = fits, .table = table, .end = end};
