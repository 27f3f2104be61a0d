/* SPDX-License-Identifier: MIT */
/* The table apitrace.call_arg: arguments and return values, in columns by their types. */
#include <string.h>

#include "base/wide.h"
#include "derived.h"

struct state {
  struct dfmti_derived_input in;
  const dfmt_apitrace_call *call; /* current; NULL: none */
  uint64_t at;                    /* index of its next argument; after them the return value, and the end */
  struct dfmti_buf text;          /* for values without a text of their own */
  dfmt_apitrace_call_arg row;
};

static void close_state(void *state) {
  struct state *x = state;
  if (x->in.from) dfmti_buf_free(&x->in.mem, &x->text);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  x->call = dfmt_event_apitrace_call(ev);
  x->at = 0;
  return DFMT_OK;
}

/* ---- values ---- */

#define HAS(NAME) (uint32_t)DFMT_APITRACE_CALL_ARG_HAS_##NAME

static uint32_t set_unsigned(dfmt_apitrace_call_arg *row, uint64_t v) {
  row->value_uint = v;
  row->value_int = (int64_t)v;
  return HAS(VALUE_UINT) | (v <= INT64_MAX ? HAS(VALUE_INT) : 0);
}

static uint32_t set_signed(dfmt_apitrace_call_arg *row, uint64_t v) {
  uint32_t bits = set_unsigned(row, v);
  return bits & HAS(VALUE_INT) ? bits : HAS(VALUE_INT);
}

static uint32_t set_single(dfmt_apitrace_call_arg *row, uint32_t bits) {
  float v;
  memcpy(&v, &bits, sizeof v);
  row->value_float = (double)v;
  return HAS(VALUE_FLOAT);
}

static uint32_t set_double(dfmt_apitrace_call_arg *row, uint64_t bits) {
  memcpy(&row->value_float, &bits, sizeof bits);
  return HAS(VALUE_FLOAT);
}

static uint32_t set_text(dfmt_apitrace_call_arg *row, const void *ptr, uint64_t len) {
  row->value_text = (dfmt_str){ptr, ptr ? len : 0};
  return HAS(VALUE_TEXT);
}

static uint32_t set_tree(dfmt_apitrace_call_arg *row, const dfmt_apitrace_value *v) {
  row->value_tree = v;
  return HAS(VALUE_TREE);
}

static uint32_t set_enum(dfmt_apitrace_call_arg *row, const dfmt_apitrace_value *v) {
  const dfmt_str *name = dfmt_apitrace_enum_name(v->ptr, (int64_t)v->bits);
  return set_signed(row, v->bits) | (name ? set_text(row, name->ptr, name->len) : 0);
}

/* Values that need no memory. */
static uint32_t set_value(dfmt_apitrace_call_arg *row, const dfmt_apitrace_value *v) {
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_FALSE: return set_unsigned(row, 0);
    case DFMT_APITRACE_VALUE_TRUE: return set_unsigned(row, 1);
    case DFMT_APITRACE_VALUE_SINT: return set_signed(row, v->bits);
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_BITMASK:
    case DFMT_APITRACE_VALUE_OPAQUE: return set_unsigned(row, v->bits);
    case DFMT_APITRACE_VALUE_FLOAT: return set_single(row, (uint32_t)v->bits);
    case DFMT_APITRACE_VALUE_DOUBLE: return set_double(row, v->bits);
    case DFMT_APITRACE_VALUE_STRING: return set_text(row, v->ptr, v->aux);
    case DFMT_APITRACE_VALUE_ENUM: return set_enum(row, v);
    case DFMT_APITRACE_VALUE_BLOB: row->blob_bytes = v->aux; return HAS(BLOB_BYTES);
    case DFMT_APITRACE_VALUE_ARRAY:
    case DFMT_APITRACE_VALUE_STRUCT:
    case DFMT_APITRACE_VALUE_REPR: return set_tree(row, v);
    default: return 0;
  }
}

/* Names, and the bits without a name in decimal, joined by '|'. false: no memory. */
static bool put_names(struct state *x, const dfmt_apitrace_value *v) {
  const dfmt_str *names[64];
  uint64_t rest;
  char number[20];
  uint32_t n = dfmt_apitrace_flag_names(v->ptr, v->bits, names, &rest);
  bool good = true;
  for (uint32_t i = 0; i < n && good; i++)
    good = (i == 0 || dfmti_buf_append(&x->in.mem, &x->text, "|", 1)) &&
           dfmti_buf_append(&x->in.mem, &x->text, names[i]->ptr, (size_t)names[i]->len);
  if (!good || rest == 0 || n == 0) return good;
  size_t at = sizeof number;
  for (; rest; rest /= 10) number[--at] = (char)('0' + rest % 10);
  return dfmti_buf_append(&x->in.mem, &x->text, "|", 1) &&
         dfmti_buf_append(&x->in.mem, &x->text, number + at, sizeof number - at);
}

static bool put_wide(struct state *x, const dfmt_apitrace_value *v) {
  uint8_t utf8[4];
  for (size_t at = 0; at < v->aux;) {
    size_t n = dfmti_wide_utf8(v->ptr, (size_t)v->aux, &at, utf8);
    if (!dfmti_buf_append(&x->in.mem, &x->text, utf8, n)) return false;
  }
  return true;
}

/* Makes a text. OK, E_NOMEM, E_LIMIT. */
static dfmt_status make_text(struct state *x, const dfmt_apitrace_value *v) {
  bool names = v->kind == DFMT_APITRACE_VALUE_BITMASK, wide = v->kind == DFMT_APITRACE_VALUE_WSTRING;
  x->text.len = 0;
  if (wide && !dfmti_wide_is_text(v->ptr, (size_t)v->aux)) {
    x->row.present |= set_tree(&x->row, v);
    return DFMT_OK;
  }
  if ((names && !put_names(x, v)) || (wide && !put_wide(x, v))) return DFMT_E_NOMEM;
  if (wide || x->text.len) x->row.present |= set_text(&x->row, x->text.ptr, x->text.len);
  return DFMT_OK;
}

/* ---- rows ---- */

static dfmt_status show(struct state *x, const dfmt_apitrace_value *v) {
  const dfmt_apitrace_call *c = x->call;
  dfmt_apitrace_call_arg *row = &x->row;
  row->head = (dfmt_head){sizeof *row, DFMT_TYPE_APITRACE_CALL_ARG};
  row->kind = v->kind;
  row->call_number = c->number;
  row->thread_id = c->thread_id;
  row->function = c->name;
  row->present |= c->present & DFMT_APITRACE_CALL_HAS_THREAD_ID ? HAS(THREAD_ID) : 0;
  row->present |= c->present & DFMT_APITRACE_CALL_HAS_SIG ? HAS(FUNCTION) : 0;
  row->present |= set_value(row, v);
  return make_text(x, v);
}

static dfmt_status show_arg(struct state *x, const dfmt_apitrace_arg *a) {
  x->row.present = HAS(ARG_NUMBER) | (a->name.len ? HAS(NAME) : 0);
  x->row.arg_number = a->number;
  x->row.name = a->name;
  x->row.returned = 0;
  return show(x, a->value);
}

static dfmt_status show_return(struct state *x) {
  x->row.present = 0;
  x->row.returned = 1;
  return show(x, x->call->ret);
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  const dfmt_apitrace_call *c = x->call;
  uint64_t n_args = c && c->present & DFMT_APITRACE_CALL_HAS_ARGS ? c->n_args : 0;
  bool has_return = c && c->present & DFMT_APITRACE_CALL_HAS_RET && c->ret;
  if (x->at >= n_args + has_return) return DFMT_END;
  dfmt_status st = x->at < n_args ? show_arg(x, &c->args[x->at]) : show_return(x);
  if (st != DFMT_OK) return st;
  x->at++;
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_APITRACE_CALL, 0};

const dfmt_table_maker dfmti_apitrace_call_arg = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APITRACE_CALL_ARG,
    .types = dfmti_apitrace_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
