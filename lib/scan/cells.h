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
#include "base/hash.h"
#include "base/mem.h"
#include "model/format.h"
#include "model/walk.h"
#include "pool.h"

struct dfmti_list;

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
  DFMTI_CELLS_REPEATED, /* text of which there is little in many rows: places in the batch's dictionary */
  DFMTI_CELLS_WORD,     /* of an enumeration: places in the list of its words */
  DFMTI_CELLS_WORDS,    /* of flags: as REPEATED */
  DFMTI_CELLS_JSON,     /* of a tree */
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

/* The texts of a column, each once, in the order in which they came. */
struct dfmti_dictionary {
  struct dfmti_table places; /* of texts, plus 1 */
  struct dfmti_buf values, ends;
  size_t n;
};

struct dfmti_cells {
  uint32_t form;                 /* DFMTI_CELLS_* */
  uint32_t offset;               /* of the member in its struct, in bytes */
  uint32_t present_offset, mask; /* its presence bit; mask 0: it has none */
  bool nullable, str, chars;     /* str: a dfmt_str; chars: a const char * */
  bool text;                     /* malformed UTF-8 is replaced */
  size_t n;                      /* values, of the rows and of the elements of a LIST: other columns have as many */
  struct dfmti_buf valid;        /* bits, if nullable */
  struct dfmti_buf values;       /* numbers, bits or bytes */
  struct dfmti_buf ends;         /* UTF8, BINARY, JSON, LIST: int32_t, where each value ends; 0 first */
  size_t room;                   /* values that `valid`, and `values` of fixed size or `ends`, have memory for */
  size_t usual, usual_bytes;     /* values, and bytes of text, of the last batch */
  uint64_t last_value;           /* WORD, WORDS: the last number, and its place */
  int32_t last_place;
  struct dfmti_dictionary dictionary; /* REPEATED, WORDS */
  struct dfmti_cells *children;
  size_t n_children;
  size_t element_bytes; /* LIST: of an element, without text and elements of its own */
  size_t element_step;  /* LIST: from one to the next in memory */

  uint32_t from; /* DFMTI_FROM_* */
  const char *name, *suffix;
  const dfmt_field *field;       /* the member; of elements that of their array. NULL: neither */
  const dfmt_type *type;         /* STRUCT: its own */
  const dfmt_type *words;        /* WORD, WORDS */
  struct dfmti_batch_node *node; /* batch.c, while a batch is made */
};

/* What adding a row needs. */
struct dfmti_cells_maker {
  struct dfmti_mem *mem;
  struct dfmti_pool *pool; /* of buffers that go into batches */
  const struct dfmti_format *format;
  struct dfmt_sink *json; /* a memory sink for trees; made when it is needed */
  const dfmt_config *config;
  struct dfmti_buf scratch; /* text in the making */
  uint64_t bytes;           /* of text and elements, added so far */
};

/* Structs that stand `step` bytes apart, which become the values from `at` on. */
struct dfmti_run {
  const uint8_t *first;
  size_t step, n, at;
  uint32_t everywhere, somewhere; /* presence bits that all of them have, and any, as far as that is known */
};

/* ---- plan.c ---- */

/*
 * Plans the columns of a type as the children of a STRUCT. E_ARG: no such column; err lists those that there are, in
 * `names`, which may be NULL if the request names no columns.
 */
dfmt_status dfmti_cells_plan(struct dfmti_mem *m, struct dfmti_errors *err, struct dfmti_list *names,
                             const struct dfmti_format *format, const dfmt_type *type,
                             const dfmt_table_request *request, struct dfmti_cells *out);
void dfmti_cells_free(struct dfmti_mem *m, struct dfmti_cells *c);

/* ---- cells.c ---- */

/*
 * Makes memory for n more values, which nothing that adds them checks; bytes and elements make their own. OK, E_NOMEM.
 */
dfmt_status dfmti_cells_room(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t n);

/* Finds out which presence bits structs of one type have, of those with some. */
void dfmti_cells_find_common(struct dfmti_run *r, uint32_t present_offset);

/* Adds a member of some structs that is flat. */
void dfmti_cells_run(struct dfmti_cells *c, const struct dfmti_run *r);

/*
 * Adds a member that is not flat, of a struct that is a whole one of this library. OK; E_NOMEM; E_LIMIT: more than
 * 2^31-1 bytes.
 */
dfmt_status dfmti_cells_member(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const uint8_t *body);

/* Set the value at a place that is the next one, and not that of a member. */
void dfmti_cells_number(struct dfmti_cells *c, size_t at, uint64_t v);
void dfmti_cells_null(struct dfmti_cells *c, size_t at);

/* Bytes of a row that each has. */
size_t dfmti_cells_row_bytes(const struct dfmti_cells *c);

/* Absent values among the first n. */
size_t dfmti_cells_nulls(const struct dfmti_cells *c, size_t n);

/* ---- text.c: the value at a place that is the next one ---- */

/* Text or bytes. */
dfmt_status dfmti_cells_str(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr, size_t len);
dfmt_status dfmti_cells_words(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, uint32_t v);
dfmt_status dfmti_cells_tree(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at,
                             const struct dfmti_tree_ops *tree, const void *root);

/* Empties it; what it had belongs to a batch. */
void dfmti_dictionary_clear(struct dfmti_dictionary *d);

/* ---- cells.c, batch.c, schema.c ---- */

/* Takes back what there is of values after the first n. */
void dfmti_cells_truncate(struct dfmti_cells *c, size_t n);

/* Hands all values out as an Arrow array; the columns are empty then. E_NOMEM: they are as they were. */
dfmt_status dfmti_cells_batch(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct ArrowArray *out);

/* The type of what dfmti_cells_batch() hands out. */
dfmt_status dfmti_cells_schema(struct dfmti_mem *m, const struct dfmti_cells *c, struct ArrowSchema *out);

/* Columns whose values have ends, and so bytes after each other. */
static inline bool dfmti_cells_has_ends(const struct dfmti_cells *c) {
  return c->form == DFMTI_CELLS_UTF8 || c->form == DFMTI_CELLS_BINARY || c->form == DFMTI_CELLS_JSON ||
         c->form == DFMTI_CELLS_LIST;
}

/* Bytes of a value of fixed size; 0: it has none, or bits. */
static inline size_t dfmti_cells_width(const struct dfmti_cells *c) {
  switch (c->form) {
    case DFMTI_CELLS_U32:
    case DFMTI_CELLS_I32:
    case DFMTI_CELLS_REPEATED:
    case DFMTI_CELLS_WORD:
    case DFMTI_CELLS_WORDS: return 4;
    case DFMTI_CELLS_U64:
    case DFMTI_CELLS_I64:
    case DFMTI_CELLS_F64:
    case DFMTI_CELLS_TIMESTAMP_S: return 8;
    default: return 0;
  }
}

/* A value lies in the struct itself, and one is like the other. */
static inline bool dfmti_cells_is_flat(const struct dfmti_cells *c) {
  return c->form <= DFMTI_CELLS_BOOL || c->form == DFMTI_CELLS_WORD;
}

/* A dictionary of its own for each batch. */
static inline bool dfmti_cells_has_dictionary(const struct dfmti_cells *c) {
  return c->form == DFMTI_CELLS_REPEATED || c->form == DFMTI_CELLS_WORDS;
}

/* No memory; or the limit that it would have needed is known. */
static inline dfmt_status dfmti_cells_no_room(const struct dfmti_mem *m) {
  return m->needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
}

/* The value at a place is there. */
static inline void dfmti_cells_valid(struct dfmti_cells *c, size_t at) {
  if (c->nullable) c->valid.ptr[at / 8] |= (uint8_t)(1u << at % 8);
}

/* The member is there in this struct. */
static inline bool dfmti_cells_there(const struct dfmti_cells *c, const uint8_t *at) {
  return !c->mask || dfmti_load_u32(at + c->present_offset) & c->mask;
}

#endif
