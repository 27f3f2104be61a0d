/* SPDX-License-Identifier: MIT */
/*
 * Matches all patterns at all places at once: a list of states, each a step of a pattern with the earliest start from
 * which it was reached, so that the time is proportional to the text. Most texts lack the literals that patterns
 * require, and are skipped.
 */
#include "names.h"

#include <string.h>

static struct dfmto_share_name_step *step_at(const struct dfmto_share_names *x, size_t i) {
  return (struct dfmto_share_name_step *)(void *)x->steps.ptr + i;
}
static size_t n_steps(const struct dfmto_share_names *x) { return x->steps.len / sizeof(struct dfmto_share_name_step); }

/* ---- patterns ---- */

static void set_add(uint8_t *set, unsigned c) { set[c / 8] |= (uint8_t)(1u << c % 8); }
static bool set_has(const uint8_t *set, unsigned c) { return set[c / 8] >> c % 8 & 1; }

/* Wildcards do not match delimiters of names, so that a quote or bracket after a name is kept. */
static bool is_name(unsigned c) { return c > ' ' && c != 0x7f && !strchr("()[]{}<>\"'`,;:=|", (int)c); }

static void add_names(uint8_t *set) {
  for (unsigned c = 0; c < 256; c++)
    if (is_name(c)) set_add(set, c);
}

/* [abc], [a-z], [!a] from after the '['; returns its end, NULL: not a set. */
static const char *add_bracket(struct dfmto_share_name_step *s, const char *p, const char *end) {
  const bool negated = p < end && (*p == '!' || *p == '^');
  const char *from = p += negated;
  uint8_t in[32] = {0};
  for (; p < end && (*p != ']' || p == from); p++) {
    unsigned lo = (unsigned char)*p, hi = lo;
    if (end - p > 2 && p[1] == '-' && p[2] != ']') hi = (unsigned char)*(p += 2);
    for (unsigned c = lo; c <= hi; c++) set_add(in, c);
  }
  if (p == end) return NULL;
  for (unsigned c = 0; c < 256; c++)
    if (negated ? is_name(c) && !set_has(in, c) : set_has(in, c)) set_add(s->set, c);
  s->wild = negated;
  return p + 1;
}

/* Makes one step of a pattern; returns where the next one begins. *literal: the only byte that it matches, or -1. */
static const char *make_step(struct dfmto_share_name_step *s, const char *p, const char *end, int *literal) {
  *literal = -1;
  const char *after = *p == '[' ? add_bracket(s, p + 1, end) : NULL;
  if (after) return after;
  s->repeats = *p == '*';
  s->wild = *p == '*' || *p == '?';
  if (s->wild) {
    add_names(s->set);
    return p + 1;
  }
  if (*p == '\\' && p + 1 < end) p++;
  *literal = (unsigned char)*p;
  set_add(s->set, (unsigned char)*p);
  return p + 1;
}

/* Ends a run of literal bytes; the longest one of a pattern is kept. */
static void end_run(struct dfmto_share_names *x, struct dfmto_share_name_pattern *p, size_t run) {
  const size_t len = x->literals.len - run;
  if (len > p->len) {
    p->literal = run;
    p->len = len;
  }
}

static bool add_steps(struct dfmti_mem *m, struct dfmto_share_names *x, dfmt_str text,
                      struct dfmto_share_name_pattern *pattern) {
  const char *p = text.ptr, *end = text.ptr + text.len;
  size_t run = x->literals.len;
  while (p < end) {
    const bool again = n_steps(x) > pattern->first && step_at(x, n_steps(x) - 1)->repeats && *p == '*';
    struct dfmto_share_name_step s = {.pattern = dfmto_share_n_patterns(x)};
    int literal;
    p = make_step(&s, p, end, &literal);
    const uint8_t byte = (uint8_t)literal;
    if (!again && !dfmti_buf_append(m, &x->steps, &s, sizeof s)) return false;
    if (literal >= 0 && !dfmti_buf_append(m, &x->literals, &byte, 1)) return false;
    end_run(x, pattern, run);
    if (literal < 0) run = x->literals.len;
  }
  return true;
}

bool dfmto_share_names_add(struct dfmti_mem *m, struct dfmto_share_names *x, dfmt_str text) {
  struct dfmto_share_name_pattern p = {.first = n_steps(x)};
  if (text.len && !add_steps(m, x, text, &p)) return false;
  if (n_steps(x) > p.first) step_at(x, n_steps(x) - 1)->last = true;
  return dfmti_buf_append(m, &x->patterns, &p, sizeof p);
}

static bool add_start(struct dfmti_mem *m, struct dfmto_share_names *x, unsigned c, size_t step) {
  struct dfmti_buf *of = &x->first[c];
  size_t last = SIZE_MAX;
  if (of->len) memcpy(&last, of->ptr + of->len - sizeof last, sizeof last);
  return last == step || dfmti_buf_append(m, of, &step, sizeof step);
}

/* Patterns by their possible first bytes: of their first step, and of the one after a '*'. */
static bool find_first(struct dfmti_mem *m, struct dfmto_share_names *x) {
  size_t begin = 0;
  bool begins = true;
  for (size_t i = 0; i < n_steps(x); i++) {
    const struct dfmto_share_name_step *s = step_at(x, i);
    for (unsigned c = 0; begins && c < 256; c++)
      if (set_has(s->set, c) && !add_start(m, x, c, begin)) return false;
    begins = s->last || (begins && s->repeats);
    if (s->last) begin = i + 1;
  }
  return true;
}

bool dfmto_share_names_ready(struct dfmti_mem *m, struct dfmto_share_names *x) {
  const size_t n = n_steps(x);
  if (!n) return true;
  const size_t states = n * sizeof(struct dfmto_share_name_state), places = n * sizeof(struct dfmto_share_name_place);
  if (!find_first(m, x) || !dfmti_buf_reserve(m, &x->states_room, states) ||
      !dfmti_buf_reserve(m, &x->old_room, states) || !dfmti_buf_reserve(m, &x->places, places))
    return false;
  x->states = (void *)x->states_room.ptr;
  x->old = (void *)x->old_room.ptr;
  memset(x->places.ptr, 0, places);
  x->round = 1;
  return true;
}

/* ---- matching ---- */

static struct dfmto_share_found *range_at(const struct dfmto_share_names *x, size_t i) {
  return (struct dfmto_share_found *)(void *)x->ranges.ptr + i;
}

/* Records a match that ends here, in reserved memory: merged with those that it overlaps. */
static void matched(struct dfmto_share_names *x, size_t pattern, size_t start, size_t end) {
  if (start >= end) return;
  dfmto_share_pattern_at(x, pattern)->found = true;
  size_t n = x->ranges.len / sizeof(struct dfmto_share_found);
  while (n && range_at(x, n - 1)->end > start) {
    const size_t before = range_at(x, --n)->start;
    if (before < start) start = before;
  }
  *range_at(x, n) = (struct dfmto_share_found){start, end};
  x->ranges.len = (n + 1) * sizeof(struct dfmto_share_found);
}

/* Marks a step as reached, and the one after a '*'; end: bytes scanned by then. */
static void reach(struct dfmto_share_names *x, size_t step, size_t start, size_t end) {
  for (;; step++) {
    const struct dfmto_share_name_step *s = step_at(x, step);
    struct dfmto_share_name_place *at = (struct dfmto_share_name_place *)(void *)x->places.ptr + step;
    const bool is_new = at->round != x->round;
    if (is_new) *at = (struct dfmto_share_name_place){x->round, x->n_states++};
    struct dfmto_share_name_state *state = &x->states[at->index];
    if (!is_new && state->start <= start) return; /* the step after it is reached, too */
    *state = (struct dfmto_share_name_state){step, start};
    if (!s->repeats) return;
    if (s->last) {
      matched(x, s->pattern, start, end);
      return;
    }
  }
}

static void no_states(struct dfmto_share_names *x) {
  x->n_states = 0;
  x->round++;
}

static void go_on(struct dfmto_share_names *x, size_t at, uint8_t c, bool path) {
  const size_t *first = (const void *)x->first[c].ptr;
  for (size_t i = 0; i < x->first[c].len / sizeof *first; i++) reach(x, first[i], at, at);
  struct dfmto_share_name_state *old = x->states;
  const size_t n = x->n_states;
  x->states = x->old;
  x->old = old;
  no_states(x);
  for (size_t i = 0; i < n; i++) {
    const struct dfmto_share_name_step *s = step_at(x, old[i].step);
    if (!set_has(s->set, c) || (path && s->wild && c == '/')) continue;
    if (s->repeats)
      reach(x, old[i].step, old[i].start, at + 1);
    else if (s->last)
      matched(x, s->pattern, old[i].start, at + 1);
    else
      reach(x, old[i].step + 1, old[i].start, at + 1);
  }
}

static bool has_literal(struct dfmto_share_bytes t, const uint8_t *word, size_t len) {
  const uint8_t *p = t.p, *end = t.p + t.n;
  while ((size_t)(end - p) >= len && (p = memchr(p, *word, (size_t)(end - p) - len + 1)) != NULL)
    if (memcmp(p++, word, len) == 0) return true;
  return false;
}

static bool may_match(const struct dfmto_share_names *x, struct dfmto_share_bytes t) {
  for (size_t i = 0; i < dfmto_share_n_patterns(x); i++) {
    const struct dfmto_share_name_pattern *p = dfmto_share_pattern_at(x, i);
    if (!p->len || has_literal(t, x->literals.ptr + p->literal, p->len)) return true;
  }
  return false;
}

bool dfmto_share_names_find(struct dfmto_share_names *x, const struct dfmto_share_values *values,
                            struct dfmto_share_bytes t, bool path) {
  x->ranges.len = 0;
  if (!n_steps(x) || !may_match(x, t)) return true;
  no_states(x);
  for (size_t i = 0; i < t.n;) {
    const size_t skip =
        path ? dfmto_share_is_name_placeholder(values, t.p + i, t.n - i) : dfmto_share_is_placeholder(t.p + i, t.n - i);
    if (skip) no_states(x);
    if (!skip && !dfmti_buf_reserve(values->mem, &x->ranges, 2 * sizeof(struct dfmto_share_found))) return false;
    if (!skip) go_on(x, i, t.p[i], path);
    i += skip ? skip : 1;
  }
  return true;
}

void dfmto_share_names_free(struct dfmti_mem *m, struct dfmto_share_names *x) {
  for (size_t c = 0; c < 256; c++) dfmti_buf_free(m, &x->first[c]);
  struct dfmti_buf *const all[] = {&x->patterns, &x->literals, &x->steps, &x->states_room,
                                   &x->old_room, &x->places,   &x->ranges};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dfmti_buf_free(m, all[i]);
}
