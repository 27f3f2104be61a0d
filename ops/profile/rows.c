/* SPDX-License-Identifier: MIT */
/* Rows of a profile: what is wanted is put in order once, then each is made from the store. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "profile.h"

/* A row to come. */
struct item {
  const struct dfmto_profile_store *store; /* for names, where all else is equal */
  uint64_t group_sum, first, second;       /* the largest first */
  uint32_t measure, group, number;
  uint32_t node; /* STACKS */
};

/* Functions or groups in the order of their names: their numbers, and the places of these. */
struct ranking {
  uint32_t *numbers, *places;
  size_t n;
};

struct profile_rows {
  dfmt_op *op;
  size_t size; /* bytes of this */
  uint32_t what;
  struct item *items;
  size_t n, cap, next;
  struct ranking functions, groups; /* STACKS, TREE */
  struct dfmto_profile_tree tree;   /* the same: of places of groups, and of functions above them */
  struct dfmto_profile_order order; /* TREE */
  uint32_t node, depth;             /* TREE */
  uint32_t group;                   /* TREE: the one that the node is in; set where its own node is passed */
  bool begun;                       /* the set was asked for */
  struct dfmti_buf frames;          /* of dfmt_profile_frame */
  struct dfmti_buf weight, heading;
  dfmt_row_set set;
  dfmt_column columns[16];
  dfmt_profile_facts facts;
  dfmt_profile_row row;
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

/* By how much there is of them, then by name. */
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
 * Within events the largest groups, within these the largest rows; then by what they are, so that the order in which
 * they came plays no part.
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

/* Of functions, names tell equal ones apart. */
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

/* ---- kinds ---- */

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
  if (!dfmto_profile_of(x->op)->format || !dfmto_profile_of(x->op)->format->unit)
    return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "samples have no sizes");
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

/* Their numbers are those in the order of names. */
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
  dfmt_profile_row *r = &x->row;
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
  dfmt_profile_row *r = &x->row;
  r->function = text(x, f->name);
  r->linker_name = text(x, f->linker_name);
  r->file = text(x, f->file);
  if (r->function.len) r->present |= DFMT_PROFILE_ROW_HAS_FUNCTION;
  if (r->linker_name.len) r->present |= DFMT_PROFILE_ROW_HAS_LINKER_NAME;
  if (r->file.len) r->present |= DFMT_PROFILE_ROW_HAS_FILE;
}

/* all: the weight of everything that the row's shares are of. */
static void put_total(struct profile_rows *x, uint64_t total, uint64_t count, uint64_t all) {
  x->row.total = total;
  x->row.total_count = count;
  x->row.total_share = share(total, all);
}

static void put_self(struct profile_rows *x, uint64_t self, uint64_t count, uint64_t all) {
  x->row.present |= DFMT_PROFILE_ROW_HAS_SELF;
  x->row.self = self;
  x->row.self_count = count;
  x->row.self_share = share(self, all);
}

/* Of an event where these are told apart, else of the profile. */
static uint64_t all_of(const struct profile_rows *x, const struct dfmto_profile_group *g) {
  bool events = dfmto_profile_of(x->op)->group & DFMT_PROFILE_BY_EVENT;
  return events ? store_of(x)->measures[g->measure].sum : store_of(x)->total;
}

static dfmt_status put_frames(struct profile_rows *x, uint32_t node) {
  const struct dfmto_profile_store *s = store_of(x);
  x->frames.len = 0;
  for (; x->tree.nodes[node].parent != DFMTO_ROOT; node = x->tree.nodes[node].parent) {
    const struct dfmto_profile_function *f = &s->functions[x->functions.numbers[x->tree.nodes[node].frame]];
    const dfmt_profile_frame frame = {text(x, f->name), text(x, f->file)};
    if (!dfmti_buf_append(&x->op->mem, &x->frames, &frame, sizeof frame)) return dfmto_no_memory(x->op);
  }
  x->row.present |= DFMT_PROFILE_ROW_HAS_FRAMES;
  x->row.frames = (const void *)x->frames.ptr;
  x->row.n_frames = x->frames.len / sizeof(dfmt_profile_frame);
  return DFMT_OK;
}

static dfmt_status make_row(struct profile_rows *x, const struct item *item) {
  const struct dfmto_profile_store *s = store_of(x);
  if (x->what == DFMT_PROFILE_SIZES) {
    const struct dfmto_profile_size *size = &s->sizes[item->number];
    x->row.present = DFMT_PROFILE_ROW_HAS_BLOCK_BYTES;
    x->row.block_bytes = size->bytes;
    put_total(x, size->weight, size->count, s->total);
    return DFMT_OK;
  }
  const struct dfmto_profile_group *g = &s->groups[item->group];
  const struct dfmto_profile_cell *c = s->cells ? &s->cells[item->number] : NULL; /* of functions alone */
  put_group(x, g);
  switch (x->what) {
    case DFMT_PROFILE_GROUPS: put_total(x, g->sum, g->count, all_of(x, g)); return DFMT_OK;
    case DFMT_PROFILE_STACKS:
      put_total(x, x->tree.nodes[item->node].weight, x->tree.nodes[item->node].count, all_of(x, g));
      return put_frames(x, item->node);
    default:
      put_function(x, c->function);
      put_self(x, c->self, c->self_count, all_of(x, g));
      put_total(x, c->total, c->total_count, all_of(x, g));
      return DFMT_OK;
  }
}

/* The next node of the tree of calls: groups are told in each row, and are no nodes of it. */
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
  x->row.present |= DFMT_PROFILE_ROW_HAS_DEPTH;
  x->row.depth = x->depth - 2; /* below the root stands the group */
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct profile_rows *x = user;
  dfmti_errors_clear(&x->op->err);
  x->row = (dfmt_profile_row){.head = {sizeof x->row, DFMT_PROFILE_ROW}};
  dfmt_status st = DFMT_END;
  if (x->what == DFMT_PROFILE_TREE)
    st = next_node(x);
  else if (x->next < x->n)
    st = make_row(x, &x->items[x->next]);
  if (st != DFMT_OK) return st;
  x->next++;
  *row = &x->row.head;
  return DFMT_OK;
}

/* ---- the set ---- */

/* The columns of a kind of rows, in their order. */
static void choose_columns(struct profile_rows *x) {
  const uint32_t by = dfmto_profile_of(x->op)->group, keep = dfmto_profile_of(x->op)->keep;
  const uint32_t group = x->what == DFMT_PROFILE_GROUPS ? (uint32_t)DFMT_COLUMN_KEY : (uint32_t)DFMT_COLUMN_GROUP;
  const bool self = x->what == DFMT_PROFILE_FUNCTIONS || x->what == DFMT_PROFILE_TREE;
  if (self) dfmto_add_column(&x->set, x->columns, "self", DFMT_COLUMN_WEIGHT);
  if (self) dfmto_add_column(&x->set, x->columns, "self_share", DFMT_COLUMN_SHARE);
  dfmto_add_column(&x->set, x->columns, "total", DFMT_COLUMN_WEIGHT);
  dfmto_add_column(&x->set, x->columns, "total_share", DFMT_COLUMN_SHARE);
  if (self) dfmto_add_column(&x->set, x->columns, "self_count", DFMT_COLUMN_COUNT);
  dfmto_add_column(&x->set, x->columns, "total_count", DFMT_COLUMN_COUNT);
  if (x->what != DFMT_PROFILE_SIZES) {
    if (has_events(x))
      dfmto_add_column(&x->set, x->columns, "event", by & DFMT_PROFILE_BY_EVENT ? group : (uint32_t)DFMT_COLUMN_HIDDEN);
    if (by & DFMT_PROFILE_BY_PROCESS) dfmto_add_column(&x->set, x->columns, "process_id", group);
    if (by & DFMT_PROFILE_BY_PROCESS) dfmto_add_column(&x->set, x->columns, "process_name", group);
    if (by & DFMT_PROFILE_BY_THREAD) dfmto_add_column(&x->set, x->columns, "thread_id", group);
    if (by & DFMT_PROFILE_BY_THREAD) dfmto_add_column(&x->set, x->columns, "thread_name", group);
    if (by & DFMT_PROFILE_BY_HEAP) dfmto_add_column(&x->set, x->columns, "heap", group);
  }
  if (x->what == DFMT_PROFILE_TREE) dfmto_add_column(&x->set, x->columns, "depth", DFMT_COLUMN_DEPTH);
  if (self && keep != DFMT_PROFILE_KEEP_FILES) dfmto_add_column(&x->set, x->columns, "function", DFMT_COLUMN_KEY);
  if (self) dfmto_add_column(&x->set, x->columns, "file", DFMT_COLUMN_KEY);
  if (self && keep != DFMT_PROFILE_KEEP_FILES && has_events(x))
    dfmto_add_column(&x->set, x->columns, "linker_name", DFMT_COLUMN_HIDDEN);
  if (x->what == DFMT_PROFILE_STACKS) dfmto_add_column(&x->set, x->columns, "frames", DFMT_COLUMN_DETAIL);
  if (x->what == DFMT_PROFILE_SIZES) dfmto_add_column(&x->set, x->columns, "block_bytes", DFMT_COLUMN_KEY);
}

const char *dfmto_profile_unit(const dfmt_op *op) {
  const struct dfmto_profile *p = op->state;
  bool ns = p->store.n_measures > 0;
  if (!p->format) return "";
  if (p->weight == DFMT_PROFILE_WEIGHT_COUNT) return p->format->count_unit;
  if (p->format->unit) return p->format->unit;
  for (size_t i = 0; i < p->store.n_measures; i++) ns = ns && p->store.measures[i].is_ns;
  return ns ? "ns" : "events";
}

dfmt_status dfmto_profile_weight_name(dfmt_op *op, struct dfmti_buf *out) {
  const struct dfmto_profile_store *s = &dfmto_profile_of(op)->store;
  for (size_t i = 0; i < s->n_measures; i++) {
    dfmt_str name = dfmto_text_at(&s->texts, s->measures[i].name);
    if (s->measures[i].count == 0) continue;
    if ((out->len && !dfmti_buf_append(&op->mem, out, ", ", 2)) ||
        !dfmti_buf_append(&op->mem, out, name.ptr, (size_t)name.len))
      return dfmto_no_memory(op);
  }
  return DFMT_OK;
}

/* "cpu-clock: 12345 ns in 67 samples" */
static dfmt_status make_heading(struct profile_rows *x) {
  const struct dfmto_profile *p = dfmto_profile_of(x->op);
  char line[160];
  const char *counts = p->format ? p->format->count_unit : "samples";
  bool bytes = p->format && p->format->unit;
  int n;
  if (p->weight == DFMT_PROFILE_WEIGHT_COUNT || !dfmto_profile_adds_up(p))
    n = snprintf(line, sizeof line, "%s%" PRIu64 " %s", bytes ? "" : ": ", p->store.count, counts);
  else
    n = snprintf(line, sizeof line, "%s%" PRIu64 " %s in %" PRIu64 " %s", bytes ? "" : ": ", p->store.total,
                 dfmto_profile_unit(x->op), p->store.count, counts);
  bool good = bytes || dfmti_buf_append(&x->op->mem, &x->heading, x->weight.ptr, x->weight.len);
  if (good && p->n_partial) n += snprintf(line + n, sizeof line - (size_t)n, ", %" PRIu64 " damaged", p->n_partial);
  good = good && dfmti_buf_append(&x->op->mem, &x->heading, line, (size_t)n);
  x->set.heading = (dfmt_str){(const char *)x->heading.ptr, x->heading.len};
  return good ? DFMT_OK : dfmto_no_memory(x->op);
}

static dfmt_status make_set(struct profile_rows *x) {
  static const char *const names[] = {"functions", "groups", "stacks", "tree", "sizes"};
  const struct dfmto_profile *p = dfmto_profile_of(x->op);
  const char *unit = dfmto_profile_unit(x->op);
  dfmt_status st = dfmto_profile_weight_name(x->op, &x->weight);
  if (st != DFMT_OK) return st;
  x->set = (dfmt_row_set){.size = sizeof x->set, .name = names[x->what], .types = dfmto_profile_types};
  x->set.type = dfmto_type_in(dfmto_profile_types, DFMT_PROFILE_ROW);
  x->set.columns = x->columns;
  x->set.facts = &x->facts.head;
  choose_columns(x);
  x->facts = (dfmt_profile_facts){.head = {sizeof x->facts, DFMT_PROFILE_FACTS},
                                  .weight = {(const char *)x->weight.ptr, x->weight.len},
                                  .unit = {unit, strlen(unit)},
                                  .total = dfmto_profile_adds_up(p) ? p->store.total : 0,
                                  .count = p->store.count,
                                  .n_left_out = p->store.n_left_out,
                                  .n_inputs = x->op->n_inputs - p->n_dropped + p->n_inputs_merged,
                                  .n_partial = p->n_partial,
                                  .n_dropped = p->n_dropped};
  return make_heading(x);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct profile_rows *x = user;
  if (x->begun) return DFMT_END;
  x->begun = true;
  *set = x->set;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  struct profile_rows *x = user;
  x->begun = false;
  x->next = 0;
  x->node = x->depth = 0;
  return DFMT_OK;
}

static const dfmt_error *error(void *user) { return dfmt_op_error(((struct profile_rows *)user)->op); }

static void close(void *user) {
  struct profile_rows *x = user;
  struct dfmti_mem *m = &x->op->mem;
  free_items(x);
  dfmti_free(m, x->functions.numbers, 2 * (x->functions.n + 1) * sizeof(uint32_t));
  dfmti_free(m, x->groups.numbers, 2 * (x->groups.n + 1) * sizeof(uint32_t));
  dfmto_profile_tree_free(m, &x->tree);
  dfmto_profile_order_free(m, &x->order);
  dfmti_buf_free(m, &x->frames);
  dfmti_buf_free(m, &x->weight);
  dfmti_buf_free(m, &x->heading);
  dfmti_free(m, x, x->size);
}

/* ---- calls ---- */

static dfmt_status list(struct profile_rows *x) {
  switch (x->what) {
    case DFMT_PROFILE_FUNCTIONS: return list_functions(x);
    case DFMT_PROFILE_GROUPS: return list_groups(x);
    case DFMT_PROFILE_STACKS: return list_stacks(x);
    case DFMT_PROFILE_TREE: return make_order(x);
    default: return list_sizes(x);
  }
}

dfmt_status dfmt_profile_rows(dfmt_op *op, uint32_t what, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .error = error, .close = close};
  if (out) *out = NULL;
  const bool stacks = what == DFMT_PROFILE_STACKS || what == DFMT_PROFILE_TREE;
  dfmt_status st = dfmto_profile_check(op, stacks ? DFMT_PROFILE_KEEP_STACKS : DFMT_PROFILE_KEEP_FUNCTIONS);
  if (st != DFMT_OK) return st;
  if (stacks && dfmto_profile_has_places(op->state))
    return dfmti_fail_state(&op->err, "stacks were kept by their addresses: set keep to stacks");
  if (!out || what > DFMT_PROFILE_SIZES) return dfmti_fail_arg(&op->err, "no place for rows, or no such kind of rows");
  if (what == DFMT_PROFILE_FUNCTIONS) st = dfmto_profile_store_count_functions(op);
  struct profile_rows *x = st == DFMT_OK ? dfmti_zalloc(&op->mem, sizeof *x) : NULL;
  if (!x) return st == DFMT_OK ? dfmto_no_memory(op) : st;
  x->op = op;
  x->size = sizeof *x;
  x->what = what;
  st = make_set(x);
  if (st == DFMT_OK) st = list(x);
  if (st != DFMT_OK) {
    close(x);
    return st;
  }
  st = dfmt_rows_new(op->config, &ops, x, out); /* it closes x if it fails */
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}

/* Blocks without stacks: what tells them apart. */
dfmt_status dfmto_profile_default_rows(dfmt_op *op, dfmt_rows **out) {
  const struct dfmto_profile *p = op->state;
  uint32_t what = DFMT_PROFILE_FUNCTIONS;
  if (p->format && p->format->unit && !p->store.has_frames && p->group)
    what = DFMT_PROFILE_GROUPS;
  else if (p->store.n_sizes && !p->store.has_frames)
    what = DFMT_PROFILE_SIZES;
  return dfmt_profile_rows(op, what, out);
}
