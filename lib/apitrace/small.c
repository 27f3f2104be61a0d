/* SPDX-License-Identifier: MIT */
#include "small.h"

#include "deliver.h"

/*
 * Integers and values: the position after one, or NULL: it is not small. They may read into the zero bytes after the
 * window's end, so that it is enough to compare the position after a value with the end. Nothing here calls a function
 * that is not inline, which leaves all registers to the loops.
 */

static inline const uint8_t *small_uint(const uint8_t *p, uint64_t *v) {
  if (p[0] >= 0x80) return dfmti_uint_of_4(p, v);
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

/* Floats up to `last`, of which vectors and matrices are. */
static inline const uint8_t *floats(const uint8_t *p, const uint8_t *end, dfmt_apitrace_value **v,
                                    const dfmt_apitrace_value *last) {
  for (; *v <= last && p < end && *p == DFMT_APITRACE_VALUE_FLOAT; p += 5, ++*v)
    put(*v, DFMT_APITRACE_VALUE_FLOAT, dfmti_load_le32(p + 1), NULL, 0);
  return p;
}

/* An array of a few leaves, mostly numbers, after its kind; v: room for it and them. */
static const uint8_t *array(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end,
                            dfmt_apitrace_value *v, size_t room) {
  uint32_t n = *p++;
  if (n >= 0x80 || n >= room) return NULL;
  put(v, DFMT_APITRACE_VALUE_ARRAY, n, NULL, 0);
  v->span = n + 1;
  for (const dfmt_apitrace_value *last = v++ + n; v <= last;) {
    if (*p == DFMT_APITRACE_VALUE_FLOAT && p < end)
      p = floats(p, end, &v, last);
    else
      p = leaf(s, p, end, v++);
    if (!p || p > end) return NULL;
  }
  return p;
}

/* A value, for which there is room at v. */
static inline const uint8_t *value(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end,
                                   dfmt_apitrace_value *v, const dfmt_apitrace_value *v_end) {
  const uint8_t *next =
      *p == DFMT_APITRACE_VALUE_ARRAY ? array(s, p + 1, end, v, (size_t)(v_end - v)) : leaf(s, p, end, v);
  return (uintptr_t)next - 1 < (uintptr_t)end ? next : NULL; /* one comparison for NULL, too */
}

/* Puts arguments to *args and their values to *nodes, up to the ends of these. Returns where there is none any more. */
static inline const uint8_t *arguments(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end,
                                       struct dfmti_call *c, dfmt_apitrace_arg **args, dfmt_apitrace_value **nodes) {
  const dfmt_apitrace_arg *arg_end = c->args + c->cap_args;
  const dfmt_apitrace_value *v_end = c->nodes + c->cap_nodes;
  const dfmt_str *names = c->sig ? c->sig->members : NULL;
  uint64_t n_names = c->sig ? c->sig->n_members : 0, last = c->n_args ? c->args[c->n_args - 1].number : 0;
  dfmt_apitrace_arg *arg = *args;
  dfmt_apitrace_value *v = *nodes;
  bool any = c->n_args > 0;
  for (; p[0] == 1 && arg < arg_end && v < v_end; v += v->span) {
    uint64_t number = p[1];
    const uint8_t *next = number < 0x80 ? value(s, p + 2, end, v, v_end) : NULL;
    if (!next) break;
    p = next;
    if (number <= last && any) c->unsorted = true;
    any = true;
    last = number;
    arg->name = number < n_names ? names[number] : (dfmt_str){"", 0};
    arg->value = v;
    arg->number = number;
    arg++;
  }
  *args = arg;
  *nodes = v;
  return p;
}

/*
 * Into a call that has room. Places are kept in registers: what is written to nodes might be one of them, for all the
 * compiler knows. What is after the window's end is no detail.
 */
static const uint8_t *keep(const struct dfmti_apitrace_reader *s, struct dfmti_call *c, const uint8_t *p,
                           const uint8_t *end) {
  if (c->n_args == c->cap_args || c->n_nodes == c->cap_nodes) return p;
  dfmt_apitrace_arg *arg = c->args + c->n_args;
  dfmt_apitrace_value *v = c->nodes + c->n_nodes;
  if (p[0] == 1) p = arguments(s, p, end, c, &arg, &v);
  c->n_args = (size_t)(arg - c->args);
  c->n_nodes = (size_t)(v - c->nodes);
  if (p[0] == 2 && c->n_nodes < c->cap_nodes) {
    const uint8_t *next = value(s, p + 1, end, v, c->nodes + c->cap_nodes);
    if (!next) return p;
    c->present |= DFMT_APITRACE_CALL_HAS_RET;
    c->ret = c->n_nodes;
    c->n_nodes += v->span;
    p = next;
  }
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
