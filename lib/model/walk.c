/* SPDX-License-Identifier: MIT */
#include "walk.h"

size_t dfmti_kind_size(uint32_t kind) {
  static const uint8_t sizes[] = {
      [DFMT_KIND_U32] = 4,
      [DFMT_KIND_I32] = 4,
      [DFMT_KIND_U64] = 8,
      [DFMT_KIND_I64] = 8,
      [DFMT_KIND_STR] = sizeof(dfmt_str),
      [DFMT_KIND_BYTES] = sizeof(dfmt_str),
      [DFMT_KIND_CSTR] = sizeof(char *),
      [DFMT_KIND_ENUM] = 4,
      [DFMT_KIND_FLAGS] = 4,
      [DFMT_KIND_BOOL] = 4,
      [DFMT_KIND_ARRAY] = sizeof(void *),
      [DFMT_KIND_REF] = sizeof(void *),
      [DFMT_KIND_REF_ARRAY] = sizeof(void *),
      [DFMT_KIND_VALUE_TREE] = sizeof(void *),
      [DFMT_KIND_PRESENT] = 4,
      [DFMT_KIND_COUNT] = 8,
      [DFMT_KIND_HEAD] = sizeof(dfmt_head),
      [DFMT_KIND_RESERVED] = 4,
      [DFMT_KIND_SIZE] = 4,
      [DFMT_KIND_POINTER] = sizeof(void *),
      [DFMT_KIND_F64] = 8,
  };
  return kind < sizeof sizes ? sizes[kind] : 0;
}

size_t dfmti_struct_size(const dfmt_type *t, const void *body) {
  if (!dfmti_has_size(t)) return t->body_size;
  uint32_t own = dfmti_load_u32(body); /* of a head, too: its size is its first member */
  return own < t->body_size ? own : t->body_size;
}

bool dfmti_is_there(const dfmt_type *t, const dfmt_field *f, const void *body, size_t size) {
  size_t len = dfmti_kind_size(f->kind);
  if (size < len || f->offset > size - len) return false;
  if (f->present_mask == 0) return true;
  if (t->present_offset > size - sizeof(uint32_t)) return false;
  return dfmti_load_u32((const uint8_t *)body + t->present_offset) & f->present_mask;
}

bool dfmti_settle_strings(const dfmt_type *t, void *body) {
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    if (f->kind != DFMT_KIND_STR && f->kind != DFMT_KIND_BYTES) continue;
    dfmt_str s;
    memcpy(&s, (const uint8_t *)body + f->offset, sizeof s);
    if (s.ptr) continue;
    if (s.len && dfmti_is_there(t, f, body, t->body_size)) return false;
    memcpy((uint8_t *)body + f->offset, &(dfmt_str){"", 0}, sizeof s);
  }
  return true;
}

bool dfmti_has_unknown(const dfmt_type *t, const dfmt_head *body) {
  for (size_t at = t->body_size; at < body->size; at++)
    if (((const uint8_t *)body)[at]) return true;
  return false;
}

void dfmti_trim_present(const dfmt_type *t, void *body, size_t size) {
  if (!t->present_offset || size >= t->body_size || size < t->present_offset + sizeof(uint32_t)) return;
  uint32_t inside = 0, beyond = 0, bits = dfmti_load_u32((uint8_t *)body + t->present_offset);
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    *(f->offset + dfmti_kind_size(f->kind) <= size ? &inside : &beyond) |= f->present_mask;
  }
  bits &= ~(beyond & ~inside);
  memcpy((uint8_t *)body + t->present_offset, &bits, sizeof bits);
}

const char *dfmti_word(const dfmt_type *t, uint64_t value) {
  for (uint64_t i = 0; i < t->n_fields; i++) {
    uint32_t number = t->fields[i].offset;
    if (value == number || value == (uint64_t)(int64_t)(int32_t)number) return t->fields[i].name;
  }
  return NULL;
}

struct dfmti_array dfmti_array_of(const struct dfmti_format *format, const dfmt_field *f, const void *body,
                                  size_t size) {
  struct dfmti_array a = {.ptr = dfmti_load_ptr((const uint8_t *)body + f->offset)};
  if (f->elem_type >= DFMTI_FIRST_TYPE) a.struct_type = dfmti_type_of(format, f->elem_type);
  if (f->kind == DFMT_KIND_REF_ARRAY)
    a.step = sizeof(void *);
  else
    a.step = a.struct_type ? a.struct_type->body_size : dfmti_kind_size(f->elem_type);
  if (a.ptr && a.step && size >= sizeof a.n && f->count_offset <= size - sizeof a.n)
    a.n = dfmti_load_u64((const uint8_t *)body + f->count_offset);
  return a;
}

const dfmt_type *dfmti_ref_type(const struct dfmti_format *format, const dfmt_field *f, const void *target) {
  if (f->elem_type) return dfmti_type_of(format, f->elem_type);
  return dfmti_type_of(format, ((const dfmt_head *)target)->type);
}

const struct dfmti_tree_ops *dfmti_tree_of(const struct dfmti_format *format, const dfmt_field *f) {
  if (format && format->others) format = format->others(f->elem_type >> 16);
  return format && format->id == f->elem_type >> 16 ? format->tree : NULL;
}
