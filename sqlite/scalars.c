/* SPDX-License-Identifier: MIT */
/*
 * Values of Arrow columns as SQLite has them, but for lists and structs:
 *
 *   integers, bool, timestamp   INTEGER; from 2^63 on TEXT in decimal
 *   float64                     REAL, NULL for what is not a number
 *   addresses                   TEXT of 16 hex digits, which compares as the numbers do
 *   utf8, dictionary            TEXT; binary: BLOB
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table.h"

/* A count, then keys and values, each after its length. */
bool dfmti_sql_metadata(const struct ArrowSchema *s, const char *key, char *value, size_t cap) {
  const char *p = s->metadata;
  int32_t n, len[2];
  if (!p) return false;
  memcpy(&n, p, sizeof n);
  for (p += sizeof n; n > 0; n--) {
    memcpy(&len[0], p, sizeof *len);
    const char *found = p + sizeof *len;
    memcpy(&len[1], found + len[0], sizeof *len);
    p = found + len[0] + sizeof *len + len[1];
    if ((size_t)len[0] != strlen(key) || memcmp(found, key, strlen(key)) != 0) continue;
    snprintf(value, cap, "%.*s", (int)len[1], p - len[1]);
    return true;
  }
  return false;
}

bool dfmti_sql_is_address(const struct ArrowSchema *s) {
  char unit[16];
  const char *word = dfmt_type_word(DFMT_TYPE_UNIT, DFMT_UNIT_ADDRESS);
  return word && dfmti_sql_metadata(s, "diagfmt.unit", unit, sizeof unit) && strcmp(unit, word) == 0;
}

bool dfmti_sql_is_there(const struct ArrowArray *a, int64_t row) {
  const uint8_t *bits = a->buffers[0];
  uint64_t at = (uint64_t)(a->offset + row);
  return !bits || bits[at / 8] >> at % 8 & 1;
}

/* ---- numbers ---- */

static uint64_t number_at(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row) {
  const void *values = a->buffers[1];
  uint64_t at = (uint64_t)(a->offset + row);
  switch (s->format[0]) {
    case 'I': return ((const uint32_t *)values)[at];
    case 'i': return (uint64_t)(int64_t)((const int32_t *)values)[at];
    case 'b': return ((const uint8_t *)values)[at / 8] >> at % 8 & 1;
    default: return ((const uint64_t *)values)[at];
  }
}

static void set_text(struct dfmti_sql_value *out, const void *ptr, size_t len) {
  out->type = SQLITE_TEXT;
  out->ptr = ptr;
  out->len = len;
}

static void set_hex(struct dfmti_sql_value *out, uint64_t v) {
  for (int i = 15; i >= 0; i--, v >>= 4) out->own[i] = "0123456789abcdef"[v & 15];
  set_text(out, out->own, 16);
}

static void set_number(struct dfmti_sql_value *out, const struct ArrowSchema *s, uint64_t v) {
  out->type = SQLITE_INTEGER;
  out->number = (sqlite3_int64)v;
  if (s->format[0] == 'L' && v > INT64_MAX) /* as a negative number it would compare as less than all others */
    set_text(out, out->own, (size_t)snprintf(out->own, sizeof out->own, "%" PRIu64, v));
}

static void set_real(struct dfmti_sql_value *out, uint64_t bits) {
  memcpy(&out->real, &bits, sizeof out->real);
  out->type = isnan(out->real) ? SQLITE_NULL : SQLITE_FLOAT;
}

/* ---- text ---- */

static void set_bytes(struct dfmti_sql_value *out, const struct ArrowSchema *s, const struct ArrowArray *a,
                      int64_t row) {
  const int32_t *ends = a->buffers[1];
  const char *bytes = a->buffers[2];
  uint64_t at = (uint64_t)(a->offset + row);
  set_text(out, bytes + ends[at], (size_t)(ends[at + 1] - ends[at]));
  if (s->format[0] == 'z') out->type = SQLITE_BLOB;
}

void dfmti_sql_scalar_at(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, bool address,
                         struct dfmti_sql_value *out) {
  out->type = SQLITE_NULL;
  if (!dfmti_sql_is_there(a, row)) return;
  if (s->dictionary)
    dfmti_sql_scalar_at(s->dictionary, a->dictionary, (int64_t)number_at(s, a, row), false, out);
  else if (s->format[0] == 'u' || s->format[0] == 'z')
    set_bytes(out, s, a, row);
  else if (s->format[0] == 'g')
    set_real(out, number_at(s, a, row));
  else if (address)
    set_hex(out, number_at(s, a, row));
  else
    set_number(out, s, number_at(s, a, row));
}
