/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <string.h>

#include "base/mem.h"

/* Bytes that a node's ptr leads to; 0 if it leads to a signature, or nowhere. */
static uint64_t content_size(const dfmt_apitrace_value *v) {
  if (!v->ptr) return 0;
  if (v->kind == DFMT_APITRACE_VALUE_STRING || v->kind == DFMT_APITRACE_VALUE_BLOB) return v->aux;
  if (v->kind != DFMT_APITRACE_VALUE_WSTRING) return 0;
  return v->aux > UINT64_MAX / sizeof(uint32_t) ? UINT64_MAX : v->aux * sizeof(uint32_t);
}

/* ---- comparison ---- */

static bool equal_text(dfmt_str a, dfmt_str b) {
  uint64_t len = a.ptr ? a.len : 0;
  return len == (b.ptr ? b.len : 0) && (len == 0 || memcmp(a.ptr, b.ptr, (size_t)len) == 0);
}

/* What they say; not where they are defined, and under which id. */
static bool equal_sigs(const dfmt_apitrace_sig *a, const dfmt_apitrace_sig *b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->n_members != b->n_members || a->n_member_values != b->n_member_values)
    return false;
  if (!equal_text(a->name, b->name)) return false;
  for (uint64_t i = 0; i < a->n_members; i++)
    if (!equal_text(a->members[i], b->members[i])) return false;
  for (uint64_t i = 0; i < a->n_member_values; i++)
    if (a->member_values[i] != b->member_values[i]) return false;
  return true;
}

/* Signatures that were found equal, so that long ones are not compared again for each node of an array. */
struct equal_pairs {
  const void *a[16], *b[16];
};

static bool equal_sigs_again(struct equal_pairs *known, const void *a, const void *b) {
  size_t at = (size_t)((uint64_t)(uintptr_t)a * UINT64_C(0x9e3779b97f4a7c15) >> 60);
  if (known->a[at] == a && known->b[at] == b) return true;
  if (!equal_sigs(a, b)) return false;
  known->a[at] = a;
  known->b[at] = b;
  return true;
}

/* Which of `bits` mean something. */
static uint64_t meaning(const dfmt_apitrace_value *v) {
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_NULL:
    case DFMT_APITRACE_VALUE_FALSE:
    case DFMT_APITRACE_VALUE_TRUE:
    case DFMT_APITRACE_VALUE_STRING:
    case DFMT_APITRACE_VALUE_WSTRING: return 0;
    case DFMT_APITRACE_VALUE_FLOAT: return UINT32_MAX;
    case DFMT_APITRACE_VALUE_BLOB: return v->ptr ? 0 : UINT64_MAX;
    default: return UINT64_MAX;
  }
}

static bool equal_nodes(struct equal_pairs *known, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (a->kind != b->kind || a->span != b->span || ((a->bits ^ b->bits) & (meaning(a) | meaning(b)))) return false;
  if (dfmti_apitrace_has_sig(a->kind)) return equal_sigs_again(known, a->ptr, b->ptr);
  if (a->kind == DFMT_APITRACE_VALUE_BLOB && (!a->ptr || !b->ptr)) return !a->ptr && !b->ptr && a->aux == b->aux;
  uint64_t size = content_size(a);
  return size == content_size(b) && (size == 0 || memcmp(a->ptr, b->ptr, (size_t)size) == 0);
}

static bool equal(const void *a, const void *b) {
  const dfmt_apitrace_value *x = a, *y = b;
  struct equal_pairs known = {{NULL}, {NULL}};
  size_t n = dfmti_apitrace_nodes(x);
  if (n != dfmti_apitrace_nodes(y)) return false;
  for (size_t i = 0; i < n; i++)
    if (!equal_nodes(&known, &x[i], &y[i])) return false;
  return true;
}

/* ---- copies ---- */

static void *place(struct dfmti_placer *p, const void *root) {
  const dfmt_apitrace_value *from = root;
  size_t n = dfmti_apitrace_nodes(from);
  dfmt_apitrace_value *to = p->bytes(p, from, (uint64_t)n * sizeof *from);
  for (size_t i = 0; i < n; i++) {
    const void *content = NULL;
    bool held = from[i].kind == DFMT_APITRACE_VALUE_STRING || from[i].kind == DFMT_APITRACE_VALUE_WSTRING ||
                from[i].kind == DFMT_APITRACE_VALUE_BLOB;
    if (from[i].ptr && held) content = p->bytes(p, from[i].ptr, content_size(&from[i]));
    if (from[i].ptr && dfmti_apitrace_has_sig(from[i].kind)) content = p->entry(p, DFMT_TYPE_APITRACE_SIG, from[i].ptr);
    if (to) to[i].ptr = content;
  }
  return to;
}

const struct dfmti_tree_ops dfmti_apitrace_tree = {.json = dfmti_apitrace_tree_json, .equal = equal, .place = place};
