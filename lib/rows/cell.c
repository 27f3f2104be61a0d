/* SPDX-License-Identifier: MIT */
/* The text of a cell: what JSON makes of a value, without its quotes; text itself as it is. */
#include <string.h>

#include "base/config.h"
#include "model/json_struct.h"
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

static dfmt_status put(dfmt_rows *x, const void *ptr, size_t len) {
  return dfmti_buf_append(&x->mem, &x->value, ptr, len) ? DFMT_OK : dfmti_fail_mem(&x->err, &x->mem);
}

static dfmt_status put_hex(dfmt_rows *x, dfmt_str bytes) {
  static const char digits[] = "0123456789abcdef";
  if (bytes.len > SIZE_MAX / 2 || !dfmti_buf_reserve(&x->mem, &x->value, (size_t)bytes.len * 2))
    return dfmti_fail_mem(&x->err, &x->mem);
  for (uint64_t i = 0; i < bytes.len; i++) {
    uint8_t b = (uint8_t)bytes.ptr[i];
    x->value.ptr[x->value.len++] = (uint8_t)digits[b >> 4];
    x->value.ptr[x->value.len++] = (uint8_t)digits[b & 15];
  }
  return DFMT_OK;
}

/* `["a","b"]` as `a|b`, `"word"` as `word`: none of the words has quotes. */
static dfmt_status put_bare(dfmt_rows *x, const char *p, size_t len) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < len && st == DFMT_OK; i++)
    if (!strchr("[]\"", p[i])) st = put(x, p[i] == ',' ? "|" : &p[i], 1);
  return st;
}

/* Compound values stay JSON. */
static bool is_compound(uint32_t kind) {
  return kind == DFMT_KIND_ARRAY || kind == DFMT_KIND_REF_ARRAY || kind == DFMT_KIND_REF ||
         kind == DFMT_KIND_VALUE_TREE;
}

static dfmt_status put_json(dfmt_rows *x, const dfmt_type *t, const dfmt_field *f, const void *body) {
  const void *text = NULL;
  uint64_t len = 0;
  const dfmt_config limits = {.alloc = x->mem.fn, .alloc_user = x->mem.user};
  dfmt_status st = x->scratch ? dfmt_sink_reset(x->scratch) : dfmt_sink_memory(&limits, &x->scratch);
  if (st != DFMT_OK) return dfmti_fail(&x->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  struct dfmti_json j;
  dfmti_json_begin(&j, x->scratch, 0);
  (void)dfmti_json_value(&j, &x->types, t, f, body);
  st = dfmti_json_end(&j, NULL);
  if (st == DFMT_OK) st = dfmt_sink_bytes(x->scratch, &text, &len);
  if (st != DFMT_OK) return dfmti_rows_sink_failed(x, x->scratch, st);
  return is_compound(f->kind) ? put(x, text, (size_t)len) : put_bare(x, text, (size_t)len);
}

dfmt_status dfmti_row_cell(dfmt_rows *x, const dfmt_type *t, const dfmt_field *f, const void *body, bool *there) {
  const uint8_t *at = (const uint8_t *)body + f->offset;
  x->value.len = 0;
  *there = dfmti_is_there(t, f, body, dfmti_struct_size(t, body));
  if (!*there) return DFMT_OK;
  dfmt_str s = {NULL, 0};
  switch (f->kind) {
    case DFMT_KIND_STR: s = dfmti_load_str(at); return put(x, s.ptr, (size_t)s.len);
    case DFMT_KIND_BYTES: return put_hex(x, dfmti_load_str(at));
    case DFMT_KIND_CSTR:
      s.ptr = dfmti_load_ptr(at);
      *there = s.ptr != NULL;
      return *there ? put(x, s.ptr, strlen(s.ptr)) : DFMT_OK;
    case DFMT_KIND_REF:
    case DFMT_KIND_VALUE_TREE: *there = dfmti_load_ptr(at) != NULL; break;
    default: break;
  }
  return *there ? put_json(x, t, f, body) : DFMT_OK;
}
