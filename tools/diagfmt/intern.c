/* SPDX-License-Identifier: MIT */
#include "intern.h"

#include <string.h>

#include "text.h"
#include "tool.h"

/* The table's address, which input cannot know, is the seed: it cannot make pieces that all fall on one place. */
static uint64_t hash(const struct intern *x, const void *ptr, size_t len) {
  const unsigned char *p = ptr;
  uint64_t h = (uintptr_t)x->slots ^ len;
  while (len) {
    uint64_t word = 0;
    size_t n = len < sizeof word ? len : sizeof word;
    memcpy(&word, p, n);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    p += n;
    len -= n;
  }
  return h;
}

dfmt_str intern_at(const struct intern *x, uint32_t number) {
  uint64_t start = number ? x->ends[number - 1] : 0;
  return (dfmt_str){x->bytes.ptr + start, x->ends[number] - start};
}

/* Where a piece stands, or the free slot for it. */
static size_t slot_of(const struct intern *x, const void *ptr, size_t len) {
  size_t i = (size_t)hash(x, ptr, len) & (x->n_slots - 1);
  for (; x->slots[i]; i = (i + 1) & (x->n_slots - 1)) {
    dfmt_str at = intern_at(x, x->slots[i] - 1);
    if (at.len == len && (len == 0 || memcmp(at.ptr, ptr, len) == 0)) break;
  }
  return i;
}

static void grow(struct intern *x) {
  x->cap = x->cap ? 2 * x->cap : 64;
  x->ends = tool_realloc(x->ends, x->cap * sizeof *x->ends);
  tool_realloc(x->slots, 0);
  x->n_slots = 2 * x->cap;
  x->slots = tool_zalloc(x->n_slots * sizeof *x->slots);
  for (uint32_t i = 0; i < x->n; i++) {
    dfmt_str at = intern_at(x, i);
    x->slots[slot_of(x, at.ptr, (size_t)at.len)] = i + 1;
  }
}

uint32_t intern_add(struct intern *x, const void *ptr, size_t len) {
  if (x->n == x->cap) grow(x);
  size_t i = slot_of(x, ptr, len);
  if (!x->slots[i]) {
    if (x->n == UINT32_MAX) tool_no_memory();
    buffer_put(&x->bytes, ptr, len);
    x->ends[x->n++] = x->bytes.len;
    x->slots[i] = (uint32_t)x->n;
  }
  return x->slots[i] - 1;
}

uint32_t intern_s(struct intern *x, const char *text) { return intern_add(x, text, strlen(text)); }

uint32_t intern_text(struct intern *x, dfmt_str text) {
  struct buffer clean = {0};
  size_t from = 0, len = (size_t)text.len;
  while (from < len) {
    struct utf8 utf8 = {0};
    utf8_feed(&utf8, (const unsigned char *)text.ptr + from, len - from);
    if (utf8.good == len && from == 0) return intern_add(x, text.ptr, len);
    buffer_put(&clean, text.ptr + from, (size_t)utf8.good);
    from += (size_t)utf8.good;
    if (from < len) buffer_put_s(&clean, "\xef\xbf\xbd");
    from++;
  }
  uint32_t number = intern_add(x, clean.ptr, clean.len);
  buffer_free(&clean);
  return number;
}

void intern_free(struct intern *x) {
  buffer_free(&x->bytes);
  tool_realloc(x->ends, 0);
  tool_realloc(x->slots, 0);
  *x = (struct intern){0};
}
