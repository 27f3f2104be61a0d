/* SPDX-License-Identifier: MIT */
/* Types that no format has, with every kind of member: for what follows descriptions. */
#ifndef TEST_KINDS_H
#define TEST_KINDS_H

#include <stdint.h>

#include "describe_macros.h"
#include "model/format.h"

enum {
  T_ALL = 0x7ff0001,
  T_COLOUR = 0x7ff8100,
  T_BITS = 0x7ff8101,
  T_POINT = 0x7ff8000,
  T_NODE = 0x7ff8001,
};

/* An element, with a string and a nested array. */
typedef struct t_point {
  uint64_t address;
  dfmt_str name;
  uint64_t n_tags;
  const dfmt_str *tags;
} t_point;

/* Grows at the end, and can be linked to more of its kind. */
typedef struct t_node {
  uint32_t size;
  int32_t number;
  const struct t_node *next;
  const char *label;
} t_node;

typedef struct t_all {
  dfmt_head head;
  uint32_t present;
  uint32_t u32;
  int32_t i32;
  uint32_t reserved;
  uint64_t u64;
  int64_t i64;
  dfmt_str str;
  dfmt_str bytes;
  const char *cstr;
  uint32_t colour;
  uint32_t bits;
  uint32_t yes;
  int32_t status;
  uint32_t crc;
  uint32_t pad;
  uint64_t address;
  uint64_t n_u32;
  const uint32_t *a_u32;
  uint64_t n_u64;
  const uint64_t *a_u64;  /* addresses */
  const uint64_t *a_more; /* as many */
  uint64_t n_strings;
  const dfmt_str *strings;
  uint64_t n_cstrings;
  const char *const *cstrings;
  uint64_t n_points;
  const t_point *points;
  const t_node *node;
  const dfmt_head *any;
  uint64_t n_nodes;
  const t_node *const *nodes;
  double f64;
  uint64_t n_f64;
  const double *a_f64;
  uint64_t late;
} t_all;

enum { T_HAS_U64 = 1, T_HAS_STR = 2, T_HAS_MORE = 4, T_HAS_NODES = 8, T_HAS_LATE = 16, T_HAS_ALL = 31 };

/* The format that they are of. */
extern const struct dfmti_format kinds;

/* The type of a number, of these or of the library's. */
const dfmt_type *kinds_find(uint32_t type);

/* A struct with every member filled. Points to static data. */
t_all kinds_sample(void);

/* Its JSON without the late member, from `"u32"` to the last value, and the late member. */
extern const char kinds_sample_json[], kinds_sample_late[];

#endif
