/* SPDX-License-Identifier: MIT */
#include "values.h"

#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "cases.h"
#include "letters.h"
#include "words.h"

enum { LEAST_ANYWHERE = 4, LEAST_ANY_CASE = 6, LEAST_DIGITS = 7 };

/* ---- spellings to search for ---- */

/* As texts are compared: '+' also means a blank. */
static size_t fold(const uint8_t *p, size_t n, uint8_t *out) {
  for (size_t i = 0; i < n; i++) out[i] = dfmto_share_folded[p[i]];
  return n;
}

static bool add_text(struct dfmto_share_values *s, const uint8_t *p, size_t n, uint32_t number) {
  uint8_t word[DFMTO_MOST_VALUE];
  while (n && !dfmto_share_is_word(*p)) p++, n--;
  if (n < LEAST_ANYWHERE) return true;
  dfmto_share_look_add(&s->look, word, fold(p, n, word), NULL);
  return dfmto_share_trie_add(s->mem, &s->text, word, n, number, false);
}

/* As it is, and with letters that are not ASCII in either case. */
static bool add_cases(struct dfmto_share_values *s, const uint8_t *p, size_t n, uint32_t number) {
  uint8_t text[DFMTO_MOST_VALUE + 2];
  for (enum dfmto_share_case to = 0; to < DFMTO_N_CASES; to++)
    if (dfmto_share_in_case(to, p, n, text) && !add_text(s, text, n, number)) return false;
  return add_text(s, p, n, number);
}

/* "Jane Doe" is also "Doe, Jane" and "Doe Jane". */
static bool add_person(struct dfmto_share_values *s, const uint8_t *p, size_t n, uint32_t number) {
  uint8_t turned[DFMTO_MOST_VALUE + 2];
  const uint8_t *blank = memchr(p, ' ', n);
  size_t given = blank ? (size_t)(blank - p) : 0, family = blank ? n - given - 1 : 0;
  if (!given || !family || memchr(blank + 1, ' ', family)) return true;
  memcpy(turned, blank + 1, family);
  memcpy(turned + family, ", ", 2);
  memcpy(turned + family + 2, p, given);
  if (!add_cases(s, turned, n + 1, number)) return false;
  memmove(turned + family, turned + family + 1, given + 1);
  return add_cases(s, turned, n, number);
}

/* Digits without separators; the first of two values with the same digits keeps them, unless `again`. */
static bool add_digits(struct dfmto_share_values *s, struct dfmto_share_trie *t, const uint8_t *p, size_t n,
                       uint32_t number, bool again) {
  if (n < LEAST_DIGITS) return true;
  const uint8_t abroad[4] = {'0', '0', p[0], p[1]}; /* for '+' */
  dfmto_share_look_add(&s->look, p, n, NULL);
  dfmto_share_look_add(&s->look, abroad, sizeof abroad, NULL);
  return dfmto_share_trie_add(s->mem, t, p, n, number, again);
}

/* "+491234…" as 491234… and 01234…; other numbers unchanged. */
static bool add_number(struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *p, size_t n,
                       uint32_t number) {
  uint8_t own[32] = {'0'};
  if (c != DFMTO_PHONE || *p != '+') return add_digits(s, &s->digits, p, n, number, false);
  size_t code = dfmto_share_country_code(p + 1, n - 1);
  if (!add_digits(s, &s->digits, p + 1, n - 1, number, true)) return false;
  if (!code || n - 1 - code >= sizeof own) return true;
  memcpy(own + 1, p + 1 + code, n - 1 - code);
  return add_digits(s, &s->digits, own + 1, n - 1 - code, number, true) &&
         add_digits(s, &s->digits, own, n - code, number, true);
}

/* "192-0-2-1", of the names that providers give their customers' hosts. */
static bool add_address(struct dfmto_share_values *s, const uint8_t *p, size_t n, uint32_t number) {
  uint8_t text[16];
  if (n > sizeof text) return true;
  for (size_t i = 0; i < n; i++) text[i] = p[i] == '.' ? '-' : p[i];
  return add_text(s, text, n, number);
}

/* "0xaa,0xbb,…", as programs print arrays of bytes. */
static bool add_bytes(struct dfmto_share_values *s, const uint8_t digits[12], uint32_t number) {
  static const char *const gaps[] = {",", ", ", " "};
  uint8_t text[36];
  for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
    size_t n = 0;
    for (size_t i = 0; i < 12; i += 2) {
      for (const char *c = i ? gaps[g] : ""; *c; c++) text[n++] = (uint8_t)*c;
      text[n++] = '0';
      text[n++] = 'x';
      memcpy(text + n, digits + i, 2);
      n += 2;
    }
    if (!add_text(s, text, n, number)) return false;
  }
  return true;
}

/* An IPv6 address made from a MAC has it in its lower half: 0204:16ff:fe… */
static bool add_hex(struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *p, size_t n,
                    uint32_t number) {
  uint8_t eui[16];
  if (!add_digits(s, &s->hex, p, n, number, false)) return false;
  if (c != DFMTO_MAC || n != 12) return true;
  memcpy(eui, p, 6);
  memcpy(eui + 6, "fffe", 4);
  memcpy(eui + 10, p + 6, 6);
  return add_digits(s, &s->hex, eui, sizeof eui, number, false) && add_bytes(s, p, number);
}

static bool add_spellings(struct dfmto_share_values *s, const struct dfmto_share_value *v, uint32_t number) {
  const uint8_t *p = s->bytes.ptr + v->text;
  const enum dfmto_share_class c = v->cls;
  switch (dfmto_share_class_shape(c)) {
    case DFMTO_DIGITS: return add_number(s, c, p, v->len, number);
    case DFMTO_HEX: return add_hex(s, c, p, v->len, number);
    case DFMTO_OTHER: /* its form is found again, and the table knows it */
      return c != DFMTO_IPV4 || add_address(s, p, v->len, number);
    default: return add_cases(s, p, v->len, number) && (c != DFMTO_PERSON || add_person(s, p, v->len, number));
  }
}

/* ---- values ---- */

struct wanted {
  const struct dfmto_share_values *s;
  enum dfmto_share_class c;
  const uint8_t *text;
  size_t len;
};

static bool same(const void *user, uint64_t value) {
  const struct wanted *w = user;
  const struct dfmto_share_value *v = dfmto_share_value_at(w->s, (uint32_t)value - 1);
  return v->cls == w->c && v->len == w->len && memcmp(w->s->bytes.ptr + v->text, w->text, w->len) == 0;
}

/* Adds the spellings of a value, to be found anywhere. Repeated after a failure. */
static bool spell(struct dfmto_share_values *s, uint32_t number) {
  const struct dfmto_share_value v = *dfmto_share_value_at(s, number);
  if (!v.spelled && !dfmto_share_is_common(s->bytes.ptr + v.text, v.len) && !add_spellings(s, &v, number)) return false;
  s->n_changes += !v.spelled;
  dfmto_share_value_at(s, number)->spelled = true;
  return true;
}

bool dfmto_share_may_be_anywhere(enum dfmto_share_class c, const uint8_t *text, size_t len) {
  size_t n = len;
  if (c == DFMTO_LOCATION) return true;
  switch (dfmto_share_class_shape(c)) {
    case DFMTO_DIGITS:
    case DFMTO_HEX: return n >= LEAST_DIGITS;
    case DFMTO_OTHER: return true;
    default: break;
  }
  while (n && !dfmto_share_is_word(text[len - n])) n--;
  return n >= LEAST_ANYWHERE && !dfmto_share_is_common(text, len);
}

bool dfmto_share_value_is_doubtful(const struct dfmto_share_values *s, const struct dfmto_share_value *v) {
  return v->spelled && !dfmto_share_may_be_anywhere(v->cls, s->bytes.ptr + v->text, v->len);
}

static uint64_t hash(const struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text, size_t len) {
  return dfmti_hash_bytes(s->table.key, c, text, len);
}

uint32_t dfmto_share_values_find(const struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text,
                                 size_t len) {
  const struct wanted w = {s, c, text, len};
  const struct dfmti_slot *slot = dfmti_table_find(&s->table, hash(s, c, text, len), same, &w);
  return slot ? (uint32_t)slot->value - 1 : UINT32_MAX;
}

static void make_hash(struct dfmto_share_values *s, struct dfmto_share_value *v, const uint8_t *text) {
  struct dfmto_share_hmac x = s->key;
  const char *name = dfmto_share_class_names[v->cls];
  dfmto_share_sha256_feed(&x.inner, name, strlen(name) + 1);
  dfmto_share_sha256_feed(&x.inner, text, v->len);
  dfmto_share_hmac_end(&x, v->hash);
}

bool dfmto_share_values_learn(struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text, size_t len,
                              const uint8_t *shown, size_t shown_len, bool everywhere, uint32_t *number) {
  if (!dfmti_table_reserve(s->mem, &s->table)) return false;
  uint32_t at = dfmto_share_values_find(s, c, text, len);
  *number = at;
  if (at != UINT32_MAX) return !everywhere || spell(s, at);
  struct dfmto_share_value v = {.text = s->bytes.len, .shown = s->bytes.len + len, .len = len, .cls = (uint8_t)c};
  v.digits = (uint8_t)s->hash_digits;
  v.same_case = len < LEAST_ANY_CASE && shown_len == len;
  make_hash(s, &v, text);
  if (!dfmti_buf_append(s->mem, &s->bytes, text, len)) return false;
  if (!dfmti_buf_append(s->mem, &s->bytes, v.same_case ? shown : text, v.same_case ? len : 0)) return false;
  at = (uint32_t)dfmto_share_values_n(s);
  if (!dfmti_buf_append(s->mem, &s->values, &v, sizeof v)) return false;
  dfmti_table_add(&s->table, hash(s, c, text, len), (uint64_t)at + 1);
  *number = at;
  s->n_changes++;
  return !everywhere || spell(s, at);
}

uint64_t dfmto_share_values_size(const struct dfmto_share_values *s) {
  return s->bytes.cap + s->values.cap + (s->table.cap + s->settled.cap) * sizeof(struct dfmti_slot) +
         dfmto_share_trie_size(&s->text) + dfmto_share_trie_size(&s->digits) + dfmto_share_trie_size(&s->hex);
}

/* ---- placeholders ---- */

static bool hash_before(const void *a, const void *b) {
  const struct dfmto_share_value *const *x = a, *const *y = b;
  return memcmp((*x)->hash, (*y)->hash, sizeof(*x)->hash) < 0;
}

static unsigned digit_of(const struct dfmto_share_value *v, size_t i) { return v->hash[i / 2] >> (i % 2 ? 0 : 4) & 15; }

/* Gives neighbours in sorted order as many digits as distinguish them. */
static void tell_apart(struct dfmto_share_value *a, struct dfmto_share_value *b) {
  size_t n = 0;
  while (n < 2 * DFMTO_SHA256_SIZE && digit_of(a, n) == digit_of(b, n)) n++;
  if (n >= 2 * DFMTO_SHA256_SIZE) return;
  if (n >= a->digits) a->digits = (uint8_t)(n + 1);
  if (n >= b->digits) b->digits = (uint8_t)(n + 1);
}

static bool tell_all_apart(struct dfmto_share_values *s) {
  size_t n = dfmto_share_values_n(s);
  if (n < 2) return true;
  struct dfmto_share_value **list = dfmti_alloc(s->mem, n * sizeof *list);
  if (!list) return false;
  for (size_t i = 0; i < n; i++) list[i] = dfmto_share_value_at(s, (uint32_t)i);
  (void)dfmti_heapsort(NULL, list, n, sizeof *list, hash_before);
  for (size_t i = 1; i < n; i++) tell_apart(list[i - 1], list[i]);
  dfmti_free(s->mem, list, n * sizeof *list);
  return true;
}

/* By the number of digits that all have. */
static uint64_t hash_of_start(const struct dfmto_share_values *s, uint32_t start) {
  return dfmti_hash_number(s->settled.key, start);
}

static bool note_settled(struct dfmto_share_values *s) {
  for (size_t i = 0; i < dfmto_share_values_n(s); i++) {
    if (!dfmti_table_reserve(s->mem, &s->settled)) return false;
    const uint8_t *h = dfmto_share_value_at(s, (uint32_t)i)->hash;
    dfmti_table_add(&s->settled, hash_of_start(s, (uint32_t)h[0] << 16 | (uint32_t)h[1] << 8 | h[2]), i + 1);
  }
  return true;
}

bool dfmto_share_values_settle(struct dfmto_share_values *s) {
  dfmti_table_clear(&s->settled);
  return tell_all_apart(s) && note_settled(s);
}

size_t dfmto_share_placeholder(const struct dfmto_share_values *s, uint32_t number, char out[DFMTO_PLACEHOLDER]) {
  const struct dfmto_share_value *v = dfmto_share_value_at(s, number);
  int n = snprintf(out, DFMTO_PLACEHOLDER, "%s:", dfmto_share_class_names[v->cls]);
  for (size_t i = 0; i < v->digits && n < DFMTO_PLACEHOLDER - 1; i++) out[n++] = "0123456789abcdef"[digit_of(v, i)];
  return (size_t)n;
}

/* ---- placeholders in the input ---- */

enum { FEWEST_DIGITS = 6 };

static size_t mark(const uint8_t *p, size_t n, const char *text) {
  size_t len = strlen(text);
  return len <= n && memcmp(p, text, len) == 0 ? len : 0;
}

/* Length of "email:7f3a9c"; 0: not one. */
static size_t is_class_and_hash(const uint8_t *p, size_t n, const char *between) {
  size_t i = 0, from, len;
  while (i < n && i < 16 && (dfmto_share_is_letter(p[i]) || p[i] == '-' || dfmto_share_is_digit(p[i]))) {
    if (mark(p + i, n - i, between) && dfmto_share_class_of((dfmt_str){(const char *)p, i}) != DFMTO_N_CLASSES) break;
    i++;
  }
  if (dfmto_share_class_of((dfmt_str){(const char *)p, i}) == DFMTO_N_CLASSES) return 0;
  if (!(len = mark(p + i, n - i, between))) return 0;
  for (from = i += len; i < n && i < from + 64 && dfmto_share_is_hex(p[i]);) i++;
  return i >= from + FEWEST_DIGITS ? i : 0;
}

static size_t is_placeholder(const uint8_t *p, size_t n, const struct dfmto_share_marks *m) {
  const size_t open = mark(p, n, m->open), len = open ? is_class_and_hash(p + open, n - open, m->between) : 0;
  const size_t close = len ? mark(p + open + len, n - open - len, m->close) : 0;
  return close ? open + len + close : 0;
}

struct met {
  const struct dfmto_share_values *s;
  const uint8_t *p;
  size_t n;
};

/* Length of a value's placeholder, if it matches; 0: it does not. */
static size_t met_length(const struct met *x, const struct dfmto_share_value *v) {
  const size_t name = strlen(dfmto_share_class_names[v->cls]), len = name + 1 + v->digits;
  if (len > x->n || memcmp(x->p, dfmto_share_class_names[v->cls], name) != 0) return 0;
  for (size_t i = 0; i < v->digits; i++)
    if (x->p[name + 1 + i] != "0123456789abcdef"[digit_of(v, i)]) return 0;
  return len;
}

static bool is_met(const void *user, uint64_t value) {
  const struct met *x = user;
  return met_length(x, dfmto_share_value_at(x->s, (uint32_t)value - 1)) > 0;
}

size_t dfmto_share_is_name_placeholder(const struct dfmto_share_values *s, const uint8_t *p, size_t n) {
  const struct met x = {s, p, n};
  const size_t len = is_class_and_hash(p, n, "-");
  uint32_t start = 0;
  if (!len) return 0;
  size_t digits = 0;
  while (dfmto_share_is_hex(p[len - digits - 1])) digits++;
  for (size_t i = 0; i < FEWEST_DIGITS; i++) start = start << 4 | dfmto_share_hex_value(p[len - digits + i]);
  const struct dfmti_slot *slot = dfmti_table_find(&s->settled, hash_of_start(s, start), is_met, &x);
  return slot ? met_length(&x, dfmto_share_value_at(s, (uint32_t)slot->value - 1)) : 0;
}

const struct dfmto_share_marks dfmto_share_marks[DFMTO_N_MARKS] = {
    {"<", ":", ">"}, {"%3C", "%3A", "%3E"}, {"&lt;", ":", "&gt;"}, {"\\u003c", ":", "\\u003e"}};

size_t dfmto_share_is_placeholder(const uint8_t *p, size_t n) {
  size_t len = 0;
  for (size_t i = 0; i < DFMTO_N_MARKS && !len; i++) len = is_placeholder(p, n, &dfmto_share_marks[i]);
  return len;
}

void dfmto_share_values_free(struct dfmto_share_values *s) {
  dfmti_buf_free(s->mem, &s->bytes);
  dfmti_buf_free(s->mem, &s->values);
  dfmti_table_free(s->mem, &s->table);
  dfmti_table_free(s->mem, &s->settled);
  dfmto_share_trie_free(s->mem, &s->text);
  dfmto_share_trie_free(s->mem, &s->digits);
  dfmto_share_trie_free(s->mem, &s->hex);
}
