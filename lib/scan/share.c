/* SPDX-License-Identifier: MIT */
/*
 * Arrays that share memory. The array that was there first moves to an owner, which counts the arrays that show it:
 * trees of nodes with the same buffers, each of which can be moved out and released apart.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "base/mem.h"
#include "cells.h"

struct owner {
  struct ArrowArray array;
  atomic_size_t shown; /* nodes that refer to it */
  dfmt_realloc_fn fn;  /* frees it, on whichever thread */
  void *user;
};

struct node {
  _Alignas(struct ArrowArray) struct owner *owner;
  size_t size;
  struct ArrowArray **children; /* after it */
  struct ArrowArray *arrays;    /* after these: the children, and at the end the dictionary */
};

static void let_go(struct owner *owner) {
  if (atomic_fetch_sub(&owner->shown, 1) > 1) return;
  if (owner->array.release) owner->array.release(&owner->array);
  owner->fn(owner->user, owner, sizeof *owner, 0);
}

static void release(struct ArrowArray *a) {
  struct node *node = a->private_data;
  struct owner *owner = node->owner;
  for (int64_t i = 0; i < a->n_children; i++)
    if (node->arrays[i].release) release(&node->arrays[i]);
  if (a->dictionary && a->dictionary->release) release(a->dictionary);
  a->release = NULL;
  owner->fn(owner->user, node, node->size, 0);
  let_go(owner);
}

static struct node *make_node(struct owner *owner, size_t n_children, bool dictionary) {
  size_t arrays, pointers, size;
  if (!dfmti_mul(n_children + dictionary, sizeof(struct ArrowArray), &arrays) ||
      !dfmti_mul(n_children, sizeof(struct ArrowArray *), &pointers) || !dfmti_add(arrays, pointers, &size) ||
      !dfmti_add(size, sizeof(struct node), &size))
    return NULL;
  struct node *node = owner->fn(owner->user, NULL, 0, size);
  if (!node) return NULL;
  node->owner = owner;
  node->size = size;
  node->arrays = (void *)(node + 1);
  node->children = (void *)(node->arrays + n_children + dictionary);
  for (size_t i = 0; i < n_children; i++) node->children[i] = &node->arrays[i];
  for (size_t i = 0; i < n_children + dictionary; i++) node->arrays[i].release = NULL;
  return node;
}

/* Shows an array and all that is in it. false: no memory, and *out is released. */
static bool show(struct owner *owner, const struct ArrowArray *array, struct ArrowArray *out) {
  size_t n = (size_t)array->n_children;
  struct node *node = make_node(owner, n, array->dictionary != NULL);
  out->release = NULL;
  if (!node) return false;
  *out = *array;
  out->children = n ? node->children : NULL;
  out->dictionary = array->dictionary ? &node->arrays[n] : NULL;
  out->release = release;
  out->private_data = node;
  atomic_fetch_add(&owner->shown, 1);
  bool good = !out->dictionary || show(owner, array->dictionary, out->dictionary);
  for (size_t i = 0; i < n && good; i++) good = show(owner, array->children[i], node->children[i]);
  if (!good) release(out);
  return good;
}

static struct owner *make_owner(const dfmt_config *c) {
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  struct owner *owner = m.fn(m.user, NULL, 0, sizeof *owner);
  if (!owner) return NULL;
  owner->fn = m.fn;
  owner->user = m.user;
  owner->array.release = NULL;
  atomic_init(&owner->shown, 1); /* while it is made */
  return owner;
}

/* A batch that nobody shares yet: it moves to an owner, and shows it itself. */
static dfmt_status own(const dfmt_config *c, struct ArrowArray *batch) {
  struct owner *owner = make_owner(c);
  struct ArrowArray shown;
  if (!owner) return DFMT_E_NOMEM;
  bool good = show(owner, batch, &shown);
  if (good) {
    owner->array = *batch;
    *batch = shown;
  }
  let_go(owner);
  return good ? DFMT_OK : DFMT_E_NOMEM;
}

dfmt_status dfmt_batch_share(const dfmt_config *c, struct ArrowArray *batch, struct ArrowArray *out) {
  if (!batch || !out || batch == out || !batch->release) return DFMT_E_ARG;
  dfmt_status st = batch->release == release ? DFMT_OK : own(c, batch);
  if (st != DFMT_OK) return st;
  const struct node *node = batch->private_data;
  return show(node->owner, batch, out) ? DFMT_OK : DFMT_E_NOMEM;
}
