/* SPDX-License-Identifier: MIT */
/* Following descriptions through structs: sizes, presence and elements, for JSON, comparison and copies. */
#ifndef DFMTI_WALK_H
#define DFMTI_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <diagfmt/describe.h>

#include "format.h"

/* Levels of structs in structs, the outermost counted. Descriptions need fewer; no data make a walk go deeper. */
enum { DFMTI_MAX_NESTING = 8 };

/* Below this dfmt_field.elem_type is a kind. */
enum { DFMTI_FIRST_TYPE = 256 };

/* Loads from members, which bodies of callers need not align. */
static inline uint32_t dfmti_load_u32(const void *at) {
  uint32_t v;
  memcpy(&v, at, sizeof v);
  return v;
}
static inline uint64_t dfmti_load_u64(const void *at) {
  uint64_t v;
  memcpy(&v, at, sizeof v);
  return v;
}
static inline const void *dfmti_load_ptr(const void *at) {
  const void *v;
  memcpy(&v, at, sizeof v);
  return v;
}
/* A NULL pointer is an empty string, whatever its length. */
static inline dfmt_str dfmti_load_str(const void *at) {
  dfmt_str v;
  memcpy(&v, at, sizeof v);
  return v.ptr ? v : (dfmt_str){"", 0};
}

/* Bytes of a member of a kind; 0 for what is no member. */
size_t dfmti_kind_size(uint32_t kind);

/* A type with members: 0 of enumerations and NULL. */
static inline bool dfmti_is_struct(const dfmt_type *t) { return t && t->body_size != 0; }

/* The struct grows at the end, and its first member says how far. */
static inline bool dfmti_has_size(const dfmt_type *t) {
  return t->fields[0].kind == DFMT_KIND_HEAD || t->fields[0].kind == DFMT_KIND_SIZE;
}

/* Bytes of a struct that may be looked at: as long as it says it is, and as this library knows it. */
size_t dfmti_struct_size(const dfmt_type *t, const void *body);

/* The member lies within `size`, and its presence bit, if it has one, is set. */
bool dfmti_is_there(const dfmt_type *t, const dfmt_field *f, const void *body, size_t size);

/* Makes every string of a whole struct point to something. False: one that is there has a length without bytes. */
bool dfmti_settle_strings(const dfmt_type *t, void *body);

/* The struct is longer than this library knows it, and not all of that is zero. */
bool dfmti_has_unknown(const dfmt_type *t, const dfmt_head *body);

/* Takes the bits of members that lie beyond `size` out of `present`; a bit stays if one of its members is there. */
void dfmti_trim_present(const dfmt_type *t, void *body, size_t size);

/*
 * The word of a number in an enumeration, NULL if it has none. A word above 0x7fffffff stands for a negative int32_t,
 * as 32 bits or with its sign extended.
 */
const char *dfmti_word(const dfmt_type *t, uint64_t value);

/* What a member of kind ARRAY or REF_ARRAY points to. */
struct dfmti_array {
  const uint8_t *ptr;
  uint64_t n;
  size_t step;                  /* bytes from one to the next; of REF_ARRAY: of a pointer */
  const dfmt_type *struct_type; /* NULL: of the kind elem_type */
};

/* f is there. Without elements if the pointer is NULL, its count lies after `size`, or their type is unknown. */
struct dfmti_array dfmti_array_of(const struct dfmti_format *format, const dfmt_field *f, const void *body,
                                  size_t size);

/* The type of what a member of kind REF points to. */
const dfmt_type *dfmti_ref_type(const struct dfmti_format *format, const dfmt_field *f, const void *target);

/* What can be done with the trees of a member of kind VALUE_TREE; NULL if their format is unknown. */
const struct dfmti_tree_ops *dfmti_tree_of(const struct dfmti_format *format, const dfmt_field *f);

#endif
