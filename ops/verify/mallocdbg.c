/* SPDX-License-Identifier: MIT */
/* malloc_debug: properties that its own writers guarantee (mallocdbg spec), though readers do not require them. */
#include <inttypes.h>

#include <diagfmt/mallocdbg.h>

#include "op/counts.h"
#include "verify.h"

enum { TOLD = 10 }; /* problems of one kind that are reported individually */

/* Faults that may be frequent. */
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
  TOO_MANY,
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
    [TOO_MANY] = {DFMT_SEVERITY_ERROR,
                  "more blocks are live than max_memory has room for; pointers are not looked at from here on"},
};

struct state {
  uint64_t found[N_FAULTS];
  dfmt_mallocdbg_live *live;   /* operations */
  bool odd[N_FAULTS];          /* results of adding the current operation to it */
  struct dfmto_counts threads; /* mark: end time of the last operation, 0: unknown */
  struct dfmto_counts pcs;
  bool too_many; /* too many maps, or live blocks */
  int told;      /* number of fault kinds that were summed up */
  dfmt_mallocdbg_maps *maps;
  uint64_t map_start, map_end; /* of the last one */
  uint64_t depth;              /* maximum number of frames in the process, 0: unknown */
  uint32_t variant;
  bool has_record;
  uint32_t app; /* of the last record, as is `bytes` */
  uint64_t bytes;
};

static void tell(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, uint64_t line, enum fault f) {
  if (s->found[f]++ < TOLD)
    dfmto_verify_tell(v, faults[f].severity, (struct dfmto_verify_at){.ev = ev, .line = line}, "%s", faults[f].text);
}

/* ---- heap dumps ---- */

static void see_header(struct state *s, const dfmt_mallocdbg_header *h) {
  s->variant = h->variant;
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE) s->depth = h->backtrace_size;
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE) s->depth = h->warned_size;
}

static dfmt_status prepare_alloc(struct state *s, struct dfmto_verify *v, const dfmt_mallocdbg_alloc *a) {
  for (uint64_t i = 0; i < a->n_pcs; i++)
    if (!dfmto_count_at(&v->op->mem, &s->pcs, a->pcs[i])) return dfmto_no_memory(v->op);
  return DFMT_OK;
}

/* v1.0 begins with the app's allocations, later versions end with them; other variants come from other writers. */
static bool is_in_order(const struct state *s, const dfmt_mallocdbg_alloc *a) {
  bool v10 = s->variant == DFMT_MALLOCDBG_VARIANT_V10;
  if (!s->has_record || s->variant > DFMT_MALLOCDBG_VARIANT_V12) return true;
  if (a->zygote_child != s->app) return (a->zygote_child != 0) != v10;
  return a->bytes <= s->bytes;
}

static void see_alloc(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_mallocdbg_alloc *a) {
  bool later = s->variant == DFMT_MALLOCDBG_VARIANT_V11 || s->variant == DFMT_MALLOCDBG_VARIANT_V12;
  if (!is_in_order(s, a)) tell(s, v, ev, a->line, ORDER);
  if (s->depth && a->n_pcs > s->depth) tell(s, v, ev, a->line, DEPTH);
  if (later && (a->bytes == 0 || a->bytes > INT32_MAX)) tell(s, v, ev, a->line, SIZE);
  if (later && a->count == 0) tell(s, v, ev, a->line, COUNT);
  s->has_record = true;
  s->app = a->zygote_child;
  s->bytes = a->bytes;
}

/* Handles statuses of the library's helpers: E_NOMEM is returned; at other limits less is checked. */
static dfmt_status settle(struct state *s, struct dfmto_verify *v, dfmt_status st) {
  if (st == DFMT_E_NOMEM) return dfmti_fail(&v->op->err, st, DFMT_ERR_NOMEM, "out of memory");
  if (st != DFMT_OK) s->too_many = true;
  return DFMT_OK;
}

static dfmt_status prepare_map(struct state *s, struct dfmto_verify *v, const dfmt_mallocdbg_map *m) {
  dfmt_status st = s->maps ? DFMT_OK : dfmt_mallocdbg_maps_new(v->op->config, &s->maps);
  if (st == DFMT_OK) st = dfmt_mallocdbg_maps_add(s->maps, m);
  return settle(s, v, st);
}

static void see_map(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_mallocdbg_map *m) {
  if (m->start_address < s->map_start)
    tell(s, v, ev, m->line, MAP_ORDER);
  else if (m->start_address < s->map_end)
    tell(s, v, ev, m->line, MAP_OVERLAP);
  s->map_start = m->start_address;
  s->map_end = m->end_address;
}

/* Frames may be outside of all maps, in a library that was unloaded. So this is only a remark, not a problem. */
static void tell_pcs(const struct state *s, struct dfmto_verify *v) {
  uint64_t outside = 0;
  if (!s->maps || !s->pcs.n) return;
  if (s->too_many) {
    dfmto_verify_remark(v, "more maps than max_memory has room for: pcs were not looked up in them");
    return;
  }
  for (size_t i = 0; i < s->pcs.n; i++) outside += !dfmt_mallocdbg_maps_find(s->maps, s->pcs.list[i].number, NULL);
  if (outside) dfmto_verify_remark(v, "of %zu different pcs %" PRIu64 " lie in no map", s->pcs.n, outside);
}

/* ---- operations ---- */

/* Pointers are no longer checked once there are too many. */
static dfmt_status prepare_op(struct state *s, struct dfmto_verify *v, const dfmt_mallocdbg_op *o) {
  if (s->too_many) return DFMT_OK;
  if (!dfmto_count_at(&v->op->mem, &s->threads, (uint32_t)o->thread_id)) return dfmto_no_memory(v->op);
  dfmt_status st = s->live ? DFMT_OK : dfmt_mallocdbg_live_new(v->op->config, &s->live);
  if (st != DFMT_OK) return settle(s, v, st);
  const dfmt_mallocdbg_use *use = dfmt_mallocdbg_live_use(s->live);
  const uint64_t frees = use->unknown_free, reallocs = use->unknown_realloc, duplicates = use->duplicate;
  st = dfmt_mallocdbg_live_add(s->live, o);
  s->odd[UNKNOWN_FREE] = use->unknown_free > frees;
  s->odd[UNKNOWN_REALLOC] = use->unknown_realloc > reallocs;
  s->odd[DUPLICATE] = use->duplicate > duplicates;
  s->odd[TOO_MANY] = st == DFMT_E_LIMIT;
  return settle(s, v, st);
}

static void see_op(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_mallocdbg_op *o) {
  bool done = o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE;
  uint64_t start = o->present & DFMT_MALLOCDBG_OP_HAS_START_NS ? o->start_ns : 0;
  uint64_t end = o->present & DFMT_MALLOCDBG_OP_HAS_END_NS ? o->end_ns : 0;
  for (int i = 0; i < N_FAULTS; i++) {
    if (s->odd[i]) tell(s, v, ev, 0, (enum fault)i);
    s->odd[i] = false;
  }
  if (done && o->ptr) tell(s, v, ev, 0, DONE);
  if (start && end < start) tell(s, v, ev, 0, BACKWARDS);
  if (s->too_many) return; /* also for threads */
  struct dfmto_count *thread = dfmto_count_find(&s->threads, (uint32_t)o->thread_id);
  uint64_t from = done ? end : start;
  if (from && from < thread->mark) tell(s, v, ev, 0, THREAD_TIME);
  if (end) thread->mark = end;
}

/* ---- reports ---- */

/* mallocdbg spec 4.4: which bytes can be reported, and their expected values. */
static bool is_possible(const dfmt_mallocdbg_report *r, const dfmt_mallocdbg_diff *d) {
  enum { FRONT = 0xaa, REAR = 0xbb, FREED = 0xef };
  if (d->found == d->expected) return false;
  if (r->kind == DFMT_MALLOCDBG_KIND_USE_AFTER_FREE) return d->block_offset >= 0 && d->expected == FREED;
  if (r->guard == DFMT_MALLOCDBG_GUARD_FRONT) return d->block_offset < 0 && d->expected == FRONT;
  return d->block_offset >= 0 && (uint64_t)d->block_offset >= r->bytes && d->expected == REAR;
}

static void see_report(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_mallocdbg_report *r) {
  bool has_bytes = r->kind == DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD || r->kind == DFMT_MALLOCDBG_KIND_USE_AFTER_FREE;
  for (uint64_t i = 0; i < r->n_diffs; i++)
    if (!has_bytes || !is_possible(r, &r->diffs[i])) tell(s, v, ev, r->line, BYTE);
}

/* ---- all ---- */

static dfmt_status prepare(void *user, struct dfmto_verify *v, const dfmt_event *ev) {
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_map *m = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  return a ? prepare_alloc(user, v, a) : m ? prepare_map(user, v, m) : o ? prepare_op(user, v, o) : DFMT_OK;
}

static void event(void *user, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_str *value) {
  struct state *s = user;
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_map *m = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  (void)value;
  if (h) see_header(s, h);
  if (a) see_alloc(s, v, ev, a);
  if (m) see_map(s, v, ev, m);
  if (o) see_op(s, v, ev, o);
  if (r) see_report(s, v, ev, r);
}

static bool finish(void *user, struct dfmto_verify *v) {
  struct state *s = user;
  for (; s->told < N_FAULTS; s->told++) {
    int i = s->told;
    if (s->found[i] <= TOLD) continue;
    if (!dfmto_verify_has_room(v)) return false;
    dfmto_verify_tell_at(v, faults[i].severity, UINT64_MAX, "%" PRIu64 " times in all: %s", s->found[i],
                         faults[i].text);
  }
  if (!dfmto_verify_has_room(v)) return false;
  tell_pcs(s, v);
  return true;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  dfmt_mallocdbg_live_free(s->live);
  dfmt_mallocdbg_maps_free(s->maps);
  dfmto_counts_free(m, &s->threads);
  dfmto_counts_free(m, &s->pcs);
}

extern const struct dfmto_verify_format dfmto_verify_mallocdbg;
const struct dfmto_verify_format dfmto_verify_mallocdbg = {.format = DFMT_MALLOCDBG,
                                                           .linked = true,
                                                           .state_size = sizeof(struct state),
                                                           .prepare = prepare,
                                                           .event = event,
                                                           .finish = finish,
                                                           .close = close_state};
