/* SPDX-License-Identifier: MIT */
#include "index.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"
#include "tool.h"

bool index_add(struct index *x, const struct entry *e, dfmt_str key, uint64_t limit) {
  if (key.len > limit || (x->n + 1) * sizeof *e + x->n_bytes > limit - key.len) return false;
  if (x->n == x->cap) {
    x->cap = x->cap ? 2 * x->cap : 32;
    x->list = tool_realloc(x->list, x->cap * sizeof *x->list);
  }
  size_t len = (size_t)key.len;
  if (x->cap_bytes - x->n_bytes < len) {
    x->cap_bytes = 2 * x->cap_bytes + len + 256;
    x->bytes = tool_realloc(x->bytes, x->cap_bytes);
  }
  if (len) memcpy(x->bytes + x->n_bytes, key.ptr, len);
  x->list[x->n] = *e;
  x->list[x->n].key.len = len;
  x->list[x->n].key_at = x->n_bytes;
  x->list[x->n].place = x->n;
  x->n_bytes += len;
  x->n++;
  return true;
}

void index_seal(struct index *x) {
  for (size_t i = 0; i < x->n; i++) x->list[i].key.ptr = x->bytes ? x->bytes + x->list[i].key_at : "";
}

static int by_place(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  return (x->place > y->place) - (x->place < y->place);
}

static int by_key(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  size_t n = (size_t)(x->key.len < y->key.len ? x->key.len : y->key.len);
  int d = n ? memcmp(x->key.ptr, y->key.ptr, n) : 0;
  if (d == 0) d = (x->key.len > y->key.len) - (x->key.len < y->key.len);
  return d ? d : by_place(a, b);
}

void index_sort_by_key(struct index *x) {
  if (x->n) tool_sort(x->list, x->n, sizeof *x->list, by_key);
}

void index_sort_by_place(struct index *x) {
  if (x->n) tool_sort(x->list, x->n, sizeof *x->list, by_place);
}

bool same_key(dfmt_str a, dfmt_str b) { return a.len == b.len && (a.len == 0 || !memcmp(a.ptr, b.ptr, (size_t)a.len)); }

void index_keep_last(struct index *x) {
  index_sort_by_key(x);
  for (size_t i = 0; i + 1 < x->n; i++)
    if (same_key(x->list[i].key, x->list[i + 1].key)) x->list[i].dropped = true;
  index_sort_by_place(x);
}

void index_free(struct index *x) {
  tool_realloc(x->list, 0);
  tool_realloc(x->bytes, 0);
  *x = (struct index){0};
}
