/* SPDX-License-Identifier: MIT */
#include "equal.h"

#include "base/str.h"

struct walk {
  const struct dfmti_format *format;
  uint32_t depth;
};

static const dfmt_field *difference(struct walk *x, const dfmt_type *t, const void *a, const void *b);

static bool equal_structs(struct walk *x, const dfmt_type *t, const void *a, const void *b) {
  if (x->depth == DFMTI_MAX_NESTING) return false; /* it cannot be told */
  x->depth++;
  bool same = difference(x, t, a, b) == NULL;
  x->depth--;
  return same;
}

static bool equal_targets(struct walk *x, const dfmt_field *f, const void *a, const void *b) {
  if (a == b) return true;
  if (!a || !b) return false;
  const dfmt_type *t = dfmti_ref_type(x->format, f, a);
  return t && t == dfmti_ref_type(x->format, f, b) && equal_structs(x, t, a, b);
}

static bool equal_trees(const struct walk *x, const dfmt_field *f, const void *a, const void *b) {
  if (a == b) return true;
  const struct dfmti_tree_ops *tree = a && b ? dfmti_tree_of(x->format, f) : NULL;
  return tree && tree->equal(a, b);
}

static bool equal_values(uint32_t kind, const void *a, const void *b) {
  if (kind == DFMT_KIND_STR || kind == DFMT_KIND_BYTES) {
    return dfmti_same(dfmti_load_str(a), dfmti_load_str(b));
  }
  if (kind == DFMT_KIND_CSTR) {
    const char *s = dfmti_load_ptr(a), *t = dfmti_load_ptr(b);
    return s == t || (s && t && strcmp(s, t) == 0);
  }
  return memcmp(a, b, dfmti_kind_size(kind)) == 0;
}

static bool equal_arrays(struct walk *x, const dfmt_field *f, struct dfmti_array a, struct dfmti_array b) {
  if (a.n != b.n) return false;
  for (uint64_t i = 0; i < a.n; i++, a.ptr += a.step, b.ptr += b.step) {
    bool same;
    if (f->kind == DFMT_KIND_REF_ARRAY)
      same = equal_targets(x, f, dfmti_load_ptr(a.ptr), dfmti_load_ptr(b.ptr));
    else if (a.struct_type)
      same = equal_structs(x, a.struct_type, a.ptr, b.ptr);
    else
      same = equal_values(f->elem_type, a.ptr, b.ptr);
    if (!same) return false;
  }
  return true;
}

/* What serves the struct itself, or is compared with its array. */
static bool is_looked_at(uint32_t kind) {
  return kind != DFMT_KIND_HEAD && kind != DFMT_KIND_SIZE && kind != DFMT_KIND_PRESENT && kind != DFMT_KIND_COUNT &&
         kind != DFMT_KIND_RESERVED && kind != DFMT_KIND_POINTER;
}

/* A member that one struct is too short for is zero there. */
static const dfmt_field *difference(struct walk *x, const dfmt_type *t, const void *a, const void *b) {
  static const uint8_t zeros[sizeof(dfmt_str)];
  size_t size_a = dfmti_struct_size(t, a), size_b = dfmti_struct_size(t, b);
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    bool in_a = dfmti_is_there(t, f, a, size_a), in_b = dfmti_is_there(t, f, b, size_b);
    if (!is_looked_at(f->kind) || (!in_a && !in_b)) continue;
    if (f->present_mask && in_a != in_b) return f;
    const uint8_t *at_a = in_a ? (const uint8_t *)a + f->offset : zeros;
    const uint8_t *at_b = in_b ? (const uint8_t *)b + f->offset : zeros;
    bool same;
    if (f->kind == DFMT_KIND_ARRAY || f->kind == DFMT_KIND_REF_ARRAY)
      same = equal_arrays(x, f, in_a ? dfmti_array_of(x->format, f, a, size_a) : (struct dfmti_array){0},
                          in_b ? dfmti_array_of(x->format, f, b, size_b) : (struct dfmti_array){0});
    else if (f->kind == DFMT_KIND_REF)
      same = equal_targets(x, f, dfmti_load_ptr(at_a), dfmti_load_ptr(at_b));
    else if (f->kind == DFMT_KIND_VALUE_TREE)
      same = equal_trees(x, f, dfmti_load_ptr(at_a), dfmti_load_ptr(at_b));
    else
      same = equal_values(f->kind, at_a, at_b);
    if (!same) return f;
  }
  return NULL;
}

const dfmt_field *dfmti_difference(const struct dfmti_format *format, const dfmt_type *t, const void *a,
                                   const void *b) {
  return difference(&(struct walk){.format = format, .depth = 1}, t, a, b);
}
