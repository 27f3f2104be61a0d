/* SPDX-License-Identifier: MIT */
/*
 * Which functions of two profiles are the same: those with the same file and linker name. If one profile lacks linker
 * names, as if stripped or made by an older recorder, the name itself decides.
 */
#include "compare.h"

/* A function by its texts; linker_name: `name` if unknown. */
struct named {
  uint32_t file, name, linker_name;
};

/* Offsets such as "+0x12" and addresses change from build to build, so they are no names. */
static bool is_place(dfmt_str name) {
  return name.len && (*name.ptr == '+' || (name.len > 1 && name.ptr[0] == '0' && name.ptr[1] == 'x'));
}

static bool take_text(struct dfmto_compare *x, dfmt_str text, uint32_t *number) {
  return dfmto_text(x->mem, &x->texts, text.ptr, (size_t)text.len, number);
}

static bool take_names(struct dfmto_compare *x, const struct dfmto_profile_store *s,
                       const struct dfmto_profile_function *f, struct named *to) {
  dfmt_str name = dfmto_text_at(&s->texts, f->name);
  if (x->exact && is_place(name)) name = (dfmt_str){"", 0};
  if (!take_text(x, dfmto_last_part(dfmto_text_at(&s->texts, f->file)), &to->file) || !take_text(x, name, &to->name))
    return false;
  to->linker_name = to->name;
  return !f->linker_name || take_text(x, dfmto_text_at(&s->texts, f->linker_name), &to->linker_name);
}

static uint64_t key_of(uint32_t file, uint32_t name) { return (uint64_t)file << 32 | name; }

static bool has_linker_name(const struct dfmto_compare_compared *f) { return f->linker_name != f->name; }

/* Returns the number of a known function, plus 1; 0: it is new. */
static uint64_t find(const struct dfmto_compare *x, const struct named *n) {
  uint64_t known = dfmti_table_number(&x->table, key_of(n->file, n->linker_name));
  if (known || n->linker_name == n->name) return known;
  known = dfmti_table_number(&x->table, key_of(n->file, n->name));
  return known && !has_linker_name(&x->functions[known - 1]) ? known : 0;
}

/* A name stays with its first function. false: no memory. */
static bool add_key(struct dfmto_compare *x, uint32_t file, uint32_t name, uint64_t number) {
  const uint64_t key = key_of(file, name);
  if (dfmti_table_number(&x->table, key)) return true;
  if (!dfmti_table_reserve(x->mem, &x->table)) return false;
  dfmti_table_add(&x->table, dfmti_hash_number(x->table.key, key), number);
  return true;
}

static struct dfmto_compare_compared *add(struct dfmto_compare *x) {
  struct dfmto_compare_compared *more = x->functions;
  if (x->n == x->cap) more = dfmti_grow(x->mem, x->functions, &x->cap, 64, sizeof *more);
  if (!more) return NULL;
  x->functions = more;
  more[x->n] = (struct dfmto_compare_compared){.file = 0};
  return &more[x->n++];
}

struct dfmto_compare_compared *dfmto_compare_function(struct dfmto_compare *x, const struct dfmto_profile_store *s,
                                                      const struct dfmto_profile_function *f) {
  struct named n;
  if (!take_names(x, s, f, &n)) return NULL;
  uint64_t number = find(x, &n);
  struct dfmto_compare_compared *to = number ? &x->functions[number - 1] : add(x);
  if (!to || (number && (n.linker_name == n.name || has_linker_name(to)))) return to;
  if (!number) number = x->n;
  to->file = n.file;
  to->name = n.name;
  to->linker_name = n.linker_name;
  return add_key(x, n.file, n.linker_name, number) && add_key(x, n.file, n.name, number) ? to : NULL;
}
