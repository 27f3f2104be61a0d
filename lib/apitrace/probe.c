/* SPDX-License-Identifier: MIT */
#include "probe.h"

/* More than any API has, and little enough to tell text and numbers apart. */
enum { NAME_MOST = 4096, MEMBERS_MOST = 65536, ARGS_MOST = 256, THREADS_MOST = 65536 };

static dfmt_status take_byte(struct dfmti_probe *x, uint8_t *b) {
  if (x->c.p >= x->c.end) {
    x->c.need = 1;
    return DFMTI_SHORT;
  }
  *b = *x->c.p++;
  x->steps++;
  return DFMT_OK;
}

/* *v is as before unless all of it is there. */
static dfmt_status take_uint(struct dfmti_probe *x, uint64_t most, uint64_t *v) {
  uint64_t n;
  x->steps++;
  dfmt_status st = dfmti_apitrace_cursor_uint(&x->c, &n);
  if (st != DFMT_OK) return st;
  *v = n;
  return n > most ? DFMT_E_FORMAT : DFMT_OK;
}

static bool has_old_enums(const struct dfmti_probe *x) { return x->version < 3; }

/* Whether an id is known, and how many members it has. */
static bool find(const struct dfmti_probe *x, uint32_t kind, uint64_t id, uint64_t *members) {
  if (x->learner) return dfmti_learner_find(x->learner, kind, id, members);
  const struct dfmti_definition *known = dfmti_id_find(&x->d->table[kind], id);
  *members = known && kind != DFMTI_TABLE_FRAME ? known->is.sig.n_members : 0;
  return known;
}

static dfmt_status pass_bytes(struct dfmti_probe *x, uint64_t n) {
  size_t left = (size_t)(x->c.end - x->c.p);
  if (n > left) {
    x->c.need = n - left;
    return DFMTI_SHORT;
  }
  x->c.p += n;
  return DFMT_OK;
}

/* ---- definitions ---- */

static dfmt_status take_name(struct dfmti_probe *x, bool may_be_empty) {
  uint64_t len = 0;
  dfmt_status st = take_uint(x, NAME_MOST, &len);
  if (st == DFMT_OK && len == 0 && !may_be_empty) return DFMT_E_FORMAT;
  const uint8_t *p = x->c.p, *end = x->c.end;
  uint64_t i = 0;
  for (; st == DFMT_OK && i < len && p + i < end; i++)
    if (p[i] < 0x20 || p[i] == 0x7f) return DFMT_E_FORMAT;
  x->steps += i / 8;
  return st == DFMT_OK ? pass_bytes(x, len) : st;
}

static dfmt_status take_typed(struct dfmti_probe *x) {
  int64_t number;
  x->steps++;
  dfmt_status st = dfmti_apitrace_cursor_typed_int(&x->c, &number);
  return st == DFMT_E_ARG ? DFMT_E_FORMAT : st;
}

static dfmt_status take_member(struct dfmti_probe *x, uint32_t kind) {
  uint64_t bits;
  dfmt_status st = take_name(x, kind == DFMT_APITRACE_SIG_FUNCTION);
  if (st != DFMT_OK || !dfmti_sig_has_numbers(kind)) return st;
  return kind == DFMT_APITRACE_SIG_ENUM ? take_typed(x) : take_uint(x, UINT64_MAX, &bits);
}

/* Strings first, the first one not empty: without any there is nothing to tell a frame by. */
static dfmt_status take_frame(struct dfmti_probe *x) {
  for (bool first = true;; first = false) {
    uint8_t detail;
    uint64_t n;
    dfmt_status st = take_byte(x, &detail);
    if (st == DFMT_OK && detail == 0) return first ? DFMT_E_FORMAT : DFMT_OK;
    if (st == DFMT_OK && (detail > 5 || (first && detail > 3))) return DFMT_E_FORMAT;
    if (st == DFMT_OK) st = detail <= 3 ? take_name(x, !first) : take_uint(x, UINT64_MAX, &n);
    if (st != DFMT_OK) return st;
  }
}

dfmt_status dfmti_apitrace_probe_definition(struct dfmti_probe *x, uint32_t kind, uint64_t *members) {
  bool function = kind == DFMT_APITRACE_SIG_FUNCTION;
  dfmt_status st = DFMT_OK;
  *members = 0;
  if (kind == DFMTI_TABLE_FRAME) return take_frame(x);
  if (kind == DFMT_APITRACE_SIG_ENUM && has_old_enums(x)) return take_member(x, kind);
  if (!dfmti_sig_has_numbers(kind)) st = take_name(x, false);
  if (st == DFMT_OK) st = take_uint(x, function ? ARGS_MOST : MEMBERS_MOST, members);
  if (st == DFMT_OK && *members == 0 && !function) return DFMT_E_FORMAT; /* it reads as a value just as well */
  for (uint64_t i = 0; st == DFMT_OK && i < *members; i++) st = take_member(x, kind);
  return st;
}

bool dfmti_apitrace_probe_is_lost(const struct dfmti_probe *x, uint32_t kind) {
  uint8_t b = *x->c.p;
  switch (kind) {
    case DFMT_APITRACE_SIG_FUNCTION: return b <= 5 && b != 3; /* a detail; no function is without a name */
    case DFMT_APITRACE_SIG_ENUM: return has_old_enums(x) || b == 3 || b == 4;
    case DFMT_APITRACE_SIG_BITMASK: return b != 0; /* no bit, or no member */
    case DFMTI_TABLE_FRAME: return b != 0 && b != 4 && b != 5;
    default: return false; /* how many values a struct has, nobody knows */
  }
}

/* An id, and its definition if that comes here. One that was lost has the members that are given for that. */
static dfmt_status take_id(struct dfmti_probe *x, uint32_t kind, uint64_t lost, uint64_t *members) {
  uint64_t id;
  dfmt_status st = take_uint(x, UINT32_MAX, &id);
  if (st != DFMT_OK || find(x, kind, id, members)) return st;
  struct dfmti_cursor start = x->c;
  st = dfmti_apitrace_probe_definition(x, kind, members);
  if (st == DFMT_OK && x->learner) return dfmti_apitrace_learn(x->learner, kind, (uint32_t)id, *members);
  if (st != DFMT_E_FORMAT || x->learner) return st;
  x->c = start;
  if (!dfmti_apitrace_probe_is_lost(x, kind)) return DFMT_E_FORMAT;
  *members = lost;
  return DFMT_OK;
}

/* ---- values ---- */

static dfmt_status take_wide(struct dfmti_probe *x) {
  uint64_t count = 0, c;
  dfmt_status st = take_uint(x, UINT64_MAX, &count);
  for (uint64_t i = 0; st == DFMT_OK && i < count; i++) st = take_uint(x, UINT64_MAX, &c);
  return st;
}

static dfmt_status take_enum(struct dfmti_probe *x) {
  uint64_t members;
  dfmt_status st = take_id(x, DFMT_APITRACE_SIG_ENUM, 0, &members);
  return st == DFMT_OK && !has_old_enums(x) ? take_typed(x) : st;
}

static dfmt_status take_bitmask(struct dfmti_probe *x) {
  uint64_t members, bits;
  dfmt_status st = take_id(x, DFMT_APITRACE_SIG_BITMASK, 0, &members);
  return st == DFMT_OK ? take_uint(x, UINT64_MAX, &bits) : st;
}

/* Where something begins that is read whole, or anew with more bytes. */
struct token {
  const uint8_t *at;
  size_t learned;
};

static struct token begin(const struct dfmti_probe *x) {
  return (struct token){x->c.p, x->learner ? x->learner->fresh.len : 0};
}

static dfmt_status end(struct dfmti_probe *x, const struct token *t, dfmt_status st) {
  if (st != DFMTI_SHORT) return st;
  x->c.p = t->at;
  if (x->learner) dfmti_apitrace_learner_forget(x->learner, t->learned);
  return st;
}

/* As many as there are: the rest may come later. */
static dfmt_status pass_some(struct dfmti_probe *x) {
  size_t n = dfmti_min(dfmti_clamp(x->at.bytes), (size_t)(x->c.end - x->c.p));
  x->c.p += n;
  x->at.bytes -= n;
  return x->at.bytes ? DFMTI_SHORT : DFMT_OK;
}

/* One value without its children, of which there are *children. */
static dfmt_status take_node(struct dfmti_probe *x, uint64_t *children) {
  uint8_t kind;
  uint64_t n;
  dfmt_status st = take_byte(x, &kind);
  if (st != DFMT_OK) return st;
  *children = 0;
  switch (kind) {
    case DFMT_APITRACE_VALUE_NULL:
    case DFMT_APITRACE_VALUE_FALSE:
    case DFMT_APITRACE_VALUE_TRUE: return DFMT_OK;
    case DFMT_APITRACE_VALUE_SINT:
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_OPAQUE: return take_uint(x, UINT64_MAX, &n);
    case DFMT_APITRACE_VALUE_FLOAT: return pass_bytes(x, 4);
    case DFMT_APITRACE_VALUE_DOUBLE: return pass_bytes(x, 8);
    case DFMT_APITRACE_VALUE_STRING:
    case DFMT_APITRACE_VALUE_BLOB: return take_uint(x, UINT64_MAX, &x->at.bytes);
    case DFMT_APITRACE_VALUE_ENUM: return take_enum(x);
    case DFMT_APITRACE_VALUE_BITMASK: return take_bitmask(x);
    case DFMT_APITRACE_VALUE_ARRAY: return take_uint(x, UINT32_MAX, children);
    case DFMT_APITRACE_VALUE_STRUCT: return take_id(x, DFMT_APITRACE_SIG_STRUCT, 0, children);
    case DFMT_APITRACE_VALUE_REPR: *children = 2; return DFMT_OK;
    case DFMT_APITRACE_VALUE_WSTRING: return take_wide(x);
    default: return DFMT_E_FORMAT;
  }
}

/* All that is below a value comes after it: how much is left tells where it ends. */
static dfmt_status take_values(struct dfmti_probe *x) {
  dfmt_status st = pass_some(x);
  for (uint64_t children; st == DFMT_OK && x->at.values; st = pass_some(x)) {
    const struct token token = begin(x);
    st = end(x, &token, take_node(x, &children));
    if (st != DFMT_OK) return st;
    if (--x->at.values > UINT64_MAX - children) return DFMT_E_FORMAT;
    x->at.values += children;
  }
  return st;
}

/* ---- events ---- */

static dfmt_status take_frames(struct dfmti_probe *x) {
  dfmt_status st = DFMT_OK;
  for (uint64_t members; st == DFMT_OK && x->at.frames; x->at.frames -= st == DFMT_OK) {
    const struct token token = begin(x);
    st = end(x, &token, take_id(x, DFMTI_TABLE_FRAME, 0, &members));
  }
  return st;
}

/* The head of a detail, of which x->at tells what follows. */
static dfmt_status take_detail(struct dfmti_probe *x) {
  uint8_t detail;
  uint64_t n = 0;
  dfmt_status st = take_byte(x, &detail);
  if (st == DFMT_OK && (detail > 5 || (detail == 3 && x->version >= 4))) return DFMT_E_FORMAT;
  if (st == DFMT_OK && detail != 0 && detail != 2)
    st = take_uint(x, detail == 4 ? UINT32_MAX : UINT64_MAX, detail == 4 ? &x->at.frames : &n);
  if (st == DFMT_OK && detail == 1 && n >= x->at.args) return DFMT_E_FORMAT;
  if (st == DFMT_OK && (detail == 1 || detail == 2)) x->at.values = 1;
  if (st == DFMT_OK && detail == 0) x->at.inside = false;
  return st;
}

static dfmt_status take_details(struct dfmti_probe *x) {
  while (x->at.inside) {
    dfmt_status st = take_values(x);
    if (st == DFMT_OK) st = take_frames(x);
    const struct token token = begin(x);
    if (st == DFMT_OK) st = end(x, &token, take_detail(x));
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}

/* A name that only a function has tells more than all else. */
static dfmt_status take_function(struct dfmti_probe *x, uint64_t *args) {
  struct dfmti_cursor start = x->c;
  uint64_t id, members;
  dfmt_str name;
  bool fresh = dfmti_apitrace_cursor_uint(&start, &id) == DFMT_OK && !find(x, DFMT_APITRACE_SIG_FUNCTION, id, &members);
  dfmt_status st = take_id(x, DFMT_APITRACE_SIG_FUNCTION, ARGS_MOST, args);
  x->defined =
      st == DFMT_OK && fresh && dfmti_apitrace_cursor_str(&start, &name) == DFMT_OK && dfmti_apitrace_is_name(&name);
  return st;
}

/* What comes before an event's details. */
static dfmt_status take_head(struct dfmti_probe *x) {
  uint8_t event;
  uint64_t thread;
  dfmt_status st = take_byte(x, &event);
  if (st != DFMT_OK) return st;
  if (event > 1) return DFMT_E_FORMAT;
  x->at = (struct dfmti_probe_place){.leave = event == 1, .args = ARGS_MOST};
  if (x->at.leave) {
    st = take_uint(x, UINT64_MAX, &x->at.number);
  } else {
    if (x->version >= 4) st = take_uint(x, THREADS_MOST, &thread);
    if (st == DFMT_OK) st = take_function(x, &x->at.args);
  }
  x->at.inside = st == DFMT_OK;
  return st;
}

dfmt_status dfmti_apitrace_probe_event(struct dfmti_probe *x, bool *leave, uint64_t *number) {
  const struct token token = begin(x);
  dfmt_status st = x->at.inside ? DFMT_OK : end(x, &token, take_head(x));
  *leave = x->at.leave;
  if (x->at.leave) *number = x->at.number;
  return st == DFMT_OK ? take_details(x) : st;
}
