/* SPDX-License-Identifier: MIT */
#include "numbers.h"

#include <string.h>

#include "base/heapsort.h"

struct text {
  const char *p, *end;
};

static bool is_at(const struct text *t, char c) { return t->p < t->end && *t->p == c; }

static bool is_digit(const struct text *t) { return t->p < t->end && *t->p >= '0' && *t->p <= '9'; }

static bool is_between(const struct text *t) {
  return t->p < t->end && (*t->p == ',' || *t->p == ' ' || (*t->p >= '\t' && *t->p <= '\r'));
}

/* The end of a range. */
static bool is_over(const struct text *t) { return t->p == t->end || *t->p == '#' || is_between(t); }

/* false: there are no digits, or the number is too large. */
static bool take_number(struct text *t, uint64_t *n) {
  bool good = is_digit(t);
  for (*n = 0; is_digit(t); t->p++)
    good = good && !__builtin_mul_overflow(*n, 10, n) && !__builtin_add_overflow(*n, (uint64_t)(*t->p - '0'), n);
  return good;
}

static bool take_kind(struct text *t, uint32_t *kind) {
  static const struct {
    const char *word;
    uint32_t kind;
  } words[] = {{"frame", DFMTO_CALL_ENDS_FRAME},
               {"rendertarget", DFMTO_CALL_SETS_TARGET},
               {"fbo", DFMTO_CALL_SETS_TARGET},
               {"draw", DFMTO_CALL_DRAWS},
               {"render", DFMTO_CALL_DRAWS}};
  struct text after = *t;
  while (!is_over(&after)) after.p++;
  size_t n = (size_t)(after.p - t->p);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strlen(words[i].word) != n || memcmp(words[i].word, t->p, n) != 0) continue;
    *kind = words[i].kind;
    *t = after;
    return true;
  }
  return false;
}

/* N, N-M, N- or *. Returns an error, or NULL. */
static const char *take_bounds(struct text *t, struct dfmto_select_range *r) {
  if (is_at(t, '*')) {
    t->p++;
    return NULL;
  }
  if (!is_digit(t)) return "neither a number nor one of frame, rendertarget, fbo, draw, render";
  if (!take_number(t, &r->first)) return "a number too large";
  r->last = r->first;
  if (!is_at(t, '-')) return NULL;
  t->p++;
  r->last = UINT64_MAX;
  if (is_digit(t) && !take_number(t, &r->last)) return "a number too large";
  return r->last < r->first ? "a range that ends before it begins" : NULL;
}

static const char *take_range(struct text *t, struct dfmto_select_range *r) {
  *r = (struct dfmto_select_range){.first = 0, .last = UINT64_MAX, .step = 1};
  if (take_kind(t, &r->kind)) return NULL;
  const char *wrong = take_bounds(t, r);
  if (wrong || !is_at(t, '/')) return wrong;
  t->p++;
  if (take_kind(t, &r->kind)) return NULL;
  if (!take_number(t, &r->step)) return "after '/' neither a number nor one of frame, rendertarget, fbo, draw, render";
  return r->step ? NULL : "a step of 0";
}

static void pass_comment(struct text *t) {
  while (t->p < t->end && *t->p != '\n') t->p++;
}

bool dfmto_select_numbers_add(struct dfmti_mem *m, struct dfmto_select_numbers *s, dfmt_str text, const char **wrong) {
  if (!text.len) text.ptr = "";
  struct text t = {text.ptr, text.ptr + text.len};
  *wrong = NULL;
  for (;;) {
    while (is_between(&t)) t.p++;
    if (t.p == t.end) return true;
    if (*t.p == '#') {
      pass_comment(&t);
      continue;
    }
    if (s->n == s->cap) {
      struct dfmto_select_range *more = dfmti_grow(m, s->list, &s->cap, 4, sizeof *more);
      if (!more) return false;
      s->list = more;
    }
    *wrong = take_range(&t, &s->list[s->n]);
    if (!*wrong && !is_over(&t)) *wrong = "something after a range";
    if (*wrong) return true;
    s->n++;
  }
}

static bool is_plain(const struct dfmto_select_range *r) { return r->step == 1 && r->kind == DFMTO_ANY_CALL; }

static bool is_before(const void *a, const void *b) {
  const struct dfmto_select_range *x = a, *y = b;
  return is_plain(x) != is_plain(y) ? is_plain(x) : x->first < y->first;
}

/* Joins plain ranges, for fast lookups. */
void dfmto_select_numbers_settle(struct dfmto_select_numbers *s) {
  struct dfmto_select_range *to = s->list;
  if (s->n == 0) return;
  dfmti_heapsort(NULL, s->list, s->n, sizeof *s->list, is_before);
  for (size_t i = 0; i < s->n; i++) {
    const struct dfmto_select_range r = s->list[i];
    if (r.last > s->last) s->last = r.last;
    if (s->n_plain && is_plain(&r) && to[-1].last >= (r.first ? r.first - 1 : 0)) {
      if (r.last > to[-1].last) to[-1].last = r.last;
      continue;
    }
    s->n_plain += is_plain(&r);
    *to++ = r;
  }
  s->n = (size_t)(to - s->list);
}

static bool is_kind(const struct dfmto_entry_call *c, uint32_t kind) {
  if (kind == DFMTO_ANY_CALL || !c) return kind == DFMTO_ANY_CALL;
  if (kind == DFMTO_CALL_ENDS_FRAME) return c->ends_frame;
  return kind == DFMTO_CALL_DRAWS ? c->draws : c->sets_target || c->ends_frame;
}

/* Whether a plain range includes it. */
static bool is_in_plain(const struct dfmto_select_numbers *s, uint64_t number) {
  size_t lo = 0, hi = s->n_plain;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (s->list[mid].last < number)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->n_plain && s->list[lo].first <= number;
}

bool dfmto_select_numbers_have(const struct dfmto_select_numbers *s, uint64_t number,
                               const struct dfmto_entry_call *call) {
  if (s->n == 0 || is_in_plain(s, number)) return true;
  for (size_t i = s->n_plain; i < s->n; i++) {
    const struct dfmto_select_range *r = &s->list[i];
    if (number >= r->first && number <= r->last && (number - r->first) % r->step == 0 && is_kind(call, r->kind))
      return true;
  }
  return false;
}

void dfmto_select_numbers_free(struct dfmti_mem *m, struct dfmto_select_numbers *s) {
  dfmti_free(m, s->list, s->cap * sizeof *s->list);
  *s = (struct dfmto_select_numbers){.n = 0};
}
