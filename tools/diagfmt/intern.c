/* SPDX-License-Identifier: MIT */
#include "intern.h"

#include <string.h>

#include "seed.h"
#include "tool.h"

const char *interned_at(const struct interned *x, size_t number, size_t *len) {
  size_t start = number ? x->ends[number - 1] : 0;
  *len = x->ends[number] - start;
  return *len ? x->bytes.ptr + start : "";
}

static void more_slots(struct interned *x) {
  size_t n = x->n_slots ? x->n_slots * 2 : 64;
  tool_realloc(x->slots, 0);
  x->slots = tool_zalloc(n * sizeof *x->slots);
  x->n_slots = n;
  for (size_t i = 0; i < x->n; i++) {
    size_t at = (size_t)x->hashes[i] & (n - 1);
    while (x->slots[at]) at = (at + 1) & (n - 1);
    x->slots[at] = i + 1;
  }
}

static size_t add(struct interned *x, const void *ptr, size_t len, uint64_t hash) {
  if (x->n == x->cap) {
    x->cap = x->cap ? x->cap * 2 : 64;
    x->ends = tool_realloc(x->ends, x->cap * sizeof *x->ends);
    x->hashes = tool_realloc(x->hashes, x->cap * sizeof *x->hashes);
  }
  if (len) buffer_put(&x->bytes, ptr, len);
  x->ends[x->n] = x->bytes.len;
  x->hashes[x->n] = hash;
  return x->n++;
}

size_t intern(struct interned *x, const void *ptr, size_t len) {
  if (x->n >= x->n_slots / 2) more_slots(x);
  uint64_t hash = dfmti_hash_bytes(tool_key, 0, ptr, len);
  size_t at = (size_t)hash & (x->n_slots - 1);
  for (; x->slots[at]; at = (at + 1) & (x->n_slots - 1)) {
    size_t i = x->slots[at] - 1, n;
    const char *known = interned_at(x, i, &n);
    if (x->hashes[i] == hash && n == len && (len == 0 || memcmp(known, ptr, len) == 0)) return i;
  }
  size_t number = add(x, ptr, len, hash);
  x->slots[at] = number + 1;
  return number;
}

size_t interned_memory(const struct interned *x) {
  return x->bytes.cap + x->cap * (sizeof *x->ends + sizeof *x->hashes) + x->n_slots * sizeof *x->slots;
}

void interned_free(struct interned *x) {
  buffer_free(&x->bytes);
  tool_realloc(x->ends, 0);
  tool_realloc(x->hashes, 0);
  tool_realloc(x->slots, 0);
  *x = (struct interned){0};
}
