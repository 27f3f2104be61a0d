/* SPDX-License-Identifier: MIT */
/* Text in columns: one after the other, or each once in the dictionary of a batch; words of flags, and trees as JSON.
 */
#include <diagfmt/io.h>

#include "base/utf8.h"
#include "cells.h"
#include "io/sink.h"
#include "model/json_struct.h"

/* Not once for each value: apart, so that what is has few registers to save. */
#define RARE __attribute__((noinline))

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
static RARE dfmt_status put_cleaned(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                                    size_t len) {
  size_t before = c->values.len;
  if (!dfmti_utf8_clean(x->mem, &c->values, ptr, len)) return dfmti_cells_no_room(x->mem);
  if (c->values.len > MOST_BYTES) return too_many(x);
  x->bytes += c->values.len - before;
  return end_value(c, at);
}

/* Room for text, at first as much as the last batch needed, or as little as will do. */
static RARE bool make_room(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t len) {
  size_t usual = c->values.cap ? 0 : c->usual_bytes + c->usual_bytes / 8;
  if (len < usual &&
      (dfmti_pool_take(x->pool, x->mem, &c->values, usual) || dfmti_buf_reserve(x->mem, &c->values, usual)))
    return true;
  return dfmti_buf_reserve(x->mem, &c->values, len);
}

static RARE dfmt_status put_bytes(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                                  size_t len) {
  if (c->text && !dfmti_is_ascii(ptr, len) && !dfmti_utf8_valid(ptr, len)) return put_cleaned(x, c, at, ptr, len);
  if (len > MOST_BYTES - c->values.len) return too_many(x);
  if (c->values.cap - c->values.len < len && !make_room(x, c, len)) return dfmti_cells_no_room(x->mem);
  if (len) memcpy(c->values.ptr + c->values.len, ptr, len);
  c->values.len += len;
  x->bytes += len;
  return end_value(c, at);
}

/* ---- dictionaries ---- */

/* A text that is looked for. Most are short, and then compared as two numbers. */
struct wanted {
  const struct dfmti_dictionary *d;
  const void *ptr;
  size_t len;
  uint64_t w[2];
};

static int32_t end_of(const struct dfmti_dictionary *d, size_t place) {
  int32_t end;
  memcpy(&end, d->ends.ptr + place * sizeof end, sizeof end);
  return end;
}

static inline bool is_same(const void *user, uint64_t value) {
  const struct wanted *t = user;
  size_t begin = (size_t)end_of(t->d, (size_t)value - 1), end = (size_t)end_of(t->d, (size_t)value);
  const uint8_t *text = t->d->values.ptr + begin;
  uint64_t w[2];
  if (end - begin != t->len) return false;
  if (t->len > sizeof w) return memcmp(text, t->ptr, t->len) == 0;
  dfmti_hash_load(text, t->len, w);
  return w[0] == t->w[0] && w[1] == t->w[1];
}

/* The place of a text, plus 1; 0: it is not there. last: that of another one, which is likely the same. */
static inline uint64_t find(const struct dfmti_dictionary *d, int32_t last, const void *ptr, size_t len) {
  struct wanted t = {d, ptr, len, {0, 0}};
  if (d->n == 0) return 0;
  if (len <= sizeof t.w) dfmti_hash_load(ptr, len, t.w);
  if (is_same(&t, (uint64_t)last + 1)) return (uint64_t)last + 1;
  struct dfmti_hash_key key = d->places.key;
  uint64_t hash = len > sizeof t.w ? dfmti_hash_bytes(key, 0, ptr, len) : dfmti_hash_short(key, t.w, len);
  const struct dfmti_slot *slot = dfmti_table_find(&d->places, hash, is_same, &t);
  return slot ? slot->value : 0;
}

/* Adds a text that is not there; the places have room. */
static dfmt_status add(struct dfmti_cells_maker *x, struct dfmti_dictionary *d, const void *ptr, size_t len) {
  struct dfmti_mem *m = x->mem;
  if (len > MOST_BYTES - d->values.len) return too_many(x);
  if (!dfmti_buf_reserve(m, &d->values, len + 1) || !dfmti_buf_reserve(m, &d->ends, 2 * sizeof(int32_t)))
    return dfmti_cells_no_room(m);
  if (d->n == 0) (void)dfmti_buf_append(m, &d->ends, &(int32_t){0}, sizeof(int32_t));
  (void)dfmti_buf_append(m, &d->values, ptr, len);
  (void)dfmti_buf_append(m, &d->ends, &(int32_t){(int32_t)d->values.len}, sizeof(int32_t));
  dfmti_table_add(&d->places, dfmti_hash_bytes(d->places.key, 0, ptr, len), ++d->n);
  x->bytes += len + sizeof(int32_t);
  return DFMT_OK;
}

/* Sets *place to that of a text that is not there. What is there is UTF-8, and so is what a malformed one becomes. */
static RARE dfmt_status new_place(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len,
                                  int32_t *place) {
  struct dfmti_dictionary *d = &c->dictionary;
  if (!dfmti_table_reserve(x->mem, &d->places)) return dfmti_cells_no_room(x->mem);
  if (c->text && !dfmti_utf8_valid(ptr, len)) {
    x->scratch.len = 0;
    if (!dfmti_utf8_clean(x->mem, &x->scratch, ptr, len)) return dfmti_cells_no_room(x->mem);
    ptr = x->scratch.ptr;
    len = x->scratch.len;
  }
  uint64_t found = find(d, 0, ptr, len);
  dfmt_status st = found ? DFMT_OK : add(x, d, ptr, len);
  if (st == DFMT_OK) *place = (int32_t)(found ? found : d->n) - 1;
  return st;
}

/* Sets *place, which is that of the last text if there is one, to that of a text, a new one if it must. */
static inline dfmt_status place_of(struct dfmti_cells_maker *x, struct dfmti_cells *c, const void *ptr, size_t len,
                                   int32_t *place) {
  uint64_t found = find(&c->dictionary, *place, ptr, len);
  if (!found) return new_place(x, c, ptr, len, place);
  *place = (int32_t)found - 1;
  return DFMT_OK;
}

static void set_place(struct dfmti_cells *c, size_t at, int32_t place) {
  memcpy(c->values.ptr + at * sizeof place, &place, sizeof place);
  dfmti_cells_valid(c, at);
}

void dfmti_dictionary_clear(struct dfmti_dictionary *d) {
  dfmti_table_clear(&d->places);
  d->values = d->ends = (struct dfmti_buf){0};
  d->n = 0;
}

dfmt_status dfmti_cells_str(struct dfmti_cells_maker *x, struct dfmti_cells *c, size_t at, const void *ptr,
                            size_t len) {
  if (c->form != DFMTI_CELLS_REPEATED) return put_bytes(x, c, at, ptr, len);
  dfmt_status st = place_of(x, c, ptr, len, &c->last_place);
  if (st == DFMT_OK) set_place(c, at, c->last_place);
  return st;
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
