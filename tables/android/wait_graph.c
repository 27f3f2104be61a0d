/* SPDX-License-Identifier: MIT */
#include "wait_graph.h"

#include "base/heapsort.h"

void dfmti_wait_graph_clear(struct dfmti_wait_graph *g) {
  dfmti_table_clear(&g->by_tid);
  g->n = g->looked = g->names.len = 0;
  g->ways = g->chains = 0;
  g->cut = false;
}

void dfmti_wait_graph_free(struct dfmti_mem *m, struct dfmti_wait_graph *g) {
  dfmti_free(m, g->threads, g->cap * sizeof *g->threads);
  dfmti_table_free(m, &g->by_tid);
  dfmti_buf_free(m, &g->names);
}

/* ---- threads ---- */

static struct dfmti_wait_thread *find(const struct dfmti_wait_graph *g, int32_t tid) {
  uint64_t place = dfmti_table_number(&g->by_tid, (uint32_t)tid);
  return place ? &g->threads[place - 1] : NULL;
}

const struct dfmti_wait_thread *dfmti_wait_graph_find(const struct dfmti_wait_graph *g, int32_t tid) {
  return find(g, tid);
}

bool dfmti_wait_graph_add(struct dfmti_mem *m, struct dfmti_wait_graph *g, int32_t tid, bool *added) {
  *added = false;
  if (find(g, tid)) return true;
  if (g->n == DFMTI_WAIT_THREADS) {
    g->cut = true;
    return true;
  }
  if (g->n == g->cap) {
    void *larger = dfmti_grow(m, g->threads, &g->cap, 64, sizeof *g->threads);
    if (!larger) return false;
    g->threads = larger;
  }
  if (!dfmti_table_reserve(m, &g->by_tid)) return false;
  g->threads[g->n++] = (struct dfmti_wait_thread){.tid = tid};
  dfmti_table_add(&g->by_tid, dfmti_hash_number(g->by_tid.key, (uint32_t)tid), g->n);
  *added = true;
  return true;
}

bool dfmti_wait_graph_frame(struct dfmti_mem *m, struct dfmti_wait_graph *g, dfmt_str name) {
  struct dfmti_wait_thread *t = &g->threads[g->n - 1];
  bool had = t->name_len > 0, plumbing = dfmti_rules_have(g->rules, DFMTI_RULES_JAVA_PLUMBING, name);
  if (name.len == 0 || (had && (plumbing || !t->plumbing))) return true;
  size_t at = had ? t->name : g->names.len; /* replaces plumbing, which is the last name */
  if (name.len > DFMTI_WAIT_NAMES - at) {
    g->cut = true;
    return true;
  }
  if (!dfmti_buf_reserve(m, &g->names, (size_t)name.len)) return false;
  memcpy(g->names.ptr + at, name.ptr, (size_t)name.len);
  g->names.len = at + (size_t)name.len;
  t->name = (uint32_t)at;
  t->name_len = (uint32_t)name.len;
  t->plumbing = plumbing;
  return true;
}

void dfmti_wait_graph_edge(struct dfmti_wait_graph *g, int32_t holder) {
  struct dfmti_wait_thread *t = &g->threads[g->n - 1];
  if (!t->waits) t->holder = holder;
  t->waits = true;
}

dfmt_str dfmti_wait_graph_name(const struct dfmti_wait_graph *g, const struct dfmti_wait_thread *t) {
  return t && t->name_len ? (dfmt_str){(const char *)g->names.ptr + t->name, t->name_len} : (dfmt_str){"", 0};
}

/* ---- paths ---- */

/* Reserves memory for the longest possible path. */
static bool begin_list(struct dfmti_mem *m, const struct dfmti_wait_graph *g, struct dfmti_buf *tids) {
  tids->len = 0;
  return dfmti_buf_reserve(m, tids, (g->n + 1) * sizeof(int32_t));
}

static void add_to_list(struct dfmti_buf *tids, int32_t tid) {
  memcpy(tids->ptr + tids->len, &tid, sizeof tid);
  tids->len += sizeof tid;
}

bool dfmti_wait_graph_chain(struct dfmti_mem *m, struct dfmti_wait_graph *g, struct dfmti_buf *tids, bool *repeats) {
  struct dfmti_wait_thread *t = find(g, DFMTI_WAIT_MAIN);
  *repeats = false;
  g->chains++;
  if (!begin_list(m, g, tids)) return false;
  if (!t) return true;
  add_to_list(tids, t->tid);
  while (t && t->waits && !*repeats) {
    t->chain = g->chains;
    add_to_list(tids, t->holder);
    t = find(g, t->holder);
    *repeats = t && t->chain == g->chains;
  }
  return true;
}

static bool before(const void *a, const void *b) {
  int32_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x < y;
}

/* Follows a path to its end, or to a thread that was visited before. */
static struct dfmti_wait_thread *follow(struct dfmti_wait_graph *g, struct dfmti_wait_thread *t, uint32_t way) {
  while (t && !t->way) {
    t->way = way;
    t = t->waits ? find(g, t->holder) : NULL;
  }
  return t;
}

bool dfmti_wait_graph_cycle(struct dfmti_mem *m, struct dfmti_wait_graph *g, struct dfmti_buf *tids) {
  if (!begin_list(m, g, tids)) return false;
  while (g->looked < g->n && tids->len == 0) {
    struct dfmti_wait_thread *t = follow(g, &g->threads[g->looked++], ++g->ways), *first = t;
    if (!t || t->way != g->ways) continue;
    do {
      add_to_list(tids, t->tid);
      t = find(g, t->holder);
    } while (t && t != first); /* never NULL, as the path returned to `first` */
  }
  (void)dfmti_heapsort(NULL, tids->ptr, tids->len / sizeof(int32_t), sizeof(int32_t), before);
  return true;
}
