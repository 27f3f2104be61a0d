/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "profile.h"

static struct dfmto_profile_store *store_of(dfmt_op *op) { return &dfmto_profile_of(op)->store; }

/* Reserves room for one more element. */
#define GROW(OP, ARRAY, N, CAP) ((N) < (CAP) || grow_one((OP), (void **)&(ARRAY), &(CAP), sizeof *(ARRAY)))

static bool grow_one(dfmt_op *op, void **array, size_t *cap, size_t size) {
  void *more = dfmti_grow(&op->mem, *array, cap, 16, size);
  if (more) *array = more;
  return more != NULL;
}

/* ---- names ---- */

dfmt_status dfmto_profile_store_text(dfmt_op *op, dfmt_str text, uint32_t *number) {
  struct dfmto_texts *x = &store_of(op)->texts;
  if (dfmto_texts_n(x) == 0 && !dfmto_text(&op->mem, x, "", 0, number)) return dfmto_no_memory(op);
  return dfmto_text(&op->mem, x, text.ptr, (size_t)text.len, number) ? DFMT_OK : dfmto_no_memory(op);
}

dfmt_status dfmto_profile_store_function(dfmt_op *op, dfmt_str name, dfmt_str linker_name, dfmt_str file,
                                         uint32_t *number) {
  struct dfmto_profile_store *s = store_of(op);
  struct dfmto_profile_function f = {.place = 0};
  dfmt_status st = dfmto_profile_store_text(op, name, &f.name);
  if (st == DFMT_OK) st = dfmto_profile_store_text(op, linker_name, &f.linker_name);
  if (st == DFMT_OK) st = dfmto_profile_store_text(op, file, &f.file);
  if (st != DFMT_OK) return st;
  uint64_t key = (uint64_t)f.file << 32 | (f.linker_name ? f.linker_name : f.name);
  uint64_t known = dfmti_table_number(&s->function_table, key);
  *number = (uint32_t)known - 1;
  if (known) return DFMT_OK;
  if (s->n_functions >= DFMTO_GROUP - 1 || !GROW(op, s->functions, s->n_functions, s->cap_functions) ||
      !dfmti_table_reserve(&op->mem, &s->function_table))
    return dfmto_no_memory(op);
  if (f.linker_name == f.name) f.linker_name = 0;
  *number = (uint32_t)s->n_functions;
  s->functions[s->n_functions++] = f;
  dfmti_table_add(&s->function_table, dfmti_hash_number(s->function_table.key, key), s->n_functions);
  return DFMT_OK;
}

struct wanted_place {
  const struct dfmto_profile_store *s;
  struct dfmto_profile_place place;
};

static bool is_same_place(const void *user, uint64_t value) {
  const struct wanted_place *w = user;
  const struct dfmto_profile_place *p = &w->s->places[value - 1];
  return p->function == w->place.function && p->address == w->place.address;
}

static dfmt_status find_place(dfmt_op *op, struct dfmto_profile_place place, uint32_t *number) {
  struct dfmto_profile_store *s = store_of(op);
  if (s->n_places >= DFMTO_GROUP - 1 || !GROW(op, s->places, s->n_places, s->cap_places) ||
      !dfmti_table_reserve(&op->mem, &s->place_table))
    return dfmto_no_memory(op);
  const struct dfmti_hash_key key = s->place_table.key;
  uint64_t hash = dfmti_hash_fold(place.address ^ key.a, place.function ^ key.b);
  const struct dfmti_slot *slot =
      dfmti_table_find(&s->place_table, hash, is_same_place, &(struct wanted_place){s, place});
  *number = slot ? (uint32_t)slot->value - 1 : (uint32_t)s->n_places;
  if (slot) return DFMT_OK;
  s->places[s->n_places++] = place;
  dfmti_table_add(&s->place_table, hash, s->n_places);
  return DFMT_OK;
}

/* Most calls of a function are at the place seen last. */
dfmt_status dfmto_profile_store_frame(dfmt_op *op, uint32_t function, uint64_t address, uint32_t *frame) {
  struct dfmto_profile_store *s = store_of(op);
  const struct dfmto_profile *p = op->state;
  struct dfmto_profile_function *f = &s->functions[function];
  *frame = function;
  if (!dfmto_profile_has_places(p)) return DFMT_OK;
  if (p->keep == DFMT_PROFILE_KEEP_SAMPLES && f->name) address = 0;
  *frame = f->place - 1;
  if (f->place && s->places[*frame].address == address) return DFMT_OK;
  dfmt_status st = find_place(op, (struct dfmto_profile_place){function, address}, frame);
  if (st == DFMT_OK) f->place = *frame + 1;
  return st;
}

dfmt_status dfmto_profile_store_measure(dfmt_op *op, dfmt_str name, bool is_ns, bool is_away, uint32_t *number) {
  struct dfmto_profile_store *s = store_of(op);
  struct dfmto_profile_measure x = {.is_ns = is_ns, .is_away = is_away};
  dfmt_status st = dfmto_profile_store_text(op, name, &x.name);
  if (st != DFMT_OK) return st;
  for (*number = 0; *number < s->n_measures; ++*number)
    if (s->measures[*number].name == x.name && s->measures[*number].is_away == is_away) return DFMT_OK;
  if (!GROW(op, s->measures, s->n_measures, s->cap_measures)) return dfmto_no_memory(op);
  s->measures[s->n_measures++] = x;
  return DFMT_OK;
}

dfmt_status dfmto_profile_store_group(dfmt_op *op, const struct dfmto_profile_group *g, uint32_t *number) {
  struct dfmto_profile_store *s = store_of(op);
  const uint32_t key[] = {g->measure, (uint32_t)g->thread_id, (uint32_t)g->process_id, g->thread, g->process, g->heap};
  if (!GROW(op, s->groups, s->n_groups, s->cap_groups) ||
      !dfmto_text(&op->mem, &s->group_keys, key, sizeof key, number))
    return dfmto_no_memory(op);
  if (*number < s->n_groups) return DFMT_OK;
  s->groups[s->n_groups] = *g;
  s->groups[s->n_groups].sum = s->groups[s->n_groups].count = 0;
  s->n_groups++;
  return DFMT_OK;
}

/* ---- stacks: steps that need memory first, then those that cannot fail ---- */

static bool cell_at(dfmt_op *op, uint32_t group, uint32_t function, uint32_t *number) {
  struct dfmto_profile_store *s = store_of(op);
  uint64_t key = (uint64_t)group << 32 | function, known = dfmti_table_number(&s->cell_table, key);
  *number = (uint32_t)known - 1;
  if (known) return true;
  if (s->n_cells >= UINT32_MAX - 1 || !GROW(op, s->cells, s->n_cells, s->cap_cells) ||
      !dfmti_table_reserve(&op->mem, &s->cell_table) ||
      (dfmto_profile_of(op)->periods && !GROW(op, s->series, s->n_cells, s->cap_series)))
    return false;
  if (s->series) s->series[s->n_cells] = (struct dfmto_profile_series){.self_squares = 0};
  *number = (uint32_t)s->n_cells;
  s->cells[s->n_cells++] = (struct dfmto_profile_cell){.group = group, .function = function};
  dfmti_table_add(&s->cell_table, dfmti_hash_number(s->cell_table.key, key), s->n_cells);
  return true;
}

/* Finds the distinct cells of a stack, innermost first. *n: their number; 0: no memory. */
static void find_cells(dfmt_op *op, const struct dfmto_profile_stack *x, uint32_t *cells, uint32_t *n) {
  struct dfmto_profile_store *s = store_of(op);
  const uint64_t stack = ++s->marker;
  *n = 0;
  for (size_t i = 0; i < x->n; i++) {
    uint32_t number;
    if (!cell_at(op, x->group, x->functions[i], &number)) {
      *n = 0;
      return;
    }
    if (s->cells[number].last == stack) continue;
    s->cells[number].last = stack;
    cells[(*n)++] = number;
  }
}

/* The same, from the hint if the stack was seen before. NULL: no memory. */
static const uint32_t *cells_of(dfmt_op *op, const struct dfmto_profile_stack *x, uint32_t *n) {
  struct dfmto_profile_store *s = store_of(op);
  if (x->cells && x->hint->n_cells && x->hint->group == x->group) {
    *n = x->hint->n_cells;
    return x->cells;
  }
  s->stack.len = 0;
  if (!x->cells && !dfmti_buf_reserve(&op->mem, &s->stack, x->n * sizeof(uint32_t))) return NULL;
  uint32_t *cells = x->cells ? x->cells : (uint32_t *)(void *)s->stack.ptr;
  find_cells(op, x, cells, n);
  if (x->cells) x->hint->group = x->group;
  if (x->cells) x->hint->n_cells = *n;
  return *n ? cells : NULL;
}

static void add_to_series(struct dfmto_profile_store *s, const uint32_t *cells, uint32_t n,
                          const struct dfmto_profile_stack *x) {
  size_t period = dfmto_profile_period_of(s, x->time_ns);
  double weight = (double)x->weight;
  s->periods[period] += weight;
  s->squares += weight * weight;
  s->series[cells[0]].self[period] += weight;
  s->series[cells[0]].self_squares += weight * weight;
  for (uint32_t i = 0; i < n; i++) {
    s->series[cells[i]].total[period] += weight;
    s->series[cells[i]].total_squares += weight * weight;
  }
}

static dfmt_status add_to_cells(dfmt_op *op, const struct dfmto_profile_stack *x) {
  struct dfmto_profile_store *s = store_of(op);
  uint32_t n;
  const uint32_t *cells = cells_of(op, x, &n);
  if (!cells) return dfmto_no_memory(op);
  s->cells[cells[0]].self += x->weight;
  s->cells[cells[0]].self_count += x->count;
  for (uint32_t i = 0; i < n; i++) {
    s->cells[cells[i]].total += x->weight;
    s->cells[cells[i]].total_count += x->count;
  }
  if (s->series) add_to_series(s, cells, n, x);
  return DFMT_OK;
}

bool dfmto_profile_samples_add(struct dfmti_mem *m, struct dfmto_profile_samples *s,
                               const struct dfmto_profile_sample *x) {
  struct dfmto_profile_sample *more = s->list;
  if (s->n == s->cap) more = dfmti_grow(m, s->list, &s->cap, 64, sizeof *more);
  if (!more) return false;
  s->list = more;
  s->list[s->n++] = *x;
  return true;
}

void dfmto_profile_samples_free(struct dfmti_mem *m, struct dfmto_profile_samples *s) {
  dfmti_free(m, s->list, s->cap * sizeof *s->list);
  *s = (struct dfmto_profile_samples){.n = 0};
}

/* The node of a stack's innermost frame. */
static bool node_at(dfmt_op *op, const struct dfmto_profile_stack *x, uint32_t *node) {
  struct dfmto_profile_tree *t = &store_of(op)->stacks.tree;
  bool good = true;
  *node = x->hint ? x->hint->node : DFMTO_ROOT;
  if (x->hint && x->hint->epoch == t->epoch + 1) return true;
  if (!dfmto_profile_stacks_reserve(&op->mem, &store_of(op)->stacks, x->n + 1)) return false;
  *node = DFMTO_ROOT;
  for (size_t n = x->n; n-- > 0 && good;) good = dfmto_profile_tree_at(&op->mem, t, *node, x->functions[n], node);
  if (good && x->hint) *x->hint = (struct dfmto_profile_hint){.epoch = t->epoch + 1, .node = *node};
  return good;
}

/* The node of its group above that: in the tree a stack ends with its group. */
static bool leaf_at(dfmt_op *op, const struct dfmto_profile_stack *x, uint32_t node, uint32_t *leaf) {
  uint32_t *known = x->hint && x->group < DFMTO_LEAVES ? &x->hint->leaves[x->group] : NULL;
  *leaf = known ? *known : DFMTO_ROOT;
  if (*leaf != DFMTO_ROOT) return true;
  bool good = dfmto_profile_tree_at(&op->mem, &store_of(op)->stacks.tree, node, DFMTO_GROUP | x->group, leaf);
  if (good && known) *known = *leaf;
  return good;
}

void dfmto_profile_store_ask(const dfmt_op *op, const struct dfmto_profile_hint *hint, uint32_t group) {
  const struct dfmto_profile_tree *t = &((const struct dfmto_profile *)op->state)->store.stacks.tree;
  if (group < DFMTO_LEAVES && hint->epoch == t->epoch + 1)
    dfmti_fetch(&t->nodes[hint->leaves[group]], sizeof *t->nodes);
}

bool dfmto_profile_store_hint(dfmt_op *op, const struct dfmto_profile_stack *x) {
  uint32_t node, leaf;
  if (dfmto_profile_of(op)->keep < DFMT_PROFILE_KEEP_STACKS || !x->hint) return true;
  return node_at(op, x, &node) && leaf_at(op, x, node, &leaf);
}

/* Functions that were counted from stacks must be counted again. */
static void forget_cells(struct dfmto_profile_store *s) {
  dfmti_table_clear(&s->cell_table);
  s->n_cells = 0;
}

dfmt_status dfmto_profile_store_stack(dfmt_op *op, const struct dfmto_profile_stack *x, uint32_t *node) {
  struct dfmto_profile_store *s = store_of(op);
  uint32_t leaf;
  if (!node_at(op, x, node) || !leaf_at(op, x, *node, &leaf)) return dfmto_no_memory(op);
  if (s->n_cells) forget_cells(s);
  s->stacks.tree.nodes[leaf].weight += x->weight;
  s->stacks.tree.nodes[leaf].count += x->count;
  return DFMT_OK;
}

static dfmt_status add_to_tree(dfmt_op *op, const struct dfmto_profile_stack *x) {
  struct dfmto_profile_samples *samples = &store_of(op)->samples;
  const bool is_sample = dfmto_profile_of(op)->keep == DFMT_PROFILE_KEEP_SAMPLES && !x->block_bytes;
  struct dfmto_profile_sample sample = {.time_ns = x->time_ns, .weight = x->weight, .group = x->group};
  if (is_sample && !dfmto_profile_samples_add(&op->mem, samples, &sample)) return dfmto_no_memory(op);
  dfmt_status st = dfmto_profile_store_stack(op, x, &sample.node);
  if (is_sample && st == DFMT_OK) samples->list[samples->n - 1] = sample;
  if (is_sample && st != DFMT_OK) samples->n--;
  return st;
}

dfmt_status dfmto_profile_store_cell(dfmt_op *op, const struct dfmto_profile_cell *c) {
  uint32_t number;
  if (!cell_at(op, c->group, c->function, &number)) return dfmto_no_memory(op);
  struct dfmto_profile_cell *to = &store_of(op)->cells[number];
  to->self += c->self;
  to->total += c->total;
  to->self_count += c->self_count;
  to->total_count += c->total_count;
  return DFMT_OK;
}

/* The index of a block size, plus 1; 0: no memory. */
static uint64_t size_at(dfmt_op *op, uint64_t bytes) {
  struct dfmto_profile_store *s = store_of(op);
  uint64_t known = dfmti_table_number(&s->size_table, bytes);
  if (known) return known;
  if (!GROW(op, s->sizes, s->n_sizes, s->cap_sizes) || !dfmti_table_reserve(&op->mem, &s->size_table)) return 0;
  s->sizes[s->n_sizes++] = (struct dfmto_profile_size){.bytes = bytes};
  dfmti_table_add(&s->size_table, dfmti_hash_number(s->size_table.key, bytes), s->n_sizes);
  return s->n_sizes;
}

dfmt_status dfmto_profile_store_make_sizes(dfmt_op *op, const struct dfmto_profile_store *from) {
  for (size_t i = 0; i < from->n_sizes; i++)
    if (!size_at(op, from->sizes[i].bytes)) return dfmto_no_memory(op);
  return DFMT_OK;
}

void dfmto_profile_store_add_sizes(struct dfmto_profile_store *s, const struct dfmto_profile_store *from) {
  for (size_t i = 0; i < from->n_sizes; i++) {
    struct dfmto_profile_size *to = &s->sizes[dfmti_table_number(&s->size_table, from->sizes[i].bytes) - 1];
    to->weight += from->sizes[i].weight;
    to->count += from->sizes[i].count;
  }
}

/* Steps that cannot fail, after a stack was added. */
static void add_to_sums(struct dfmto_profile_store *s, uint64_t size, const struct dfmto_profile_stack *x) {
  struct dfmto_profile_group *g = &s->groups[x->group];
  struct dfmto_profile_measure *m = &s->measures[x->measure];
  if (x->time_ns < s->first_ns || s->count == 0) s->first_ns = x->time_ns;
  if (x->time_ns > s->last_ns) s->last_ns = x->time_ns;
  s->total += x->weight;
  s->count += x->count;
  g->sum += x->weight;
  g->count += x->count;
  m->sum += x->weight;
  m->count += x->count;
  if (!size) return;
  s->sizes[size - 1].weight += x->weight;
  s->sizes[size - 1].count += x->count;
}

dfmt_status dfmto_profile_store_add(dfmt_op *op, const struct dfmto_profile_stack *from) {
  struct dfmto_profile_store *s = store_of(op);
  struct dfmto_profile_stack x = *from;
  uint32_t none;
  if (x.weight > UINT64_MAX - s->total || x.count > UINT64_MAX - s->count) /* all other sums are parts of these */
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE, "the sum of all weights exceeds 2^64 - 1");
  if (x.n == 0) {
    static const dfmt_str name = {"[no frames]", 11}, nothing = {"", 0};
    dfmt_status st = dfmto_profile_store_function(op, name, nothing, nothing, &none);
    if (st == DFMT_OK) st = dfmto_profile_store_frame(op, none, 0, &none);
    if (st != DFMT_OK) return st;
    x.functions = &none;
    x.n = 1;
    x.hint = NULL;
    x.cells = NULL;
  }
  uint64_t size = x.block_bytes ? size_at(op, *x.block_bytes) : 0;
  if (x.block_bytes && !size) return dfmto_no_memory(op);
  const bool stacks = dfmto_profile_of(op)->keep >= DFMT_PROFILE_KEEP_STACKS;
  dfmt_status st = (stacks ? add_to_tree : add_to_cells)(op, &x);
  if (st != DFMT_OK) return st;
  add_to_sums(s, size, &x);
  s->has_frames = s->has_frames || from->n;
  return DFMT_OK;
}

/* The functions of a stack, innermost first. */
static bool take_functions(dfmt_op *op, const struct dfmto_profile_pass *p, struct dfmti_buf *to) {
  bool good = true;
  to->len = 0;
  for (size_t i = p->n - 1; i-- > 0 && good;) {
    const uint32_t function = dfmto_profile_function(op->state, p->frames[i]);
    good = dfmti_buf_append(&op->mem, to, &function, sizeof function);
  }
  return good;
}

static dfmt_status count_stack(dfmt_op *op, const struct dfmto_profile_pass *p, struct dfmti_buf *functions) {
  if (!take_functions(op, p, functions)) return dfmto_no_memory(op);
  return add_to_cells(op, &(struct dfmto_profile_stack){.group = dfmto_profile_pass_group(p),
                                                        .functions = (const void *)functions->ptr,
                                                        .n = p->n - 1,
                                                        .weight = p->weight,
                                                        .count = p->count});
}

dfmt_status dfmto_profile_store_count_functions(dfmt_op *op) {
  struct dfmto_profile_store *s = store_of(op);
  struct dfmti_buf functions = {0};
  struct dfmto_profile_pass p;
  if (s->n_cells) return DFMT_OK;
  dfmt_status st = dfmto_profile_pass_open(op, &s->stacks, &p);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&p)) == DFMT_OK) st = count_stack(op, &p, &functions);
  dfmto_profile_pass_close(&p);
  dfmti_buf_free(&op->mem, &functions);
  if (st == DFMT_END) return DFMT_OK;
  forget_cells(s);
  return st;
}

void dfmto_profile_store_free(struct dfmti_mem *m, struct dfmto_profile_store *s) {
  dfmto_texts_free(m, &s->texts);
  dfmto_texts_free(m, &s->group_keys);
  dfmti_table_free(m, &s->function_table);
  dfmti_table_free(m, &s->place_table);
  dfmti_table_free(m, &s->cell_table);
  dfmti_table_free(m, &s->size_table);
  dfmti_free(m, s->functions, s->cap_functions * sizeof *s->functions);
  dfmti_free(m, s->places, s->cap_places * sizeof *s->places);
  dfmto_profile_samples_free(m, &s->samples);
  dfmto_profile_samples_free(m, &s->switches);
  dfmti_free(m, s->measures, s->cap_measures * sizeof *s->measures);
  dfmti_free(m, s->groups, s->cap_groups * sizeof *s->groups);
  dfmti_free(m, s->cells, s->cap_cells * sizeof *s->cells);
  dfmti_free(m, s->sizes, s->cap_sizes * sizeof *s->sizes);
  dfmti_free(m, s->series, s->cap_series * sizeof *s->series);
  dfmti_buf_free(m, &s->stack);
  dfmto_profile_stacks_free(m, &s->stacks);
  *s = (struct dfmto_profile_store){.total = 0};
}
