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

/* Bytes of what may stand after members: `}],` and the like. */
enum { DFMTI_JSON_AROUND = 4 };

/* Beside presence bits: of members without one. */
#define DFMTI_JSON_ALWAYS (UINT64_C(1) << 32)

/* A member. */
struct dfmti_json_member {
  uint8_t text[32]; /* `,"name":`, if it is no longer */
  uint32_t len;     /* of it */
  uint32_t after;   /* a value of any length: the room that is needed up to the next such value that is there */
  uint32_t offset;  /* of the value */
  uint8_t how;      /* DFMTI_JSON_* */
  uint8_t each;     /* of an array's elements; NONE: they are structs */
  uint8_t parts;    /* DFMTI_MEMBERS_* that it is in, 0 if it is in none */
  uint8_t digits;   /* HEX: at least */
  uint64_t mask;    /* it is there if the struct has this bit; 0: it is never written */
  uint64_t end;     /* and so many bytes */
  size_t step;      /* bytes of an array's element */
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
  const uint8_t *begin; /* `{"event":"name"`, with room for 32 bytes */
  size_t begin_len;
  bool sized;      /* the struct says how long it is */
  bool quick;      /* its members are written in room that is asked for in advance */
  uint32_t before; /* that room, up to the first such value */
  uint32_t bits;   /* offset of a u32 that says which members are there; of any if none does */
  uint32_t used;   /* all of its bits, or none */
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
