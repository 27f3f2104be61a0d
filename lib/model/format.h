/* SPDX-License-Identifier: MIT */
/* What a format is to those who follow descriptions: its name, types, options and trees. */
#ifndef DFMTI_FORMAT_H
#define DFMTI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/config.h>
#include <diagfmt/describe.h>
#include <diagfmt/event.h>

/* What a copy is made with: clone.c, in two passes of which the first only counts. */
struct dfmti_placer {
  /* A copy of these bytes; NULL if this pass counts. */
  void *(*bytes)(struct dfmti_placer *p, const void *from, uint64_t len);
  /* A copy of a struct that many places point to, with all it points to: one, however often it is asked for. */
  void *(*entry)(struct dfmti_placer *p, uint32_t type, const void *from);
};

struct dfmti_json;

/* Trees, members of kind VALUE_TREE. A root is never NULL; caller's trees may be nonsense as far as their spans go. */
struct dfmti_tree_ops {
  void (*json)(struct dfmti_json *j, const void *root); /* a tree as one JSON value */
  bool (*equal)(const void *a, const void *b);
  void *(*place)(struct dfmti_placer *p, const void *root); /* its copy's root, or NULL */
};

/* Types: of a record, and of many such as arrays. */
struct dfmti_columns {
  uint32_t record, columns;
};

/* Events of a type, or rows of a derived one, come only if an option of the format has a value, or of more files. */
struct dfmti_delivery {
  uint32_t type, option;
  uint64_t value;
};

/* The format of a number; NULL if there is none. */
typedef const struct dfmti_format *dfmti_format_finder(uint32_t id);

struct dfmti_format {
  uint32_t id; /* 0: types of any format; of rows */
  const char *name;
  const char *const *suffixes;             /* of usual file names, ".crash"; NULL-ended */
  const dfmt_type *const *types;           /* every type it has, words and elements included; NULL-ended */
  const dfmt_type *const *more;            /* what else rows of a table may refer to; NULL: nothing */
  const dfmt_option *options;              /* its own; the last has key 0 */
  const struct dfmti_columns *columns;     /* types that can be had as arrays; the last has record 0. NULL: none */
  const struct dfmti_tree_ops *tree;       /* NULL: it has no trees */
  const struct dfmti_delivery *deliveries; /* of types that do not come by default; the last has type 0. NULL: none */
  dfmti_format_finder *others;             /* of rows: finds formats that members may be of. NULL: there are none */
};

/* Types that belong to no format; NULL-ended. */
extern const dfmt_type *const dfmti_model_types[];

/* The type of a number, of the format (NULL: none) or common to all; NULL if unknown. */
const dfmt_type *dfmti_type_of(const struct dfmti_format *format, uint32_t type);

/* The accessors of bodies: the body if ev is of the type, else NULL. */
static inline const void *dfmti_event_body(const dfmt_event *ev, uint32_t type) {
  return ev && ev->type == type ? ev->body : NULL;
}

#endif
