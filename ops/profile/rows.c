/* SPDX-License-Identifier: MIT */
/* Rows of a profile: sorted once, then each made from the store. */
#include <inttypes.h>
#include <string.h>

#include "base/heapsort.h"
#include "op/answers.h"
#include "order.h"
#include "profile.h"

/* The answers. */
enum { FUNCTIONS, GROUPS, STACKS, TREE, SIZES };

/* A row to make. */
struct item {
  const struct dfmto_profile_store *store; /* for names, if all else is equal */
  uint64_t group_sum, first, second;       /* largest first */
  uint32_t measure, group, number;
  uint32_t node; /* STACKS */
};

/* Functions or groups by name: their numbers in order, and their ranks. */
struct ranking {
  uint32_t *numbers, *places;
  size_t n;
};

struct profile_rows {
  dfmt_profile_facts facts;
  dfmt_op *op;
  uint32_t what;
  struct item *items;
  size_t n, cap;
  struct ranking functions, groups; /* STACKS, TREE */
  struct dfmto_profile_tree tree;   /* the same with ranks: of groups, and of functions above them */
  struct dfmto_profile_order order; /* TREE */
  uint32_t node, depth;             /* TREE */
  uint32_t group;                   /* TREE: group of the current node; set when its own node is reached */
  struct dfmti_buf frames;          /* of dfmt_profile_frame */
  struct dfmti_buf weight;
  dfmt_profile_row *row; /* current */
};

static const struct dfmto_profile_store *store_of(const struct profile_rows *x) {
  return &dfmto_profile_of(x->op)->store;
}

static dfmt_str text(const struct profile_rows *x, uint32_t number) {
  return dfmto_text_at(&store_of(x)->texts, number);
}

/* ---- order ---- */

static int compare_texts(const struct item *x, uint32_t a, uint32_t b) {
  return a == b ? 0 : dfmto_texts_compare(&x->store->texts, a, b);
}

/* Largest count first, then by name. */
static int compare_measures(const struct item *x, uint32_t a, uint32_t b) {
  const struct dfmto_profile_measure *m = &x->store->measures[a], *n = &x->store->measures[b];
  if (m->count != n->count) return m->count > n->count ? -1 : 1;
  int d = compare_texts(x, m->name, n->name);
  return d ? d : (int)m->is_away - (int)n->is_away;
}

static int compare_groups(const struct item *x, uint32_t a, uint32_t b) {
  const struct dfmto_profile_group *g = &x->store->groups[a], *h = &x->store->groups[b];
  if (g->process_id != h->process_id) return g->process_id < h->process_id ? -1 : 1;
  if (g->thread_id != h->thread_id) return g->thread_id < h->thread_id ? -1 : 1;
  int d = compare_texts(x, g->thread, h->thread);
  if (!d) d = compare_texts(x, g->process, h->process);
  return d ? d : compare_texts(x, g->heap, h->heap);
}

/*
 * By event, then the largest groups, in these the largest rows; then by name, so that the order of the input does not
 * matter.
 */
static bool stands_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  if (x->measure != y->measure) return compare_measures(x, x->measure, y->measure) < 0;
  if (x->group_sum != y->group_sum) return x->group_sum > y->group_sum;
  if (x->group != y->group) return compare_groups(x, x->group, y->group) < 0;
  if (x->first != y->first) return x->first > y->first;
  if (x->second != y->second) return x->second > y->second;
  return x->number < y->number;
}

static int compare_functions(const struct dfmto_profile_store *s, uint32_t a, uint32_t b) {
  const struct dfmto_profile_function *f = &s->functions[a], *g = &s->functions[b];
  int d = dfmto_texts_compare(&s->texts, f->file, g->file);
  if (!d) d = dfmto_texts_compare(&s->texts, f->name, g->name);
  return d ? d : dfmto_texts_compare(&s->texts, f->linker_name, g->linker_name);
}

/* Functions that are otherwise equal are sorted by name. */
static bool function_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  bool same = x->group == y->group && x->first == y->first && x->second == y->second;
  if (!same) return stands_before(a, b);
  const struct dfmto_profile_cell *c = x->store->cells;
  return compare_functions(x->store, c[x->number].function, c[y->number].function) < 0;
}

static bool function_named_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  return compare_functions(x->store, x->number, y->number) < 0;
}

static bool group_named_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  const struct dfmto_profile_group *g = x->store->groups;
  const uint32_t m = g[x->number].measure, n = g[y->number].measure;
  return (m == n ? compare_groups(x, x->number, y->number) : compare_measures(x, m, n)) < 0;
}

static struct item item_of(const struct dfmto_profile_store *s, uint32_t group, uint64_t first, uint64_t second,
                           size_t number) {
  const struct dfmto_profile_group *g = &s->groups[group];
  return (struct item){s, g->sum, first, second, g->measure, group, (uint32_t)number, 0};
}

static dfmt_status make_items(struct profile_rows *x, size_t n) {
  size_t bytes;
  x->items = dfmti_mul(n ? n : 1, sizeof *x->items, &bytes) ? dfmti_alloc(&x->op->mem, bytes) : NULL;
  if (x->items) x->cap = n ? n : 1;
  return x->items ? DFMT_OK : dfmto_no_memory(x->op);
}

static void free_items(struct profile_rows *x) {
  dfmti_free(&x->op->mem, x->items, x->cap * sizeof *x->items);
  x->items = NULL;
  x->n = x->cap = 0;
}

static dfmt_status sort_items(struct profile_rows *x, bool (*before)(const void *a, const void *b)) {
  return dfmti_heapsort(&x->op->mem, x->items, x->n, sizeof *x->items, before) ? DFMT_OK
                                                                               : dfmti_fail_stopped(&x->op->err);
}

/* ---- answers ---- */

static dfmt_status list_functions(struct profile_rows *x) {
  const struct dfmto_profile_store *s = store_of(x);
  dfmt_status st = make_items(x, s->n_cells);
  for (size_t i = 0; i < s->n_cells && st == DFMT_OK; i++) {
    const struct dfmto_profile_cell *c = &s->cells[i];
    if (c->total_count) x->items[x->n++] = item_of(s, c->group, c->self, c->total, i);
  }
  return st == DFMT_OK ? sort_items(x, function_before) : st;
}

static dfmt_status list_groups(struct profile_rows *x) {
  const struct dfmto_profile_store *s = store_of(x);
  dfmt_status st = make_items(x, s->n_groups);
  for (size_t i = 0; i < s->n_groups && st == DFMT_OK; i++)
    if (s->groups[i].count) x->items[x->n++] = item_of(s, (uint32_t)i, 0, 0, i);
  return st == DFMT_OK ? sort_items(x, stands_before) : st;
}

static dfmt_status list_sizes(struct profile_rows *x) {
  const struct dfmto_profile_store *s = store_of(x);
  dfmt_status st = make_items(x, s->n_sizes);
  for (size_t i = 0; i < s->n_sizes && st == DFMT_OK; i++)
    x->items[x->n++] =
        (struct item){.first = s->sizes[i].weight, .second = UINT64_MAX - s->sizes[i].bytes, .number = (uint32_t)i};
  return st == DFMT_OK ? sort_items(x, stands_before) : st;
}

/* ---- stacks ---- */

static dfmt_status rank(struct profile_rows *x, size_t n, bool (*before)(const void *a, const void *b),
                        struct ranking *r) {
  dfmt_status st = make_items(x, n);
  for (x->n = 0; x->n < n && st == DFMT_OK; x->n++)
    x->items[x->n] = (struct item){.store = store_of(x), .number = (uint32_t)x->n};
  if (st == DFMT_OK) st = sort_items(x, before);
  r->numbers = st == DFMT_OK ? dfmti_alloc(&x->op->mem, 2 * (n + 1) * sizeof *r->numbers) : NULL;
  if (st == DFMT_OK && !r->numbers) st = dfmto_no_memory(x->op);
  r->n = n;
  r->places = r->numbers ? r->numbers + n : NULL;
  for (size_t i = 0; i < n && st == DFMT_OK; i++) r->places[r->numbers[i] = x->items[i].number] = (uint32_t)i;
  free_items(x);
  return st;
}

static bool add_stack(struct profile_rows *x, const struct dfmto_profile_pass *c) {
  struct dfmti_mem *m = &x->op->mem;
  uint32_t node;
  bool good = dfmto_profile_tree_at(m, &x->tree, DFMTO_ROOT, x->groups.places[dfmto_profile_pass_group(c)], &node);
  for (size_t i = 0; i + 1 < c->n && good; i++)
    good = dfmto_profile_tree_at(m, &x->tree, node, x->functions.places[c->frames[i]], &node);
  if (!good) return false;
  x->tree.nodes[node].weight = c->weight;
  x->tree.nodes[node].count = c->count;
  return true;
}

static dfmt_status make_tree(struct profile_rows *x) {
  const struct dfmto_profile_store *s = store_of(x);
  struct dfmto_profile_pass c;
  dfmt_status st = rank(x, s->n_functions, function_named_before, &x->functions);
  if (st == DFMT_OK) st = rank(x, s->n_groups, group_named_before, &x->groups);
  if (st != DFMT_OK) return st;
  st = dfmto_profile_pass_open(x->op, &dfmto_profile_of(x->op)->store.stacks, &c);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&c)) == DFMT_OK)
    if (!add_stack(x, &c)) st = dfmto_no_memory(x->op);
  dfmto_profile_pass_close(&c);
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status make_order(struct profile_rows *x) {
  struct dfmti_mem *m = &x->op->mem;
  dfmt_status st = make_tree(x);
  if (st != DFMT_OK || dfmto_profile_order_make(m, &x->tree, &x->order)) return st;
  return dfmti_stopped(m) ? dfmti_fail_stopped(&x->op->err) : dfmto_no_memory(x->op);
}

/* Frames are ranks, so stacks come in the order of names. */
static dfmt_status list_stacks(struct profile_rows *x) {
  struct dfmto_profile_cursor c;
  bool end = false;
  dfmt_status st = make_tree(x);
  if (st == DFMT_OK) st = make_items(x, x->tree.n);
  if (st != DFMT_OK) return st;
  dfmto_profile_cursor_open(&x->tree, &c);
  while (st == DFMT_OK && !end) {
    if (!dfmto_profile_cursor_next(&x->op->mem, &c, &end)) st = dfmto_no_memory(x->op);
    if (end || st != DFMT_OK) break;
    const uint32_t group = x->groups.numbers[dfmto_profile_cursor_frames(&c)[0]];
    x->items[x->n] = item_of(store_of(x), group, c.weight, c.count, x->n);
    x->items[x->n++].node = c.node;
  }
  dfmto_profile_cursor_close(&x->op->mem, &c);
  return st == DFMT_OK ? sort_items(x, stands_before) : st;
}

/* ---- a row ---- */

static double share(uint64_t part, uint64_t all) { return all ? (double)part / (double)all : 0; }

/* Blocks have none. */
static bool has_events(const struct profile_rows *x) {
  const struct dfmto_profile_format *f = dfmto_profile_of(x->op)->format;
  return f && !f->unit;
}

static void put_group(struct profile_rows *x, const struct dfmto_profile_group *g) {
  const struct dfmto_profile *p = dfmto_profile_of(x->op);
  dfmt_profile_row *r = x->row;
  if (has_events(x)) {
    r->present |= DFMT_PROFILE_ROW_HAS_EVENT;
    r->event = p->group & DFMT_PROFILE_BY_EVENT ? text(x, p->store.measures[g->measure].name) : x->facts.weight;
  }
  if (p->group & DFMT_PROFILE_BY_THREAD) {
    r->present |= DFMT_PROFILE_ROW_HAS_THREAD;
    r->thread_id = g->thread_id;
    r->thread_name = text(x, g->thread);
  }
  if (p->group & DFMT_PROFILE_BY_PROCESS) {
    r->present |= DFMT_PROFILE_ROW_HAS_PROCESS;
    r->process_id = g->process_id;
    r->process_name = text(x, g->process);
  }
  if (p->group & DFMT_PROFILE_BY_HEAP) {
    r->present |= DFMT_PROFILE_ROW_HAS_HEAP;
    r->heap = text(x, g->heap);
  }
}

static void put_function(struct profile_rows *x, uint32_t number) {
  const struct dfmto_profile_function *f = &store_of(x)->functions[number];
  dfmt_profile_row *r = x->row;
  r->function = text(x, f->name);
  r->linker_name = text(x, f->linker_name);
  r->file = text(x, f->file);
  if (r->function.len) r->present |= DFMT_PROFILE_ROW_HAS_FUNCTION;
  if (r->linker_name.len) r->present |= DFMT_PROFILE_ROW_HAS_LINKER_NAME;
  if (r->file.len) r->present |= DFMT_PROFILE_ROW_HAS_FILE;
}

/* all: the weight that is 100 % of the row. */
static void put_total(struct profile_rows *x, uint64_t total, uint64_t count, uint64_t all) {
  x->row->total = total;
  x->row->total_count = count;
  x->row->total_share = share(total, all);
}

static void put_self(struct profile_rows *x, uint64_t self, uint64_t count, uint64_t all) {
  x->row->present |= DFMT_PROFILE_ROW_HAS_SELF;
  x->row->self = self;
  x->row->self_count = count;
  x->row->self_share = share(self, all);
}

/* The total of the event if events are distinguished, else of the profile. */
static uint64_t all_of(const struct profile_rows *x, const struct dfmto_profile_group *g) {
  bool events = dfmto_profile_of(x->op)->group & DFMT_PROFILE_BY_EVENT;
  return events ? store_of(x)->measures[g->measure].sum : store_of(x)->total;
}

static void put_cell(struct profile_rows *x, const struct dfmto_profile_cell *c, uint64_t all) {
  put_function(x, c->function);
  put_self(x, c->self, c->self_count, all);
  put_total(x, c->total, c->total_count, all);
}

static dfmt_status put_frames(struct profile_rows *x, uint32_t node) {
  const struct dfmto_profile_store *s = store_of(x);
  x->frames.len = 0;
  for (; x->tree.nodes[node].parent != DFMTO_ROOT; node = x->tree.nodes[node].parent) {
    const struct dfmto_profile_function *f = &s->functions[x->functions.numbers[x->tree.nodes[node].frame]];
    const dfmt_profile_frame frame = {text(x, f->name), text(x, f->file)};
    if (!dfmti_buf_append(&x->op->mem, &x->frames, &frame, sizeof frame)) return dfmto_no_memory(x->op);
  }
  x->row->present |= DFMT_PROFILE_ROW_HAS_FRAMES;
  x->row->frames = (const void *)x->frames.ptr;
  x->row->n_frames = x->frames.len / sizeof(dfmt_profile_frame);
  return DFMT_OK;
}

static dfmt_status make_row(struct profile_rows *x, const struct item *item) {
  const struct dfmto_profile_store *s = store_of(x);
  if (x->what == SIZES) {
    const struct dfmto_profile_size *size = &s->sizes[item->number];
    x->row->present = DFMT_PROFILE_ROW_HAS_BLOCK_BYTES;
    x->row->block_bytes = size->bytes;
    put_total(x, size->weight, size->count, s->total);
    return DFMT_OK;
  }
  const struct dfmto_profile_group *g = &s->groups[item->group];
  put_group(x, g);
  switch (x->what) {
    case GROUPS: put_total(x, g->sum, g->count, all_of(x, g)); return DFMT_OK;
    case STACKS:
      put_total(x, x->tree.nodes[item->node].weight, x->tree.nodes[item->node].count, all_of(x, g));
      return put_frames(x, item->node);
    default: put_cell(x, &s->cells[item->number], all_of(x, g)); return DFMT_OK;
  }
}

/* The next node of the call tree; groups are columns of each row, not nodes. */
static dfmt_status next_node(struct profile_rows *x) {
  const struct dfmto_profile_store *s = store_of(x);
  const struct dfmto_profile_tree *t = &x->tree;
  for (;;) {
    x->node = t->n ? dfmto_profile_order_next(&x->order, t, x->node, &x->depth) : DFMTO_ROOT;
    if (x->node == DFMTO_ROOT) return DFMT_END;
    if (t->nodes[x->node].parent != DFMTO_ROOT) break;
    x->group = x->groups.numbers[t->nodes[x->node].frame];
  }
  const struct dfmto_profile_group *g = &s->groups[x->group];
  put_group(x, g);
  put_function(x, x->functions.numbers[t->nodes[x->node].frame]);
  put_self(x, t->nodes[x->node].weight, t->nodes[x->node].count, all_of(x, g));
  put_total(x, x->order.totals[x->node], x->order.counts[x->node], all_of(x, g));
  x->row->present |= DFMT_PROFILE_ROW_HAS_DEPTH;
  x->row->depth = x->depth - 2; /* without the root and the group */
  return DFMT_OK;
}

static dfmt_status put_row(struct dfmto_set *s, uint64_t i, void *body) {
  struct profile_rows *x = s->state;
  x->row = body;
  if (x->what == TREE) return next_node(x);
  return i < x->n ? make_row(x, &x->items[i]) : DFMT_END;
}

/* ---- the set ---- */

/* Properties of groups: keys in the list of groups. */
static void choose_group_columns(struct dfmto_set *s, const struct profile_rows *x) {
  const uint32_t by = dfmto_profile_of(x->op)->group;
  const uint32_t role = x->what == GROUPS ? (uint32_t)DFMT_COLUMN_KEY : (uint32_t)DFMT_COLUMN_GROUP;
  if (has_events(x)) dfmto_set_column(s, "event", by & DFMT_PROFILE_BY_EVENT ? role : (uint32_t)DFMT_COLUMN_HIDDEN);
  if (by & DFMT_PROFILE_BY_PROCESS) dfmto_set_column(s, "process_id", role);
  if (by & DFMT_PROFILE_BY_PROCESS) dfmto_set_column(s, "process_name", role);
  if (by & DFMT_PROFILE_BY_THREAD) dfmto_set_column(s, "thread_id", role);
  if (by & DFMT_PROFILE_BY_THREAD) dfmto_set_column(s, "thread_name", role);
  if (by & DFMT_PROFILE_BY_HEAP) dfmto_set_column(s, "heap", role);
}

/* The columns of an answer, in order. */
static void choose_columns(struct dfmto_set *s, const struct profile_rows *x) {
  const bool names = dfmto_profile_of(x->op)->keep != DFMT_PROFILE_KEEP_FILES;
  const bool self = x->what == FUNCTIONS || x->what == TREE;
  if (self) dfmto_set_columns(s, "self/w self_share/s");
  dfmto_set_columns(s, "total/w total_share/s");
  dfmto_set_columns(s, self ? "self_count/c total_count/c" : "total_count/c");
  if (x->what != SIZES) choose_group_columns(s, x);
  if (x->what == TREE) dfmto_set_columns(s, "depth/>");
  if (self && names) dfmto_set_columns(s, "function/k");
  if (self) dfmto_set_column(s, "file", DFMT_COLUMN_KEY); /* the function's, not an input's */
  if (self && names && has_events(x)) dfmto_set_columns(s, "linker_name/h");
  if (x->what == STACKS) dfmto_set_columns(s, "frames/d");
  if (x->what == SIZES) dfmto_set_columns(s, "block_bytes/k");
}

/* "cpu-clock: 12345 ns in 67 samples" */
static dfmt_status make_heading(struct dfmto_set *s, const struct profile_rows *x) {
  const struct dfmto_profile *p = dfmto_profile_of(x->op);
  const char *counts = p->format ? p->format->count_unit : "samples";
  const bool bytes = p->format && p->format->unit;
  dfmt_status st = bytes ? DFMT_OK : dfmto_set_add(s, x->facts.weight);
  if (st == DFMT_OK && !bytes) st = dfmto_set_say(s, ": ");
  if (st != DFMT_OK) return st;
  if (p->weight == DFMT_PROFILE_WEIGHT_COUNT || !dfmto_profile_adds_up(p))
    st = dfmto_set_say(s, "%" PRIu64 " %s", p->store.count, counts);
  else
    st =
        dfmto_set_say(s, "%" PRIu64 " %s in %" PRIu64 " %s", p->store.total, x->facts.unit.ptr, p->store.count, counts);
  return st == DFMT_OK && p->n_partial ? dfmto_set_say(s, ", %" PRIu64 " damaged", p->n_partial) : st;
}

static dfmt_status put_facts(struct profile_rows *x) {
  const struct dfmto_profile *p = dfmto_profile_of(x->op);
  const char *unit = dfmto_profile_unit(x->op);
  dfmt_status st = dfmto_profile_weight_name(x->op, &x->weight);
  x->facts = (dfmt_profile_facts){.head = {sizeof x->facts, DFMT_PROFILE_FACTS},
                                  .weight = {(const char *)x->weight.ptr, x->weight.len},
                                  .unit = {unit, strlen(unit)},
                                  .total = dfmto_profile_adds_up(p) ? p->store.total : 0,
                                  .count = p->store.count,
                                  .n_left_out = p->store.n_left_out,
                                  .n_inputs = x->op->n_inputs - p->n_dropped + p->n_inputs_merged,
                                  .n_partial = p->n_partial,
                                  .n_dropped = p->n_dropped};
  return st;
}

static dfmt_status list(struct profile_rows *x) {
  switch (x->what) {
    case FUNCTIONS: return list_functions(x);
    case GROUPS: return list_groups(x);
    case STACKS: return list_stacks(x);
    case TREE: return make_order(x);
    default: return list_sizes(x);
  }
}

static uint32_t what_of(const struct dfmto_set *s);

static dfmt_status open_rows(struct dfmto_set *s) {
  struct profile_rows *x = s->state;
  x->op = s->op;
  x->what = what_of(s);
  choose_columns(s, x);
  dfmt_status st = put_facts(x);
  s->facts = &x->facts.head;
  if (st == DFMT_OK) st = make_heading(s, x);
  return st == DFMT_OK ? list(x) : st;
}

static void close_rows(struct dfmto_set *s) {
  struct profile_rows *x = s->state;
  struct dfmti_mem *m = &s->op->mem;
  if (x->items) free_items(x);
  if (x->functions.numbers) dfmti_free(m, x->functions.numbers, 2 * (x->functions.n + 1) * sizeof(uint32_t));
  if (x->groups.numbers) dfmti_free(m, x->groups.numbers, 2 * (x->groups.n + 1) * sizeof(uint32_t));
  dfmto_profile_tree_free(m, &x->tree);
  dfmto_profile_order_free(m, &x->order);
  dfmti_buf_free(m, &x->frames);
  dfmti_buf_free(m, &x->weight);
}

/* ---- the list of answers ---- */

/* Blocks without stacks: groups. */
static bool is_usual(const dfmt_op *op, const struct dfmto_answer *is) {
  const struct dfmto_profile *p = op->state;
  size_t usual = FUNCTIONS;
  if (p->format && p->format->unit && !p->store.has_frames && p->group)
    usual = GROUPS;
  else if (p->store.n_sizes && !p->store.has_frames)
    usual = SIZES;
  return is == &dfmto_profile_answers[usual];
}

static dfmt_status refuse(dfmt_op *op, const char *why) {
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "%s", why);
}

static dfmt_status check(dfmt_op *op, const struct dfmto_answer *is) {
  const struct dfmto_profile *p = op->state;
  const size_t what = (size_t)(is - dfmto_profile_answers);
  const bool stacks = what == STACKS || what == TREE;
  dfmt_status st = dfmto_profile_check(op, stacks ? DFMT_PROFILE_KEEP_STACKS : DFMT_PROFILE_KEEP_FUNCTIONS);
  if (st != DFMT_OK) return st;
  if (stacks && dfmto_profile_has_places(p))
    return refuse(op, "stacks were kept by their addresses: set keep to stacks");
  if (what == SIZES && !(p->format && p->format->unit)) return refuse(op, "samples have no sizes");
  return what == FUNCTIONS ? dfmto_profile_store_count_functions(op) : DFMT_OK;
}

#define ANSWER(FLAGS, NAME, HELP) \
  {.part = DFMTO_ANSWER(FLAGS, NAME, DFMT_PROFILE_ROW, DFMT_PROFILE_FACTS, HELP), \
   .state_size = sizeof(struct profile_rows), \
   .usual = is_usual, \
   .check = check, \
   .open = open_rows, \
   .row = put_row, \
   .close = close_rows}
const struct dfmto_answer dfmto_profile_answers[] = {
    [FUNCTIONS] = ANSWER(DFMT_OP_USUAL, "functions", "Functions, or files if they were kept."),
    [GROUPS] = ANSWER(DFMT_OP_USUAL, "groups", "Groups, with their weight."),
    [STACKS] = ANSWER(0, "stacks", "Distinct stacks."),
    [TREE] = ANSWER(0, "tree", "Call tree: callers before their callees."),
    [SIZES] = ANSWER(DFMT_OP_USUAL, "sizes", "Sizes of blocks."),
    {.part = {.name = NULL}}};

/* Index of the answer. */
static uint32_t what_of(const struct dfmto_set *s) { return (uint32_t)(s->is - dfmto_profile_answers); }
