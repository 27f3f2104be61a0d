/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include <stdlib.h>

#include "seed.h"
#include "tool.h"

static size_t place_of(const struct counts *c, uint64_t number) {
  return (size_t)dfmti_hash_number(tool_key, number) & (c->cap - 1);
}

static struct count *slot(struct counts *c, uint64_t number) {
  size_t i = place_of(c, number);
  while (c->list[i].used && c->list[i].number != number) i = (i + 1) & (c->cap - 1);
  return &c->list[i];
}

static void grow(struct counts *c) {
  struct counts more = {.cap = c->cap ? c->cap * 2 : 8, .n = c->n};
  more.list = tool_zalloc(more.cap * sizeof *more.list);
  for (size_t i = 0; i < c->cap; i++)
    if (c->list[i].used) *slot(&more, c->list[i].number) = c->list[i];
  tool_realloc(c->list, 0);
  *c = more;
}

struct count *counts_at(struct counts *c, uint64_t number) {
  if (c->n >= c->cap / 2) grow(c);
  struct count *x = slot(c, number);
  if (!x->used) {
    *x = (struct count){.number = number, .used = true};
    c->n++;
  }
  return x;
}

void counts_free(struct counts *c) {
  tool_realloc(c->list, 0);
  *c = (struct counts){0};
}
