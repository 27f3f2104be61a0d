/* SPDX-License-Identifier: MIT */
#include "flame.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "base/safe_text.h"
#include "names.h"
#include "writers.h"

enum { PIECE = 65536, NOT_YET = 0 };

struct maker {
  dfmt_op *op;
  struct dfmto_flame *f;
  bool folded;
  struct dfmti_buf text; /* a name in the making */
  uint32_t *functions;   /* by function: number of its name + 1 */
  uint32_t *groups;      /* by group: the node that its stacks stand on; NOT_YET, or the root */
};

static bool put(struct maker *k, dfmt_str s) { return dfmti_buf_append(&k->op->mem, &k->text, s.ptr, (size_t)s.len); }

/* ---- names ---- */

/* Folded stacks end names at a semicolon, and the stack at the last blank. */
static void unfold(uint8_t *p, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (p[i] == ';' || p[i] == ' ') p[i] = p[i] == ';' ? ':' : '_';
}

/* The number of the name in k->text, as it is shown. */
static dfmt_status number_of(struct maker *k, uint32_t *out) {
  struct dfmti_buf safe = {0};
  struct dfmti_mem *m = &k->op->mem;
  size_t columns;
  bool good = dfmti_safe_text(m, &safe, k->text.ptr, k->text.len, &columns);
  if (good && safe.len == 0) good = dfmti_buf_append(m, &safe, "[unknown]", 9);
  if (good && k->folded) unfold(safe.ptr, safe.len);
  good = good && dfmto_text(m, &k->f->names, safe.ptr, safe.len, out);
  dfmt_status st = good ? DFMT_OK : dfmto_no_memory(k->op);
  dfmti_buf_free(m, &safe);
  return st;
}

static dfmt_status function_name(struct maker *k, uint32_t frame, uint32_t *out) {
  const uint32_t function = dfmto_profile_function(k->op->state, frame);
  if (k->functions[function] == NOT_YET) {
    k->text.len = 0;
    dfmt_status st = dfmto_frame_name(k->op, frame, false, &k->text) ? number_of(k, out) : dfmto_no_memory(k->op);
    if (st != DFMT_OK) return st;
    k->functions[function] = *out + 1;
  }
  *out = k->functions[function] - 1;
  return DFMT_OK;
}

/* ---- groups: a frame for each thing that is told apart ---- */

static dfmt_status push(struct maker *k, uint32_t *node) {
  uint32_t name;
  dfmt_status st = number_of(k, &name);
  if (st != DFMT_OK) return st;
  return dfmto_tree_at(&k->op->mem, &k->f->tree, *node, name, node) ? DFMT_OK : dfmto_no_memory(k->op);
}

static dfmt_status push_text(struct maker *k, uint32_t *node, uint32_t text, const char *kind, int32_t id) {
  char number[32];
  dfmt_str name = dfmto_text_at(&dfmto_profile_of(k->op)->store.texts, text);
  int n = snprintf(number, sizeof number, "[%s %" PRId32 "]", kind, id);
  k->text.len = 0;
  if (!put(k, name.len ? name : (dfmt_str){number, (uint64_t)n})) return dfmto_no_memory(k->op);
  return push(k, node);
}

static dfmt_status push_group(struct maker *k, const struct dfmto_group *g, uint32_t *node) {
  const struct dfmto_profile *p = dfmto_profile_of(k->op);
  dfmt_status st = DFMT_OK;
  *node = DFMTO_ROOT;
  if (p->group & DFMT_PROFILE_BY_EVENT) st = push_text(k, node, p->store.measures[g->measure].name, "event", 0);
  if (st == DFMT_OK && p->group & DFMT_PROFILE_BY_PROCESS)
    st = push_text(k, node, g->process, "process", g->process_id);
  if (st == DFMT_OK && p->group & DFMT_PROFILE_BY_THREAD) st = push_text(k, node, g->thread, "thread", g->thread_id);
  if (st == DFMT_OK && p->group & DFMT_PROFILE_BY_HEAP) st = push_text(k, node, g->heap, "heap", 0);
  return st;
}

/* ---- the tree ---- */

/* The node that a group's stacks stand on. */
static dfmt_status group_node(struct maker *k, uint32_t group, uint32_t *node) {
  dfmt_status st = DFMT_OK;
  *node = k->groups[group];
  if (*node == NOT_YET) st = push_group(k, &dfmto_profile_of(k->op)->store.groups[group], node);
  k->groups[group] = *node;
  return st;
}

static dfmt_status copy_stack(struct maker *k, const struct dfmto_cursor *c) {
  const uint32_t *frames = dfmto_cursor_frames(c);
  struct dfmto_tree *t = &k->f->tree;
  uint32_t node, name;
  dfmt_status st = group_node(k, dfmto_cursor_group(c), &node);
  for (size_t i = 0; i + 1 < c->n && st == DFMT_OK; i++) {
    st = function_name(k, frames[i], &name);
    if (st == DFMT_OK && !dfmto_tree_at(&k->op->mem, t, node, name, &node)) st = dfmto_no_memory(k->op);
  }
  if (st != DFMT_OK) return st;
  t->nodes[node].weight += c->weight;
  t->nodes[node].count += c->count;
  return DFMT_OK;
}

static dfmt_status copy_stacks(struct maker *k) {
  struct dfmto_cursor c;
  dfmt_status st;
  dfmto_cursor_open(&dfmto_profile_of(k->op)->store.tree, &c);
  while ((st = dfmto_store_next(k->op, &c)) == DFMT_OK && (st = copy_stack(k, &c)) == DFMT_OK) continue;
  dfmto_cursor_close(&k->op->mem, &c);
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status copy_tree(struct maker *k) {
  const struct dfmto_store *s = &dfmto_profile_of(k->op)->store;
  struct dfmti_mem *m = &k->op->mem;
  size_t functions = (s->n_functions + 1) * sizeof *k->functions, groups = (s->n_groups + 1) * sizeof *k->groups;
  k->functions = dfmti_zalloc(m, functions);
  k->groups = k->functions ? dfmti_zalloc(m, groups) : NULL;
  uint32_t root;
  bool good = k->groups && dfmto_text(m, &k->f->names, "all", 3, &root) &&
              dfmto_tree_at(m, &k->f->tree, DFMTO_ROOT, root, &root); /* which makes the root; that has no weight */
  dfmt_status st = good ? copy_stacks(k) : dfmto_no_memory(k->op);
  dfmti_free(m, k->functions, functions);
  if (k->groups) dfmti_free(m, k->groups, groups);
  dfmti_buf_free(m, &k->text);
  return st;
}

/* ---- order ---- */

struct ranked {
  const struct dfmto_texts *names;
  uint32_t name;
};

static bool name_before(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  return dfmto_texts_compare(x->names, x->name, y->name) < 0;
}

/* The place of each name among all. */
static dfmt_status rank_names(dfmt_op *op, const struct dfmto_texts *names, uint32_t *rank) {
  size_t n = dfmto_texts_n(names), bytes;
  struct ranked *list = dfmti_mul(n, sizeof *list, &bytes) ? dfmti_alloc(&op->mem, bytes) : NULL;
  if (!list) return dfmto_no_memory(op);
  for (uint32_t i = 0; i < n; i++) list[i] = (struct ranked){names, i};
  bool good = dfmti_heapsort(&op->mem, list, n, sizeof *list, name_before);
  for (uint32_t i = 0; i < n && good; i++) rank[list[i].name] = i;
  dfmti_free(&op->mem, list, bytes);
  return good ? DFMT_OK : dfmti_fail_stopped(&op->err);
}

static dfmt_status make_order(dfmt_op *op, struct dfmto_flame *f, double share) {
  double part = share * (double)dfmto_profile_of(op)->store.total;
  uint64_t least = part < 1 ? 1 : part < 0x1p63 ? (uint64_t)part : UINT64_C(1) << 63;
  size_t bytes = dfmto_texts_n(&f->names) * sizeof(uint32_t);
  uint32_t *rank = dfmti_alloc(&op->mem, bytes);
  if (!rank) return dfmto_no_memory(op);
  dfmt_status st = rank_names(op, &f->names, rank);
  if (st == DFMT_OK && !dfmto_order_make(&op->mem, &f->tree, rank, least, &f->order))
    st = dfmti_stopped(&op->mem) ? dfmti_fail_stopped(&op->err) : dfmto_no_memory(op);
  dfmti_free(&op->mem, rank, bytes);
  return st;
}

dfmt_status dfmto_flame_make(dfmt_op *op, bool folded, double share, struct dfmto_flame *f) {
  struct maker k = {.op = op, .f = f, .folded = folded};
  dfmt_status st = copy_tree(&k);
  return st == DFMT_OK ? make_order(op, f, share) : st;
}

void dfmto_flame_free(struct dfmti_mem *m, struct dfmto_flame *f) {
  dfmto_texts_free(m, &f->names);
  dfmto_tree_free(m, &f->tree);
  dfmto_order_free(m, &f->order);
  dfmti_buf_free(m, &f->out);
}

/* ---- output ---- */

bool dfmto_flame_put(dfmt_op *op, struct dfmto_flame *f, const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  size_t len = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
  return dfmti_buf_append(&op->mem, &f->out, text, len);
}

dfmt_status dfmto_flame_flush(dfmt_op *op, struct dfmto_flame *f, bool all) {
  uint64_t taken;
  if (f->out.len < PIECE && !all) return DFMT_OK;
  if (dfmti_stopped(&op->mem)) return dfmti_fail_stopped(&op->err);
  dfmt_status st = dfmt_sink_write(f->to, f->out.ptr, f->out.len, &taken);
  f->out.len = 0;
  if (st == DFMT_AGAIN) return dfmti_fail(&op->err, DFMT_E_IO, DFMT_ERR_WRITE, "the sink does not take the document");
  return st == DFMT_OK ? st : dfmto_fail_as(op, dfmt_sink_error(f->to));
}

/* ---- the call ---- */

enum { LOOK_LEAST = sizeof(dfmt_flame_look) }; /* frozen at 0.1 */

static dfmt_status check_look(dfmt_op *op, const dfmt_flame_look *from, dfmt_flame_look *to) {
  *to = (dfmt_flame_look){.size = sizeof *to};
  if (from && from->size < LOOK_LEAST) return dfmti_fail_arg(&op->err, "dfmt_flame_look.size is not set");
  if (from) memcpy(to, from, sizeof *to);
  if (to->width == 0) to->width = 1200;
  if (to->min_width == 0) to->min_width = 0.1;
  if (to->title.len == 0) to->title = (dfmt_str){"Flame graph", 11};
  if (!(to->width >= 100 && to->width <= 100000) || !(to->min_width <= 100000))
    return dfmti_fail_arg(&op->err, "the width of the picture is from 100 to 100000 pixels");
  return DFMT_OK;
}

static dfmt_status write_flame(dfmt_op *op, bool folded, const dfmt_flame_look *look, dfmt_sink *to) {
  dfmt_flame_look shown;
  struct dfmto_flame f = {.to = to};
  dfmt_status st = check_look(op, look, &shown);
  if (st != DFMT_OK) return st;
  if (!folded && !dfmto_profile_adds_up(op->state))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                      "weights of different events are not added: choose one of them");
  double share = folded || shown.min_width < 0 ? 0 : shown.min_width / (shown.width - DFMTO_FLAME_SIDES);
  st = dfmto_flame_make(op, folded, share, &f);
  if (st == DFMT_OK) st = folded ? dfmto_flame_folded(op, &f) : dfmto_flame_svg(op, &f, &shown);
  dfmto_flame_free(&op->mem, &f);
  return st;
}

dfmt_status dfmt_profile_write(dfmt_op *op, uint32_t form, const dfmt_flame_look *look, dfmt_sink *to) {
  const bool samples = form == DFMT_PROFILE_FIREFOX;
  dfmt_status st = dfmto_profile_check(op, samples ? DFMT_PROFILE_KEEP_SAMPLES : DFMT_PROFILE_KEEP_STACKS);
  if (st != DFMT_OK) return st;
  if (!to || form > DFMT_PROFILE_FIREFOX) return dfmti_fail_arg(&op->err, "no sink, or no such document");
  switch (form) {
    case DFMT_PROFILE_PPROF: return dfmto_write_pprof(op, to);
    case DFMT_PROFILE_FIREFOX: return dfmto_write_firefox(op, to);
    default: return write_flame(op, form == DFMT_PROFILE_FOLDED, look, to);
  }
}
