/* SPDX-License-Identifier: MIT */
/*
 * Adding values to columns. Room for values of fixed size is made for a whole row, or all elements of a list, before
 * they are added, so that adding them is a loop without checks.
 */
#include "cells.h"

/* Compilers unroll what calls itself, which is of no use where columns are nested twice at most. */
#define RARE __attribute__((noinline))

/* Where lists end is an int32_t. */
enum { MOST_ELEMENTS = INT32_MAX };

/* ---- room ---- */

/* At least that many bytes. */
static bool enlarge(struct dfmti_cells_maker *x, struct dfmti_buf *b, size_t bytes) {
  if (bytes <= b->cap || (!b->ptr && dfmti_pool_take(x->pool, x->mem, b, bytes))) return true;
  uint8_t *p = dfmti_realloc(x->mem, b->ptr, b->cap, bytes);
  if (!p) return false;
  b->ptr = p;
  b->cap = bytes;
  return true;
}

/* Bits that are not set yet are zero. */
static bool enlarge_bits(struct dfmti_cells_maker *x, struct dfmti_buf *b, size_t bits) {
  size_t before = b->cap;
  if (!enlarge(x, b, bits / 8 + 1)) return false;
  memset(b->ptr + before, 0, b->cap - before);
  return true;
}

static bool enlarge_ends(struct dfmti_cells_maker *x, struct dfmti_buf *b, size_t room) {
  bool first = b->cap == 0;
  size_t bytes;
  if (!dfmti_mul(room + 1, sizeof(int32_t), &bytes) || !enlarge(x, b, bytes)) return false;
  if (first) memset(b->ptr, 0, sizeof(int32_t));
  return true;
}

/* Everything of a column that has a fixed size per value. */
static bool enlarge_column(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t room) {
  size_t bytes;
  bool good = dfmti_mul(room, dfmti_cells_width(c), &bytes);
  if (good && c->nullable) good = enlarge_bits(x, &c->valid, room);
  if (good && c->form == DFMTI_CELLS_BOOL) good = enlarge_bits(x, &c->values, room);
  if (good && dfmti_cells_has_ends(c)) good = enlarge_ends(x, &c->ends, room);
  if (good && bytes) good = enlarge(x, &c->values, bytes);
  for (size_t i = 0; good && c->form == DFMTI_CELLS_STRUCT && i < c->n_children; i++)
    good = enlarge_column(x, &c->children[i], room);
  if (good) c->room = room;
  return good;
}

/* Of a column without values: what is left of an attempt to enlarge it. */
RARE static void empty_column(struct dfmti_mem *m, struct dfmti_cells *c) {
  dfmti_buf_free(m, &c->valid);
  dfmti_buf_free(m, &c->values);
  dfmti_buf_free(m, &c->ends);
  for (size_t i = 0; c->form == DFMTI_CELLS_STRUCT && i < c->n_children; i++) empty_column(m, &c->children[i]);
  c->room = 0;
}

/*
 * As much as the last batch needed and some more, or twice what there is; else ever less, down to what is needed now:
 * near a limit, memory that grew by single rows would be copied for each of them.
 */
dfmt_status dfmti_cells_room(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t n) {
  enum { FIRST = 32 };
  if (c->room - c->n >= n) return DFMT_OK;
  size_t least = c->n + n, room = c->room ? 2 * c->room : c->usual ? c->usual + c->usual / 8 : (size_t)FIRST;
  if (room < least) room = least;
  for (size_t more = room - least; more; more /= 4) {
    if (enlarge_column(x, c, least + more)) return DFMT_OK;
    if (c->n == 0) empty_column(x->mem, c);
  }
  return enlarge_column(x, c, least) ? DFMT_OK : dfmti_cells_no_room(x->mem);
}

RARE size_t dfmti_cells_row_bytes(const struct dfmti_cells *c) {
  size_t bytes = dfmti_cells_has_ends(c) ? sizeof(int32_t) : dfmti_cells_width(c) + 1;
  for (size_t i = 0; c->form == DFMTI_CELLS_STRUCT && i < c->n_children; i++)
    bytes += dfmti_cells_row_bytes(&c->children[i]);
  return bytes;
}

/* ---- numbers ---- */

/* Members that may be absent. Everything is in registers, and bits are set eight at a time. */
__attribute__((always_inline)) static inline void put_nullable_run(struct dfmti_cells *c, const struct dfmti_run *r,
                                                                   size_t width) {
  const uint8_t *from = r->first + c->offset, *present = r->first + c->present_offset;
  uint8_t *to = c->values.ptr + r->at * width, *valid = c->valid.ptr + r->at / 8;
  uint32_t mask = c->mask, bit = (uint32_t)(r->at % 8), bits = 0;
  for (size_t i = 0; i < r->n; i++, from += r->step, present += r->step, to += width) {
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

__attribute__((always_inline)) static inline void put_fixed_run(struct dfmti_cells *c, const struct dfmti_run *r,
                                                                size_t width) {
  const uint8_t *from = r->first + c->offset;
  uint8_t *to = c->values.ptr + r->at * width;
  if (c->mask & ~r->somewhere) {
    memset(to, 0, r->n * width);
    return;
  }
  if (c->mask & ~r->everywhere) {
    put_nullable_run(c, r, width);
    return;
  }
  if (c->mask) set_bits(c->valid.ptr, r->at, r->n);
  if (r->step == width)
    memcpy(to, from, r->n * width);
  else
    for (size_t i = 0; i < r->n; i++) memcpy(to + i * width, from + i * r->step, width);
}

/* Bits that are not set are 0 already. */
static void put_bool_run(struct dfmti_cells *c, const struct dfmti_run *r) {
  for (size_t i = 0; i < r->n; i++) {
    const uint8_t *body = r->first + i * r->step;
    size_t at = r->at + i;
    if (!dfmti_cells_there(c, body)) continue;
    bool set = dfmti_load_u32(body + c->offset);
    c->values.ptr[at / 8] |= (uint8_t)(set << at % 8);
    dfmti_cells_valid(c, at);
  }
}

/* The place of a number in the list of words, -1: it has none. */
static int32_t place_of(const dfmt_type *words, uint64_t v) {
  for (uint64_t i = 0; i < words->n_fields; i++) {
    uint32_t number = words->fields[i].offset;
    if (v == number) return (int32_t)i;
  }
  return -1;
}

static void put_word_run(struct dfmti_cells *c, const struct dfmti_run *r) {
  for (size_t i = 0; i < r->n; i++) {
    const uint8_t *body = r->first + i * r->step;
    size_t at = r->at + i;
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
}

void dfmti_cells_run(struct dfmti_cells *c, const struct dfmti_run *r) {
  switch (c->form) {
    case DFMTI_CELLS_BOOL: put_bool_run(c, r); break;
    case DFMTI_CELLS_WORD: put_word_run(c, r); break;
    default:
      if (dfmti_cells_width(c) == 4)
        put_fixed_run(c, r, 4);
      else
        put_fixed_run(c, r, 8);
  }
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

RARE void dfmti_cells_null(struct dfmti_cells *c, size_t at) {
  if (dfmti_cells_has_ends(c)) {
    set_end(c, at, c->form == DFMTI_CELLS_LIST ? c->children->n : c->values.len);
    return;
  }
  size_t width = dfmti_cells_width(c);
  if (width) memset(c->values.ptr + at * width, 0, width);
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

static dfmt_status put_members(struct dfmti_cells_maker *x, struct dfmti_cells *c, const struct dfmti_run *r);
static dfmt_status put_structs(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct dfmti_run *r);

/* One by a pointer. NULL: there is none, its members are null. */
static dfmt_status put_struct(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *body) {
  if (!body) {
    dfmti_cells_null(c, at);
    return DFMT_OK;
  }
  dfmti_cells_valid(c, at);
  return put_structs(x, c, &(struct dfmti_run){.first = body, .n = 1, .at = at});
}

static dfmt_status put_pointed(struct dfmti_cells_maker *x, struct dfmti_cells *c, const struct dfmti_run *r) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < r->n && st == DFMT_OK; i++)
    st = put_struct(x, c, r->at + i, dfmti_load_ptr(r->first + i * r->step));
  return st;
}

static dfmt_status put_elements(struct dfmti_cells_maker *x, struct dfmti_cells *list, const void *first, uint64_t n) {
  struct dfmti_cells *c = list->children;
  if (n > MOST_ELEMENTS - c->n) {
    x->mem->needed = 0;
    return DFMT_E_LIMIT;
  }
  struct dfmti_run r = {first, list->element_step, (size_t)n, c->n, 0, UINT32_MAX};
  if (n == 0) return DFMT_OK; /* there may be no buffers */
  dfmt_status st = c->room - c->n >= r.n ? DFMT_OK : dfmti_cells_room(x, c, r.n);
  if (st != DFMT_OK) return st;
  if (dfmti_cells_is_flat(c))
    dfmti_cells_run(c, &r);
  else if (list->field->kind == DFMT_KIND_REF_ARRAY)
    st = put_pointed(x, c, &r);
  else
    st = c->form == DFMTI_CELLS_STRUCT ? put_structs(x, c, &r) : put_members(x, c, &r);
  c->n += r.n;
  x->bytes += r.n * list->element_bytes;
  return st;
}

static dfmt_status put_list(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const uint8_t *body) {
  const void *first = dfmti_load_ptr(body + c->offset);
  dfmt_status st = put_elements(x, c, first, first ? dfmti_load_u64(body + c->field->count_offset) : 0);
  set_end(c, at, c->children->n);
  dfmti_cells_valid(c, at);
  return st;
}

/* ---- members ---- */

dfmt_status dfmti_cells_member(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const uint8_t *body) {
  const uint8_t *member = body + c->offset;
  if (!dfmti_cells_there(c, body)) {
    dfmti_cells_null(c, at);
    return DFMT_OK;
  }
  if (c->form == DFMTI_CELLS_LIST) return put_list(x, c, at, body);
  switch (c->form) {
    case DFMTI_CELLS_STRUCT: return put_struct(x, c, at, dfmti_load_ptr(member));
    case DFMTI_CELLS_WORDS: return dfmti_cells_words(x, c, at, dfmti_load_u32(member));
    case DFMTI_CELLS_JSON: return put_tree(x, c, at, dfmti_load_ptr(member));
    default: return put_str(x, c, at, member);
  }
}

/* A member of some structs. */
static dfmt_status put_members(struct dfmti_cells_maker *x, struct dfmti_cells *c, const struct dfmti_run *r) {
  dfmt_status st = DFMT_OK;
  if (dfmti_cells_is_flat(c))
    dfmti_cells_run(c, r);
  else
    for (size_t i = 0; i < r->n && st == DFMT_OK; i++) st = dfmti_cells_member(x, c, r->at + i, r->first + i * r->step);
  return st;
}

void dfmti_cells_find_common(struct dfmti_run *r, uint32_t present_offset) {
  r->somewhere = present_offset && r->n ? 0 : UINT32_MAX;
  r->everywhere = present_offset ? UINT32_MAX : 0;
  for (size_t i = 0; present_offset && i < r->n; i++) {
    uint32_t present = dfmti_load_u32(r->first + i * r->step + present_offset);
    r->somewhere |= present;
    r->everywhere &= present;
  }
}

static dfmt_status put_structs(struct dfmti_cells_maker *x, struct dfmti_cells *c, struct dfmti_run *r) {
  dfmt_status st = DFMT_OK;
  dfmti_cells_find_common(r, c->type->present_offset);
  for (size_t i = 0; i < c->n_children && st == DFMT_OK; i++) st = put_members(x, &c->children[i], r);
  return st;
}

/* ---- taking back ---- */

static void truncate_bits(struct dfmti_buf *b, size_t n) {
  size_t whole = n / 8;
  if (whole >= b->cap) return;
  b->ptr[whole] &= (uint8_t)((1u << n % 8) - 1);
  memset(b->ptr + whole + 1, 0, b->cap - whole - 1);
}

RARE void dfmti_cells_truncate(struct dfmti_cells *c, size_t n) {
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
