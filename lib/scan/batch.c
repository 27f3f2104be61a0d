/* SPDX-License-Identifier: MIT */
/*
 * Columns handed out as Arrow arrays. An array owns its buffers and a block of memory (a node) with all that its struct
 * points to; what it has in memory is no longer counted as the scan's. Consumers may move children out and release them
 * apart, so that each has a node of its own.
 */
#include <string.h>

#include "cells.h"

struct dfmti_batch_node {
  _Alignas(struct ArrowArray) dfmt_realloc_fn fn; /* frees it all, on whichever thread */
  void *user;
  size_t size; /* bytes of this block */
  struct dfmti_buf owned[3];
  const void *buffers[3];
  struct ArrowArray **children; /* after it */
  struct ArrowArray *arrays;    /* after these: the children, and at the end the dictionary */
};

enum { VALID, ENDS_OR_VALUES, VALUES };

static void release(struct ArrowArray *a) {
  struct dfmti_batch_node *node = a->private_data;
  for (int64_t i = 0; i < a->n_children; i++)
    if (a->children[i]->release) a->children[i]->release(a->children[i]);
  if (a->dictionary && a->dictionary->release) a->dictionary->release(a->dictionary);
  for (size_t i = 0; i < 3; i++)
    if (node->owned[i].ptr) node->fn(node->user, node->owned[i].ptr, node->owned[i].cap, 0);
  a->release = NULL;
  node->fn(node->user, node, node->size, 0);
}

/* ---- memory first ---- */

static struct dfmti_batch_node *make_node(struct dfmti_mem *m, size_t n_children, bool dictionary) {
  size_t arrays, pointers, size;
  if (!dfmti_mul(n_children + dictionary, sizeof(struct ArrowArray), &arrays) ||
      !dfmti_mul(n_children, sizeof(struct ArrowArray *), &pointers) || !dfmti_add(arrays, pointers, &size) ||
      !dfmti_add(size, sizeof(struct dfmti_batch_node), &size))
    return NULL;
  struct dfmti_batch_node *node = dfmti_zalloc(m, size);
  if (!node) return NULL;
  node->fn = m->fn;
  node->user = m->user;
  node->size = size;
  node->arrays = (void *)(node + 1);
  node->children = (void *)(node->arrays + n_children + dictionary);
  for (size_t i = 0; i < n_children; i++) node->children[i] = &node->arrays[i];
  return node;
}

static void free_nodes(struct dfmti_mem *m, struct dfmti_cells *c) {
  for (size_t i = 0; i < c->n_children; i++) free_nodes(m, &c->children[i]);
  if (c->node) dfmti_free(m, c->node, c->node->size);
  c->node = NULL;
}

static bool make_nodes(struct dfmti_mem *m, struct dfmti_cells *c) {
  c->node = make_node(m, c->n_children, c->form == DFMTI_CELLS_WORD);
  bool good = c->node != NULL;
  for (size_t i = 0; i < c->n_children && good; i++) good = make_nodes(m, &c->children[i]);
  return good;
}

/* ---- then nothing can fail but the dictionaries ---- */

/* The words of an enumeration, in their order. */
static bool make_dictionary(struct dfmti_mem *m, const dfmt_type *words, struct ArrowArray *out) {
  struct dfmti_batch_node *node = make_node(m, 0, false);
  struct dfmti_buf *ends, *text;
  bool good = node != NULL;
  if (!good) return false;
  ends = &node->owned[ENDS_OR_VALUES];
  text = &node->owned[VALUES];
  good = dfmti_buf_append(m, ends, &(int32_t){0}, sizeof(int32_t));
  for (uint64_t i = 0; i < words->n_fields && good; i++) {
    const char *word = words->fields[i].name;
    good = dfmti_buf_append(m, text, word, strlen(word)) &&
           dfmti_buf_append(m, ends, &(int32_t){(int32_t)text->len}, sizeof(int32_t));
  }
  if (!good) {
    dfmti_buf_free(m, ends);
    dfmti_buf_free(m, text);
    dfmti_free(m, node, node->size);
    return false;
  }
  for (size_t i = 0; i < 3; i++) node->buffers[i] = node->owned[i].ptr;
  *out = (struct ArrowArray){.length = (int64_t)words->n_fields,
                             .n_buffers = 3,
                             .buffers = node->buffers,
                             .release = release,
                             .private_data = node};
  return true;
}

/* Counted as the scan's until it is handed out. */
static void disown(struct dfmti_mem *m, const struct dfmti_batch_node *node) {
  m->used -= node->size;
  for (size_t i = 0; i < 3; i++) m->used -= node->owned[i].cap;
}

static void discard_dictionaries(struct dfmti_mem *m, struct dfmti_cells *c) {
  for (size_t i = 0; i < c->n_children; i++) discard_dictionaries(m, &c->children[i]);
  if (c->form != DFMTI_CELLS_WORD || !c->node || !c->node->arrays->release) return;
  disown(m, c->node->arrays->private_data);
  c->node->arrays->release(c->node->arrays);
}

static bool make_dictionaries(struct dfmti_mem *m, struct dfmti_cells *c) {
  bool good = c->form != DFMTI_CELLS_WORD || make_dictionary(m, c->words, c->node->arrays);
  for (size_t i = 0; i < c->n_children && good; i++) good = make_dictionaries(m, &c->children[i]);
  return good;
}

static void take(struct dfmti_batch_node *node, size_t which, struct dfmti_buf *from) {
  static const uint64_t nothing[2]; /* of no bytes; and the end of no value */
  node->owned[which] = *from;
  node->buffers[which] = from->ptr ? (const void *)from->ptr : nothing;
  *from = (struct dfmti_buf){0};
}

static void hand_out(struct dfmti_mem *m, struct dfmti_cells *c, struct ArrowArray *out) {
  struct dfmti_batch_node *node = c->node;
  bool dictionary = c->form == DFMTI_CELLS_WORD, ends = dfmti_cells_has_ends(c);
  if (c->nulls) take(node, VALID, &c->valid);
  if (ends) take(node, ENDS_OR_VALUES, &c->ends);
  if (c->form != DFMTI_CELLS_STRUCT && c->form != DFMTI_CELLS_LIST)
    take(node, ends ? VALUES : ENDS_OR_VALUES, &c->values);
  *out = (struct ArrowArray){.length = (int64_t)c->n,
                             .null_count = (int64_t)c->nulls,
                             .n_buffers = c->form == DFMTI_CELLS_STRUCT         ? 1
                                          : ends && c->form != DFMTI_CELLS_LIST ? 3
                                                                                : 2,
                             .n_children = (int64_t)c->n_children,
                             .buffers = node->buffers,
                             .children = c->n_children ? node->children : NULL,
                             .dictionary = dictionary ? &node->arrays[c->n_children] : NULL,
                             .release = release,
                             .private_data = node};
  if (dictionary) disown(m, out->dictionary->private_data);
  disown(m, node);
  for (size_t i = 0; i < c->n_children; i++) hand_out(m, &c->children[i], node->children[i]);
  c->valid.len = c->n = c->nulls = 0;
  c->node = NULL;
}

dfmt_status dfmti_cells_batch(struct dfmti_mem *m, struct dfmti_cells *c, struct ArrowArray *out) {
  if (make_nodes(m, c) && make_dictionaries(m, c)) {
    hand_out(m, c, out);
    return DFMT_OK;
  }
  uint64_t needed = m->needed;
  discard_dictionaries(m, c);
  free_nodes(m, c);
  m->needed = needed;
  return needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
}
