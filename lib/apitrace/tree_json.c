/* SPDX-License-Identifier: MIT */
/*
 * Trees as JSON: a walk over the flat nodes that remembers which arrays, structs and reprs are open. A few levels, more
 * than traces have, fit on the stack; memory for the others is the sink's.
 */
#include "model/json_text.h"
#include "tree.h"

/* One that is open. */
struct open {
  uint32_t node;     /* from the root */
  uint32_t children; /* begun so far */
};

enum { LEVELS = 64 };

struct walk {
  struct dfmti_json *j;
  const dfmt_apitrace_value *root;
  size_t n_nodes;
  size_t depth; /* of what is open */
  struct open open[LEVELS];
  struct dfmti_buf more; /* struct open: the levels above */
};

static struct open *open_at(struct walk *x, size_t level) {
  return level < LEVELS ? &x->open[level] : (struct open *)(void *)x->more.ptr + (level - LEVELS);
}

static struct open *innermost(struct walk *x) { return x->depth ? open_at(x, x->depth - 1) : NULL; }

static const dfmt_apitrace_value *node_of(const struct walk *x, const struct open *o) { return &x->root[o->node]; }

/* The node after its last child. */
static size_t end_of(const struct walk *x, const struct open *o) { return (size_t)o->node + node_of(x, o)->span; }

static void contradiction(struct walk *x) {
  if (x->j->status == DFMT_OK) x->j->status = dfmti_fail_arg(x->j->err, "the nodes of a value contradict each other");
}

/* A node that can stand here: within its parent, with children only if its kind has some. */
static bool is_sound(struct walk *x, size_t at) {
  const dfmt_apitrace_value *v = &x->root[at];
  struct open *parent = innermost(x);
  size_t end = parent ? end_of(x, parent) : x->n_nodes;
  if (v->kind > DFMT_APITRACE_VALUE_WSTRING || v->span == 0 || v->span > end - at) return false;
  if (!dfmti_apitrace_has_children(v->kind)) return v->span == 1;
  return v->kind != DFMT_APITRACE_VALUE_REPR || v->bits == 2;
}

static void push(struct walk *x, size_t at) {
  struct dfmti_mem *mem = x->j->mem;
  if (x->depth >= LEVELS) {
    if (!dfmti_buf_reserve(mem, &x->more, sizeof(struct open))) {
      x->j->status = dfmti_fail_mem(x->j->err, mem);
      return;
    }
    x->more.len += sizeof(struct open);
  }
  *open_at(x, x->depth++) = (struct open){(uint32_t)at, 0};
}

static void pop(struct walk *x) {
  if (x->depth-- > LEVELS) x->more.len -= sizeof(struct open);
}

static void put_text(struct dfmti_json *j, dfmt_str s) { dfmti_json_text(j, s.ptr, s.ptr ? (size_t)s.len : 0); }

/* What stands before the next child. */
static void begin_child(struct walk *x, struct open *parent) {
  const dfmt_apitrace_value *v = node_of(x, parent);
  uint32_t number = parent->children++;
  if (v->kind == DFMT_APITRACE_VALUE_REPR) {
    dfmti_json_word(x->j, number ? ",\"machine\":" : "\"repr\":");
    return;
  }
  if (number) dfmti_json_byte(x->j, ',');
  if (v->kind == DFMT_APITRACE_VALUE_ARRAY) return;
  const dfmt_apitrace_sig *sig = v->ptr;
  dfmti_json_word(x->j, "{\"name\":");
  put_text(x->j, sig && number < sig->n_members ? sig->members[number] : (dfmt_str){NULL, 0});
  dfmti_json_word(x->j, ",\"value\":");
}

static void begin(struct dfmti_json *j, const dfmt_apitrace_value *v) {
  if (v->kind == DFMT_APITRACE_VALUE_ARRAY) {
    dfmti_json_byte(j, '[');
  } else if (v->kind == DFMT_APITRACE_VALUE_REPR) {
    dfmti_json_byte(j, '{');
  } else {
    const dfmt_apitrace_sig *sig = v->ptr;
    dfmti_json_word(j, "{\"struct\":");
    put_text(j, sig ? sig->name : (dfmt_str){NULL, 0});
    dfmti_json_word(j, ",\"members\":[");
  }
}

static void end(struct dfmti_json *j, const dfmt_apitrace_value *v) {
  dfmti_json_word(j, v->kind == DFMT_APITRACE_VALUE_ARRAY ? "]" : v->kind == DFMT_APITRACE_VALUE_REPR ? "}" : "]}");
}

/* A value is complete, `next` is the node after it: so may be what it is in. */
static void complete(struct walk *x, size_t next) {
  for (struct open *o; (o = innermost(x)) != NULL; pop(x)) {
    const dfmt_apitrace_value *v = node_of(x, o);
    if (v->kind == DFMT_APITRACE_VALUE_STRUCT) dfmti_json_byte(x->j, '}');
    if (end_of(x, o) != next) return;
    if (v->bits != o->children) contradiction(x);
    end(x->j, v);
  }
}

static void put_node(struct walk *x, size_t at) {
  const dfmt_apitrace_value *v = &x->root[at];
  struct open *parent = innermost(x);
  if (!is_sound(x, at)) {
    contradiction(x);
    return;
  }
  if (parent) begin_child(x, parent);
  if (v->span > 1) {
    begin(x->j, v);
    push(x, at);
    return;
  }
  if (!dfmti_apitrace_has_children(v->kind)) {
    dfmti_apitrace_value_json(x->j, v);
  } else if (v->bits) {
    contradiction(x);
    return;
  } else {
    begin(x->j, v);
    end(x->j, v);
  }
  complete(x, at + 1);
}

static void put_nodes(struct dfmti_json *j, const dfmt_apitrace_value *root) {
  struct walk x;
  x.j = j;
  x.root = root;
  x.n_nodes = dfmti_apitrace_nodes(root);
  x.depth = 0;
  x.more = (struct dfmti_buf){0};
  for (size_t i = 0; i < x.n_nodes && j->status == DFMT_OK; i++) put_node(&x, i);
  dfmti_buf_free(j->mem, &x.more);
}

/* Most are one node, and most of those are integers. */
void dfmti_apitrace_tree_json(struct dfmti_json *j, const void *root) {
  const dfmt_apitrace_value *v = root;
  if (v->kind == DFMT_APITRACE_VALUE_UINT && v->span == 1)
    dfmti_json_u64(j, v->bits);
  else if (v->span == 1 && v->kind <= DFMT_APITRACE_VALUE_WSTRING && !dfmti_apitrace_has_children(v->kind))
    dfmti_apitrace_value_json(j, v);
  else
    put_nodes(j, v);
}
