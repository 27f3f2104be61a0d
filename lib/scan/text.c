/* SPDX-License-Identifier: MIT */
/* Text in columns: one after the other, or each once in the dictionary of a batch; words of flags, and trees as JSON.
 */
#include <diagfmt/io.h>

#include "base/utf8.h"
#include "cells.h"
#include "io/sink.h"
#include "model/json_struct.h"

/* Where a value ends is an int32_t. */
enum { MOST_BYTES = INT32_MAX };

/* ---- one after the other ---- */

static dfmt_status end_value(struct dfmti_cells *c, size_t at) {
  int32_t end = (int32_t)c->values.len;
  memcpy(c->ends.ptr + (at + 1) * sizeof end, &end, sizeof end);
  dfmti_cells_valid(c, at);
  return DFMT_OK;
}

static dfmt_status too_many(const struct dfmti_cells_maker *x) {
  x->mem->needed = 0;
  return DFMT_E_LIMIT;
}

/* Text that is not UTF-8. */
static dfmt_status put_cleaned(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                               size_t len) {
  size_t before = c->values.len;
  if (!dfmti_utf8_clean(x->mem, &c->values, ptr, len)) return dfmti_cells_no_room(x->mem);
  if (c->values.len > MOST_BYTES) return too_many(x);
  x->bytes += c->values.len - before;
  return end_value(c, at);
}

/* Room for text, at first as much as the last batch needed. */
static bool make_room(struct dfmti_mem *m, struct dfmti_cells *c, size_t len) {
  size_t usual = c->values.cap ? 0 : c->usual_bytes + c->usual_bytes / 8;
  return dfmti_buf_reserve(m, &c->values, len > usual ? len : usual);
}

static dfmt_status put_bytes(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                             size_t len) {
  if (c->text && !dfmti_is_ascii(ptr, len) && !dfmti_utf8_valid(ptr, len)) return put_cleaned(x, c, at, ptr, len);
  if (len > MOST_BYTES - c->values.len) return too_many(x);
  if (c->values.cap - c->values.len < len && !make_room(x->mem, c, len)) return dfmti_cells_no_room(x->mem);
  if (len) memcpy(c->values.ptr + c->values.len, ptr, len);
  c->values.len += len;
  x->bytes += len;
  return end_value(c, at);
}

/* ---- dictionaries ---- */

struct wanted {
  const struct dfmti_dictionary *d;
  const void *ptr;
  size_t len;
};

static int32_t end_of(const struct dfmti_dictionary *d, size_t place) {
  int32_t end;
  memcpy(&end, d->ends.ptr + place * sizeof end, sizeof end);
  return end;
}

/* Most are short. */
static inline bool is_equal(const uint8_t *a, const uint8_t *b, size_t len) {
  if (len > 16) return memcmp(a, b, len) == 0;
  uint64_t x[2], y[2];
  dfmti_hash_load(a, len, x);
  dfmti_hash_load(b, len, y);
  return x[0] == y[0] && x[1] == y[1];
}

static inline bool is_same(const void *user, uint64_t value) {
  const struct wanted *w = user;
  size_t begin = (size_t)end_of(w->d, (size_t)value - 1), end = (size_t)end_of(w->d, (size_t)value);
  return end - begin == w->len && is_equal(w->d->values.ptr + begin, w->ptr, w->len);
}

/* Adds a text that is not there. */
static dfmt_status add(struct dfmti_cells_maker *x, struct dfmti_dictionary *d, uint64_t hash, const void *ptr,
                       size_t len) {
  struct dfmti_mem *m = x->mem;
  if (len > MOST_BYTES - d->values.len) return too_many(x);
  if (!dfmti_buf_reserve(m, &d->values, len + 1) || !dfmti_buf_reserve(m, &d->ends, 2 * sizeof(int32_t)))
    return dfmti_cells_no_room(m);
  if (d->n == 0) (void)dfmti_buf_append(m, &d->ends, &(int32_t){0}, sizeof(int32_t));
  (void)dfmti_buf_append(m, &d->values, ptr, len);
  (void)dfmti_buf_append(m, &d->ends, &(int32_t){(int32_t)d->values.len}, sizeof(int32_t));
  dfmti_table_add(&d->places, hash, ++d->n);
  x->bytes += len + sizeof(int32_t);
  return DFMT_OK;
}

/* Sets *place to that of a text, a new one if it must. */
static dfmt_status place_of(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len,
                            int32_t *place) {
  struct dfmti_dictionary *d = &c->dictionary;
  if (dfmti_table_full(&d->places) && !dfmti_table_reserve(x->mem, &d->places)) return dfmti_cells_no_room(x->mem);
  uint64_t hash = dfmti_hash_bytes(d->places.key, 0, ptr, len);
  struct dfmti_slot *slot = dfmti_table_find(&d->places, hash, is_same, &(struct wanted){d, ptr, len});
  if (slot) {
    *place = (int32_t)slot->value - 1;
    return DFMT_OK;
  }
  if (c->text && !dfmti_utf8_valid(ptr, len)) { /* what is there is UTF-8, and so is what it becomes */
    x->scratch.len = 0;
    if (!dfmti_utf8_clean(x->mem, &x->scratch, ptr, len)) return dfmti_cells_no_room(x->mem);
    return place_of(x, c, x->scratch.ptr, x->scratch.len, place);
  }
  dfmt_status st = add(x, d, hash, ptr, len);
  if (st == DFMT_OK) *place = (int32_t)d->n - 1;
  return st;
}

static void set_place(struct dfmti_cells *c, size_t at, int32_t place) {
  memcpy(c->values.ptr + at * sizeof place, &place, sizeof place);
  dfmti_cells_valid(c, at);
}

static dfmt_status put_repeated(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                                size_t len) {
  const struct wanted text = {&c->dictionary, ptr, len};
  bool again = c->dictionary.n && is_same(&text, (uint64_t)c->last_place + 1); /* as in the row before */
  dfmt_status st = again ? DFMT_OK : place_of(x, c, ptr, len, &c->last_place);
  if (st == DFMT_OK) set_place(c, at, c->last_place);
  return st;
}

void dfmti_dictionary_clear(struct dfmti_dictionary *d) {
  dfmti_table_clear(&d->places);
  d->values = d->ends = (struct dfmti_buf){0};
  d->n = 0;
}

dfmt_status dfmti_cells_str(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                            size_t len) {
  return c->form == DFMTI_CELLS_REPEATED ? put_repeated(x, c, at, ptr, len) : put_bytes(x, c, at, ptr, len);
}

/* ---- words of flags ---- */

/* A bit without a word, in decimal. */
static size_t bit_number(char text[12], uint32_t bit) {
  size_t n = 0;
  for (uint32_t rest = bit; rest; rest /= 10) n++;
  for (size_t i = n; i > 0; bit /= 10) text[--i] = (char)('0' + bit % 10);
  return n;
}

static bool spell(struct dfmti_mem *m, const dfmt_type *words, uint32_t v, struct dfmti_buf *to) {
  bool good = true;
  to->len = 0;
  for (uint32_t bit = 1, rest = v; rest && good; rest &= ~bit, bit <<= 1) {
    if (!(rest & bit)) continue;
    char number[12];
    const char *word = dfmti_word(words, bit);
    size_t n = word ? strlen(word) : bit_number(number, bit);
    good = (to->len == 0 || dfmti_buf_append(m, to, "|", 1)) && dfmti_buf_append(m, to, word ? word : number, n);
  }
  return good;
}

dfmt_status dfmti_cells_words(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, uint32_t v) {
  dfmt_status st = DFMT_OK;
  if (v != c->last_value || c->dictionary.n == 0) {
    if (!spell(x->mem, c->words, v, &x->scratch)) return dfmti_cells_no_room(x->mem);
    st = place_of(x, c, x->scratch.len ? (const void *)x->scratch.ptr : "", x->scratch.len, &c->last_place);
  }
  if (st != DFMT_OK) return st;
  c->last_value = v;
  set_place(c, at, c->last_place);
  return DFMT_OK;
}

/* ---- trees ---- */

dfmt_status dfmti_cells_tree(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at,
                             const struct dfmti_tree_ops *tree, const void *root) {
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
  return put_bytes(x, c, at, ptr, (size_t)len);
}
