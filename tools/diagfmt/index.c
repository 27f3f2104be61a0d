/* SPDX-License-Identifier: MIT */
#include "index.h"

#include <stdlib.h>
#include <string.h>

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

bool same_key(dfmt_str a, dfmt_str b) { return a.len == b.len && (a.len == 0 || !memcmp(a.ptr, b.ptr, (size_t)a.len)); }

void index_free(struct index *x) {
  tool_realloc(x->list, 0);
  tool_realloc(x->bytes, 0);
  *x = (struct index){0};
}
