/* SPDX-License-Identifier: MIT */
/* The text of a cell: what JSON makes of a value, without its quotes; text itself as it is. */
#include <string.h>

#include "rows.h"

bool dfmti_row_is_number(const dfmt_field *f) {
  switch (f->kind) {
    case DFMT_KIND_U32:
    case DFMT_KIND_U64:
    case DFMT_KIND_I64:
    case DFMT_KIND_F64: return true;
    case DFMT_KIND_I32: return f->elem_type == 0;
    default: return false;
  }
}

/* ---- what is made of a value ---- */

static dfmt_status made(dfmt_rows *x, bool good, dfmt_str *text) {
  if (!good) return dfmti_fail_mem(&x->err, &x->mem);
  *text = (dfmt_str){x->value.len ? (const char *)x->value.ptr : "", x->value.len};
  return DFMT_OK;
}

static dfmt_status make_number(dfmt_rows *x, uint64_t v, bool negative, dfmt_str *text) {
  size_t n = dfmti_u64_text(negative ? -v : v, x->digits + 1);
  char *p = x->digits + sizeof x->digits - n;
  if (negative) *--p = '-';
  *text = (dfmt_str){p, n + negative};
  return DFMT_OK;
}

static bool put_hex(dfmt_rows *x, dfmt_str bytes) {
  static const char digits[] = "0123456789abcdef";
  if (bytes.len > SIZE_MAX / 2 || !dfmti_buf_reserve(&x->mem, &x->value, (size_t)bytes.len * 2)) return false;
  for (uint64_t i = 0; i < bytes.len; i++) {
    uint8_t b = (uint8_t)bytes.ptr[i];
    x->value.ptr[x->value.len++] = (uint8_t)digits[b >> 4];
    x->value.ptr[x->value.len++] = (uint8_t)digits[b & 15];
  }
  return true;
}

/* Compound values stay JSON. */
static bool is_compound(uint32_t kind) {
  return kind == DFMT_KIND_ARRAY || kind == DFMT_KIND_REF_ARRAY || kind == DFMT_KIND_REF ||
         kind == DFMT_KIND_VALUE_TREE;
}

/* `["a","b"]` becomes `a|b`, `"word"` becomes `word`: none of the words has quotes. */
static void strip(struct dfmti_buf *b) {
  size_t n = 0;
  for (size_t i = 0; i < b->len; i++)
    if (!strchr("[]\"", b->ptr[i])) b->ptr[n++] = b->ptr[i] == ',' ? '|' : b->ptr[i];
  b->len = n;
}

static dfmt_status make_json(dfmt_rows *x, const struct dfmti_row_body *b, const dfmt_field *f, dfmt_str *text) {
  struct dfmti_json j;
  dfmti_json_begin_in(&j, &x->value, &x->mem, &x->err, &x->plans);
  (void)dfmti_json_value(&j, &x->types, b->type, f, b->at);
  dfmt_status st = dfmti_json_end(&j, NULL);
  if (st != DFMT_OK) return st;
  if (!is_compound(f->kind)) strip(&x->value);
  return made(x, true, text);
}

/* ---- a cell ---- */

dfmt_status dfmti_row_cell(dfmt_rows *x, const struct dfmti_row_body *b, const dfmt_field *f, dfmt_str *text) {
  const uint8_t *at = (const uint8_t *)b->at + f->offset;
  bool plain = f->unit != DFMT_UNIT_ADDRESS && f->unit != DFMT_UNIT_CRC32 && f->elem_type == 0;
  *text = (dfmt_str){NULL, 0};
  if (!dfmti_is_there(b->type, f, b->at, b->size)) return DFMT_OK;
  x->value.len = 0;
  switch (f->kind) {
    case DFMT_KIND_STR: *text = dfmti_load_str(at); return DFMT_OK;
    case DFMT_KIND_BYTES: return made(x, put_hex(x, dfmti_load_str(at)), text);
    case DFMT_KIND_CSTR:
      text->ptr = dfmti_load_ptr(at);
      text->len = text->ptr ? strlen(text->ptr) : 0;
      return DFMT_OK;
    case DFMT_KIND_U32:
      if (plain) return make_number(x, dfmti_load_u32(at), false, text);
      break;
    case DFMT_KIND_U64:
      if (plain) return make_number(x, dfmti_load_u64(at), false, text);
      break;
    case DFMT_KIND_I32:
      if (plain) return make_number(x, (uint64_t)(int32_t)dfmti_load_u32(at), dfmti_load_u32(at) >> 31, text);
      break;
    case DFMT_KIND_I64: return make_number(x, dfmti_load_u64(at), dfmti_load_u64(at) >> 63, text);
    case DFMT_KIND_REF:
    case DFMT_KIND_VALUE_TREE:
      if (!dfmti_load_ptr(at)) return DFMT_OK;
      break;
    default: break;
  }
  return make_json(x, b, f, text);
}
