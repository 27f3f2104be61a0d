/* SPDX-License-Identifier: MIT */
/*
 * Copies of events. A deep one is made in two passes of the same walk, the first of which only counts. One block:
 *
 *   owner | envelope, zeros | body, zeros | what it points to …
 */
#include "clone.h"

#include <stdalign.h>

#include "base/growth.h"
#include "base/hash.h"
#include "base/mem.h"

struct owner {
  alignas(max_align_t) struct dfmti_mem mem;
  size_t size; /* of the block */
};

struct walk {
  struct dfmti_placer placer; /* for trees; first, so that it leads back to the rest */
  const struct dfmti_format *format;
  struct dfmti_mem *mem;
  struct dfmti_table entries; /* structs of a reader's tables: where in the block the only copy stands, by address;
                                 filled by the first pass */
  uint8_t *block;             /* NULL: this pass counts */
  size_t used;
  uint32_t depth;
  dfmt_status status;
};

/* Places len bytes, and `tail` zero bytes after them. NULL if this pass counts. */
static void *place(struct walk *x, const void *from, uint64_t len, size_t tail) {
  size_t room, end;
  if (len > SIZE_MAX || !dfmti_add((size_t)len, tail + alignof(max_align_t) - 1, &room) ||
      !dfmti_add(x->used, room - room % alignof(max_align_t), &end)) {
    x->status = DFMT_E_NOMEM;
    return NULL;
  }
  void *to = x->block ? x->block + x->used : NULL;
  if (to && len) memcpy(to, from, (size_t)len);
  x->used = end;
  return to;
}

static void follow(struct walk *x, const dfmt_type *t, const void *from, uint8_t *to);

/* A struct that stands by itself, with all it points to. */
static void *place_struct(struct walk *x, const dfmt_type *t, const void *from) {
  if (!t || x->depth == DFMTI_MAX_NESTING) {
    x->status = DFMT_E_ARG;
    return NULL;
  }
  size_t len = dfmti_struct_size(t, from);
  size_t tail = t->body_size - len + (dfmti_has_size(t) ? DFMTI_BODY_TAIL : 0);
  void *to = place(x, from, len, tail);
  if (to && dfmti_has_size(t)) memcpy(to, &t->body_size, sizeof t->body_size);
  if (to) dfmti_trim_present(t, to, len);
  x->depth++;
  follow(x, t, from, to);
  x->depth--;
  return to;
}

/*
 * Both passes come by in the same order, so that an entry that the second one finds at or after its own place is not
 * there yet.
 */
static void *place_entry(struct walk *x, const dfmt_type *t, const void *from) {
  if (!x->block && !dfmti_table_reserve(x->mem, &x->entries)) {
    x->status = DFMT_E_NOMEM;
    return NULL;
  }
  uint64_t hash = dfmti_hash_number(x->entries.key, (uintptr_t)from);
  const struct dfmti_slot *known = dfmti_table_find(&x->entries, hash, NULL, NULL);
  if (known && known->value < x->used) return x->block ? x->block + known->value : NULL;
  if (!known) dfmti_table_add(&x->entries, hash, x->used); /* not 0: the owner stands there */
  return place_struct(x, t, from);
}

static void *tree_bytes(struct dfmti_placer *p, const void *from, uint64_t len) {
  return place((struct walk *)p, from, len, 0);
}

static void *tree_entry(struct dfmti_placer *p, uint32_t type, const void *from) {
  struct walk *x = (struct walk *)p;
  return place_entry(x, dfmti_type_of(x->format, type), from);
}

static void *place_tree(struct walk *x, const dfmt_field *f, const void *root) {
  const struct dfmti_tree_ops *tree = dfmti_tree_of(x->format, f);
  if (tree) return tree->place(&x->placer, root);
  x->status = DFMT_E_ARG;
  return NULL;
}

/* What a member or element of a kind points to, and in its copy `to` (NULL if this pass counts) the pointer. */
static void copy_value(struct walk *x, const dfmt_field *f, uint32_t kind, const uint8_t *from, uint8_t *to) {
  if (kind == DFMT_KIND_STR || kind == DFMT_KIND_BYTES) {
    dfmt_str s = dfmti_load_str(from);
    s.ptr = place(x, s.ptr, s.len, 0);
    if (to) memcpy(to, &s, sizeof s);
    return;
  }
  const void *target = dfmti_load_ptr(from), *p = NULL;
  if (target && kind == DFMT_KIND_CSTR)
    p = place(x, target, strlen(target), 1);
  else if (target && kind == DFMT_KIND_VALUE_TREE)
    p = place_tree(x, f, target);
  else if (target && f->flags & DFMT_FIELD_TABLE)
    p = place_entry(x, dfmti_ref_type(x->format, f, target), target);
  else if (target)
    p = place_struct(x, dfmti_ref_type(x->format, f, target), target);
  if (to) memcpy(to, &p, sizeof p);
}

static bool is_pointer(uint32_t kind) {
  return kind == DFMT_KIND_STR || kind == DFMT_KIND_BYTES || kind == DFMT_KIND_CSTR || kind == DFMT_KIND_REF ||
         kind == DFMT_KIND_ARRAY || kind == DFMT_KIND_REF_ARRAY || kind == DFMT_KIND_VALUE_TREE;
}

static void copy_array(struct walk *x, const dfmt_field *f, const void *body, size_t size, uint8_t *to) {
  struct dfmti_array a = dfmti_array_of(x->format, f, body, size);
  uint32_t kind = f->kind == DFMT_KIND_REF_ARRAY ? (uint32_t)DFMT_KIND_REF : f->elem_type;
  size_t bytes;
  if (a.n > SIZE_MAX || !dfmti_mul((size_t)a.n, a.step, &bytes)) {
    x->status = DFMT_E_NOMEM;
    return;
  }
  uint8_t *p = bytes ? place(x, a.ptr, bytes, 0) : NULL;
  if (to) memcpy(to, &p, sizeof p);
  bool structs = kind != DFMT_KIND_REF && a.struct_type;
  if (!structs && !is_pointer(kind)) return;
  for (size_t at = 0; at < bytes && x->status == DFMT_OK; at += a.step) {
    uint8_t *element = p ? p + at : NULL;
    if (structs)
      follow(x, a.struct_type, a.ptr + at, element);
    else
      copy_value(x, f, kind, a.ptr + at, element);
  }
}

/* Copies what a struct points to. `to`: its copy, NULL if this pass counts. */
static void follow(struct walk *x, const dfmt_type *t, const void *from, uint8_t *to) {
  size_t size = dfmti_struct_size(t, from);
  for (uint64_t i = 0; i < t->n_fields && x->status == DFMT_OK; i++) {
    const dfmt_field *f = &t->fields[i];
    uint8_t *member = to ? to + f->offset : NULL;
    if (!is_pointer(f->kind)) continue;
    if (!dfmti_is_there(t, f, from, size)) { /* it may point anywhere */
      if (member) memset(member, 0, dfmti_kind_size(f->kind));
    } else if (f->kind == DFMT_KIND_ARRAY || f->kind == DFMT_KIND_REF_ARRAY) {
      copy_array(x, f, from, size, member);
    } else {
      copy_value(x, f, f->kind, (const uint8_t *)from + f->offset, member);
    }
  }
}

static dfmt_event *walk_event(struct walk *x, const struct owner *o, const dfmt_event *ev, const dfmt_type *t) {
  place(x, o, sizeof *o, 0);
  size_t len = dfmti_min(ev->size, sizeof *ev);
  dfmt_event *copy = place(x, ev, len, sizeof *ev - len + DFMTI_BODY_TAIL);
  dfmt_head *body = place_struct(x, t, ev->body);
  if (copy) {
    copy->size = sizeof *copy;
    copy->body = body;
    copy->raw = (dfmt_str){0};
  }
  return copy;
}

dfmt_status dfmti_event_clone(const struct dfmti_format *format, const dfmt_config *c, const dfmt_event *ev,
                              dfmt_event **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  const dfmt_type *t = ev && ev->size && ev->body ? dfmti_type_of(format, ev->type) : NULL;
  if (!dfmti_is_struct(t)) return DFMT_E_ARG;
  struct owner o = {.size = 0};
  struct walk x = {.placer = {tree_bytes, tree_entry}, .format = format, .mem = &o.mem};
  dfmti_mem_init(&o.mem, c);
  walk_event(&x, &o, ev, t);
  if (x.status == DFMT_OK) {
    o.size = x.used;
    x.used = 0;
    x.block = dfmti_zalloc(&o.mem, o.size);
    if (!x.block) x.status = DFMT_E_NOMEM;
  }
  if (x.block) *out = walk_event(&x, &o, ev, t);
  dfmti_table_free(&o.mem, &x.entries);
  return x.status;
}

void dfmt_event_free(dfmt_event *ev) {
  if (!ev) return;
  struct owner *o = (struct owner *)(void *)ev - 1;
  struct dfmti_mem m = o->mem;
  dfmti_free(&m, o, o->size);
}

dfmt_status dfmti_body_copy(const dfmt_type *t, const dfmt_head *from, dfmt_head *to) {
  if (!to || !dfmti_is_struct(t) || t->fields[0].kind != DFMT_KIND_HEAD || from->size < sizeof *from) return DFMT_E_ARG;
  size_t room = to->size, len = dfmti_min(from->size, room);
  if (room < sizeof *to) return DFMT_E_ARG;
  memmove(to, from, len);
  memset((uint8_t *)to + len, 0, room - len);
  to->size = (uint32_t)room;
  dfmti_trim_present(t, to, len);
  return DFMT_OK;
}
