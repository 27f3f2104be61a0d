/* SPDX-License-Identifier: MIT */
/*
 * Trees of values as JSON, compared and copied. They are flat and may be as deep as they have nodes, so nothing here
 * recurses. A tree of a caller's may contradict itself: only nodes within its root's span are ever looked at.
 */
#ifndef DFMTI_APITRACE_TREE_H
#define DFMTI_APITRACE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "apitrace.h"

struct dfmti_json;

static inline bool dfmti_apitrace_has_children(uint32_t kind) {
  return kind == DFMT_APITRACE_VALUE_ARRAY || kind == DFMT_APITRACE_VALUE_STRUCT || kind == DFMT_APITRACE_VALUE_REPR;
}

static inline bool dfmti_apitrace_has_sig(uint32_t kind) {
  return kind == DFMT_APITRACE_VALUE_ENUM || kind == DFMT_APITRACE_VALUE_BITMASK || kind == DFMT_APITRACE_VALUE_STRUCT;
}

/* Nodes to look at: the root at least. */
static inline size_t dfmti_apitrace_nodes(const dfmt_apitrace_value *root) { return root->span ? root->span : 1; }

/* Numbers that an enum's or bitmask's names go with. */
static inline uint64_t dfmti_apitrace_named(const dfmt_apitrace_sig *sig) {
  return sig->n_members < sig->n_member_values ? sig->n_members : sig->n_member_values;
}

/* json of dfmti_tree_ops. A tree whose nodes contradict each other is E_ARG. */
void dfmti_apitrace_tree_json(struct dfmti_json *j, const void *root);

/* A value of a kind without children as JSON. */
void dfmti_apitrace_value_json(struct dfmti_json *j, const dfmt_apitrace_value *v);

#endif
