/* SPDX-License-Identifier: MIT */
#include "packed.h"

#include <string.h>

#include "base/growth.h"
#include "base/wire.h"
#include "op.h"

enum shape { NOT_PACKED, NARROW, WIDE, TEXT, ARRAY };

static enum shape shape_of(const dfmt_field *f) {
  switch (f->kind) {
    case DFMT_KIND_U32:
    case DFMT_KIND_I32:
    case DFMT_KIND_BOOL:
    case DFMT_KIND_ENUM:
    case DFMT_KIND_FLAGS:
    case DFMT_KIND_PRESENT: return NARROW;
    case DFMT_KIND_U64:
    case DFMT_KIND_I64: return WIDE;
    case DFMT_KIND_STR:
    case DFMT_KIND_BYTES: return TEXT;
    case DFMT_KIND_ARRAY: return f->elem_type >= 256 ? ARRAY : NOT_PACKED;
    default: return NOT_PACKED;
  }
}

static uint64_t key(uint64_t number, uint32_t type) { return number << 3 | type; }

/* ---- packing ---- */

static bool put_number(struct dfmti_mem *m, uint64_t v, struct dfmti_buf *to) {
  uint8_t bytes[DFMTI_WIRE_MOST];
  return dfmti_buf_append(m, to, bytes, dfmti_wire_put(v, bytes));
}

bool dfmto_pack_bytes(struct dfmti_mem *m, uint64_t number, dfmt_str bytes, struct dfmti_buf *to) {
  return put_number(m, key(number, DFMTI_WIRE_BYTES), to) && put_number(m, bytes.len, to) &&
         (bytes.len == 0 || dfmti_buf_append(m, to, bytes.ptr, dfmti_clamp(bytes.len)));
}

/* A member that is no array. */
static bool pack_member(struct dfmti_mem *m, const dfmt_field *f, uint64_t number, const void *body,
                        struct dfmti_buf *to) {
  const char *at = (const char *)body + f->offset;
  const enum shape shape = shape_of(f);
  dfmt_str text = {NULL, 0};
  uint64_t wide = 0;
  uint32_t narrow = 0;
  if (shape == TEXT) memcpy(&text, at, sizeof text);
  if (shape == WIDE) memcpy(&wide, at, sizeof wide);
  if (shape == NARROW) memcpy(&narrow, at, sizeof narrow);
  if (text.len) return dfmto_pack_bytes(m, number, text, to);
  wide |= narrow;
  return wide == 0 || (put_number(m, key(number, DFMTI_WIRE_VARINT), to) && put_number(m, wide, to));
}

/* An element, in front of which its number and length are put when they are known. */
static bool pack_element(struct dfmti_mem *m, const dfmt_type *type, uint64_t number, const void *body,
                         struct dfmti_buf *to) {
  uint8_t head[2 * DFMTI_WIRE_MOST];
  const size_t start = to->len;
  for (uint64_t i = 0; i < type->n_fields; i++)
    if (!pack_member(m, &type->fields[i], i + 1, body, to)) return false;
  const size_t len = to->len - start;
  size_t n = dfmti_wire_put(key(number, DFMTI_WIRE_BYTES), head);
  n += dfmti_wire_put(len, head + n);
  if (!dfmti_buf_append(m, to, head, n)) return false;
  memmove(to->ptr + start + n, to->ptr + start, len);
  memcpy(to->ptr + start, head, n);
  return true;
}

static bool pack_array(const struct dfmto_packing *x, const dfmt_field *f, uint64_t number, const void *body,
                       struct dfmti_buf *to) {
  const dfmt_type *type = dfmto_type_in(x->types, f->elem_type);
  const char *list;
  uint64_t n;
  memcpy(&list, (const char *)body + f->offset, sizeof list);
  memcpy(&n, (const char *)body + f->count_offset, sizeof n);
  for (uint64_t i = 0; i < n; i++)
    if (!pack_element(x->mem, type, number, list + i * type->body_size, to)) return false;
  return true;
}

bool dfmto_pack(const struct dfmto_packing *x, const dfmt_type *type, const void *body, struct dfmti_buf *to) {
  const size_t start = to->len;
  bool good = true;
  for (uint64_t i = 0; i < type->n_fields && good; i++) {
    const dfmt_field *f = &type->fields[i];
    good = shape_of(f) == ARRAY ? pack_array(x, f, i + 1, body, to) : pack_member(x->mem, f, i + 1, body, to);
  }
  if (!good) to->len = start;
  return good;
}

/* ---- unpacking ---- */

/* The field at *p, which moves behind it. false: there is none. */
static bool next_field(const uint8_t **p, const uint8_t *end, struct dfmti_wire_field *f) {
  if (!dfmti_wire_field(*p, end, f) || !f->fits) return false;
  *p = f->content + f->len;
  return true;
}

static const dfmt_field *member_of(const dfmt_type *type, const struct dfmti_wire_field *f) {
  return f->number > 0 && f->number <= type->n_fields ? &type->fields[f->number - 1] : NULL;
}

/* false: a number that does not fit. */
static bool set_member(const dfmt_field *f, const struct dfmti_wire_field *from, void *body) {
  char *at = (char *)body + f->offset;
  const dfmt_str text = {(const char *)from->content, from->len};
  const uint32_t narrow = (uint32_t)from->v;
  const enum shape shape = shape_of(f);
  if (from->type == DFMTI_WIRE_BYTES) {
    if (shape == TEXT) memcpy(at, &text, sizeof text);
    return shape == TEXT;
  }
  if (from->type != DFMTI_WIRE_VARINT || (shape != WIDE && shape != NARROW)) return false;
  if (shape == NARROW && narrow != from->v) return false;
  memcpy(at, shape == WIDE ? (const void *)&from->v : (const void *)&narrow,
         shape == WIDE ? sizeof from->v : sizeof narrow);
  return true;
}

static bool unpack_element(const dfmt_type *type, const struct dfmti_wire_field *from, void *body) {
  const uint8_t *p = from->content, *end = p + from->len;
  struct dfmti_wire_field f;
  while (p < end) {
    if (!next_field(&p, end, &f)) return false;
    const dfmt_field *member = member_of(type, &f);
    if (member && !set_member(member, &f, body)) return false;
  }
  return true;
}

/* Bytes of all elements of all arrays. false: it is no message. */
static bool measure(const struct dfmto_packing *x, const dfmt_type *type, dfmt_str bytes, size_t *size) {
  const uint8_t *p = (const uint8_t *)bytes.ptr, *end = bytes.len ? p + bytes.len : p;
  struct dfmti_wire_field f;
  *size = 0;
  while (p < end) {
    if (!next_field(&p, end, &f)) return false;
    const dfmt_field *member = member_of(type, &f);
    if (!member || shape_of(member) != ARRAY) continue;
    if (!dfmti_add(*size, dfmto_type_in(x->types, member->elem_type)->body_size, size)) return false;
  }
  return true;
}

/* All elements of one array, which are appended; there is room. */
static bool unpack_array(const struct dfmto_packing *x, const dfmt_field *member, uint64_t number, dfmt_str bytes,
                         void *body, struct dfmti_buf *elements) {
  const dfmt_type *type = dfmto_type_in(x->types, member->elem_type);
  const uint8_t *p = (const uint8_t *)bytes.ptr, *end = p + bytes.len;
  const void *list = elements->ptr + elements->len;
  struct dfmti_wire_field f;
  uint64_t n = 0;
  while (p < end && next_field(&p, end, &f)) {
    if (f.number != number) continue;
    void *at = elements->ptr + elements->len;
    memset(at, 0, type->body_size);
    elements->len += type->body_size;
    n++;
    if (f.type != DFMTI_WIRE_BYTES || !unpack_element(type, &f, at)) return false;
  }
  memcpy((char *)body + member->offset, &list, sizeof list);
  memcpy((char *)body + member->count_offset, &n, sizeof n);
  return true;
}

dfmt_status dfmto_unpack(const struct dfmto_packing *x, const dfmt_type *type, dfmt_str bytes, void *body,
                         struct dfmti_buf *elements) {
  struct dfmti_wire_field f;
  size_t size;
  elements->len = 0;
  if (!measure(x, type, bytes, &size)) return DFMT_E_FORMAT;
  if (!dfmti_buf_reserve(x->mem, elements, size + 1)) return DFMT_E_NOMEM;
  for (uint64_t i = 0; i < type->n_fields && size; i++)
    if (shape_of(&type->fields[i]) == ARRAY && !unpack_array(x, &type->fields[i], i + 1, bytes, body, elements))
      return DFMT_E_FORMAT;
  const uint8_t *p = (const uint8_t *)bytes.ptr, *end = bytes.len ? p + bytes.len : p;
  while (p < end && next_field(&p, end, &f)) {
    const dfmt_field *member = member_of(type, &f);
    if (member && shape_of(member) != ARRAY && !set_member(member, &f, body)) return DFMT_E_FORMAT;
  }
  return DFMT_OK;
}
