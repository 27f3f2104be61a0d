/* SPDX-License-Identifier: MIT */
/* Blocks stand one after the other; the first that fits is taken. There are few, so no list of free ones is kept. */
#include "arena.h"

union block {
  struct {
    size_t size; /* of what follows, a multiple of this union */
    bool used;
  } is;
  max_align_t align;
};

static union block *first(const struct dfmti_arena *a) { return (union block *)(void *)a->ptr; }
static union block *behind(union block *b) { return b + 1 + b->is.size / sizeof *b; }

bool dfmti_arena_open(struct dfmti_mem *m, struct dfmti_arena *a, size_t size) {
  *a = (struct dfmti_arena){.size = size / sizeof(union block) * sizeof(union block)};
  a->ptr = dfmti_alloc(m, a->size);
  if (a->ptr) dfmti_arena_clear(a);
  return a->ptr;
}

void dfmti_arena_close(struct dfmti_mem *m, struct dfmti_arena *a) {
  dfmti_free(m, a->ptr, a->size);
  *a = (struct dfmti_arena){0};
}

void dfmti_arena_clear(struct dfmti_arena *a) {
  first(a)->is.size = a->size - sizeof(union block);
  first(a)->is.used = false;
}

/* Takes in the free blocks that follow. */
static void merge(union block *b, const union block *end) {
  for (union block *n; (n = behind(b)) < end && !n->is.used;) b->is.size += sizeof *n + n->is.size;
}

static void *take(union block *b, size_t size) {
  if (b->is.size > size) {
    size_t rest = b->is.size - size - sizeof *b;
    b->is.size = size;
    behind(b)->is.size = rest;
    behind(b)->is.used = false;
  }
  b->is.used = true;
  return b + 1;
}

void *dfmti_arena_alloc(struct dfmti_arena *a, size_t size) {
  const union block *end = first(a) + a->size / sizeof *end;
  if (!dfmti_add(size, sizeof *end - 1, &size)) return NULL;
  size -= size % sizeof *end;
  for (union block *b = first(a); b < end; b = behind(b)) {
    if (b->is.used) continue;
    merge(b, end);
    if (b->is.size >= size) return take(b, size);
  }
  return NULL;
}

void dfmti_arena_free(void *block) {
  if (block) ((union block *)block - 1)->is.used = false;
}
