/* SPDX-License-Identifier: MIT */
/* Short forms for writing descriptions of types: see any types.c. */
#ifndef DFMTI_DESCRIBE_MACROS_H
#define DFMTI_DESCRIBE_MACROS_H

#include <stddef.h>

#include <diagfmt/describe.h>

#define DFMTI_V(major, minor) ((uint32_t)(major) << 24 | (uint32_t)(minor) << 16)

/* A member: FIELD(struct, member, KIND, .unit = …, .present_mask = …). */
#define DFMTI_FIELD(STRUCT, MEMBER, KIND, ...) DFMTI_FIELD_NAMED(#MEMBER, STRUCT, MEMBER, KIND, __VA_ARGS__)
/* The same of a member that C++ cannot have under its name: NAME_. */
#define DFMTI_FIELD_NAMED(NAME, STRUCT, MEMBER, KIND, ...) \
  {.name = NAME, .kind = DFMT_KIND_##KIND, .offset = offsetof(STRUCT, MEMBER), .since = DFMTI_V(0, 1), __VA_ARGS__}
#define DFMTI_WORD(NAME, NUMBER) {.name = NAME, .kind = DFMT_KIND_VALUE, .offset = NUMBER, .since = DFMTI_V(0, 1)}

#define DFMTI_COUNT_OF(ARRAY) (uint32_t)(sizeof(ARRAY) / sizeof((ARRAY)[0]))

/* A struct type: number, "apport.field", C name, shape, fields array; ... = .present_offset = … or nothing. */
#define DFMTI_STRUCT(NUMBER, NAME, STRUCT, SHAPE, FIELDS, ...) \
  {.head = {sizeof(dfmt_type), DFMT_TYPE_TYPE}, \
   .name = NAME, \
   .c_name = #STRUCT, \
   .shape = DFMT_SHAPE_##SHAPE, \
   .body_size = sizeof(STRUCT), \
   .number = NUMBER, \
   .n_fields = DFMTI_COUNT_OF(FIELDS), \
   .fields = FIELDS, \
   __VA_ARGS__}
/* Words: shape ENUM or FLAGS; PREFIX is that of the enumerators. */
#define DFMTI_WORDS(NUMBER, NAME, PREFIX, SHAPE, FIELDS) \
  {.head = {sizeof(dfmt_type), DFMT_TYPE_TYPE}, \
   .name = NAME, \
   .c_name = PREFIX, \
   .shape = DFMT_SHAPE_##SHAPE, \
   .number = NUMBER, \
   .n_fields = DFMTI_COUNT_OF(FIELDS), \
   .fields = FIELDS}

#endif
