/* SPDX-License-Identifier: MIT */
/*
 * Values to a flat tape of nodes, in pre-order, without recursion:
 *
 *   value --leaf--> close what is complete --nothing open any more--> done
 *     ^  '--array, struct, repr with children: open it                 |
 *     '----------------------------------------------------------------'  something open: its next child
 *
 * It stops only between two values; what is open is kept in s->open, so that it goes on there with more data. The same
 * code passes over values that nobody wants (KEEP false), as definitions among them must be read all the same.
 */
#include "values.h"

#include <string.h>

#include "gap.h"
#include "read_fault.h"

dfmt_status dfmti_apitrace_read_definition(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint32_t kind, uint64_t id,
                                           const uint8_t *id_at, const uint8_t **p, const uint8_t *end,
                                           const uint8_t *token, const struct dfmti_definition **out) {
  uint64_t offset = dfmti_apitrace_offset(s, id_at);
  if (*p > end) return dfmti_apitrace_short(r, s, token, 0);
  struct dfmti_definition_reader x = {&s->tables, &r->in, &r->config,
                                      dfmti_config_own(&r->config, dfmti_apitrace_options, DFMT_CFG_APITRACE_MAX_FLAGS),
                                      dfmti_apitrace_turns_told(&s->in.turns, offset)};
  if (s->gap.on) {
    dfmt_status lost = dfmti_apitrace_gap_definition(r, s, kind, *p, end, token, out);
    if (lost == DFMT_OK && !*out) return dfmti_apitrace_stand_in(&x, kind, id, offset, out);
    if (lost != DFMTI_GO_ON) return lost;
  }
  struct dfmti_cursor c = {.p = *p, .end = end};
  dfmt_status st = dfmti_apitrace_intern(&x, kind, id, offset, &c, dfmti_apitrace_offset(s, *p), out);
  *p = c.p;
  if (st != DFMTI_SHORT) return st;
  return dfmti_apitrace_short_by(r, s, token, c.need);
}

static bool grow_open(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  void *p = dfmti_grow(&r->in.mem, s->open, &s->cap_open, 16, sizeof *s->open);
  if (p) s->open = p;
  return p != NULL;
}

static dfmt_status open_value(dfmt_reader *r, struct dfmti_apitrace_reader *s, size_t node, uint64_t children,
                              const uint8_t *at) {
  if (s->depth >= r->in.max_depth)
    return dfmti_fail_limit(&r->in.err, DFMT_CFG_MAX_DEPTH, DFMT_ERR_MAX_DEPTH, dfmti_apitrace_offset(s, at),
                            s->depth + 1);
  if (s->depth == s->cap_open && !grow_open(r, s)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  s->open[s->depth++] = (struct dfmti_open_value){node, children};
  return DFMT_OK;
}

static dfmt_status grow_nodes(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *at) {
  uint64_t bytes = 2 * (uint64_t)s->call->cap_nodes * sizeof *s->call->nodes;
  if (bytes > r->in.max_record || s->call->cap_nodes > UINT32_MAX / 2) /* spans have 32 bits */
    return dfmti_fail_limit(&r->in.err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, dfmti_apitrace_offset(s, at),
                            2 * bytes);
  return dfmti_apitrace_call_grow_nodes(&r->in.mem, s->call) ? DFMT_OK : dfmti_fail_mem(&r->in.err, &r->in.mem);
}

/* Characters to an array of their own, the low 32 bits of each (spec 3.5). */
static dfmt_status read_wide(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **p, const uint8_t *end,
                             const uint8_t *token, dfmt_apitrace_value *v) {
  uint64_t count = v->aux, c = 0;
  if (*p > end || count > (uint64_t)(end - *p))
    return dfmti_apitrace_short(r, s, token, count > UINT64_MAX / 2 ? count : (uint64_t)(*p - token) + count);
  const uint8_t *q = *p;
  for (uint64_t i = 0; i < count; i++) {
    const uint8_t *at = q;
    q = dfmti_uint(q, &c);
    if (!q) return dfmti_apitrace_bad_uint(r, s, at);
    if (q > end) return dfmti_apitrace_short_by(r, s, token, count - i);
  }
  if (s->keep && count) {
    size_t bytes;
    uint32_t *wide = NULL;
    if (dfmti_mul((size_t)count, sizeof *wide, &bytes))
      wide = dfmti_apitrace_scratch_take(&r->in.mem, &s->call->scratch, bytes);
    if (!wide) return dfmti_fail_mem(&r->in.err, &r->in.mem);
    q = *p;
    for (uint64_t i = 0; i < count; i++) {
      q = dfmti_uint(q, &c);
      wide[i] = (uint32_t)c;
    }
    v->ptr = wide;
  }
  *p = q;
  return DFMT_OK;
}

/* An enum's number: a byte 03 or 04 and an integer; below version 3 there is none (spec 7.3). */
static dfmt_status read_enum_number(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **p,
                                    const uint8_t *end, const uint8_t *token, dfmt_apitrace_value *v) {
  if (s->tables.old_enums) {
    v->bits = (uint64_t)((const dfmt_apitrace_sig *)v->ptr)->member_values[0];
    return DFMT_OK;
  }
  if (*p >= end) return dfmti_apitrace_short(r, s, token, 0);
  const uint8_t *at = *p;
  if (*at != DFMT_APITRACE_VALUE_SINT && *at != DFMT_APITRACE_VALUE_UINT)
    return dfmti_apitrace_unknown(r, s, DFMT_ERR_APITRACE_ENUM_VALUE, "an enum's number, 03 or 04", at);
  *p = dfmti_uint(at + 1, &v->bits);
  if (!*p) return dfmti_apitrace_bad_uint(r, s, at + 1);
  if (*at == DFMT_APITRACE_VALUE_SINT) v->bits = 0 - v->bits;
  return DFMT_OK;
}

/* A signature's id, with its definition if it comes here. */
static inline dfmt_status read_sig(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint32_t kind, const uint8_t **p,
                                   const uint8_t *end, const uint8_t *token, const dfmt_apitrace_sig **out) {
  uint64_t id;
  const uint8_t *at = *p;
  *p = dfmti_uint(at, &id);
  if (!*p) return dfmti_apitrace_bad_uint(r, s, at);
  const struct dfmti_definition *def;
  dfmt_status st = dfmti_apitrace_define(r, s, kind, id, at, p, end, token, &def);
  if (st == DFMT_OK) *out = &def->is.sig;
  return st;
}

/* Blobs that go ahead end the loop with their head read; those that nobody wants are left to s->pass. */
static dfmt_status large_blob(struct dfmti_apitrace_reader *s, bool keep, dfmt_apitrace_value *v) {
  if (!keep) {
    s->pass = v->aux;
    return DFMTI_SHORT;
  }
  s->blob_left = v->aux;
  v->ptr = NULL;
  v->bits = s->next_blob;
  return DFMTI_BLOB;
}

/* Leaves the loop at a place between two values. */
static inline dfmt_status stop(struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *p, size_t n_nodes,
                               dfmt_status st) {
  *pp = p;
  s->call->n_nodes = n_nodes;
  return st;
}

/*
 * The decoder's switch, in a form for each `keep`. In one piece, so that place and counters stay in registers from
 * value to value; what is rare is in functions of its own.
 */
static inline __attribute__((always_inline)) dfmt_status read_values(dfmt_reader *r, struct dfmti_apitrace_reader *s,
                                                                     const uint8_t **pp, const uint8_t *end,
                                                                     const bool keep) {
  struct dfmti_call *call = s->call;
  dfmt_apitrace_value scratch, *nodes = call->nodes; /* copies: what is written to nodes might be one of these */
  size_t n_nodes = call->n_nodes, cap = call->cap_nodes, depth = s->depth;
  const uint8_t *p = *pp;
  for (;;) {
    const uint8_t *token = p, *at;
    const dfmt_apitrace_sig *sig = NULL;
    dfmt_apitrace_value *v = &scratch;
    dfmt_status st = DFMT_OK, blob = DFMT_OK;
    uint64_t children = 0, n;
    if (keep) {
      if (n_nodes == cap) {
        call->n_nodes = n_nodes;
        st = grow_nodes(r, s, token);
        if (st != DFMT_OK) return stop(s, pp, token, n_nodes, st);
        nodes = call->nodes;
        cap = call->cap_nodes;
      }
      v = &nodes[n_nodes];
    }
    v->kind = *p++;
    v->span = 1;
    v->bits = 0;
    v->ptr = NULL;
    v->aux = 0;
    switch (v->kind) {
      case DFMT_APITRACE_VALUE_NULL:
      case DFMT_APITRACE_VALUE_FALSE:
      case DFMT_APITRACE_VALUE_TRUE: break;
      case DFMT_APITRACE_VALUE_SINT:
      case DFMT_APITRACE_VALUE_UINT:
      case DFMT_APITRACE_VALUE_OPAQUE:
        p = dfmti_uint(at = p, &n);
        if (!p) return stop(s, pp, token, n_nodes, dfmti_apitrace_bad_uint(r, s, at));
        v->bits = v->kind == DFMT_APITRACE_VALUE_SINT ? 0 - n : n;
        break;
      case DFMT_APITRACE_VALUE_FLOAT:
        v->bits = dfmti_load_le64(p) & UINT32_MAX;
        p += 4;
        break;
      case DFMT_APITRACE_VALUE_DOUBLE:
        v->bits = dfmti_load_le64(p);
        p += 8;
        break;
      case DFMT_APITRACE_VALUE_STRING:
      case DFMT_APITRACE_VALUE_BLOB:
        p = dfmti_uint(at = p, &n);
        if (!p) return stop(s, pp, token, n_nodes, dfmti_apitrace_bad_uint(r, s, at));
        if (p > end) break;
        v->aux = n;
        v->ptr = p;
        if (n > r->in.max_inline && (!keep || v->kind == DFMT_APITRACE_VALUE_BLOB)) {
          blob = large_blob(s, keep, v);
          break;
        }
        if (n > (uint64_t)(end - p))
          return stop(s, pp, token, n_nodes,
                      dfmti_apitrace_short(r, s, token, n > UINT64_MAX / 2 ? n : (uint64_t)(p - token) + n));
        p += n;
        break;
      case DFMT_APITRACE_VALUE_ENUM:
        st = read_sig(r, s, DFMT_APITRACE_SIG_ENUM, &p, end, token, &sig);
        v->ptr = sig;
        if (st == DFMT_OK) st = read_enum_number(r, s, &p, end, token, v);
        break;
      case DFMT_APITRACE_VALUE_BITMASK:
        st = read_sig(r, s, DFMT_APITRACE_SIG_BITMASK, &p, end, token, &sig);
        v->ptr = sig;
        if (st != DFMT_OK) break;
        p = dfmti_uint(at = p, &v->bits);
        if (!p) return stop(s, pp, token, n_nodes, dfmti_apitrace_bad_uint(r, s, at));
        break;
      case DFMT_APITRACE_VALUE_ARRAY:
        p = dfmti_uint(at = p, &children);
        if (!p) return stop(s, pp, token, n_nodes, dfmti_apitrace_bad_uint(r, s, at));
        break;
      case DFMT_APITRACE_VALUE_STRUCT:
        st = read_sig(r, s, DFMT_APITRACE_SIG_STRUCT, &p, end, token, &sig);
        v->ptr = sig;
        if (st == DFMT_OK) children = sig->n_members;
        break;
      case DFMT_APITRACE_VALUE_REPR: children = 2; break;
      case DFMT_APITRACE_VALUE_WSTRING:
        p = dfmti_uint(at = p, &v->aux);
        if (!p) return stop(s, pp, token, n_nodes, dfmti_apitrace_bad_uint(r, s, at));
        st = read_wide(r, s, &p, end, token, v);
        break;
      default: st = dfmti_apitrace_unknown(r, s, DFMT_ERR_APITRACE_VALUE, "a value, 00 to 0f", token);
    }
    if (st == DFMT_OK && p > end) st = dfmti_apitrace_short(r, s, token, 0);
    if (st == DFMT_OK && children) st = open_value(r, s, n_nodes, children, token);
    if (st != DFMT_OK) return stop(s, pp, token, n_nodes, st);
    n_nodes += keep;
    if (children) {
      v->bits = children;
      depth = s->depth;
      continue;
    }
    while (depth > 0 && --s->open[depth - 1].left == 0) {
      depth--;
      if (keep) nodes[s->open[depth].node].span = (uint32_t)(n_nodes - s->open[depth].node);
    }
    s->depth = depth;
    if (blob != DFMT_OK) s->want = 1;
    if (blob != DFMT_OK || depth == 0) return stop(s, pp, p, n_nodes, blob);
  }
}

dfmt_status dfmti_apitrace_values(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **p,
                                  const uint8_t *end) {
  return s->keep ? read_values(r, s, p, end, true) : read_values(r, s, p, end, false);
}
