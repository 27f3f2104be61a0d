/* SPDX-License-Identifier: MIT */
/*
 * Columns handed out as Arrow arrays. An array owns its buffers and a block of memory (a node) with all that its struct
 * points to; what it has in memory is no longer counted as the scan's. Consumers may move children out and release them
 * apart, so that each has a node of its own.
 */
#include <string.h>

#include "cells.h"

struct dfmti_batch_node {
  _Alignas(struct ArrowArray) struct dfmti_pool *pool; /* gets it all, on whichever thread */
  size_t size;                                         /* bytes of this block */
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
  struct dfmti_pool *pool = node->pool;
  for (size_t i = 0; i < 3; i++) dfmti_pool_give(pool, node->owned[i].ptr, node->owned[i].cap);
  a->release = NULL;
  dfmti_pool_free(pool, node, node->size);
  dfmti_pool_leave(pool);
}

static bool has_dictionary(const struct dfmti_cells *c) {
  return c->form == DFMTI_CELLS_WORD || dfmti_cells_has_dictionary(c);
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
  c->node = make_node(m, c->n_children, has_dictionary(c));
  bool good = c->node != NULL;
  for (size_t i = 0; i < c->n_children && good; i++) good = make_nodes(m, &c->children[i]);
  return good;
}

/* ---- dictionaries: empty nodes first, so that nothing can fail when values are moved ---- */

/* The words of an enumeration, in their order. */
static bool put_words(struct dfmti_mem *m, const dfmt_type *words, struct dfmti_batch_node *node) {
  struct dfmti_buf *ends = &node->owned[ENDS_OR_VALUES], *text = &node->owned[VALUES];
  bool good = dfmti_buf_append(m, ends, &(int32_t){0}, sizeof(int32_t));
  for (uint64_t i = 0; i < words->n_fields && good; i++) {
    const char *word = words->fields[i].name;
    good = dfmti_buf_append(m, text, word, strlen(word)) &&
           dfmti_buf_append(m, ends, &(int32_t){(int32_t)text->len}, sizeof(int32_t));
  }
  if (good) return true;
  dfmti_buf_free(m, ends);
  dfmti_buf_free(m, text);
  return false;
}

/* Of an enumeration whole, of a batch still without its texts. */
static bool make_dictionary(struct dfmti_cells_maker *x, const struct dfmti_cells *c, struct ArrowArray *out) {
  bool fixed = c->form == DFMTI_CELLS_WORD;
  struct dfmti_batch_node *node = make_node(x->mem, 0, false);
  if (!node) return false;
  if (fixed && !put_words(x->mem, c->words, node)) {
    dfmti_free(x->mem, node, node->size);
    return false;
  }
  node->pool = dfmti_pool_join(x->pool);
  for (size_t i = 0; i < 3; i++) node->buffers[i] = node->owned[i].ptr;
  *out = (struct ArrowArray){.length = (int64_t)(fixed ? c->words->n_fields : c->dictionary.n),
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
  if (!has_dictionary(c) || !c->node || !c->node->arrays->release) return;
  disown(m, c->node->arrays->private_data);
  c->node->arrays->release(c->node->arrays);
}

static bool make_dictionaries(struct dfmti_cells_maker *x, struct dfmti_cells *c) {
  bool good = !has_dictionary(c) || make_dictionary(x, c, c->node->arrays);
  for (size_t i = 0; i < c->n_children && good; i++) good = make_dictionaries(x, &c->children[i]);
  return good;
}

static void take(struct dfmti_batch_node *node, size_t which, struct dfmti_buf *from) {
  static const uint64_t nothing[2]; /* of no bytes; and the end of no value */
  node->owned[which] = *from;
  node->buffers[which] = from->ptr ? (const void *)from->ptr : nothing;
  *from = (struct dfmti_buf){0};
}

static void take_dictionary(struct dfmti_cells *c, struct dfmti_batch_node *node) {
  take(node, ENDS_OR_VALUES, &c->dictionary.ends);
  take(node, VALUES, &c->dictionary.values);
  dfmti_dictionary_clear(&c->dictionary);
}

static int64_t count_buffers(const struct dfmti_cells *c) {
  if (c->form == DFMTI_CELLS_STRUCT) return 1;
  return dfmti_cells_has_ends(c) && c->form != DFMTI_CELLS_LIST ? 3 : 2;
}

static void take_buffers(struct dfmti_cells *c, bool nulls, struct dfmti_batch_node *node) {
  bool ends = dfmti_cells_has_ends(c);
  if (dfmti_cells_has_dictionary(c)) take_dictionary(c, node->arrays->private_data);
  if (nulls)
    take(node, VALID, &c->valid);
  else if (c->valid.ptr)
    memset(c->valid.ptr, 0, c->valid.cap);
  if (ends) take(node, ENDS_OR_VALUES, &c->ends);
  if (c->form != DFMTI_CELLS_STRUCT && c->form != DFMTI_CELLS_LIST)
    take(node, ends ? VALUES : ENDS_OR_VALUES, &c->values);
}

/* n values of a column. */
static void hand_out(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t n, struct ArrowArray *out) {
  struct dfmti_batch_node *node = c->node;
  size_t nulls = dfmti_cells_nulls(c, n);
  c->usual = n;
  c->usual_bytes = c->values.len;
  take_buffers(c, nulls != 0, node);
  node->pool = dfmti_pool_join(x->pool);
  *out = (struct ArrowArray){.length = (int64_t)n,
                             .null_count = (int64_t)nulls,
                             .n_buffers = count_buffers(c),
                             .n_children = (int64_t)c->n_children,
                             .buffers = node->buffers,
                             .children = c->n_children ? node->children : NULL,
                             .dictionary = has_dictionary(c) ? node->arrays : NULL,
                             .release = release,
                             .private_data = node};
  if (out->dictionary) disown(x->mem, out->dictionary->private_data);
  disown(x->mem, node);
  for (size_t i = 0; i < c->n_children; i++)
    hand_out(x, &c->children[i], c->form == DFMTI_CELLS_LIST ? c->children->n : n, node->children[i]);
  c->n = c->room = 0;
  c->values.len = 0;
  c->node = NULL;
}

/* What is made here is little, and the batch's: it is not to fail because rows have reached the limit. */
dfmt_status dfmti_cells_batch(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct ArrowArray *out) {
  struct dfmti_mem *m = x->mem;
  uint64_t limit = m->limit;
  m->limit = UINT64_MAX;
  bool good = make_nodes(m, c) && make_dictionaries(x, c);
  m->limit = limit;
  if (good) {
    hand_out(x, c, c->n, out);
    dfmti_pool_tidy(x->pool);
    return DFMT_OK;
  }
  discard_dictionaries(m, c);
  free_nodes(m, c);
  return DFMT_E_NOMEM;
}
