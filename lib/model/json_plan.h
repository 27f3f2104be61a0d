/* SPDX-License-Identifier: MIT */
/* Descriptions made ready for JSON: once a type and sink, so that writing a member takes a few instructions. */
#ifndef DFMTI_JSON_PLAN_H
#define DFMTI_JSON_PLAN_H

#include "json_text.h"
#include "walk.h"

/* How a value is written. */
enum {
  DFMTI_JSON_NONE, /* it is not */
  DFMTI_JSON_U32,
  DFMTI_JSON_U64,
  DFMTI_JSON_I32,
  DFMTI_JSON_I64,
  DFMTI_JSON_HEX32,
  DFMTI_JSON_HEX64,
  DFMTI_JSON_TEXT,
  DFMTI_JSON_CSTR,
  DFMTI_JSON_F64,
  DFMTI_JSON_BOOL,
  DFMTI_JSON_ENUM,
  DFMTI_JSON_SIGNED_ENUM,
  DFMTI_JSON_FLAGS,
  DFMTI_JSON_REF,
  DFMTI_JSON_TREE,
  DFMTI_JSON_ARRAY,
  DFMTI_JSON_REF_ARRAY
};

/* Bytes that the largest number, or an empty value, does not exceed. */
enum { DFMTI_JSON_VALUE = 40 };

/* Beside presence bits: of members without one. */
#define DFMTI_JSON_ALWAYS (UINT64_C(1) << 32)

/* A member. */
struct dfmti_json_member {
  uint64_t mask;       /* it is there if the struct has this bit; 0: it is never written */
  uint64_t end;        /* and so many bytes */
  const uint8_t *text; /* `,"name":`, with room for 32 bytes */
  uint32_t len;        /* of it */
  uint32_t room;       /* that it is written quickly in; UINT32_MAX: it is too long for that */
  uint32_t offset;     /* of the value */
  uint8_t how;         /* DFMTI_JSON_* */
  uint8_t each;        /* of an array's elements; NONE: they are structs */
  uint8_t parts;       /* DFMTI_MEMBERS_* that it is in, 0 if it is in none */
  uint8_t digits;      /* HEX: at least */
  size_t step;         /* bytes of an array's element */
  const dfmt_field *f;
  const dfmt_type *type; /* of words or structs; NULL: none is known */
  const struct dfmti_tree_ops *tree;
  struct dfmti_json_plan *plan;   /* of structs in it, NULL if it was not needed yet */
  struct dfmti_json_member *next; /* that is ever written; NULL: none is */
};

/* A type: its members at the indices that they have there. */
struct dfmti_json_plan {
  struct dfmti_block block;
  const dfmt_type *type;
  const uint8_t *begin; /* `{"event":"name"`, likewise */
  size_t begin_len;
  bool sized; /* the struct says how long it is */
  uint64_t n;
  struct dfmti_json_member *first; /* that is ever written; NULL: none is */
  struct dfmti_json_member members[];
};

/* Without text and plan. */
struct dfmti_json_member dfmti_json_plan_member(const struct dfmti_format *format, const dfmt_field *f);

/* The plan of a type, made if there is none. NULL: no memory, which is j->status. */
struct dfmti_json_plan *dfmti_json_plan_other(struct dfmti_json *j, const struct dfmti_format *format,
                                              const dfmt_type *t);

/* The same; the one that was asked for last is the first of the list. */
static inline struct dfmti_json_plan *dfmti_json_plan(struct dfmti_json *j, const struct dfmti_format *format,
                                                      const dfmt_type *t) {
  struct dfmti_json_plan *plan = (struct dfmti_json_plan *)(void *)*j->plans;
  return plan && plan->type == t ? plan : dfmti_json_plan_other(j, format, t);
}

#endif
