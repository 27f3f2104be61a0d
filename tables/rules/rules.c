/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "base/str.h"
#include "pattern.h"
#include "rules_compiled.def" /* of rules.txt, by compile.py */

const char dfmti_rules_text[] = {COMPILED_TEXT};

static const struct dfmti_rule rows[] = {COMPILED_ROWS};

const struct dfmti_rules dfmti_rules_compiled = {dfmti_rules_text, rows, sizeof rows / sizeof *rows, {COMPILED_FIRSTS}};

static dfmt_str pattern_of(const char *text, const struct dfmti_rule *r) { return (dfmt_str){text + r->at, r->len}; }

int dfmti_rules_order(const char *text, const struct dfmti_rule *a, const char *other_text,
                      const struct dfmti_rule *b) {
  if (a->list != b->list) return a->list < b->list ? -1 : 1;
  if (a->any != b->any) return a->any < b->any ? -1 : 1;
  return dfmti_order(pattern_of(text, a), pattern_of(other_text, b));
}

bool dfmti_rules_same(const struct dfmti_rules *x, const struct dfmti_rules *y) {
  size_t i = 0;
  while (i < x->n && i < y->n && dfmti_rules_order(x->text, &x->rows[i], y->text, &y->rows[i]) == 0) i++;
  return i == x->n && i == y->n;
}

size_t dfmti_rules_place(const struct dfmti_rules *x, uint32_t list, bool any, dfmt_str s) {
  const struct dfmti_rule key = {.list = (uint8_t)list, .any = any, .len = (uint16_t)s.len};
  size_t from = 0, n = x->n;
  while (n > 0) {
    const size_t half = n / 2;
    const bool before = dfmti_rules_order(x->text, &x->rows[from + half], s.ptr, &key) < 0;
    from += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  return from;
}

static bool have_exactly(const struct dfmti_rules *x, enum dfmti_rules_list list, dfmt_str name) {
  if (name.len > UINT16_MAX) return false;
  const struct dfmti_rule *r = x->rows + dfmti_rules_place(x, list, false, name);
  return r < x->rows + x->n && r->list == list && !r->any && dfmti_same(pattern_of(x->text, r), name);
}

/* By those that begin with a character. */
static bool have_like(const struct dfmti_rules *x, enum dfmti_rules_list list, char first, dfmt_str name) {
  const struct dfmti_rule *r = x->rows + dfmti_rules_place(x, list, true, (dfmt_str){&first, 1});
  for (; r < x->rows + x->n && r->list == list && r->any && x->text[r->at] == first; r++)
    if (dfmti_pattern_matches(pattern_of(x->text, r), name)) return true;
  return false;
}

static bool may_begin(const struct dfmti_rules *x, enum dfmti_rules_list list, char first) {
  const uint8_t c = (uint8_t)first;
  return x->firsts[list][c / 8] >> c % 8 & 1;
}

/* Most names begin as no pattern does. */
bool dfmti_rules_have(const struct dfmti_rules *x, enum dfmti_rules_list list, dfmt_str name) {
  if (!x) x = &dfmti_rules_compiled;
  if (name.len > 0 && may_begin(x, list, *name.ptr) &&
      (have_exactly(x, list, name) || have_like(x, list, *name.ptr, name)))
    return true;
  return may_begin(x, list, '*') && have_like(x, list, '*', name);
}
