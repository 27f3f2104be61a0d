/* SPDX-License-Identifier: MIT */
/* Adding values to columns. A value is added whole, or dfmti_cells_truncate() takes its row back. */
#include "cells.h"

#include <diagfmt/io.h>

#include "base/utf8.h"
#include "io/sink.h"
#include "model/json_struct.h"
#include "model/walk.h"

static dfmt_status out_of_room(const struct dfmti_cells_maker *x) {
  return x->mem->needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
}

/* ---- bits and buffers ---- */

static bool append(struct dfmti_cells_maker *x, struct dfmti_buf *b, const void *ptr, size_t len) {
  if (b->cap - b->len < len && !dfmti_buf_reserve(x->mem, b, len)) return false;
  memcpy(b->ptr + b->len, ptr, len);
  b->len += len;
  x->bytes += len;
  return true;
}

/* Bit `at`, which is the first of a new byte or follows the last. */
static bool append_bit(struct dfmti_cells_maker *x, struct dfmti_buf *b, size_t at, bool value) {
  if (at % 8 == 0 && !append(x, b, "", 1)) return false;
  b->ptr[at / 8] |= (uint8_t)(value << at % 8);
  return true;
}

/* The value is there, or not: it has been added. */
static dfmt_status count(struct dfmti_cells_maker *x, struct dfmti_cells *c, bool there) {
  if (c->nullable && !append_bit(x, &c->valid, c->n, there)) return out_of_room(x);
  c->nulls += c->nullable && !there; /* else it is in a struct that is absent */
  c->n++;
  return DFMT_OK;
}

/* ---- values of fixed size ---- */

dfmt_status dfmti_cells_number(struct dfmti_cells_maker *x, struct dfmti_cells *c, uint64_t v) {
  size_t width = dfmti_cells_width(c);
  uint32_t low = (uint32_t)v;
  bool good = width == 4   ? append(x, &c->values, &low, 4)
              : width == 8 ? append(x, &c->values, &v, 8)
                           : append_bit(x, &c->values, c->n, v != 0);
  return good ? count(x, c, true) : out_of_room(x);
}

/* ---- values of bytes ---- */

/* Where they end is an int32_t. */
enum { MOST_BYTES = INT32_MAX };

static bool put_end(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t end) {
  int32_t v = (int32_t)end;
  if (c->ends.len == 0 && !append(x, &c->ends, &(int32_t){0}, sizeof v)) return false;
  return append(x, &c->ends, &v, sizeof v);
}

static dfmt_status put_bytes(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len) {
  if (c->values.len > MOST_BYTES || len > MOST_BYTES - c->values.len) {
    x->mem->needed = 0;
    return DFMT_E_LIMIT;
  }
  return len == 0 || append(x, &c->values, ptr, len) ? DFMT_OK : out_of_room(x);
}

static dfmt_status end_value(struct dfmti_cells_maker *x, struct dfmti_cells *c) {
  return put_end(x, c, c->values.len) ? count(x, c, true) : out_of_room(x);
}

/* Text that is not UTF-8. */
static dfmt_status put_cleaned(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len) {
  size_t before = c->values.len;
  if (!dfmti_utf8_clean(x->mem, &c->values, ptr, len)) return out_of_room(x);
  x->bytes += c->values.len - before;
  return put_bytes(x, c, "", 0);
}

dfmt_status dfmti_cells_str(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len) {
  bool clean = !c->text || dfmti_utf8_valid(ptr, len);
  dfmt_status st = clean ? put_bytes(x, c, ptr, len) : put_cleaned(x, c, ptr, len);
  return st == DFMT_OK ? end_value(x, c) : st;
}

/* ---- words ---- */

/* The place of a number in the list of words, -1: it has none. */
static int32_t place_of(const dfmt_type *words, uint64_t v) {
  for (uint64_t i = 0; i < words->n_fields; i++) {
    uint32_t number = words->fields[i].offset;
    if (v == number) return (int32_t)i;
  }
  return -1;
}

static dfmt_status put_word(struct dfmti_cells_maker *x, struct dfmti_cells *c, uint32_t v) {
  if (v != c->last_value) {
    c->last_value = v;
    c->last_place = place_of(c->words, v);
  }
  if (c->last_place < 0) return dfmti_cells_null(x, c);
  return dfmti_cells_number(x, c, (uint64_t)c->last_place);
}

/* A bit without a word, in decimal. */
static size_t put_bit_number(char text[12], uint32_t bit) {
  size_t n = 0;
  for (uint32_t rest = bit; rest; rest /= 10) n++;
  for (size_t i = n; i > 0; bit /= 10) text[--i] = (char)('0' + bit % 10);
  return n;
}

static dfmt_status put_words(struct dfmti_cells_maker *x, struct dfmti_cells *c, uint32_t v) {
  dfmt_status st = DFMT_OK;
  for (uint32_t bit = 1, rest = v; rest && st == DFMT_OK; rest &= ~bit, bit <<= 1) {
    if (!(rest & bit)) continue;
    char number[12];
    const char *word = dfmti_word(c->words, bit);
    size_t n = word ? strlen(word) : put_bit_number(number, bit);
    st = put_bytes(x, c, word ? word : number, n);
    if (st == DFMT_OK && rest != bit) st = put_bytes(x, c, "|", 1);
  }
  return st == DFMT_OK ? end_value(x, c) : st;
}

/* ---- trees ---- */

static dfmt_status put_tree(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *root) {
  const struct dfmti_tree_ops *tree = root ? dfmti_tree_of(x->format, c->field) : NULL;
  if (!tree) return dfmti_cells_null(x, c);
  dfmt_status st = x->json ? dfmt_sink_reset(x->json) : dfmt_sink_memory(x->config, &x->json);
  if (st != DFMT_OK) return st;
  struct dfmti_json j;
  const void *ptr = NULL;
  uint64_t len = 0;
  dfmti_json_begin(&j, x->json, 0);
  tree->json(&j, root);
  st = dfmti_json_end(&j, NULL);
  if (st == DFMT_OK) st = dfmt_sink_bytes(x->json, &ptr, &len);
  if (st != DFMT_OK) {
    x->mem->needed = x->json->mem.needed;
    return st;
  }
  return dfmti_cells_str(x, c, ptr, (size_t)len);
}

/* ---- structs, lists, members ---- */

static dfmt_status put_value(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *at);

/* NULL: there is none. Its members are null then. */
static dfmt_status put_struct(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *body) {
  if (!body) return dfmti_cells_null(x, c);
  size_t size = dfmti_struct_size(c->type, body);
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < c->n_children && st == DFMT_OK; i++) st = dfmti_cells_member(x, &c->children[i], body, size);
  return st == DFMT_OK ? count(x, c, true) : st;
}

static dfmt_status put_list(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *body, size_t size) {
  struct dfmti_array a = dfmti_array_of(x->format, c->field, body, size);
  bool refs = c->field->kind == DFMT_KIND_REF_ARRAY;
  struct dfmti_cells *child = c->children;
  dfmt_status st = DFMT_OK;
  if (a.n > MOST_BYTES - child->n) {
    x->mem->needed = 0;
    return DFMT_E_LIMIT;
  }
  for (uint64_t i = 0; i < a.n && st == DFMT_OK; i++, a.ptr += a.step)
    st = refs ? put_struct(x, child, dfmti_load_ptr(a.ptr)) : put_value(x, child, a.ptr);
  if (st != DFMT_OK) return st;
  return put_end(x, c, child->n) ? count(x, c, true) : out_of_room(x);
}

/* Strings: of kind CSTR, else dfmt_str. */
static dfmt_status put_text(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *at) {
  if (c->field->kind == DFMT_KIND_CSTR) {
    const char *s = dfmti_load_ptr(at);
    return s ? dfmti_cells_str(x, c, s, strlen(s)) : dfmti_cells_null(x, c);
  }
  dfmt_str s = dfmti_load_str(at);
  return dfmti_cells_str(x, c, s.ptr, (size_t)s.len);
}

static dfmt_status put_value(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *at) {
  switch (c->form) {
    case DFMTI_CELLS_U32:
    case DFMTI_CELLS_I32:
    case DFMTI_CELLS_BOOL: return dfmti_cells_number(x, c, dfmti_load_u32(at));
    case DFMTI_CELLS_U64:
    case DFMTI_CELLS_I64:
    case DFMTI_CELLS_TIMESTAMP_S: return dfmti_cells_number(x, c, dfmti_load_u64(at));
    case DFMTI_CELLS_UTF8:
    case DFMTI_CELLS_BINARY: return put_text(x, c, at);
    case DFMTI_CELLS_WORD: return put_word(x, c, dfmti_load_u32(at));
    case DFMTI_CELLS_WORDS: return put_words(x, c, dfmti_load_u32(at));
    case DFMTI_CELLS_JSON: return put_tree(x, c, dfmti_load_ptr(at));
    default: return put_struct(x, c, at);
  }
}

dfmt_status dfmti_cells_member(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *body, size_t size) {
  const dfmt_field *f = c->field;
  if (!dfmti_is_there(c->outer, f, body, size)) return dfmti_cells_null(x, c);
  const uint8_t *at = (const uint8_t *)body + f->offset;
  if (c->form == DFMTI_CELLS_LIST) return put_list(x, c, body, size);
  return put_value(x, c, f->kind == DFMT_KIND_REF ? dfmti_load_ptr(at) : at);
}

dfmt_status dfmti_cells_null(struct dfmti_cells_maker *x, struct dfmti_cells *c) {
  static const uint8_t zero[8];
  size_t width = dfmti_cells_width(c);
  bool good = true;
  if (width)
    good = append(x, &c->values, zero, width);
  else if (c->form == DFMTI_CELLS_BOOL)
    good = append_bit(x, &c->values, c->n, false);
  else if (dfmti_cells_has_ends(c))
    good = put_end(x, c, c->form == DFMTI_CELLS_LIST ? c->children->n : c->values.len);
  for (size_t i = 0; c->form == DFMTI_CELLS_STRUCT && good && i < c->n_children; i++) {
    dfmt_status st = dfmti_cells_null(x, &c->children[i]);
    if (st != DFMT_OK) return st;
  }
  return good ? count(x, c, false) : out_of_room(x);
}

/* ---- taking back ---- */

static void truncate_bits(struct dfmti_buf *b, size_t n) {
  b->len = (n + 7) / 8;
  if (n % 8) b->ptr[n / 8] &= (uint8_t)((1u << n % 8) - 1);
}

static size_t zeros(const struct dfmti_buf *b, size_t n) {
  size_t set = 0;
  for (size_t i = 0; i < n; i++) set += b->ptr[i / 8] >> i % 8 & 1;
  return n - set;
}

void dfmti_cells_truncate(struct dfmti_cells *c, size_t n) {
  size_t width = dfmti_cells_width(c), inside = n;
  if (dfmti_cells_has_ends(c)) {
    int32_t end = 0;
    if (c->ends.len) memcpy(&end, c->ends.ptr + n * sizeof end, sizeof end);
    inside = (size_t)end;
    c->ends.len = c->ends.len ? (n + 1) * sizeof end : 0;
    if (c->form != DFMTI_CELLS_LIST) c->values.len = inside;
  }
  for (size_t i = 0; i < c->n_children; i++) dfmti_cells_truncate(&c->children[i], inside);
  if (width) c->values.len = n * width;
  if (c->form == DFMTI_CELLS_BOOL) truncate_bits(&c->values, n);
  if (c->nullable) {
    truncate_bits(&c->valid, n);
    c->nulls = zeros(&c->valid, n);
  }
  c->n = n;
}
