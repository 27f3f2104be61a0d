/* SPDX-License-Identifier: MIT */
#include "stacks.h"

#include "seed.h"
#include "tool.h"

enum { FIRST = 1024, BYTES_A_NODE = sizeof(struct stack_node) + 2 * sizeof(uint32_t) };

static size_t place_of(const struct stacks *s, uint32_t parent, uint64_t frame) {
  return (size_t)dfmti_hash_fold(frame ^ tool_key.b, parent ^ tool_key.a) & (s->n_slots - 1);
}

/* Where a frame stands, or the free slot for it. */
static size_t slot_of(const struct stacks *s, uint32_t parent, uint64_t frame) {
  size_t i = place_of(s, parent, frame);
  while (s->slots[i] && (s->nodes[s->slots[i]].frame != frame || s->nodes[s->slots[i]].parent != parent))
    i = (i + 1) & (s->n_slots - 1);
  return i;
}

/* false: more than `most`, or than numbers can count. */
static bool grow(struct stacks *s) {
  size_t cap = s->cap ? 2 * s->cap : FIRST;
  if (cap > UINT32_MAX / 2 || (s->most && s->cap && cap > s->most / BYTES_A_NODE)) return false;
  s->nodes = tool_realloc(s->nodes, cap * sizeof *s->nodes);
  tool_realloc(s->slots, 0);
  s->cap = cap;
  s->n_slots = 2 * cap;
  s->slots = tool_zalloc(s->n_slots * sizeof *s->slots);
  if (s->n == 0) s->nodes[s->n++] = (struct stack_node){.frame = 0};
  for (size_t i = 1; i < s->n; i++) s->slots[slot_of(s, s->nodes[i].parent, s->nodes[i].frame)] = (uint32_t)i;
  return true;
}

uint32_t stacks_at(struct stacks *s, uint32_t parent, uint64_t frame) {
  if (s->n == 0) grow(s);
  const struct stack_node *behind = &s->nodes[parent + 1]; /* of most frames: what was called first */
  if (parent + 1 < s->n && behind->frame == frame && behind->parent == parent) return parent + 1;
  size_t i = slot_of(s, parent, frame);
  if (s->slots[i]) return s->slots[i];
  if (s->n == s->cap) {
    s->full = s->full || !grow(s);
    if (s->full) return parent;
    i = slot_of(s, parent, frame);
  }
  s->nodes[s->n] = (struct stack_node){.frame = frame, .parent = parent};
  s->slots[i] = (uint32_t)s->n;
  return (uint32_t)s->n++;
}

uint64_t add_weights(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

void stacks_add(struct stacks *s, uint32_t node, unsigned kind, uint64_t weight) {
  if (s->n == 0) grow(s);
  s->nodes[node].weight[kind] = add_weights(s->nodes[node].weight[kind], weight);
}

uint64_t stacks_needed(const struct stacks *s) { return 2 * (uint64_t)s->cap * BYTES_A_NODE; }

void stacks_free(struct stacks *s) {
  tool_realloc(s->nodes, 0);
  tool_realloc(s->slots, 0);
  *s = (struct stacks){0};
}
