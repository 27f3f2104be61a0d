/* SPDX-License-Identifier: MIT */
/*
 * Findings of the same kind and signature become one.
 *
 *   findings --signature--> groups, in the order of their first finding --severity, count, time--> ranks
 */
#include "group.h"

#include <string.h>

#include "base/hash.h"
#include "base/heapsort.h"
#include "triage.h"
#include "when.h"

/* Of a finding: of its first and its last occurrence. */
struct times {
  struct dfmto_triage_when first, last;
};

/* While they are made. */
struct making {
  struct dfmto_triage *x;
  struct dfmto_triage_groups *to;
  const struct dfmto_triage_finding *findings;
  size_t n;
  struct dfmti_table table;  /* kind and signature to number of group, plus 1 */
  struct dfmti_buf group_of; /* of size_t: for each finding */
  struct dfmti_buf times;    /* of struct times: for each finding */
};

static struct dfmto_triage_group *groups_of(const struct making *k) {
  return (struct dfmto_triage_group *)(void *)k->to->list.ptr;
}

static struct times *times_of(const struct making *k) { return (struct times *)(void *)k->times.ptr; }

/* ---- which finding is in which group ---- */

static bool add_group(struct making *k, size_t *number) {
  const struct dfmto_triage_group new = {.n = 0};
  *number = dfmto_triage_groups_n(k->to);
  return dfmti_buf_append(&k->x->op->mem, &k->to->list, &new, sizeof new);
}

/* The group of a finding, which may be new. What is weak has one of its own. false: no memory. */
static bool find_group(struct making *k, const struct dfmto_triage_finding *f, size_t *number) {
  if (f->weak || !(f->row.present & DFMT_TRIAGE_FINDING_HAS_SIGNATURE)) return add_group(k, number);
  if (!dfmti_table_reserve(&k->x->op->mem, &k->table)) return false;
  const uint64_t key = (uint64_t)f->kind << 32 | f->signature;
  *number = (size_t)dfmti_table_number(&k->table, key);
  if ((*number)-- > 0) return true;
  if (!add_group(k, number)) return false;
  dfmti_table_add(&k->table, dfmti_hash_number(k->table.key, key), *number + 1);
  return true;
}

static bool find_groups(struct making *k) {
  for (size_t i = 0; i < k->n; i++) {
    size_t number;
    if (!find_group(k, &k->findings[i], &number) ||
        !dfmti_buf_append(&k->x->op->mem, &k->group_of, &number, sizeof number))
      return false;
    groups_of(k)[number].n++;
  }
  return true;
}

/* ---- what a group is ---- */

static void add_up(struct making *k, struct dfmto_triage_group *g, size_t finding) {
  const struct dfmto_triage_finding *f = &k->findings[finding];
  const struct times *t = times_of(k);
  if (g->n == 0 || dfmto_triage_when_compare(&t[finding].last, &t[g->latest].last) >= 0) g->latest = finding;
  if (*t[finding].first.text &&
      (!g->has_first || dfmto_triage_when_compare(&t[finding].first, &t[g->earliest].first) < 0)) {
    g->earliest = finding;
    g->has_first = true;
  }
  g->n++;
  if (__builtin_add_overflow(g->count, f->row.count, &g->count)) g->count = UINT64_MAX;
  g->severity = g->severity > f->row.severity ? g->severity : f->row.severity;
  g->known |= f->row.known != 0;
  if (g->known_as == 0 && f->row.present & DFMT_TRIAGE_FINDING_HAS_KNOWN_AS) g->known_as = f->known_as + 1;
  g->truncated |= f->row.truncated != 0;
}

/* Puts the findings of each group together. */
static bool put_together(struct making *k) {
  struct dfmto_triage_group *groups = groups_of(k);
  const size_t *group_of = (const size_t *)(const void *)k->group_of.ptr;
  size_t at = 0;
  if (!dfmti_buf_reserve(&k->x->op->mem, &k->to->order, k->n * sizeof(size_t))) return false;
  size_t *order = (size_t *)(void *)k->to->order.ptr;
  for (size_t i = 0; i < dfmto_triage_groups_n(k->to); i++) {
    groups[i].first = at;
    at += groups[i].n;
    groups[i].n = 0;
  }
  for (size_t i = 0; i < k->n; i++) {
    struct dfmto_triage_group *g = &groups[group_of[i]];
    order[g->first + g->n] = i;
    add_up(k, g, i);
  }
  k->to->order.len = k->n * sizeof(size_t);
  return true;
}

/* ---- ranks ---- */

struct ranked {
  struct dfmto_triage_when when;
  struct dfmto_triage_group group;
};

static bool stands_before(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->group.severity != y->group.severity) return x->group.severity > y->group.severity;
  if (x->group.count != y->group.count) return x->group.count > y->group.count;
  const int order = dfmto_triage_when_compare(&x->when, &y->when);
  return order ? order > 0 : x->group.first < y->group.first;
}

static bool rank(struct making *k) {
  struct dfmto_triage_group *groups = groups_of(k);
  const size_t n = dfmto_triage_groups_n(k->to);
  size_t bytes;
  struct ranked *list = dfmti_mul(n + 1, sizeof *list, &bytes) ? dfmti_alloc(&k->x->op->mem, bytes) : NULL;
  if (!list) return false;
  for (size_t i = 0; i < n; i++) list[i] = (struct ranked){times_of(k)[groups[i].latest].last, groups[i]};
  const bool sorted = dfmti_heapsort(&k->x->op->mem, list, n, sizeof *list, stands_before);
  for (size_t i = 0; i < n; i++) groups[i] = list[i].group;
  dfmti_free(&k->x->op->mem, list, bytes);
  return sorted;
}

/* ---- all ---- */

static void read_time(const struct dfmto_triage *x, uint32_t has, uint32_t text, bool *years,
                      struct dfmto_triage_when *when) {
  *when = (struct dfmto_triage_when){.year = 0};
  if (has) dfmto_triage_when_read(when, dfmto_text_at(&x->texts, text));
  *years = *years && (when->year || !*when->text);
}

/* Years count only if all times have one. */
static bool read_times(struct making *k) {
  bool years = true;
  for (size_t i = 0; i < k->n; i++) {
    const struct dfmto_triage_finding *f = &k->findings[i];
    struct times t;
    read_time(k->x, f->row.present & DFMT_TRIAGE_FINDING_HAS_TIME_TEXT, f->time, &years, &t.last);
    read_time(k->x, f->row.present & DFMT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT, f->first_time, &years, &t.first);
    if (!dfmti_buf_append(&k->x->op->mem, &k->times, &t, sizeof t)) return false;
  }
  for (size_t i = 0; i < k->n && !years; i++) times_of(k)[i].first.year = times_of(k)[i].last.year = 0;
  return true;
}

static bool make(struct making *k, bool each) {
  size_t number;
  if (!read_times(k)) return false;
  if (!each) return find_groups(k) && put_together(k) && rank(k);
  for (size_t i = 0; i < k->n; i++) {
    if (!add_group(k, &number) || !dfmti_buf_append(&k->x->op->mem, &k->group_of, &number, sizeof number)) return false;
    groups_of(k)[number].n = 1;
  }
  return put_together(k);
}

dfmt_status dfmto_triage_groups_make(struct dfmto_triage *x, bool each, struct dfmto_triage_groups *to) {
  struct making k = {.x = x,
                     .to = to,
                     .findings = (const struct dfmto_triage_finding *)(const void *)x->findings.ptr,
                     .n = x->findings.len / sizeof(struct dfmto_triage_finding)};
  struct dfmti_mem *m = &x->op->mem;
  const bool made = k.n == 0 || make(&k, each);
  dfmti_table_free(m, &k.table);
  dfmti_buf_free(m, &k.group_of);
  dfmti_buf_free(m, &k.times);
  return made ? DFMT_OK : dfmto_no_memory(x->op);
}

void dfmto_triage_groups_free(struct dfmti_mem *m, struct dfmto_triage_groups *x) {
  dfmti_buf_free(m, &x->order);
  dfmti_buf_free(m, &x->list);
}
