/* SPDX-License-Identifier: MIT */
/* The types of columns as Arrow schemas. Each has a block of memory of its own, as arrays have. */
#include <string.h>

#include "base/rare.h"
#include "cells.h"
#include "model/walk.h"

struct node {
  _Alignas(struct ArrowSchema) dfmt_realloc_fn fn; /* frees it, on whichever thread */
  void *user;
  size_t size;
  struct ArrowSchema **children; /* after it */
  struct ArrowSchema *schemas;   /* after these: the children, and at the end the dictionary */
  char *name, *metadata;         /* after these */
};

static void release(struct ArrowSchema *s) {
  struct node *node = s->private_data;
  for (int64_t i = 0; i < s->n_children; i++)
    if (s->children[i]->release) s->children[i]->release(s->children[i]);
  if (s->dictionary && s->dictionary->release) s->dictionary->release(s->dictionary);
  s->release = NULL;
  node->fn(node->user, node, node->size, 0);
}

static const char *format_of(uint32_t form) {
  static const char *const formats[] = {
      [DFMTI_CELLS_U32] = "I",      [DFMTI_CELLS_I32] = "i",     [DFMTI_CELLS_U64] = "L",
      [DFMTI_CELLS_I64] = "l",      [DFMTI_CELLS_BOOL] = "b",    [DFMTI_CELLS_TIMESTAMP_S] = "tss:",
      [DFMTI_CELLS_UTF8] = "u",     [DFMTI_CELLS_BINARY] = "z",  [DFMTI_CELLS_WORD] = "i",
      [DFMTI_CELLS_REPEATED] = "i", [DFMTI_CELLS_WORDS] = "i",   [DFMTI_CELLS_JSON] = "u",
      [DFMTI_CELLS_LIST] = "+l",    [DFMTI_CELLS_STRUCT] = "+s", [DFMTI_CELLS_F64] = "g"};
  return formats[form];
}

/* ---- metadata: a count, then keys and values, each after its length ---- */

static size_t put_metadata_text(char *to, size_t at, const char *text) {
  int32_t len = (int32_t)strlen(text);
  if (to) memcpy(to + at, &len, sizeof len);
  if (to) memcpy(to + at + sizeof len, text, (size_t)len);
  return at + sizeof len + (size_t)len;
}

/* Bytes of the one pair that a column has, written to `to` unless NULL; 0: it has none. */
static size_t put_metadata(char *to, const struct dfmti_cells *c) {
  const char *key = "diagfmt.unit", *value = NULL;
  if (c->form == DFMTI_CELLS_JSON) {
    key = "ARROW:extension:name";
    value = "arrow.json";
  } else if (c->field && c->field->unit && !c->words) {
    value = dfmti_word(dfmti_type_of(NULL, DFMT_TYPE_UNIT), c->field->unit);
  }
  if (!value) return 0;
  if (to) memcpy(to, &(int32_t){1}, sizeof(int32_t));
  return put_metadata_text(to, put_metadata_text(to, sizeof(int32_t), key), value);
}

/* ---- a column ---- */

static size_t name_size(const struct dfmti_cells *c) { return strlen(c->name) + strlen(c->suffix) + 1; }

static struct node *make_node(struct dfmti_mem *m, const struct dfmti_cells *c, bool dictionary) {
  size_t schemas, pointers, size, text = name_size(c) + put_metadata(NULL, c);
  if (!dfmti_mul(c->n_children + dictionary, sizeof(struct ArrowSchema), &schemas) ||
      !dfmti_mul(c->n_children, sizeof(struct ArrowSchema *), &pointers) || !dfmti_add(schemas, pointers, &size) ||
      !dfmti_add(size, sizeof(struct node) + text, &size))
    return NULL;
  struct node *node = dfmti_zalloc(m, size);
  if (!node) return NULL;
  node->fn = m->fn;
  node->user = m->user;
  node->size = size;
  node->schemas = (void *)(node + 1);
  node->children = (void *)(node->schemas + c->n_children + dictionary);
  node->name = (char *)(node->children + c->n_children);
  node->metadata = node->name + name_size(c);
  for (size_t i = 0; i < c->n_children; i++) node->children[i] = &node->schemas[i];
  memcpy(node->name, c->name, strlen(c->name));
  memcpy(node->name + strlen(c->name), c->suffix, strlen(c->suffix));
  if (!put_metadata(node->metadata, c)) node->metadata = NULL;
  return node;
}

/* Its texts. */
static bool make_dictionary(struct dfmti_mem *m, struct ArrowSchema *out) {
  const struct dfmti_cells words = {.form = DFMTI_CELLS_UTF8, .name = "", .suffix = ""};
  struct node *node = make_node(m, &words, false);
  if (!node) return false;
  *out = (struct ArrowSchema){.format = format_of(words.form), .name = "", .release = release, .private_data = node};
  m->used -= node->size;
  return true;
}

/* false: nothing is left, and *out is released. */
static bool make(struct dfmti_mem *m, const struct dfmti_cells *c, struct ArrowSchema *out) {
  bool dictionary = c->form == DFMTI_CELLS_WORD || dfmti_cells_has_dictionary(c);
  struct node *node = make_node(m, c, dictionary);
  out->release = NULL;
  if (!node) return false;
  *out = (struct ArrowSchema){.format = format_of(c->form),
                              .name = node->name,
                              .metadata = node->metadata,
                              .flags = c->nullable ? ARROW_FLAG_NULLABLE : 0,
                              .n_children = (int64_t)c->n_children,
                              .children = c->n_children ? node->children : NULL,
                              .dictionary = dictionary ? &node->schemas[c->n_children] : NULL,
                              .release = release,
                              .private_data = node};
  m->used -= node->size; /* the caller's from now on */
  bool good = !dictionary || make_dictionary(m, out->dictionary);
  for (size_t i = 0; i < c->n_children && good; i++) good = make(m, &c->children[i], out->children[i]);
  if (good) return true;
  uint64_t needed = m->needed;
  release(out);
  m->needed = needed;
  return false;
}

DFMTI_RARE dfmt_status dfmti_cells_schema(struct dfmti_mem *m, const struct dfmti_cells *c, struct ArrowSchema *out) {
  if (make(m, c, out)) return DFMT_OK;
  return m->needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
}
