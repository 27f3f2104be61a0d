/* SPDX-License-Identifier: MIT */
/*
 * Adding values to columns. Room for values of fixed size is made for a whole row, or all elements of a list, before
 * they are added, so that adding them is a loop without checks. A row is added whole, or dfmti_cells_truncate() takes
 * it back.
 */
#include "cells.h"

/* Where lists end is an int32_t. */
enum { MOST_ELEMENTS = INT32_MAX };

/* ---- room ---- */

/* At least that many bytes. */
static bool enlarge(struct dfmti_mem *m, struct dfmti_buf *b, size_t bytes) {
  if (bytes <= b->cap) return true;
  uint8_t *p = dfmti_realloc(m, b->ptr, b->cap, bytes);
  if (!p) return false;
  b->ptr = p;
  b->cap = bytes;
  return true;
}

/* Bits that are not set yet are zero. */
static bool enlarge_bits(struct dfmti_mem *m, struct dfmti_buf *b, size_t bits) {
  size_t before = b->cap;
  if (!enlarge(m, b, bits / 8 + 1)) return false;
  memset(b->ptr + before, 0, b->cap - before);
  return true;
}

static bool enlarge_ends(struct dfmti_mem *m, struct dfmti_buf *b, size_t room) {
  bool first = b->cap == 0;
  size_t bytes;
  if (!dfmti_mul(room + 1, sizeof(int32_t), &bytes) || !enlarge(m, b, bytes)) return false;
  if (first) memset(b->ptr, 0, sizeof(int32_t));
  return true;
}

/* Everything of a column that has a fixed size per value. */
static bool enlarge_column(struct dfmti_mem *m, struct dfmti_cells *c, size_t room) {
  size_t bytes;
  bool good = dfmti_mul(room, dfmti_cells_width(c), &bytes);
  if (good && c->nullable) good = enlarge_bits(m, &c->valid, room);
  if (good && c->form == DFMTI_CELLS_BOOL) good = enlarge_bits(m, &c->values, room);
  if (good && dfmti_cells_has_ends(c)) good = enlarge_ends(m, &c->ends, room);
  if (good && bytes) good = enlarge(m, &c->values, bytes);
  for (size_t i = 0; good && c->form == DFMTI_CELLS_STRUCT && i < c->n_children; i++)
    good = enlarge_column(m, &c->children[i], room);
  if (good) c->room = room;
  return good;
}

dfmt_status dfmti_cells_room(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t n) {
  enum { FIRST = 32 };
  if (c->room - c->n >= n) return DFMT_OK;
  size_t room = c->room ? 2 * c->room : c->usual ? c->usual : (size_t)FIRST;
  if (room < c->n + n) room = c->n + n;
  return enlarge_column(x->mem, c, room) ? DFMT_OK : dfmti_cells_no_room(x->mem);
}

size_t dfmti_cells_row_bytes(const struct dfmti_cells *c) {
  size_t bytes = dfmti_cells_has_ends(c) ? sizeof(int32_t) : dfmti_cells_width(c) + 1;
  for (size_t i = 0; c->form == DFMTI_CELLS_STRUCT && i < c->n_children; i++)
    bytes += dfmti_cells_row_bytes(&c->children[i]);
  return bytes;
}

/* ---- numbers ---- */

/* One struct, whose members become the values at a place. */
struct row {
  const uint8_t *body;
  size_t at, byte; /* of its bits */
  uint32_t present;
  uint8_t bit;
};

/* A member of one width, which is known where this is inlined. One that is absent counts as 0. */
__attribute__((always_inline)) static inline void put_fixed(struct dfmti_cells *c, const struct row *r, size_t width) {
  uint64_t v = 0;
  memcpy(&v, r->body + c->offset, width);
  if (c->mask) {
    uint64_t there = 0 - (uint64_t)((r->present & c->mask) != 0);
    v &= there;
    c->valid.ptr[r->byte] |= (uint8_t)(r->bit & there);
  }
  memcpy(c->values.ptr + r->at * width, &v, width);
}

/* Members that may be absent. Everything is in registers, and bits are set eight at a time. */
__attribute__((always_inline)) static inline void put_nullable_run(struct dfmti_cells *c, struct dfmti_run r,
                                                                   size_t width) {
  const uint8_t *from = r.first + c->offset, *present = r.first + c->present_offset;
  uint8_t *to = c->values.ptr + r.at * width, *valid = c->valid.ptr + r.at / 8;
  uint32_t mask = c->mask, bit = (uint32_t)(r.at % 8), bits = 0;
  for (size_t i = 0; i < r.n; i++, from += r.step, present += r.step, to += width) {
    bool there = dfmti_load_u32(present) & mask;
    uint64_t v = 0;
    memcpy(&v, from, width);
    v &= 0 - (uint64_t)there;
    memcpy(to, &v, width);
    bits |= (uint32_t)there << bit;
    if (++bit < 8) continue;
    *valid++ |= (uint8_t)bits;
    bit = bits = 0;
  }
  if (bits) *valid |= (uint8_t)bits;
}

static void set_bits(uint8_t *bits, size_t at, size_t n) {
  for (; n && at % 8; at++, n--) bits[at / 8] |= (uint8_t)(1u << at % 8);
  memset(bits + at / 8, 0xff, n / 8);
  if (n % 8) bits[at / 8 + n / 8] |= (uint8_t)((1u << n % 8) - 1);
}

__attribute__((always_inline)) static inline void put_fixed_run(struct dfmti_cells *c, struct dfmti_run r,
                                                                size_t width) {
  const uint8_t *from = r.first + c->offset;
  uint8_t *to = c->values.ptr + r.at * width;
  if (c->mask & ~r.everywhere) {
    put_nullable_run(c, r, width);
    return;
  }
  if (c->mask) set_bits(c->valid.ptr, r.at, r.n);
  if (r.step == width)
    memcpy(to, from, r.n * width);
  else
    for (size_t i = 0; i < r.n; i++) memcpy(to + i * width, from + i * r.step, width);
}

/* Bits that are not set are 0 already. */
static inline void put_bool(struct dfmti_cells *c, size_t at, const uint8_t *body) {
  if (!dfmti_cells_there(c, body)) return;
  bool set = dfmti_load_u32(body + c->offset);
  c->values.ptr[at / 8] |= (uint8_t)(set << at % 8);
  dfmti_cells_valid(c, at);
}

/* The place of a number in the list of words, -1: it has none. */
static int32_t place_of(const dfmt_type *words, uint64_t v) {
  for (uint64_t i = 0; i < words->n_fields; i++) {
    uint32_t number = words->fields[i].offset;
    if (v == number) return (int32_t)i;
  }
  return -1;
}

static inline void put_word(struct dfmti_cells *c, size_t at, const uint8_t *body) {
  uint32_t v = dfmti_load_u32(body + c->offset);
  if (v != c->last_value) {
    c->last_value = v;
    c->last_place = place_of(c->words, v);
  }
  bool there = dfmti_cells_there(c, body) && c->last_place >= 0;
  int32_t place = there ? c->last_place : 0;
  memcpy(c->values.ptr + at * sizeof place, &place, sizeof place);
  c->valid.ptr[at / 8] |= (uint8_t)(there << at % 8);
}

static void set_end(struct dfmti_cells *c, size_t at, size_t end) {
  int32_t v = (int32_t)end;
  memcpy(c->ends.ptr + (at + 1) * sizeof v, &v, sizeof v);
}

void dfmti_cells_number(struct dfmti_cells *c, size_t at, uint64_t v) {
  size_t width = dfmti_cells_width(c);
  uint32_t low = (uint32_t)v;
  if (width == 4)
    memcpy(c->values.ptr + at * 4, &low, 4);
  else if (width == 8)
    memcpy(c->values.ptr + at * 8, &v, 8);
  else
    c->values.ptr[at / 8] |= (uint8_t)((v != 0) << at % 8);
  dfmti_cells_valid(c, at);
}

void dfmti_cells_null(struct dfmti_cells *c, size_t at) {
  size_t width = dfmti_cells_width(c);
  if (c->form == DFMTI_CELLS_UTF8 || c->form == DFMTI_CELLS_BINARY || c->form == DFMTI_CELLS_JSON)
    set_end(c, at, c->values.len);
  else if (c->form == DFMTI_CELLS_LIST)
    set_end(c, at, c->children->n);
  else if (width)
    memset(c->values.ptr + at * width, 0, width);
  for (size_t i = 0; c->form == DFMTI_CELLS_STRUCT && i < c->n_children; i++) dfmti_cells_null(&c->children[i], at);
}

/* ---- text ---- */

/* A string that is there; one of chars may be NULL still. */
static inline dfmt_status put_str(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *member) {
  if (!c->chars) {
    dfmt_str s = dfmti_load_str(member);
    return dfmti_cells_str(x, c, at, s.ptr, (size_t)s.len);
  }
  const char *chars = dfmti_load_ptr(member);
  if (chars) return dfmti_cells_str(x, c, at, chars, strlen(chars));
  dfmti_cells_null(c, at);
  return DFMT_OK;
}

static dfmt_status put_tree(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *root) {
  const struct dfmti_tree_ops *tree = root ? dfmti_tree_of(x->format, c->field) : NULL;
  if (tree) return dfmti_cells_tree(x, c, at, tree, root);
  dfmti_cells_null(c, at);
  return DFMT_OK;
}

/* ---- structs and lists ---- */

/* One by a pointer. NULL: there is none, its members are null. */
static dfmt_status put_struct(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *body) {
  if (!body) {
    dfmti_cells_null(c, at);
    return DFMT_OK;
  }
  dfmti_cells_valid(c, at);
  return dfmti_cells_members(x, c, c->n_children, (struct dfmti_run){body, 0, 1, at, 0});
}

static dfmt_status put_members(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct dfmti_run r);

static dfmt_status put_pointed(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct dfmti_run r) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < r.n && st == DFMT_OK; i++)
    st = put_struct(x, c, r.at + i, dfmti_load_ptr(r.first + i * r.step));
  return st;
}

static dfmt_status put_elements(struct dfmti_cells_maker *x, struct dfmti_cells *list, struct dfmti_array a) {
  struct dfmti_cells *c = list->children;
  if (a.n > MOST_ELEMENTS - c->n) {
    x->mem->needed = 0;
    return DFMT_E_LIMIT;
  }
  const struct dfmti_run r = {a.ptr, a.step, (size_t)a.n, c->n, 0};
  dfmt_status st = dfmti_cells_room(x, c, r.n);
  if (st != DFMT_OK || r.n == 0) return st; /* of no elements there may be no buffers */
  if (list->field->kind == DFMT_KIND_REF_ARRAY)
    st = put_pointed(x, c, r);
  else
    st = c->form == DFMTI_CELLS_STRUCT ? dfmti_cells_members(x, c, c->n_children, r) : put_members(x, c, r);
  c->n += r.n;
  x->bytes += r.n * list->element_bytes;
  return st;
}

static dfmt_status put_list(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const uint8_t *body) {
  dfmt_status st = put_elements(x, c, dfmti_array_of(x->format, c->field, body, SIZE_MAX));
  set_end(c, at, c->children->n);
  dfmti_cells_valid(c, at);
  return st;
}

/* ---- members ---- */

/* Those that are not all of one size, one by one. */
static dfmt_status put_one(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const uint8_t *body) {
  const uint8_t *member = body + c->offset;
  if (!dfmti_cells_there(c, body)) {
    dfmti_cells_null(c, at);
    return DFMT_OK;
  }
  switch (c->form) {
    case DFMTI_CELLS_BOOL: put_bool(c, at, body); return DFMT_OK;
    case DFMTI_CELLS_UTF8:
    case DFMTI_CELLS_BINARY:
    case DFMTI_CELLS_REPEATED: return put_str(x, c, at, member);
    case DFMTI_CELLS_LIST: return put_list(x, c, at, body);
    case DFMTI_CELLS_STRUCT: return put_struct(x, c, at, dfmti_load_ptr(member));
    case DFMTI_CELLS_WORDS: return dfmti_cells_words(x, c, at, dfmti_load_u32(member));
    case DFMTI_CELLS_JSON: return put_tree(x, c, at, dfmti_load_ptr(member));
    default: put_word(c, at, body); return DFMT_OK;
  }
}

/* A member of some structs. */
static dfmt_status put_members(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct dfmti_run r) {
  dfmt_status st = DFMT_OK;
  switch (c->form) {
    case DFMTI_CELLS_U32:
    case DFMTI_CELLS_I32: put_fixed_run(c, r, 4); return DFMT_OK;
    case DFMTI_CELLS_U64:
    case DFMTI_CELLS_I64:
    case DFMTI_CELLS_F64:
    case DFMTI_CELLS_TIMESTAMP_S: put_fixed_run(c, r, 8); return DFMT_OK;
    default:
      for (size_t i = 0; i < r.n && st == DFMT_OK; i++) st = put_one(x, c, r.at + i, r.first + i * r.step);
      return st;
  }
}

/* The members of one struct. All children have their presence bits at the same place. */
static dfmt_status put_body(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct dfmti_cells *end,
                            const uint8_t *body, size_t at) {
  struct row r = {body, at, at / 8, 0, (uint8_t)(1u << at % 8)};
  dfmt_status st = DFMT_OK;
  if (c < end) r.present = dfmti_load_u32(body + c->present_offset);
  for (; c < end && st == DFMT_OK; c++) switch (c->form) {
      case DFMTI_CELLS_U32:
      case DFMTI_CELLS_I32: put_fixed(c, &r, 4); break;
      case DFMTI_CELLS_U64:
      case DFMTI_CELLS_I64:
      case DFMTI_CELLS_F64:
      case DFMTI_CELLS_TIMESTAMP_S: put_fixed(c, &r, 8); break;
      case DFMTI_CELLS_WORD: put_word(c, at, body); break;
      case DFMTI_CELLS_UTF8:
      case DFMTI_CELLS_REPEATED:
        if (c->mask & ~r.present)
          dfmti_cells_null(c, at);
        else
          st = put_str(x, c, at, body + c->offset);
        break;
      default: st = put_one(x, c, at, body);
    }
  return st;
}

static uint32_t common_bits(struct dfmti_run r, uint32_t present_offset) {
  uint32_t all = UINT32_MAX;
  for (size_t i = 0; i < r.n; i++) all &= dfmti_load_u32(r.first + i * r.step + present_offset);
  return all;
}

dfmt_status dfmti_cells_members(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t n_members,
                                struct dfmti_run r) {
  struct dfmti_cells *child = c->children, *end = child + n_members;
  if (r.n == 1) return put_body(x, child, end, r.first, r.at);
  dfmt_status st = DFMT_OK;
  r.everywhere = c->type->present_offset ? common_bits(r, c->type->present_offset) : 0;
  for (; child < end && st == DFMT_OK; child++) st = put_members(x, child, r);
  return st;
}

/* ---- taking back ---- */

static void truncate_bits(struct dfmti_buf *b, size_t n) {
  size_t whole = n / 8;
  if (whole >= b->cap) return;
  b->ptr[whole] &= (uint8_t)((1u << n % 8) - 1);
  memset(b->ptr + whole + 1, 0, b->cap - whole - 1);
}

void dfmti_cells_truncate(struct dfmti_cells *c, size_t n) {
  size_t inside = n;
  if (dfmti_cells_has_ends(c)) {
    int32_t end = 0;
    if (c->ends.cap) memcpy(&end, c->ends.ptr + n * sizeof end, sizeof end);
    inside = (size_t)end;
    if (c->form != DFMTI_CELLS_LIST) c->values.len = inside;
  }
  for (size_t i = 0; i < c->n_children; i++) dfmti_cells_truncate(&c->children[i], inside);
  if (c->form == DFMTI_CELLS_BOOL) truncate_bits(&c->values, n);
  if (c->nullable) truncate_bits(&c->valid, n);
  c->n = n;
}

size_t dfmti_cells_nulls(const struct dfmti_cells *c, size_t n) {
  size_t set = 0, i = 0;
  uint64_t word;
  if (!c->nullable) return 0;
  for (; n - i >= 64; i += 64) {
    memcpy(&word, c->valid.ptr + i / 8, sizeof word);
    set += (size_t)__builtin_popcountll(word);
  }
  for (; i < n; i++) set += c->valid.ptr[i / 8] >> i % 8 & 1;
  return n - set;
}
