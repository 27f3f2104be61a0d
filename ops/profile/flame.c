/* SPDX-License-Identifier: MIT */
/*
 * Stacks of functions become stacks of names: those of the store's groups, a frame for each property, then those of its
 * functions. Functions of the same name become one. Frames of this second tree are ranks, the places of names in sorted
 * order, so that its stacks come in the order of names: svg.c draws boxes of it, folded.c prints it.
 */
#include "flame.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "base/safe_text.h"
#include "names.h"
#include "op/reading.h"
#include "writers.h"

struct maker {
  dfmt_op *op;   /* its memory is used */
  dfmt_op *from; /* its stacks are used; `text` is its own, too */
  bool folded, compared, is_before;
  struct dfmto_profile_flame *f;
  struct dfmti_buf text;       /* a name being built */
  uint32_t *functions;         /* by function: its name, then that name's rank */
  struct dfmti_buf groups;     /* of uint32_t: the same for the names of all groups */
  struct dfmti_buf group_ends; /* of size_t: end of each group in `groups` */
  struct dfmti_buf stack;      /* of uint32_t: a stack being built */
};

static bool put(struct maker *k, dfmt_str s) { return dfmti_buf_append(&k->from->mem, &k->text, s.ptr, (size_t)s.len); }

/* ---- names ---- */

/* In folded stacks a semicolon ends a name, and the last blank the stack. */
static void unfold(uint8_t *p, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (p[i] == ';' || p[i] == ' ') p[i] = p[i] == ';' ? ':' : '_';
}

/* The number of the name in k->text, made printable. */
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

/* names.c says what a function is called; k->functions has the number of that name, until use_ranks(). */
static dfmt_status name_functions(struct maker *k) {
  const struct dfmto_profile *p = k->from->state;
  dfmt_status st = DFMT_OK;
  k->functions = dfmti_alloc(&k->op->mem, (p->store.n_functions + 1) * sizeof *k->functions);
  if (!k->functions) return dfmto_no_memory(k->op);
  for (uint32_t i = 0; i < p->store.n_functions && st == DFMT_OK; i++) {
    k->text.len = 0;
    st = dfmto_profile_function_name(k->from, i, &k->text) ? number_of(k, &k->functions[i]) : dfmto_no_memory(k->op);
  }
  return st;
}

/* ---- groups: a frame for each property ---- */

static dfmt_status push_text(struct maker *k, uint32_t text, const char *kind, int32_t id) {
  char number[32];
  uint32_t name;
  dfmt_str shown = dfmto_text_at(&dfmto_profile_of(k->from)->store.texts, text);
  int n = snprintf(number, sizeof number, "[%s %" PRId32 "]", kind, id);
  k->text.len = 0;
  if (!put(k, shown.len ? shown : (dfmt_str){number, (uint64_t)n})) return dfmto_no_memory(k->op);
  dfmt_status st = number_of(k, &name);
  if (st != DFMT_OK) return st;
  return dfmti_buf_append(&k->op->mem, &k->groups, &name, sizeof name) ? DFMT_OK : dfmto_no_memory(k->op);
}

static dfmt_status name_group(struct maker *k, const struct dfmto_profile_group *g) {
  const struct dfmto_profile *p = k->from->state;
  dfmt_status st = DFMT_OK;
  if (p->group & DFMT_PROFILE_BY_EVENT) st = push_text(k, p->store.measures[g->measure].name, "event", 0);
  if (st == DFMT_OK && p->group & DFMT_PROFILE_BY_PROCESS) st = push_text(k, g->process, "process", g->process_id);
  if (st == DFMT_OK && p->group & DFMT_PROFILE_BY_THREAD) st = push_text(k, g->thread, "thread", g->thread_id);
  if (st == DFMT_OK && p->group & DFMT_PROFILE_BY_HEAP) st = push_text(k, g->heap, "heap", 0);
  if (st != DFMT_OK) return st;
  const size_t end = k->groups.len / sizeof(uint32_t);
  return dfmti_buf_append(&k->op->mem, &k->group_ends, &end, sizeof end) ? DFMT_OK : dfmto_no_memory(k->op);
}

static dfmt_status name_all(struct maker *k) {
  const struct dfmto_profile *p = k->from->state;
  dfmt_status st = name_functions(k);
  for (size_t i = 0; i < p->store.n_groups && st == DFMT_OK; i++) st = name_group(k, &p->store.groups[i]);
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

static dfmt_status rank_names(dfmt_op *op, struct dfmto_profile_flame *f) {
  const size_t n = dfmto_texts_n(&f->names), bytes = (n + 1) * sizeof(struct ranked);
  struct ranked *list = dfmti_alloc(&op->mem, bytes);
  f->ranks = list ? dfmti_alloc(&op->mem, 2 * (n + 1) * sizeof *f->ranks) : NULL;
  f->n_names = n;
  bool sorted = false;
  if (f->ranks) {
    f->numbers = f->ranks + n;
    for (uint32_t i = 0; i < n; i++) list[i] = (struct ranked){&f->names, i};
    sorted = dfmti_heapsort(&op->mem, list, n, sizeof *list, name_before);
    for (uint32_t i = 0; i < n && sorted; i++) f->ranks[f->numbers[i] = list[i].name] = i;
  }
  if (list) dfmti_free(&op->mem, list, bytes);
  if (!f->ranks) return dfmto_no_memory(op);
  return sorted ? DFMT_OK : dfmti_fail_stopped(&op->err);
}

/* Replaces names by their ranks. */
static void use_ranks(struct maker *k) {
  uint32_t *groups = (void *)k->groups.ptr;
  for (size_t i = 0; i < dfmto_profile_of(k->from)->store.n_functions; i++)
    k->functions[i] = k->f->ranks[k->functions[i]];
  for (size_t i = 0; i < k->groups.len / sizeof *groups; i++) groups[i] = k->f->ranks[groups[i]];
}

/* ---- stacks ---- */

/* The names of its group, which is the last of its frames, and then those of its functions. */
static bool put_frames(struct maker *k, const struct dfmto_profile_pass *p) {
  const size_t *ends = (const size_t *)(const void *)k->group_ends.ptr;
  const uint32_t *groups = (const uint32_t *)(const void *)k->groups.ptr, group = dfmto_profile_pass_group(p);
  const size_t from = group ? ends[group - 1] : 0, n = ends[group] - from, all = n + p->n - 1;
  k->stack.len = 0;
  if (!dfmti_buf_reserve(&k->op->mem, &k->stack, (all + 1) * sizeof *groups)) return false;
  uint32_t *to = (void *)k->stack.ptr;
  k->stack.len = all * sizeof *to;
  if (n) memcpy(to, groups + from, n * sizeof *to);
  for (size_t i = 0; i + 1 < p->n; i++) to[n + i] = k->functions[dfmto_profile_function(k->from->state, p->frames[i])];
  return dfmto_profile_stacks_reserve(&k->op->mem, &k->f->stacks, all);
}

static bool add_frames(struct maker *k, uint64_t weight, uint64_t count) {
  struct dfmto_profile_tree *t = &k->f->stacks.tree;
  const uint32_t *frames = (const uint32_t *)(const void *)k->stack.ptr;
  uint32_t node = DFMTO_ROOT;
  for (size_t i = 0; i < k->stack.len / sizeof *frames; i++)
    if (!dfmto_profile_tree_at(&k->op->mem, t, node, frames[i], &node)) return false;
  t->nodes[node].weight += weight;
  t->nodes[node].count += count;
  return true;
}

/* In a comparison, the count is the weight before. */
static bool add_weight(struct maker *k, const struct dfmto_profile_pass *p) {
  if (!k->compared) return add_frames(k, p->weight, p->count);
  return k->is_before ? add_frames(k, 0, p->weight) : add_frames(k, p->weight, 0);
}

static dfmt_status add_stack(struct maker *k, const struct dfmto_profile_pass *p) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && p->weight) { /* repeated until there is room */
    if (put_frames(k, p) && add_weight(k, p)) break;
    st = dfmto_profile_stacks_relieve(k->op, &k->f->stacks, dfmto_no_memory(k->op));
  }
  return st;
}

/* A pass has each stack of the store once, with its weight. */
static dfmt_status add_stacks(struct maker *k) {
  struct dfmto_profile_pass p;
  dfmt_status st = dfmto_profile_pass_open(k->from, &dfmto_profile_of(k->from)->store.stacks, &p);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&p)) == DFMT_OK) st = add_stack(k, &p);
  if (st < 0 && k->from != k->op && k->from->err.e.status != DFMT_OK) st = dfmto_fail_as(k->op, &k->from->err.e);
  dfmto_profile_pass_close(&p);
  return st == DFMT_END ? DFMT_OK : st;
}

static void free_maker(struct maker *k) {
  struct dfmti_mem *m = &k->op->mem;
  if (k->functions)
    dfmti_free(m, k->functions, (dfmto_profile_of(k->from)->store.n_functions + 1) * sizeof *k->functions);
  dfmti_buf_free(&k->from->mem, &k->text);
  dfmti_buf_free(m, &k->groups);
  dfmti_buf_free(m, &k->group_ends);
  dfmti_buf_free(m, &k->stack);
}

static dfmt_status make(dfmt_op *op, dfmt_op *before, bool folded, struct dfmto_profile_flame *f) {
  const bool two = before != NULL;
  struct maker k[2] = {{.op = op, .from = op, .f = f, .folded = folded, .compared = two},
                       {.op = op, .from = before, .f = f, .compared = true, .is_before = true}};
  dfmt_status st = name_all(&k[0]);
  if (st == DFMT_OK && two) st = name_all(&k[1]);
  if (st == DFMT_OK) st = rank_names(op, f);
  for (size_t i = 0; i < 1u + two && st == DFMT_OK && f->ranks; i++) { /* OK has them; this is for gcc's analyzer */
    use_ranks(&k[i]);
    st = add_stacks(&k[i]);
  }
  for (size_t i = 0; i < 1u + two; i++) free_maker(&k[i]);
  return st;
}

/* If memory is short, retries once with the store's tree moved out of it. */
dfmt_status dfmto_profile_flame_make(dfmt_op *op, dfmt_op *before, bool folded, struct dfmto_profile_flame *f) {
  dfmt_status st = make(op, before, folded, f);
  if (st != DFMT_E_LIMIT) return st;
  dfmto_profile_flame_free(&op->mem, f);
  *f = (struct dfmto_profile_flame){.d = {.op = op, .to = f->d.to}};
  st = dfmto_profile_relieve(op, st);
  return st == DFMT_OK ? make(op, before, folded, f) : st;
}

void dfmto_profile_flame_free(struct dfmti_mem *m, struct dfmto_profile_flame *f) {
  dfmto_texts_free(m, &f->names);
  dfmto_profile_stacks_free(m, &f->stacks);
  dfmti_free(m, f->ranks, 2 * (f->n_names + 1) * sizeof *f->ranks);
  dfmti_buf_free(m, &f->d.out);
}

/* ---- the call ---- */

/* From the options. */
static struct dfmto_profile_look look_of(const dfmt_op *op, const char *title, const dfmt_config *with) {
  struct dfmto_profile_look look = {.title = {title, strlen(title)}};
  look.inverted = dfmto_option_in(op, with, DFMT_OPS_PROFILE_FLAME_INVERTED) != 0;
  look.width = (double)dfmto_option_in(op, with, DFMT_OPS_PROFILE_FLAME_WIDTH);
  look.min_width = (double)dfmto_option_in(op, with, DFMT_OPS_PROFILE_FLAME_MIN_WIDTH) / 1000;
  (void)dfmt_config_item(with, DFMT_OPS_PROFILE_FLAME_TITLE, 0, &look.title);
  return look;
}

dfmt_status dfmto_profile_write_flame(dfmt_op *op, dfmt_op *before, const char *title, const dfmt_config *with,
                                      dfmt_sink *to) {
  const struct dfmto_profile_look look = look_of(op, title, with);
  struct dfmto_profile_flame f = {.d = {.op = op, .to = to}};
  if (!dfmto_profile_adds_up(op->state))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                      "weights of different events are not added: choose one of them");
  dfmt_status st = dfmto_profile_flame_make(op, before, false, &f);
  if (st == DFMT_OK)
    st = dfmto_profile_flame_svg(op, before, &f, look.min_width / (look.width - DFMTO_FLAME_SIDES), &look);
  dfmto_profile_flame_free(&op->mem, &f);
  return st;
}

dfmt_status dfmto_profile_write_folded(dfmt_op *op, dfmt_sink *to) {
  struct dfmto_profile_flame f = {.d = {.op = op, .to = to}};
  dfmt_status st = dfmto_profile_flame_make(op, NULL, true, &f);
  if (st == DFMT_OK) st = dfmto_profile_flame_folded(op, &f);
  dfmto_profile_flame_free(&op->mem, &f);
  return st;
}
