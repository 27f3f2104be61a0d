/* SPDX-License-Identifier: MIT */
/* `verify --strict` for malloc_debug: what its own writers never do (mallocdbg spec), though readers take it. */
#include <inttypes.h>

#include "counts.h"
#include "options.h"
#include "report.h"
#include "verify.h"

enum { TOLD = 10 }; /* problems of one kind that are told one by one */

/* What can be wrong many times. */
enum fault {
  ORDER,
  DEPTH,
  SIZE,
  COUNT,
  MAP_ORDER,
  MAP_OVERLAP,
  UNKNOWN_FREE,
  UNKNOWN_REALLOC,
  DUPLICATE,
  BACKWARDS,
  THREAD_TIME,
  DONE,
  BYTE,
  N_FAULTS
};

static const struct {
  uint32_t severity;
  const char *text;
} faults[N_FAULTS] = {
    [ORDER] = {DFMT_SEVERITY_NOTE, "a record is not where Android's writers put it: by zygote or app, then by size"},
    [DEPTH] = {DFMT_SEVERITY_WARNING, "a record has more frames than the process could have had"},
    [SIZE] = {DFMT_SEVERITY_NOTE, "a size that malloc_debug does not hand out: 0, or above 2147483647"},
    [COUNT] = {DFMT_SEVERITY_WARNING, "a record of no allocations"},
    [MAP_ORDER] = {DFMT_SEVERITY_WARNING, "a map starts before the previous one"},
    [MAP_OVERLAP] = {DFMT_SEVERITY_WARNING, "two maps overlap"},
    [UNKNOWN_FREE] = {DFMT_SEVERITY_NOTE, "a pointer is freed that is not live: freed twice, or never allocated here"},
    [UNKNOWN_REALLOC] = {DFMT_SEVERITY_NOTE, "a pointer is reallocated that is not live"},
    [DUPLICATE] = {DFMT_SEVERITY_NOTE, "a pointer is handed out that is live"},
    [BACKWARDS] = {DFMT_SEVERITY_WARNING, "an operation ends before it starts"},
    [THREAD_TIME] = {DFMT_SEVERITY_NOTE, "an operation starts before the last one of its thread has ended"},
    [DONE] = {DFMT_SEVERITY_NOTE, "a thread's end has a pointer"},
    [BYTE] = {DFMT_SEVERITY_NOTE, "a byte of a report that is right, or where it cannot be"},
};

struct state {
  uint64_t found[N_FAULTS];
  dfmt_mallocdbg_live *live; /* operations */
  struct counts threads;     /* mark: when the last operation ended, 0: not known */
  struct counts pcs;
  bool too_many; /* pcs, or blocks that are live */
  dfmt_mallocdbg_maps *maps;
  uint64_t map_start, map_end; /* of the last one */
  uint64_t depth;              /* frames that the process could have had, 0: not known */
  uint32_t variant;
  bool has_record;
  uint32_t app; /* of the last record, as is bytes */
  uint64_t bytes;
};

static void tell(struct state *s, struct verify *v, const dfmt_event *ev, uint64_t line, enum fault f) {
  if (s->found[f]++ < TOLD)
    verify_problem(v, faults[f].severity, line, ev->offset, (dfmt_str){NULL, 0}, "%s", faults[f].text);
}

/* ---- heap dumps ---- */

static void see_header(struct state *s, const dfmt_mallocdbg_header *h) {
  s->variant = h->variant;
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE) s->depth = h->backtrace_size;
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE) s->depth = h->warned_size;
}

static void see_pcs(struct state *s, struct verify *v, const dfmt_mallocdbg_alloc *a) {
  uint64_t most = option_value(v->walk.t, DFMT_CFG_MAX_TABLE) / sizeof(struct count);
  for (uint64_t i = 0; i < a->n_pcs && !s->too_many; i++) {
    counts_at(&s->pcs, a->pcs[i])->n++;
    s->too_many = s->pcs.n > most;
  }
}

/* v1.0 begins with what the app allocated, later versions end with it; other variants are of other writers. */
static bool is_in_order(const struct state *s, const dfmt_mallocdbg_alloc *a) {
  bool v10 = s->variant == DFMT_MALLOCDBG_VARIANT_V10;
  if (!s->has_record || s->variant > DFMT_MALLOCDBG_VARIANT_V12) return true;
  if (a->zygote_child != s->app) return (a->zygote_child != 0) != v10;
  return a->bytes <= s->bytes;
}

static void see_alloc(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_mallocdbg_alloc *a) {
  bool later = s->variant == DFMT_MALLOCDBG_VARIANT_V11 || s->variant == DFMT_MALLOCDBG_VARIANT_V12;
  if (!is_in_order(s, a)) tell(s, v, ev, a->line, ORDER);
  if (s->depth && a->n_pcs > s->depth) tell(s, v, ev, a->line, DEPTH);
  if (later && (a->bytes == 0 || a->bytes > INT32_MAX)) tell(s, v, ev, a->line, SIZE);
  if (later && a->count == 0) tell(s, v, ev, a->line, COUNT);
  s->has_record = true;
  s->app = a->zygote_child;
  s->bytes = a->bytes;
  see_pcs(s, v, a);
}

static void see_map(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_mallocdbg_map *m) {
  if (!s->maps && dfmt_mallocdbg_maps_new(v->walk.t->config, &s->maps) != DFMT_OK) tool_no_memory();
  if (m->start_address < s->map_start)
    tell(s, v, ev, m->line, MAP_ORDER);
  else if (m->start_address < s->map_end)
    tell(s, v, ev, m->line, MAP_OVERLAP);
  s->map_start = m->start_address;
  s->map_end = m->end_address;
  dfmt_status st = dfmt_mallocdbg_maps_add(s->maps, m);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st != DFMT_OK) s->too_many = true;
}

/* Frames may lie in no map: of a library that was unloaded. So this is no problem, only worth knowing. */
static void tell_pcs(struct state *s, struct verify *v) {
  uint64_t outside = 0;
  if (!s->maps || !s->pcs.n || v->walk.t->set.quiet) return;
  if (s->too_many) {
    report(v->walk.t, CODE_FINE, v->walk.in->name,
           "note: more pcs or maps than --max-table or --max-memory has room for: they were not compared");
    return;
  }
  for (size_t i = 0; i < s->pcs.cap; i++)
    if (s->pcs.list[i].used) outside += !dfmt_mallocdbg_maps_find(s->maps, s->pcs.list[i].number, NULL);
  if (outside)
    report(v->walk.t, CODE_FINE, v->walk.in->name, "note: of %zu different pcs %" PRIu64 " lie in no map", s->pcs.n,
           outside);
}

/* ---- operations ---- */

static void replay(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_mallocdbg_op *o) {
  if (s->too_many) return;
  if (!s->live && dfmt_mallocdbg_live_new(v->walk.t->config, &s->live) != DFMT_OK) tool_no_memory();
  const dfmt_mallocdbg_use *use = dfmt_mallocdbg_live_use(s->live);
  uint64_t frees = use->unknown_free, reallocs = use->unknown_realloc, duplicates = use->duplicate;
  dfmt_status st = dfmt_mallocdbg_live_add(s->live, o);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st != DFMT_OK) {
    s->too_many = true;
    verify_problem(v, DFMT_SEVERITY_ERROR, 0, ev->offset, (dfmt_str){NULL, 0},
                   "more blocks are live than --max-memory has room for; pointers are not looked at from here on");
    return;
  }
  if (use->unknown_free > frees) tell(s, v, ev, 0, UNKNOWN_FREE);
  if (use->unknown_realloc > reallocs) tell(s, v, ev, 0, UNKNOWN_REALLOC);
  if (use->duplicate > duplicates) tell(s, v, ev, 0, DUPLICATE);
}

static void see_op(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_mallocdbg_op *o) {
  bool done = o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE;
  uint64_t start = o->present & DFMT_MALLOCDBG_OP_HAS_START_NS ? o->start_ns : 0;
  uint64_t end = o->present & DFMT_MALLOCDBG_OP_HAS_END_NS ? o->end_ns : 0;
  replay(s, v, ev, o);
  if (done && o->ptr) tell(s, v, ev, 0, DONE);
  if (start && end < start) tell(s, v, ev, 0, BACKWARDS);
  if (s->too_many) return; /* of threads as well */
  struct count *thread = counts_at(&s->threads, (uint32_t)o->thread_id);
  uint64_t from = done ? end : start;
  if (from && from < thread->mark) tell(s, v, ev, 0, THREAD_TIME);
  if (end) thread->mark = end;
}

/* ---- reports ---- */

/* mallocdbg spec 4.4: which bytes can be told, and what they should have been. */
static bool is_possible(const dfmt_mallocdbg_report *r, const dfmt_mallocdbg_diff *d) {
  enum { FRONT = 0xaa, REAR = 0xbb, FREED = 0xef };
  if (d->found == d->expected) return false;
  if (r->kind == DFMT_MALLOCDBG_KIND_USE_AFTER_FREE) return d->block_offset >= 0 && d->expected == FREED;
  if (r->guard == DFMT_MALLOCDBG_GUARD_FRONT) return d->block_offset < 0 && d->expected == FRONT;
  return d->block_offset >= 0 && (uint64_t)d->block_offset >= r->bytes && d->expected == REAR;
}

static void see_report(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_mallocdbg_report *r) {
  bool has_bytes = r->kind == DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD || r->kind == DFMT_MALLOCDBG_KIND_USE_AFTER_FREE;
  for (uint64_t i = 0; i < r->n_diffs; i++)
    if (!has_bytes || !is_possible(r, &r->diffs[i])) tell(s, v, ev, r->line, BYTE);
}

/* ---- all ---- */

static void event(void *user, struct verify *v, const dfmt_event *ev, const void *value, uint64_t len) {
  struct state *s = user;
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_map *m = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  (void)value;
  (void)len;
  if (h) see_header(s, h);
  if (a) see_alloc(s, v, ev, a);
  if (m) see_map(s, v, ev, m);
  if (o) see_op(s, v, ev, o);
  if (r) see_report(s, v, ev, r);
}

static void finish(void *user, struct verify *v) {
  struct state *s = user;
  for (int i = 0; i < N_FAULTS; i++)
    if (s->found[i] > TOLD)
      verify_problem(v, faults[i].severity, 0, UINT64_MAX, (dfmt_str){NULL, 0}, "%" PRIu64 " times in all: %s",
                     s->found[i], faults[i].text);
  tell_pcs(s, v);
  dfmt_mallocdbg_live_free(s->live);
  dfmt_mallocdbg_maps_free(s->maps);
  counts_free(&s->threads);
  counts_free(&s->pcs);
}

const struct verify_ops mallocdbg_verify = {.state_size = sizeof(struct state), .event = event, .finish = finish};
