/* SPDX-License-Identifier: MIT */
/* What nodes stand for where they are printed: bind.c. */
#ifndef DFMTO_DEMANGLE_PRINT_H
#define DFMTO_DEMANGLE_PRINT_H

#include "demangle.h"

/* Values of pack_size besides sizes: no pack was met in this expansion; packs stand for all of their elements. */
#define DFMTO_DEMANGLE_NO_PACK UINT32_MAX
#define DFMTO_DEMANGLE_WHOLE_PACK (UINT32_MAX - 1)

static inline const struct dfmto_demangle_node *dfmto_demangle_at(const struct dfmto_demangle *d, uint32_t node) {
  return &d->nodes[node];
}

/* Counts a step that may print nothing; false: too many. */
static inline bool dfmto_demangle_step(struct dfmto_demangle *d) {
  return ++d->steps < DFMTO_DEMANGLE_STEPS || dfmto_demangle_fail(d, DFMT_E_LIMIT);
}

/*
 * What T_, or an `auto` of a generic lambda, stands for; itself: nothing else. LLVM binds T_ where it comes first, and
 * so does the parser. GNU binds it where it is printed, as it may come again, as a substitution, in another function.
 */
uint32_t dfmto_demangle_bound(struct dfmto_demangle *d, uint32_t node);
/* What a node comes down to: no T_, and no pack that is expanded. */
uint32_t dfmto_demangle_resolve(struct dfmto_demangle *d, uint32_t node);
/* The type that a pointer or reference is to; of references to references the inner one. *rvalue: what they come to. */
uint32_t dfmto_demangle_inner(struct dfmto_demangle *d, uint32_t node, bool *rvalue);
/* FUNCTION or ARRAY, if what this type is made of needs parentheses in it, else 0. */
uint8_t dfmto_demangle_declarator(struct dfmto_demangle *d, uint32_t node);
/* Whether a type has a right part, which goes on where the declarator's name ends. */
bool dfmto_demangle_has_right(struct dfmto_demangle *d, uint32_t node);
bool dfmto_demangle_is_qualified(const struct dfmto_demangle *d, uint32_t node);
bool dfmto_demangle_is_nameless(const struct dfmto_demangle *d, uint32_t node);
/* What constructors of a class are called. GNU takes the name before that of a class without one. */
uint32_t dfmto_demangle_base_name(struct dfmto_demangle *d, uint32_t node);
/* How many elements a pack has, or arguments in which packs are expanded. */
uint32_t dfmto_demangle_pack_size(struct dfmto_demangle *d, uint32_t node);

#endif
