/* SPDX-License-Identifier: MIT */
/*
 * Blocks of malloc_debug: those in heap dumps, with stacks, and all that recorded operations allocated, without stacks.
 */
#include <diagfmt/mallocdbg.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "allocator.h"
#include "op/reading.h"
#include "profile.h"

struct input {
  dfmt_mallocdbg_maps *maps;
  bool counted;       /* numbers in the dump are counts, which may be known only at its end */
  bool open, is_dump; /* open: the reader for maps */
  bool is_records;
  bool has_start;
  uint64_t start_ns;      /* of the first operation, if times are relative to it; else 0 */
  const dfmt_event *ev;   /* current */
  struct dfmti_table pcs; /* pc: function + 1 */
  struct dfmti_buf stack; /* of uint32_t: functions of the current block */
  uint32_t groups[2];     /* zygote, app: group + 1 */
};

static struct input *input_of(dfmt_op *op) { return dfmto_profile_of(op)->input; }

static dfmt_str word(const char *s) { return (dfmt_str){s, strlen(s)}; }

/* ---- maps ---- */

static dfmt_status take_map(dfmt_op *op, const dfmt_event *ev) {
  struct input *x = input_of(op);
  const dfmt_mallocdbg_header *header = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_map *map = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_end *end = dfmt_event_mallocdbg_end(ev);
  x->is_dump = x->is_dump || header || dfmt_event_mallocdbg_alloc(ev);
  if (header)
    x->counted = header->variant == DFMT_MALLOCDBG_VARIANT_V11 || header->variant == DFMT_MALLOCDBG_VARIANT_V12;
  if (end) x->counted = end->counts_valid;
  if (!map) return DFMT_OK;
  dfmt_status st = dfmt_mallocdbg_maps_add(x->maps, map);
  return st < 0 ? dfmto_fail_helper(op, dfmt_mallocdbg_maps_error(x->maps)) : st;
}

/* A log does not cover all memory; only dumps have heaps, and only records have threads. */
static dfmt_status check_variant(dfmt_op *op) {
  const struct dfmto_profile *p = op->state;
  uint64_t variant = 0;
  (void)dfmt_reader_stat(op->reader, DFMT_STAT_VARIANT, &variant);
  const char *why = NULL;
  bool records = variant == DFMT_MALLOCDBG_VARIANT_RECORDS;
  input_of(op)->is_records = records;
  if (records && p->keep >= DFMT_PROFILE_KEEP_STACKS)
    why = "recorded operations have no stacks";
  else if (records && (p->group & DFMT_PROFILE_BY_HEAP || p->heap != DFMT_PROFILE_HEAP_ALL))
    why = "recorded operations have no heaps";
  if (!records && (p->group & DFMT_PROFILE_BY_THREAD || dfmto_has_choice(op, DFMT_OPS_PROFILE_THREADS)))
    why = "heap dumps have no threads";
  if (!records && (p->from_ns != 0 || p->to_ns != UINT64_MAX)) why = "heap dumps have no times";
  if (dfmto_has_choice(op, DFMT_OPS_PROFILE_PROCESSES)) why = "malloc_debug records no processes";
  if (dfmto_has_choice(op, DFMT_OPS_PROFILE_EVENTS) ||
      (p->cpu != DFMT_PROFILE_CPU_ANY && p->cpu != DFMT_PROFILE_CPU_RECORDED))
    why = "malloc_debug has no events and no samples";
  if (variant == DFMT_MALLOCDBG_VARIANT_LOG) why = "a log has stacks of leaks, not of all memory";
  if (variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE) why = "malloc_debug could not write a heap dump";
  return why ? dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s", why) : DFMT_OK;
}

static dfmt_status open_for_maps(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_source *s;
  const dfmt_config *c = dfmto_helpers(op);
  if (!c || (!x->maps && dfmt_mallocdbg_maps_new(c, &x->maps) != DFMT_OK)) return dfmto_no_memory(op);
  dfmt_status st = dfmto_seekable(op, &s);
  if (st == DFMT_OK) st = dfmto_reopen(op, s);
  x->open = st == DFMT_OK;
  return st;
}

/* Maps follow the records, so the file is read twice. */
static dfmt_status names(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_status st = x->open ? DFMT_OK : open_for_maps(op);
  while (st == DFMT_OK) {
    if (!x->ev) st = dfmto_next(op, &x->ev);
    if (st == DFMT_OK) st = check_variant(op);
    if (st == DFMT_OK && x->is_records) st = DFMT_END; /* without maps */
    if (st == DFMT_OK) st = take_map(op, x->ev);
    if (st == DFMT_OK) x->ev = NULL;
  }
  if (st != DFMT_END && !dfmto_is_damage(st)) return st;
  x->ev = NULL;
  dfmti_errors_clear(&op->err);
  if (st != DFMT_END && !x->is_dump) return check_variant(op);
  if (dfmto_option(op, DFMT_CFG_MALLOCDBG_COUNTS)) x->counted = true;
  uint32_t measure;
  return dfmto_profile_store_measure(op, word("bytes"), false, false, &measure);
}

/* ---- functions ---- */

/* Code without a name is identified by its offset in the file, or by its address. */
static dfmt_status place_function(dfmt_op *op, dfmt_str file, bool in_file, uint64_t at, uint32_t *out) {
  char text[32];
  bool files = dfmto_profile_of(op)->keep == DFMT_PROFILE_KEEP_FILES;
  int n = files ? 0 : snprintf(text, sizeof text, in_file ? "+0x%" PRIx64 : "0x%" PRIx64, at);
  dfmt_status st = dfmto_profile_store_function(op, (dfmt_str){text, (uint64_t)n}, (dfmt_str){"", 0}, file, out);
  return st == DFMT_OK ? dfmto_profile_store_frame(op, *out, at, out) : st;
}

static dfmt_status function_of_pc(dfmt_op *op, uint64_t pc, uint32_t *out) {
  struct input *x = input_of(op);
  uint64_t known = dfmti_table_number(&x->pcs, pc), at = pc;
  *out = (uint32_t)known - 1;
  if (known) return DFMT_OK;
  const dfmt_mallocdbg_map *map = dfmt_mallocdbg_maps_elf(x->maps, pc, &at); /* as in frames with names */
  if (!map) map = dfmt_mallocdbg_maps_find(x->maps, pc, &at);
  dfmt_str file = !map ? (dfmt_str){"", 0} : map->name.len ? map->name : word("<anonymous>");
  dfmt_status st = place_function(op, file, map != NULL, map ? at : pc, out);
  if (st != DFMT_OK) return st;
  if (!dfmti_table_reserve(&op->mem, &x->pcs)) return dfmto_no_memory(op);
  dfmti_table_add(&x->pcs, dfmti_hash_number(x->pcs.key, pc), (uint64_t)*out + 1);
  return DFMT_OK;
}

/* The function of a frame with names. */
static dfmt_status function_of_frame(dfmt_op *op, const dfmt_mallocdbg_frame *f, uint32_t *out) {
  bool files = dfmto_profile_of(op)->keep == DFMT_PROFILE_KEEP_FILES,
       has_rel = f->present & DFMT_MALLOCDBG_FRAME_HAS_REL_PC;
  dfmt_str file = f->map.len ? f->map : word("<unknown>");
  const uint64_t at = has_rel ? f->rel_pc : f->pc;
  if (f->function.len == 0) return place_function(op, file, true, at, out);
  dfmt_status st =
      dfmto_profile_store_function(op, files ? (dfmt_str){"", 0} : f->function, (dfmt_str){"", 0}, file, out);
  return st == DFMT_OK ? dfmto_profile_store_frame(op, *out, at, out) : st;
}

static dfmt_status take_frames(dfmt_op *op, const dfmt_mallocdbg_alloc *a, size_t *n) {
  struct input *x = input_of(op);
  size_t bytes;
  x->stack.len = 0;
  *n = 0;
  if (a->n_pcs > SIZE_MAX || !dfmti_mul((size_t)a->n_pcs, sizeof(uint32_t), &bytes) ||
      !dfmti_buf_reserve(&op->mem, &x->stack, bytes))
    return dfmto_no_memory(op);
  uint32_t *functions = (void *)x->stack.ptr;
  dfmt_status st = DFMT_OK;
  for (; *n < a->n_pcs && st == DFMT_OK; ++*n) {
    const dfmt_mallocdbg_frame *f = *n < a->n_frames ? &a->frames[*n] : NULL;
    bool named = f && (f->function.len || f->map.len);
    st = named ? function_of_frame(op, f, &functions[*n]) : function_of_pc(op, a->pcs[*n], &functions[*n]);
  }
  return st;
}

/* How many of the innermost frames are of allocators: the outermost frame is always kept. */
static size_t count_allocators(dfmt_op *op, const dfmt_mallocdbg_alloc *a, size_t n) {
  const struct dfmto_profile *p = op->state;
  const uint32_t *frames = (const void *)input_of(op)->stack.ptr;
  size_t found = 0;
  for (; !p->allocators && found + 1 < n; found++) {
    const struct dfmto_profile_function *f = &p->store.functions[dfmto_profile_function(p, frames[found])];
    const dfmt_str name = found < a->n_frames ? a->frames[found].function : (dfmt_str){"", 0};
    if (!dfmto_profile_is_allocator(name, dfmto_text_at(&p->store.texts, f->file))) break;
  }
  return found;
}

/* ---- blocks ---- */

static dfmt_status group_of(dfmt_op *op, bool app, uint32_t *group) {
  struct input *x = input_of(op);
  struct dfmto_profile_group g = {.measure = 0};
  dfmt_status st = DFMT_OK;
  if (!x->groups[app]) {
    if (dfmto_profile_of(op)->group & DFMT_PROFILE_BY_HEAP)
      st = dfmto_profile_store_text(op, word(app ? "app" : "zygote"), &g.heap);
    if (st == DFMT_OK) st = dfmto_profile_store_group(op, &g, group);
    if (st != DFMT_OK) return st;
    x->groups[app] = *group + 1;
  }
  *group = x->groups[app] - 1;
  return DFMT_OK;
}

/* line 0: unknown. */
static dfmt_status refuse_bytes(dfmt_op *op, uint64_t line) {
  return dfmti_fail_at(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE, input_of(op)->ev->offset, line,
                       "the bytes of a record exceed 2^64 - 1");
}

static dfmt_status add_blocks(dfmt_op *op, const dfmt_mallocdbg_alloc *a) {
  const struct dfmto_profile *p = op->state;
  const struct input *x = p->input;
  const bool app = a->zygote_child;
  if ((p->heap == DFMT_PROFILE_HEAP_APP && !app) || (p->heap == DFMT_PROFILE_HEAP_ZYGOTE && app)) return DFMT_OK;
  uint64_t count = x->counted ? a->count_written : 1, bytes;
  if (__builtin_mul_overflow(a->bytes, count, &bytes)) return refuse_bytes(op, a->line);
  uint32_t group;
  size_t n;
  dfmt_status st = group_of(op, app, &group);
  if (st == DFMT_OK) st = take_frames(op, a, &n);
  if (st != DFMT_OK) return st;
  const size_t inner = count_allocators(op, a, n);
  const uint32_t *functions = (const void *)x->stack.ptr; /* NULL: no record has had frames yet */
  return dfmto_profile_store_add(
      op, &(struct dfmto_profile_stack){.group = group,
                                        .functions = inner ? functions + inner : functions,
                                        .n = n - inner,
                                        .weight = p->weight == DFMT_PROFILE_WEIGHT_COUNT ? count : bytes,
                                        .count = count,
                                        .block_bytes = &a->bytes});
}

/* ---- recorded operations ---- */

static bool allocates(const dfmt_mallocdbg_op *o) {
  return o->ptr && o->op != DFMT_MALLOCDBG_OPERATION_FREE && o->op != DFMT_MALLOCDBG_OPERATION_THREAD_DONE;
}

static bool is_any_time(const struct dfmto_profile *p) { return p->from_ns == 0 && p->to_ns == UINT64_MAX; }

static bool is_in_time(const struct dfmto_profile *p, struct input *x, const dfmt_mallocdbg_op *o) {
  if (is_any_time(p)) return true;
  if (!(o->present & DFMT_MALLOCDBG_OP_HAS_START_NS)) return false;
  if (p->relative && !x->has_start) x->start_ns = o->start_ns;
  x->has_start = true;
  uint64_t at = o->start_ns > x->start_ns ? o->start_ns - x->start_ns : 0;
  return at >= p->from_ns && at < p->to_ns;
}

static dfmt_status add_operation(dfmt_op *op, const dfmt_mallocdbg_op *o) {
  const struct dfmto_profile *p = op->state;
  uint64_t bytes = o->bytes;
  bool calloc = o->op == DFMT_MALLOCDBG_OPERATION_CALLOC;
  if (!allocates(o) || !is_in_time(p, p->input, o)) return DFMT_OK;
  if (!dfmto_is_chosen(op, DFMT_OPS_PROFILE_THREADS, (dfmt_str){"", 0}, true, o->thread_id)) return DFMT_OK;
  if (calloc && __builtin_mul_overflow(o->bytes, o->n_items, &bytes)) return refuse_bytes(op, 0);
  const struct dfmto_profile_group g = {.thread_id = p->group & DFMT_PROFILE_BY_THREAD ? o->thread_id : 0};
  uint32_t group;
  dfmt_status st = dfmto_profile_store_group(op, &g, &group);
  if (st != DFMT_OK) return st;
  return dfmto_profile_store_add(
      op, &(struct dfmto_profile_stack){.group = group,
                                        .weight = p->weight == DFMT_PROFILE_WEIGHT_COUNT ? 1 : bytes,
                                        .count = 1,
                                        .block_bytes = &bytes});
}

static dfmt_status stacks(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    if (!x->ev) st = dfmto_next(op, &x->ev);
    if (st != DFMT_OK) {
      x->ev = NULL;
      break;
    }
    const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(x->ev);
    const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(x->ev);
    dfmto_profile_note(op, x->ev);
    if (a) st = add_blocks(op, a);
    if (o) st = add_operation(op, o);
    if (st == DFMT_OK) x->ev = NULL;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static void close(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_mallocdbg_maps_free(x->maps);
  dfmti_table_free(&op->mem, &x->pcs);
  dfmti_buf_free(&op->mem, &x->stack);
}

const struct dfmto_profile_format dfmto_profile_mallocdbg = {.id = DFMT_MALLOCDBG,
                                                             .input_size = sizeof(struct input),
                                                             .unit = "bytes",
                                                             .count_unit = "blocks",
                                                             .groups = DFMT_PROFILE_BY_HEAP | DFMT_PROFILE_BY_THREAD,
                                                             .usual_group = DFMT_PROFILE_BY_HEAP,
                                                             .names = names,
                                                             .stacks = stacks,
                                                             .close = close};
