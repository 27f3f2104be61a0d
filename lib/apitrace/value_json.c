/* SPDX-License-Identifier: MIT */
/* Values without children as JSON. */
#include "base/crc32.h"
#include "base/float_text.h"
#include "base/wide.h"
#include "model/json_text.h"
#include "tree.h"

typedef dfmt_apitrace_value node;

static void put_null(struct dfmti_json *j, const node *v) {
  (void)v;
  dfmti_json_word(j, "null");
}

static void put_bool(struct dfmti_json *j, const node *v) {
  dfmti_json_word(j, v->kind == DFMT_APITRACE_VALUE_TRUE ? "true" : "false");
}

static void put_sint(struct dfmti_json *j, const node *v) { dfmti_json_i64(j, (int64_t)v->bits); }

static void put_uint(struct dfmti_json *j, const node *v) { dfmti_json_u64(j, v->bits); }

static size_t real_text(const node *v, char text[DFMTI_FLOAT_TEXT]) {
  const bool single = v->kind == DFMT_APITRACE_VALUE_FLOAT;
  return single ? dfmti_f32_text((uint32_t)v->bits, text) : dfmti_f64_text(v->bits, text);
}

/* JSON has no infinities and NaN: they are objects. */
static __attribute__((noinline)) void put_not_finite(struct dfmti_json *j, const node *v) {
  char text[DFMTI_FLOAT_TEXT];
  const size_t len = real_text(v, text);
  dfmti_json_word(j, v->kind == DFMT_APITRACE_VALUE_FLOAT ? "{\"float\":\"" : "{\"double\":\"");
  dfmti_json_raw(j, text, len);
  dfmti_json_word(j, "\"}");
}

static void put_real(struct dfmti_json *j, const node *v) {
  char *p = (char *)dfmti_json_room(j, DFMTI_FLOAT_TEXT);
  const size_t len = real_text(v, p);
  if (dfmti_is_digit((uint8_t)p[len - 1]))
    j->at += len;
  else
    put_not_finite(j, v);
}

static void put_string(struct dfmti_json *j, const node *v) { dfmti_json_text(j, v->ptr, v->ptr ? (size_t)v->aux : 0); }

static void put_blob(struct dfmti_json *j, const node *v) {
  dfmti_json_word(j, "{\"blob\":{\"size\":");
  dfmti_json_u64(j, v->aux);
  if (v->ptr) {
    dfmti_json_word(j, ",\"crc32\":\"");
    dfmti_json_hex(j, dfmti_crc32(0, v->ptr, (size_t)v->aux), 8);
    dfmti_json_word(j, "\"}}");
  } else {
    dfmti_json_word(j, ",\"ordinal\":");
    dfmti_json_u64(j, v->bits);
    dfmti_json_word(j, "}}");
  }
}

static void put_enum(struct dfmti_json *j, const node *v) {
  const dfmt_str *name = dfmt_apitrace_enum_name(v->ptr, (int64_t)v->bits);
  dfmti_json_literal(j, "{\"enum\":");
  dfmti_json_i64(j, (int64_t)v->bits);
  if (name) {
    dfmti_json_literal(j, ",\"name\":");
    dfmti_json_text(j, name->ptr, name->ptr ? (size_t)name->len : 0);
  }
  dfmti_json_byte(j, '}');
}

static void put_bitmask(struct dfmti_json *j, const node *v) {
  const dfmt_str *names[64];
  uint64_t rest;
  uint32_t n = dfmt_apitrace_flag_names(v->ptr, v->bits, names, &rest);
  dfmti_json_word(j, "{\"bitmask\":");
  dfmti_json_u64(j, v->bits);
  dfmti_json_word(j, ",\"names\":[");
  for (uint32_t i = 0; i < n; i++) {
    if (i) dfmti_json_raw(j, ",", 1);
    dfmti_json_text(j, names[i]->ptr, names[i]->ptr ? (size_t)names[i]->len : 0);
  }
  dfmti_json_raw(j, "]", 1);
  if (rest) {
    dfmti_json_word(j, ",\"rest\":");
    dfmti_json_u64(j, rest);
  }
  dfmti_json_raw(j, "}", 1);
}

static void put_opaque(struct dfmti_json *j, const node *v) {
  dfmti_json_literal(j, "{\"pointer\":\"0x");
  dfmti_json_hex(j, v->bits, 1);
  dfmti_json_literal(j, "\"}");
}

/* ---- wide strings ---- */

static void put_wide_text(struct dfmti_json *j, const uint32_t *units, size_t len) {
  uint8_t piece[256];
  size_t n = 0;
  dfmti_json_raw(j, "\"", 1);
  for (size_t at = 0; at < len;) {
    n += dfmti_wide_utf8(units, len, &at, piece + n);
    if (n > sizeof piece - 4 || at == len) {
      dfmti_json_chars(j, piece, n);
      n = 0;
    }
  }
  dfmti_json_raw(j, "\"", 1);
}

static void put_wide(struct dfmti_json *j, const node *v) {
  const uint32_t *units = v->ptr;
  size_t len = units ? (size_t)v->aux : 0;
  dfmti_json_word(j, "{\"wide\":");
  if (dfmti_wide_is_text(units, len)) {
    put_wide_text(j, units, len);
  } else {
    for (size_t i = 0; i < len; i++) {
      dfmti_json_raw(j, i ? "," : "[", 1);
      dfmti_json_u64(j, units[i]);
    }
    dfmti_json_raw(j, "]", 1);
  }
  dfmti_json_raw(j, "}", 1);
}

void dfmti_apitrace_value_json(struct dfmti_json *j, const dfmt_apitrace_value *v) {
  static void (*const writers[])(struct dfmti_json *j, const node *v) = {
      [DFMT_APITRACE_VALUE_NULL] = put_null,       [DFMT_APITRACE_VALUE_FALSE] = put_bool,
      [DFMT_APITRACE_VALUE_TRUE] = put_bool,       [DFMT_APITRACE_VALUE_SINT] = put_sint,
      [DFMT_APITRACE_VALUE_UINT] = put_uint,       [DFMT_APITRACE_VALUE_FLOAT] = put_real,
      [DFMT_APITRACE_VALUE_DOUBLE] = put_real,     [DFMT_APITRACE_VALUE_STRING] = put_string,
      [DFMT_APITRACE_VALUE_BLOB] = put_blob,       [DFMT_APITRACE_VALUE_ENUM] = put_enum,
      [DFMT_APITRACE_VALUE_BITMASK] = put_bitmask, [DFMT_APITRACE_VALUE_OPAQUE] = put_opaque,
      [DFMT_APITRACE_VALUE_WSTRING] = put_wide};
  if (v->kind < sizeof writers / sizeof *writers && writers[v->kind]) writers[v->kind](j, v);
}
