/* SPDX-License-Identifier: MIT */
/*
 * Trees of values to bytes, spec 7.1. As nodes stand in pre-order, writing them is one walk along the array. That
 * they are a tree is checked on the way: the children of each node, from span to span, fill its own span exactly, so
 * that by induction every node belongs to just one parent. Thus depth needs no memory.
 */
#include "write.h"

#include "tree.h"

enum { NODE_BYTES = 1 + DFMTI_UINT_BYTES }; /* of a number at most */

static dfmt_status bad_tree(dfmt_writer *w, const char *what) {
  return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_TREE, what);
}

static bool children_fit(const dfmt_apitrace_value *v, uint64_t count) {
  uint64_t left = v->span - 1;
  const dfmt_apitrace_value *child = v + 1;
  for (; count; count--) {
    if (left == 0 || child->span == 0 || child->span > left) return false;
    left -= child->span;
    child += child->span;
  }
  return left == 0;
}

static uint64_t children_of(const dfmt_apitrace_value *v) {
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_ARRAY: return v->bits;
    case DFMT_APITRACE_VALUE_STRUCT: return ((const dfmt_apitrace_sig *)v->ptr)->n_members;
    case DFMT_APITRACE_VALUE_REPR: return 2;
    default: return 0;
  }
}

/* What must hold before anything of a node is written. */
static dfmt_status check(dfmt_writer *w, const dfmt_apitrace_value *v) {
  if (v->kind > DFMT_APITRACE_VALUE_WSTRING) return bad_tree(w, "unknown kind of value");
  if (v->kind == DFMT_APITRACE_VALUE_STRUCT && !v->ptr) return bad_tree(w, "a struct has no signature");
  uint64_t count = children_of(v);
  if (dfmti_apitrace_has_children(v->kind) && v->bits != count)
    return bad_tree(w, "a struct or repr has the wrong number of children");
  if (!children_fit(v, count)) return bad_tree(w, "a value's span differs from that of its children");
  bool text = v->kind == DFMT_APITRACE_VALUE_STRING || v->kind == DFMT_APITRACE_VALUE_WSTRING;
  if (text && !v->ptr && v->aux) return bad_tree(w, "a string has a length but no bytes");
  return DFMT_OK;
}

static dfmt_status put_bytes(dfmt_writer *w, uint32_t kind, const void *ptr, uint64_t n) {
  uint8_t *p = dfmti_emit_room(w, n <= UINT64_MAX - NODE_BYTES ? n + NODE_BYTES : n);
  if (!p) return w->out.err.e.status;
  *p++ = (uint8_t)kind;
  dfmti_emitted(w->state, dfmti_emit_bytes(p, ptr, n));
  return DFMT_OK;
}

/* Its bytes are there, or went ahead. One that is empty never goes ahead. */
static dfmt_status put_blob(dfmt_writer *w, const dfmt_apitrace_value *v) {
  struct dfmti_apitrace_writer *s = w->state;
  if (v->ptr || v->aux == 0) return put_bytes(w, v->kind, v->ptr, v->aux);
  struct dfmti_blob *b = dfmti_apitrace_blob_find(&s->blobs, v->bits);
  if (!b || b->size != v->aux)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APITRACE_BLOB,
                      "no blob of ordinal %llu and %llu bytes was written before", (unsigned long long)v->bits,
                      (unsigned long long)v->aux);
  b->used = true;
  return put_bytes(w, v->kind, b->bytes.ptr, b->size);
}

static dfmt_status put_wide(dfmt_writer *w, const dfmt_apitrace_value *v) {
  const uint32_t *c = v->ptr;
  bool fits = v->aux <= (UINT64_MAX - NODE_BYTES) / 5; /* bytes of 32 bits at most */
  uint8_t *p = dfmti_emit_room(w, fits ? 5 * v->aux + NODE_BYTES : UINT64_MAX);
  if (!p) return w->out.err.e.status;
  *p++ = (uint8_t)v->kind;
  p = dfmti_emit_uint(p, v->aux);
  for (uint64_t i = 0; i < v->aux; i++) p = dfmti_emit_uint(p, c[i]);
  dfmti_emitted(w->state, p);
  return DFMT_OK;
}

/* Kind, signature and, but for structs, the number: an enum's is typed, a bitmask's is bare (spec 7.3, 7.4). */
static dfmt_status put_with_sig(dfmt_writer *w, const dfmt_apitrace_value *v) {
  static const uint32_t tables[] = {[DFMT_APITRACE_VALUE_ENUM] = DFMT_APITRACE_SIG_ENUM,
                                    [DFMT_APITRACE_VALUE_BITMASK] = DFMT_APITRACE_SIG_BITMASK,
                                    [DFMT_APITRACE_VALUE_STRUCT] = DFMT_APITRACE_SIG_STRUCT};
  uint8_t *p = dfmti_emit_room(w, 1);
  if (!p) return w->out.err.e.status;
  *p++ = (uint8_t)v->kind;
  dfmti_emitted(w->state, p);
  dfmt_status st = dfmti_apitrace_put_sig(w, tables[v->kind], v->ptr);
  if (st != DFMT_OK || v->kind == DFMT_APITRACE_VALUE_STRUCT) return st;
  p = dfmti_emit_room(w, NODE_BYTES);
  if (!p) return w->out.err.e.status;
  dfmti_emitted(w->state, v->kind == DFMT_APITRACE_VALUE_ENUM ? dfmti_emit_typed_int(p, (int64_t)v->bits)
                                                              : dfmti_emit_uint(p, v->bits));
  return DFMT_OK;
}

static uint8_t *emit_le(uint8_t *p, uint64_t v, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) *p++ = (uint8_t)(v >> 8 * i);
  return p;
}

/* Kinds that are a byte and at most a number; p has NODE_BYTES. */
static uint8_t *emit_number(uint8_t *p, const dfmt_apitrace_value *v) {
  if (v->kind == DFMT_APITRACE_VALUE_SINT) return dfmti_emit_typed_int(p, (int64_t)v->bits);
  *p++ = (uint8_t)v->kind;
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_FLOAT: return emit_le(p, v->bits, 4);
    case DFMT_APITRACE_VALUE_DOUBLE: return emit_le(p, v->bits, 8);
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_ARRAY:
    case DFMT_APITRACE_VALUE_OPAQUE: return dfmti_emit_uint(p, v->bits);
    default: return p; /* NULL, FALSE, TRUE, REPR */
  }
}

static dfmt_status put_node(dfmt_writer *w, const dfmt_apitrace_value *v) {
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_STRING: return put_bytes(w, v->kind, v->ptr, v->aux);
    case DFMT_APITRACE_VALUE_BLOB: return put_blob(w, v);
    case DFMT_APITRACE_VALUE_WSTRING: return put_wide(w, v);
    case DFMT_APITRACE_VALUE_ENUM:
    case DFMT_APITRACE_VALUE_BITMASK:
    case DFMT_APITRACE_VALUE_STRUCT: return put_with_sig(w, v);
    default: break;
  }
  uint8_t *p = dfmti_emit_room(w, NODE_BYTES);
  if (!p) return w->out.err.e.status;
  dfmti_emitted(w->state, emit_number(p, v));
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_put_value(dfmt_writer *w, const dfmt_apitrace_value *root) {
  if (!root || root->span == 0) return bad_tree(w, "a value is missing, or its span is 0");
  const dfmt_apitrace_value *end = root + root->span;
  for (const dfmt_apitrace_value *v = root; v < end; v++) {
    dfmt_status st = check(w, v);
    if (st == DFMT_OK) st = put_node(w, v);
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}
