/* SPDX-License-Identifier: MIT */
/*
 * The columns of a table in the making: a tree planned once from the description of a type (plan.c), to which each
 * event adds a row (cells.c), and which is handed out as an Arrow array (batch.c). No member of any format is named
 * here.
 */
#ifndef DFMTI_CELLS_H
#define DFMTI_CELLS_H

#include <diagfmt/arrow.h>
#include <diagfmt/scan.h>

#include "base/fault.h"
#include "base/mem.h"
#include "model/format.h"

/* How the values of a column are laid out, and so which Arrow format they have. */
enum {
  DFMTI_CELLS_U32,
  DFMTI_CELLS_I32,
  DFMTI_CELLS_U64,
  DFMTI_CELLS_I64,
  DFMTI_CELLS_F64,
  DFMTI_CELLS_TIMESTAMP_S,
  DFMTI_CELLS_BOOL,
  DFMTI_CELLS_UTF8,
  DFMTI_CELLS_BINARY,
  DFMTI_CELLS_WORD,  /* of an enumeration: places in the list of its words */
  DFMTI_CELLS_WORDS, /* of flags */
  DFMTI_CELLS_JSON,  /* of a tree */
  DFMTI_CELLS_LIST,
  DFMTI_CELLS_STRUCT
};

/* Where the values of a column of the table itself come from. */
enum {
  DFMTI_FROM_MEMBER,
  DFMTI_FROM_PAYLOAD,
  DFMTI_FROM_PAYLOAD_SIZE,
  DFMTI_FROM_OFFSET,
  DFMTI_FROM_LENGTH,
  DFMTI_FROM_RECOVERED
};

struct dfmti_cells {
  uint32_t form; /* DFMTI_CELLS_* */
  uint32_t from; /* DFMTI_FROM_* */
  const char *name, *suffix;
  const dfmt_field *field; /* the member; of elements that of their array. NULL: neither */
  const dfmt_type *outer;  /* the struct that the member is in */
  const dfmt_type *type;   /* STRUCT: its own */
  const dfmt_type *words;  /* WORD, WORDS */
  bool nullable, text;     /* text: malformed UTF-8 is replaced */
  size_t n, nulls;         /* values; of these absent */
  struct dfmti_buf valid;  /* bits, if nullable */
  struct dfmti_buf values; /* numbers, bits or bytes */
  struct dfmti_buf ends;   /* UTF8, BINARY, WORDS, JSON, LIST: int32_t, where each value ends; 0 first */
  struct dfmti_cells *children;
  size_t n_children;
  uint64_t last_value; /* WORD: the last number, and its place */
  int32_t last_place;
  struct dfmti_batch_node *node; /* batch.c, while a batch is made */
};

/* What adding a row needs. */
struct dfmti_cells_maker {
  struct dfmti_mem *mem;
  const struct dfmti_format *format;
  struct dfmt_sink *json; /* a memory sink for trees; made when it is needed */
  const dfmt_config *config;
  uint64_t bytes; /* added to the table so far */
};

/* ---- plan.c ---- */

/*
 * Plans the columns of a type as the children of a STRUCT. E_ARG: no such column; err lists those that there are.
 */
dfmt_status dfmti_cells_plan(struct dfmti_mem *m, struct dfmti_errors *err, const struct dfmti_format *format,
                             const dfmt_type *type, const dfmt_table_request *request, struct dfmti_cells *out);
void dfmti_cells_free(struct dfmti_mem *m, struct dfmti_cells *c);

/* ---- cells.c ---- */

/* Adds a member of a struct of `size` bytes, or that it is absent. OK; E_NOMEM; E_LIMIT: more than 2^31-1 bytes. */
dfmt_status dfmti_cells_member(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *body, size_t size);

/* Add one value that is not a member. */
dfmt_status dfmti_cells_number(struct dfmti_cells_maker *x, struct dfmti_cells *c, uint64_t v);
dfmt_status dfmti_cells_null(struct dfmti_cells_maker *x, struct dfmti_cells *c);

/* Text or bytes. */
dfmt_status dfmti_cells_str(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len);

/* Takes back all after the first n values, and what there is of the next. */
void dfmti_cells_truncate(struct dfmti_cells *c, size_t n);

/* ---- batch.c, schema.c ---- */

/* Hands all values out as an Arrow array; the columns are empty then. E_NOMEM: they are as they were. */
dfmt_status dfmti_cells_batch(struct dfmti_mem *m, struct dfmti_cells *c, struct ArrowArray *out);

/* The type of what dfmti_cells_batch() hands out. */
dfmt_status dfmti_cells_schema(struct dfmti_mem *m, const struct dfmti_cells *c, struct ArrowSchema *out);

/* Columns whose values have ends, and so bytes after each other. */
static inline bool dfmti_cells_has_ends(const struct dfmti_cells *c) {
  return c->form == DFMTI_CELLS_UTF8 || c->form == DFMTI_CELLS_BINARY || c->form == DFMTI_CELLS_WORDS ||
         c->form == DFMTI_CELLS_JSON || c->form == DFMTI_CELLS_LIST;
}

/* Bytes of a value of fixed size; 0: it has none, or bits. */
static inline size_t dfmti_cells_width(const struct dfmti_cells *c) {
  switch (c->form) {
    case DFMTI_CELLS_U32:
    case DFMTI_CELLS_I32:
    case DFMTI_CELLS_WORD: return 4;
    case DFMTI_CELLS_U64:
    case DFMTI_CELLS_I64:
    case DFMTI_CELLS_F64:
    case DFMTI_CELLS_TIMESTAMP_S: return 8;
    default: return 0;
  }
}

#endif
