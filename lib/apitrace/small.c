/* SPDX-License-Identifier: MIT */
#include "small.h"

#include "deliver.h"

/*
 * Integers and values: the position after one, or NULL: it is not small. They may read into the zero bytes after the
 * window's end, so that it is enough to compare the position after a value with the end. Nothing here calls a function
 * that is not inline, which leaves all registers to the loops.
 */

static inline const uint8_t *small_uint(const uint8_t *p, uint64_t *v) {
  if (p[0] >= 0x80) return dfmti_uint_of_8(p, v);
  *v = p[0];
  return p + 1;
}

/* A definition that is known, by its id at *p. NULL: it is not, or the id is large. */
static inline const struct dfmti_definition *known(const struct dfmti_apitrace_reader *s, uint32_t kind,
                                                   const uint8_t **p) {
  uint64_t id, offset = dfmti_apitrace_offset(s, *p);
  *p = small_uint(*p, &id);
  if (!*p || id >= s->tables.table[kind].n_dense) return NULL;
  const struct dfmti_definition *def = s->tables.table[kind].dense[id];
  return def && def->def_offset != offset ? def : NULL;
}

static inline void put(dfmt_apitrace_value *v, uint32_t kind, uint64_t bits, const void *ptr, uint64_t aux) {
  v->kind = kind;
  v->span = 1;
  v->bits = bits;
  v->ptr = ptr;
  v->aux = aux;
}

static inline const uint8_t *string(const uint8_t *p, const uint8_t *end, dfmt_apitrace_value *v) {
  if (p[0] >= 0x80 || p[0] > end - p - 1) return NULL;
  put(v, DFMT_APITRACE_VALUE_STRING, 0, p + 1, p[0]);
  return p + 1 + p[0];
}

static inline const uint8_t *enumeration(const struct dfmti_apitrace_reader *s, const uint8_t *p,
                                         dfmt_apitrace_value *v) {
  uint64_t n;
  const struct dfmti_definition *def = known(s, DFMT_APITRACE_SIG_ENUM, &p);
  if (!def || s->tables.old_enums || *p != DFMT_APITRACE_VALUE_UINT || !(p = small_uint(p + 1, &n))) return NULL;
  put(v, DFMT_APITRACE_VALUE_ENUM, n, &def->is.sig, 0);
  return p;
}

static inline const uint8_t *bitmask(const struct dfmti_apitrace_reader *s, const uint8_t *p, dfmt_apitrace_value *v) {
  uint64_t n;
  const struct dfmti_definition *def = known(s, DFMT_APITRACE_SIG_BITMASK, &p);
  if (!def || !(p = small_uint(p, &n))) return NULL;
  put(v, DFMT_APITRACE_VALUE_BITMASK, n, &def->is.sig, 0);
  return p;
}

/* A value without children. */
static inline const uint8_t *leaf(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end,
                                  dfmt_apitrace_value *v) {
  uint64_t n = 0;
  uint32_t kind = *p++;
  switch (kind) {
    case DFMT_APITRACE_VALUE_NULL:
    case DFMT_APITRACE_VALUE_FALSE:
    case DFMT_APITRACE_VALUE_TRUE: break;
    case DFMT_APITRACE_VALUE_SINT:
      p = small_uint(p, &n);
      n = 0 - n;
      break;
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_OPAQUE: p = small_uint(p, &n); break;
    case DFMT_APITRACE_VALUE_FLOAT:
      n = dfmti_load_le64(p) & UINT32_MAX;
      p += 4;
      break;
    case DFMT_APITRACE_VALUE_DOUBLE:
      n = dfmti_load_le64(p);
      p += 8;
      break;
    case DFMT_APITRACE_VALUE_STRING: return string(p, end, v);
    case DFMT_APITRACE_VALUE_ENUM: return enumeration(s, p, v);
    case DFMT_APITRACE_VALUE_BITMASK: return bitmask(s, p, v);
    default: return NULL;
  }
  put(v, kind, n, NULL, 0);
  return p;
}

/* An array of a few leaves, mostly numbers, after its kind; v: room for it and them. */
static const uint8_t *array(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end,
                            dfmt_apitrace_value *v, size_t room) {
  uint32_t n = *p++;
  if (n >= 0x80 || n >= room) return NULL;
  put(v, DFMT_APITRACE_VALUE_ARRAY, n, NULL, 0);
  v->span = n + 1;
  for (uint32_t i = 1; i <= n; i++) {
    p = leaf(s, p, end, v + i);
    if (!p || p > end) return NULL;
  }
  return p;
}

/*
 * Into a call that has room. Counters are kept in registers: what is written to nodes might be one of them, for all the
 * compiler knows.
 */
static const uint8_t *keep(const struct dfmti_apitrace_reader *s, struct dfmti_call *c, const uint8_t *p,
                           const uint8_t *end) {
  const dfmt_str *names = c->sig ? c->sig->members : NULL;
  uint64_t n_names = c->sig ? c->sig->n_members : 0;
  size_t n_args = c->n_args, n_nodes = c->n_nodes, cap_args = c->cap_args, cap_nodes = c->cap_nodes;
  uint64_t last = n_args ? c->args[n_args - 1].number : 0;
  uint64_t lowest = last + (n_args && last < UINT64_MAX); /* that keeps the arguments in order */
  while (n_args < cap_args && n_nodes < cap_nodes && p < end) {
    bool is_arg = p[0] == 1;
    unsigned number = p[1];
    if (is_arg ? number >= 0x80 : p[0] != 2) break;
    dfmt_apitrace_value *v = &c->nodes[n_nodes];
    const uint8_t *next = p + (is_arg ? 2 : 1);
    next = *next == DFMT_APITRACE_VALUE_ARRAY ? array(s, next + 1, end, v, cap_nodes - n_nodes) : leaf(s, next, end, v);
    if (!next || next > end) break;
    p = next;
    if (is_arg) {
      dfmt_apitrace_arg *arg = &c->args[n_args++];
      if (number < lowest) c->unsorted = true;
      lowest = (uint64_t)number + 1;
      arg->name = number < n_names ? names[number] : (dfmt_str){"", 0};
      arg->value = v;
      arg->number = number;
    } else {
      c->present |= DFMT_APITRACE_CALL_HAS_RET;
      c->ret = n_nodes;
    }
    n_nodes += v->span;
  }
  c->n_args = n_args;
  c->n_nodes = n_nodes;
  return p;
}

static const uint8_t *pass_array(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end) {
  dfmt_apitrace_value passed;
  uint32_t n = *p++;
  if (n >= 0x80) return NULL;
  for (; n; n--) {
    p = leaf(s, p, end, &passed);
    if (!p || p > end) return NULL;
  }
  return p;
}

static const uint8_t *pass(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end) {
  dfmt_apitrace_value passed;
  while (p < end && (p[0] == 2 || (p[0] == 1 && p[1] < 0x80))) {
    const uint8_t *next = p + (p[0] == 1 ? 2 : 1);
    next = *next == DFMT_APITRACE_VALUE_ARRAY ? pass_array(s, next + 1, end) : leaf(s, next, end, &passed);
    if (!next || next > end) break;
    p = next;
  }
  return p;
}

const uint8_t *dfmti_apitrace_small_details(struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end) {
  return s->keep ? keep(s, s->call, p, end) : pass(s, p, end);
}

/* ---- calls ---- */

/* A list of details up to its end: the position after that. NULL: not all are small, *pp is where they are not. */
static inline const uint8_t *details(const struct dfmti_apitrace_reader *s, struct dfmti_call *c, const uint8_t **pp,
                                     const uint8_t *end) {
  const uint8_t *p = *pp;
  if (*p) *pp = p = s->values && c->wanted ? keep(s, c, p, end) : pass(s, p, end);
  return *p == 0 && p < end ? p + 1 : NULL;
}

/* An enter whose function is known: the position after the id, or NULL. */
static inline const uint8_t *enter(struct dfmti_apitrace_reader *s, struct dfmti_call *c, const uint8_t *start,
                                   const uint8_t *end) {
  const uint8_t *p = start + 2;
  if (start[0] != 0 || start[1] >= 0x80) return NULL;
  const struct dfmti_definition *def = known(s, DFMT_APITRACE_SIG_FUNCTION, &p);
  if (!def || p > end) return NULL;
  c->number = s->next_number;
  c->thread = start[1];
  c->sig = &def->is.sig;
  c->wanted = def->wanted;
  c->cut = false;
  c->enter_offset = dfmti_apitrace_offset(s, start);
  return p;
}

/* A leave of call `number`: the position after that, or NULL. */
static inline const uint8_t *leave(uint64_t number, const uint8_t *start, const uint8_t *end) {
  uint64_t n;
  const uint8_t *p;
  return start[0] == 1 && (p = small_uint(start + 1, &n)) && p <= end && n == number ? p : NULL;
}

/* Where reading stands when the short way ends: in an event, or with `call` NULL between two. */
struct place {
  struct dfmti_call *call;
  const uint8_t *at, *event; /* event: its first byte */
  bool leaving;
};

/* c was entered, and the long way goes on from there. */
static bool stop(struct dfmti_apitrace_reader *s, struct dfmti_call *c, const struct place *x) {
  s->pending.free = c->newer;
  s->pending.fresh = c;
  s->next_number++;
  s->call = x->call;
  s->keep = s->values && c->wanted;
  s->event_offset = dfmti_apitrace_offset(s, x->event);
  s->leaving = x->leaving;
  dfmti_window_consume(s->in.win, (size_t)(x->at - dfmti_window_ptr(s->in.win)));
  return false;
}

static bool deliver(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_call *c, const uint8_t *left,
                    const uint8_t *end) {
  struct dfmti_span leave = {dfmti_apitrace_offset(s, left), (uint64_t)(end - left)};
  s->pending.free = c->newer;
  s->next_number++;
  s->handed = c;
  s->handed_stays = false;
  dfmti_apitrace_put_call(r, s, c, &leave);
  dfmti_window_consume(s->in.win, (size_t)(end - dfmti_window_ptr(s->in.win)));
  return true;
}

bool dfmti_apitrace_small_call(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_call *c = s->pending.free;
  const uint8_t *end, *start = dfmti_apitrace_look(s, &end), *p, *left, *next;
  if (!c || s->pending.fresh) return false;
  for (;; start = next, s->next_number++) {
    p = enter(s, c, start, end);
    if (!p) {
      dfmti_window_consume(s->in.win, (size_t)(start - dfmti_window_ptr(s->in.win)));
      return false;
    }
    left = details(s, c, &p, end);
    if (!left) return stop(s, c, &(struct place){c, p, start, false});
    c->enter_length = (uint64_t)(left - start);
    p = leave(c->number, left, end);
    if (!p) return stop(s, c, &(struct place){NULL, left, start, false});
    if (*p || p == end) dfmti_apitrace_remember(s, c);
    next = details(s, c, &p, end);
    if (!next) return stop(s, c, &(struct place){c, p, left, true});
    if (c->wanted) return deliver(r, s, c, left, next);
  }
}
