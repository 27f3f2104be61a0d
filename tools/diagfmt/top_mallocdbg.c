/* SPDX-License-Identifier: MIT */
/*
 * `top` for malloc_debug. Of a heap dump functions by the bytes that they and those they call hold, or sizes; of
 * recorded operations sizes or threads by all that was allocated, and what of it is live at the end.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "heap_mallocdbg.h"
#include "options.h"
#include "text.h"

struct state {
  struct heap heap;
  dfmt_mallocdbg_live *live;
  struct counts sizes, threads; /* n: allocations; sum: bytes */
  bool begun, full;             /* full: a limit was met, which was reported */
};

/* ---- looking ---- */

static bool allocates(const dfmt_mallocdbg_op *op) {
  return op->ptr && op->op != DFMT_MALLOCDBG_OPERATION_FREE && op->op != DFMT_MALLOCDBG_OPERATION_THREAD_DONE;
}

static size_t memory(const struct state *s) {
  return s->sizes.cap * sizeof *s->sizes.list + s->threads.cap * sizeof *s->threads.list;
}

static void operation(struct state *s, struct walk *w, const dfmt_mallocdbg_op *op) {
  uint64_t bytes = op->op == DFMT_MALLOCDBG_OPERATION_CALLOC ? op->bytes * op->n_items : op->bytes;
  if (!s->live && dfmt_mallocdbg_live_new(w->t->config, &s->live) != DFMT_OK) tool_no_memory();
  if (s->full) return;
  dfmt_status st = dfmt_mallocdbg_live_add(s->live, op);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  bool room = memory(s) <= option_value(w->t, DFMT_CFG_MAX_MEMORY);
  if (st < 0)
    report_limit_of(w->t, w->in->name, dfmt_mallocdbg_live_error(s->live), "its live blocks");
  else if (!room)
    report_limit(w->t, w->in->name, DFMT_CFG_MAX_MEMORY, memory(s), "its sizes and threads");
  s->full = st < 0 || !room;
  if (s->full || !allocates(op)) return;
  struct count *to[] = {counts_at(&s->sizes, bytes), counts_at(&s->threads, (uint32_t)op->thread_id)};
  for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
    to[i]->n++;
    to[i]->sum += bytes;
  }
}

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_mallocdbg_op *op = dfmt_event_mallocdbg_op(ev);
  if (!s->begun) heap_begin(&s->heap, w);
  s->begun = true;
  if (op)
    operation(s, w, op);
  else
    heap_event(&s->heap, ev);
}

/* ---- heap dumps by function ---- */

struct caller {
  struct sum self, total;
  size_t last; /* chain that was counted last, + 1 */
};

struct callers {
  struct heap *h;
  struct interned names; /* function, NUL, file */
  struct caller *list;   /* by the numbers of names */
  size_t cap;
};

/* A hostile map has a name as long as the file, for each of its pcs. */
static bool is_full(const struct callers *c) {
  return interned_memory(&c->names) > option_value(c->h->w->t, DFMT_CFG_MAX_MEMORY);
}

static bool callers_fit(const struct callers *c) {
  const struct walk *w = c->h->w;
  if (is_full(c))
    report_limit(w->t, w->in->name, DFMT_CFG_MAX_MEMORY, interned_memory(&c->names), "the names of its callers");
  return !is_full(c);
}

/* What a frame is counted as: a function of a file, "+0x1234" of a file, or an address. */
static size_t caller_of(struct callers *c, size_t place, struct buffer *name) {
  struct heap_frame f;
  if (is_full(c)) return 0;
  heap_frame(c->h, place, &f);
  name->len = 0;
  if (f.has_function) {
    buffer_put(name, f.function.ptr, (size_t)f.function.len);
  } else {
    buffer_put_s(name, f.has_file ? "+0x" : "0x");
    buffer_hex(name, f.has_file ? f.file_offset : f.pc, 1);
  }
  buffer_byte(name, '\0');
  if (f.has_file) buffer_put(name, f.file.ptr, (size_t)f.file.len);
  return intern(&c->names, name->ptr, name->len);
}

static struct caller *caller_at(struct callers *c, size_t number) {
  size_t old = c->cap;
  if (number >= c->cap) {
    c->cap = number * 2 + 64;
    c->list = tool_realloc(c->list, c->cap * sizeof *c->list);
    memset(&c->list[old], 0, (c->cap - old) * sizeof *c->list);
  }
  return &c->list[number];
}

static void add_sum(struct sum *to, struct sum x) {
  to->bytes += x.bytes;
  to->count += x.count;
}

/* callers: by places. */
static void count_stack(struct callers *c, const size_t *callers, size_t none, size_t stack) {
  struct sum x = heap_stack_sum(c->h, stack);
  size_t n = heap_stack_len(c->h, stack);
  for (size_t i = 0; i < (n ? n : 1); i++) {
    struct caller *to = caller_at(c, n ? callers[heap_place(c->h, stack, i)] : none);
    if (i == 0) add_sum(&to->self, x);
    if (to->last != stack + 1) add_sum(&to->total, x);
    to->last = stack + 1;
  }
}

static void count_all(struct callers *c) {
  struct buffer name = {0};
  static const char none[] = "(no backtrace)";
  size_t *callers = tool_zalloc(c->h->places.n * sizeof *callers);
  for (size_t i = 0; i < c->h->places.n; i++) callers[i] = caller_of(c, i, &name);
  size_t no_name = c->names.n;
  if (c->h->no_frames) no_name = intern(&c->names, none, sizeof none);
  for (size_t i = 0; i < c->h->stacks.n; i++) count_stack(c, callers, no_name, i);
  if (c->names.n) (void)caller_at(c, c->names.n - 1);
  tool_realloc(callers, 0);
  buffer_free(&name);
}

static int compare_callers(const void *user, size_t a, size_t b) {
  const struct callers *c = user;
  const struct caller *x = &c->list[a], *y = &c->list[b];
  size_t n, m;
  if (x->self.bytes != y->self.bytes) return x->self.bytes > y->self.bytes ? -1 : 1;
  if (x->total.bytes != y->total.bytes) return x->total.bytes > y->total.bytes ? -1 : 1;
  const char *p = interned_at(&c->names, a, &n), *q = interned_at(&c->names, b, &m);
  int order = memcmp(p, q, n < m ? n : m);
  return order ? order : (n > m) - (n < m);
}

static void put_caller(const struct callers *c, dfmt_sink *to, size_t number, bool csv, uint64_t all) {
  const struct caller *x = &c->list[number];
  size_t len;
  const char *name = interned_at(&c->names, number, &len), *nul = memchr(name, '\0', len);
  dfmt_str function = {name, (uint64_t)(nul - name)}, file = {nul + 1, (uint64_t)(name + len - nul - 1)};
  if (csv) {
    put_f(to, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, x->self.bytes, x->self.count, x->total.bytes,
          x->total.count);
    put_csv(to, function);
    put_csv(to, file);
    put_s(to, "\n");
    return;
  }
  double hundred = all ? 100.0 / (double)all : 0;
  put_f(to, "%14" PRIu64 " %5.1f %% %14" PRIu64 " %5.1f %% %10" PRIu64 "  ", x->self.bytes,
        (double)x->self.bytes * hundred, x->total.bytes, (double)x->total.bytes * hundred, x->total.count);
  bool named = file.len && *function.ptr != '+';
  if (file.len && !named) put_safe(to, file.ptr, file.len);
  put_safe(to, function.ptr, function.len);
  if (named) {
    put_s(to, "  (");
    put_safe(to, file.ptr, file.len);
    put_s(to, ")");
  }
  put_s(to, "\n");
}

static uint64_t put_all(const struct heap *h, const struct settings *set, dfmt_sink *to, bool color,
                        const char *columns) {
  struct sum a = heap_sum(h, &h->all[ZYGOTE]), b = heap_sum(h, &h->all[APP]);
  if (set->csv) return a.bytes + b.bytes;
  put_f(to, "%s%" PRIu64 " bytes in %" PRIu64 " allocations\n", color ? "\x1b[1m" : "", a.bytes + b.bytes,
        a.count + b.count);
  put_s(to, columns);
  put_s(to, color ? "\x1b[0m" : "");
  return a.bytes + b.bytes;
}

static void put_callers(const struct callers *c, const struct walk *w, dfmt_sink *to) {
  const struct settings *set = &w->t->set;
  uint64_t all =
      put_all(c->h, set, to, w->t->color, "    self bytes            total bytes         allocations  function\n");
  if (set->csv) put_s(to, "self_bytes,self_allocations,total_bytes,total_allocations,function,file\n");
  size_t *list = sorted_numbers(c->names.n, compare_callers, c);
  for (size_t i = 0; i < ranking_shown(set, c->names.n); i++) put_caller(c, to, list[i], set->csv, all);
  tool_realloc(list, 0);
}

static void dump_by_caller(struct state *s, struct walk *w, dfmt_sink *to) {
  struct callers c = {.h = &s->heap};
  count_all(&c);
  if (callers_fit(&c)) put_callers(&c, w, to);
  tool_realloc(c.list, 0);
  interned_free(&c.names);
}

/* ---- heap dumps by size ---- */

static void dump_by_size(struct state *s, struct walk *w, dfmt_sink *to) {
  const struct settings *set = &w->t->set;
  struct heap *h = &s->heap;
  heap_sort_sizes(h);
  uint64_t all = put_all(h, set, to, w->t->color, "         bytes         allocations  size\n");
  if (set->csv) put_s(to, "bytes,allocations,size\n");
  for (size_t i = 0; i < ranking_shown(set, h->sizes.n); i++) {
    const struct count *c = &h->sizes.list[i];
    uint64_t bytes = c->n * c->number;
    if (set->csv)
      put_f(to, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", bytes, c->n, c->number);
    else
      put_f(to, "%14" PRIu64 " %5.1f %% %10" PRIu64 "  %" PRIu64 "\n", bytes,
            all ? 100.0 * (double)bytes / (double)all : 0, c->n, c->number);
  }
}

/* ---- recorded operations ---- */

struct row {
  uint64_t key;
  struct sum all, live;
  uint64_t peak;
};

struct rows {
  struct row *list;
  size_t n;
};

static int compare_rows(const void *user, size_t a, size_t b) {
  const struct rows *r = user;
  const struct row *x = &r->list[a], *y = &r->list[b];
  if (x->all.bytes != y->all.bytes) return x->all.bytes > y->all.bytes ? -1 : 1;
  return (x->key > y->key) - (x->key < y->key);
}

static bool wanted(const struct settings *set, bool threads, uint64_t key) {
  char number[16];
  if (!threads) return true;
  snprintf(number, sizeof number, "%" PRId32, (int32_t)(uint32_t)key);
  return key_wanted(&set->threads, (dfmt_str){number, strlen(number)}, true, NULL);
}

/* What was counted, together with what the library knows to be live. false: a limit, which was reported. */
static bool rows_of(struct state *s, const struct walk *w, bool threads, struct rows *r) {
  struct counts *from = threads ? &s->threads : &s->sizes;
  const dfmt_mallocdbg_share *shares = NULL;
  uint64_t n = 0;
  dfmt_status st =
      dfmt_mallocdbg_live_shares(s->live, threads ? DFMT_MALLOCDBG_BY_THREAD : DFMT_MALLOCDBG_BY_SIZE, &shares, &n);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) {
    report_limit_of(w->t, w->in->name, dfmt_mallocdbg_live_error(s->live), "its live blocks");
    return false;
  }
  for (uint64_t i = 0; i < n; i++) counts_at(from, shares[i].key)->mark = i + 1;
  *r = (struct rows){.list = tool_zalloc(from->n * sizeof *r->list)};
  for (size_t i = 0; i < from->cap; i++) {
    const struct count *c = &from->list[i];
    if (!c->used || !wanted(&w->t->set, threads, c->number)) continue;
    struct row *x = &r->list[r->n++];
    *x = (struct row){.key = c->number, .all = {.bytes = c->sum, .count = c->n}};
    if (!c->mark) continue;
    x->live = (struct sum){shares[c->mark - 1].live_bytes, shares[c->mark - 1].live_blocks};
    x->peak = shares[c->mark - 1].peak_bytes;
  }
  return true;
}

static void put_row(dfmt_sink *to, const struct row *x, bool threads, bool csv) {
  const char *format =
      csv ? "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 : "%14" PRIu64 " %10" PRIu64 " %14" PRIu64 " %10" PRIu64;
  put_f(to, format, x->all.bytes, x->all.count, x->live.bytes, x->live.count);
  if (threads) put_f(to, csv ? ",%" PRIu64 : " %14" PRIu64, x->peak);
  put_s(to, csv ? "," : "  ");
  if (threads)
    put_f(to, "%" PRId32 "\n", (int32_t)(uint32_t)x->key);
  else
    put_f(to, "%" PRIu64 "\n", x->key);
}

static void operations(struct state *s, struct walk *w, dfmt_sink *to, bool threads) {
  const struct settings *set = &w->t->set;
  struct rows r;
  if (!rows_of(s, w, threads, &r)) return;
  size_t *list = sorted_numbers(r.n, compare_rows, &r);
  if (set->csv)
    put_f(to, "bytes,allocations,live_bytes,live_allocations,%s\n", threads ? "peak_bytes,thread_id" : "size");
  else
    put_f(to, "%s     allocated                      live            %s%s\n", w->t->color ? "\x1b[1m" : "",
          threads ? "             peak  thread" : " size", w->t->color ? "\x1b[0m" : "");
  for (size_t i = 0; i < ranking_shown(set, r.n); i++) put_row(to, &r.list[list[i]], threads, set->csv);
  tool_realloc(list, 0);
  tool_realloc(r.list, 0);
}

/* ---- all ---- */

static const char *refusal(const struct settings *set, uint64_t variant) {
  const char *by = set->by ? set->by : "";
  if (variant == DFMT_MALLOCDBG_VARIANT_LOG) return "a log holds no allocations; 'diagfmt leaks' shows leaks in it";
  if (variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE) return "no heap dump was possible, so that there is none here";
  if (set->events.n) return "--event: malloc_debug has no events";
  if (set->cpu) return "--cpu: malloc_debug has no samples";
  if (variant == DFMT_MALLOCDBG_VARIANT_RECORDS) {
    if (strcmp(by, "caller") == 0) return "--by: recorded operations have only size and thread";
    if (set->threads.n && strcmp(by, "thread") != 0) return "--thread: goes with --by=thread";
    return NULL;
  }
  if (strcmp(by, "thread") == 0 || set->threads.n) return "heap dumps do not tell threads";
  return NULL;
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  uint64_t variant = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_VARIANT, &variant);
  const char *why = refusal(set, variant);
  if (why) {
    report(w->t, CODE_USAGE, w->in->name, "%s", why);
    return;
  }
  if (variant == DFMT_MALLOCDBG_VARIANT_RECORDS && s->live)
    operations(s, w, to, set->by && strcmp(set->by, "thread") == 0);
  else if (s->begun)
    (set->by && strcmp(set->by, "size") == 0 ? dump_by_size : dump_by_caller)(s, w, to);
}

static bool fits(void *user, struct walk *w) {
  struct state *s = user;
  (void)w;
  return heap_fits(&s->heap) && !s->full;
}

static void end(void *user) {
  struct state *s = user;
  heap_end(&s->heap);
  dfmt_mallocdbg_live_free(s->live);
  counts_free(&s->sizes);
  counts_free(&s->threads);
}

const struct top_ops mallocdbg_top = {.state_size = sizeof(struct state),
                                      .by = "caller|size|thread",
                                      .event = event,
                                      .fits = fits,
                                      .table = table,
                                      .end = end};
