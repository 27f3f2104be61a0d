/* SPDX-License-Identifier: MIT */
/* What nodes stand for: T_ for an argument, references to references for one reference, a pack for an element of it. */
#include "print.h"

static const struct dfmto_demangle_node *at(const struct dfmto_demangle *d, uint32_t node) {
  return dfmto_demangle_at(d, node);
}
static bool step(struct dfmto_demangle *d) { return dfmto_demangle_step(d); }

/* The element of a pack that its expansion has come to; 0: none. Or the whole list. */
static uint32_t element(struct dfmto_demangle *d, uint32_t list) {
  uint32_t n = 0;
  if (d->pack_size == DFMTO_DEMANGLE_WHOLE_PACK) return list;
  if (d->pack_size == DFMTO_DEMANGLE_NO_PACK) {
    for (uint32_t i = list; i && step(d); i = at(d, i)->b) n++;
    d->pack_size = n;
    d->pack_index = 0;
  }
  for (n = d->pack_index; list && n && step(d); n--) list = at(d, list)->b;
  return list ? at(d, list)->a : 0;
}

/* Template arguments of a function: a list, or 0. */
static uint32_t arguments_of(struct dfmto_demangle *d, uint32_t function) {
  uint32_t name = at(d, function)->kind == DFMTO_N_ENCODING ? at(d, function)->b : 0;
  while ((at(d, name)->kind == DFMTO_N_QUALIFIED || at(d, name)->kind == DFMTO_N_LOCAL) && step(d))
    name = at(d, name)->b;
  return at(d, name)->kind == DFMTO_N_TEMPLATE ? at(d, name)->b : 0;
}

uint32_t dfmto_demangle_bound(struct dfmto_demangle *d, uint32_t node) {
  const struct dfmto_demangle_node *n = at(d, node);
  const uint32_t parser = n->kind == DFMTO_N_PARAMETER ? n->a : node;
  if (!d->gnu || d->settled) return parser;
  if (at(d, d->around)->kind == DFMTO_N_LAMBDA_SIGNATURE) return node;
  uint32_t list = arguments_of(d, d->around);
  for (uint32_t i = n->b; list && i && step(d); i--) list = at(d, list)->b;
  if (!list) return parser;
  if (at(d, list)->a != parser) d->rebound = true;
  return at(d, list)->a;
}

uint32_t dfmto_demangle_resolve(struct dfmto_demangle *d, uint32_t node) {
  while (step(d) && (at(d, node)->kind == DFMTO_N_PARAMETER || at(d, node)->kind == DFMTO_N_AUTO)) {
    const uint32_t to = dfmto_demangle_bound(d, node);
    if (to == node) break;
    node = at(d, to)->kind == DFMTO_N_PACK ? element(d, at(d, to)->a) : to;
  }
  return d->st == DFMT_OK ? node : 0;
}

/*
 * Likewise what a reference refers to. Where the same reference comes again, in another function, GNU binds T_ as it
 * did first.
 */
static uint32_t resolve_referred(struct dfmto_demangle *d, uint32_t node) {
  struct dfmto_demangle_node *reference = &d->nodes[node];
  const uint32_t around = d->around;
  if (!d->gnu || d->settled || at(d, reference->a)->kind != DFMTO_N_PARAMETER)
    return dfmto_demangle_resolve(d, reference->a);
  if (at(d, around)->kind != DFMTO_N_LAMBDA_SIGNATURE) {
    if (!reference->c) reference->c = around + 1;
    d->around = reference->c - 1;
  }
  const uint32_t to = dfmto_demangle_resolve(d, reference->a);
  d->around = around;
  return to;
}

uint32_t dfmto_demangle_inner(struct dfmto_demangle *d, uint32_t node, bool *rvalue) {
  const uint8_t kind = at(d, node)->kind;
  *rvalue = kind == DFMTO_N_RVALUE;
  if (kind != DFMTO_N_RVALUE && kind != DFMTO_N_REFERENCE) return dfmto_demangle_resolve(d, at(d, node)->a);
  uint32_t to = resolve_referred(d, node);
  while ((at(d, to)->kind == DFMTO_N_RVALUE || at(d, to)->kind == DFMTO_N_REFERENCE) && step(d)) {
    if (at(d, to)->kind == DFMTO_N_REFERENCE) *rvalue = false;
    to = resolve_referred(d, to);
  }
  return to;
}

bool dfmto_demangle_is_qualified(const struct dfmto_demangle *d, uint32_t node) {
  return at(d, node)->kind == DFMTO_N_QUALIFIERS || (at(d, node)->kind == DFMTO_N_VENDOR_QUALIFIER && d->gnu);
}

/* FUNCTION or ARRAY, if what points to this type needs parentheses, else 0. */
static uint8_t pointed(struct dfmto_demangle *d, uint32_t node) {
  bool qualified = false;
  for (; dfmto_demangle_is_qualified(d, node) && step(d); qualified = true)
    node = dfmto_demangle_resolve(d, at(d, node)->a);
  const uint8_t kind = at(d, node)->kind;
  if (kind == DFMTO_N_FUNCTION && qualified && d->gnu) return 0; /* the qualifiers have them */
  return kind == DFMTO_N_FUNCTION || kind == DFMTO_N_ARRAY ? kind : 0;
}

uint8_t dfmto_demangle_declarator(struct dfmto_demangle *d, uint32_t node) {
  bool rvalue;
  const uint8_t kind = pointed(d, dfmto_demangle_inner(d, node, &rvalue));
  return kind == DFMTO_N_ARRAY && dfmto_demangle_is_qualified(d, node) ? 0 : kind;
}

bool dfmto_demangle_has_right(struct dfmto_demangle *d, uint32_t node) {
  for (node = dfmto_demangle_resolve(d, node); step(d); node = dfmto_demangle_resolve(d, at(d, node)->a)) {
    const uint8_t kind = at(d, node)->kind;
    if (kind == DFMTO_N_FUNCTION || kind == DFMTO_N_ARRAY) return true;
    if (kind < DFMTO_N_POINTER || kind > DFMTO_N_QUALIFIERS) break;
  }
  return false;
}

bool dfmto_demangle_is_nameless(const struct dfmto_demangle *d, uint32_t node) {
  return at(d, node)->kind == DFMTO_N_UNNAMED || at(d, node)->kind == DFMTO_N_LAMBDA;
}

uint32_t dfmto_demangle_base_name(struct dfmto_demangle *d, uint32_t node) {
  while (step(d)) {
    const struct dfmto_demangle_node *n = at(d, node);
    if (n->kind == DFMTO_N_PARAMETER)
      node = dfmto_demangle_resolve(d, node);
    else if (n->kind == DFMTO_N_QUALIFIED || n->kind == DFMTO_N_LOCAL)
      node = d->gnu && dfmto_demangle_is_nameless(d, n->b) ? n->a : n->b;
    else if (n->kind == DFMTO_N_ENCODING)
      node = n->b;
    else if (n->kind == DFMTO_N_TEMPLATE || n->kind == DFMTO_N_TAGGED)
      node = n->a;
    else
      break;
  }
  return node;
}

/* The list of a pack that T_ stands for; 0: no pack. */
static uint32_t pack_list(struct dfmto_demangle *d, uint32_t node) {
  if (at(d, node)->kind == DFMTO_N_EXPANSION) node = at(d, node)->a;
  if (at(d, node)->kind == DFMTO_N_PARAMETER) node = dfmto_demangle_bound(d, node);
  return at(d, node)->kind == DFMTO_N_PACK ? at(d, node)->a : 0;
}

static uint32_t length(struct dfmto_demangle *d, uint32_t list) {
  uint32_t n = 0;
  for (; list && step(d); list = at(d, list)->b) n++;
  return n;
}

uint32_t dfmto_demangle_pack_size(struct dfmto_demangle *d, uint32_t node) {
  uint32_t n = 0;
  if (at(d, node)->kind != DFMTO_N_LIST) return length(d, pack_list(d, node));
  for (; node && step(d); node = at(d, node)->b)
    n += at(d, at(d, node)->a)->kind == DFMTO_N_EXPANSION ? length(d, pack_list(d, at(d, node)->a)) : 1;
  return n;
}
