/* SPDX-License-Identifier: MIT */
/*
 * Names that are given as patterns. A pattern matches any part of a text; '*', '?' and '[!...]' match name characters
 * only: no blanks, quotes, brackets and none of ",;:=|", and in paths no '/'. Overlapping matches are one name, and
 * placeholders are not matched.
 */
#ifndef DFMTO_SHARE_NAMES_H
#define DFMTO_SHARE_NAMES_H

#include <stdbool.h>

#include "base/mem.h"
#include "forms.h"
#include "values.h"

struct dfmto_share_name_pattern {
  size_t first;        /* index of its first step */
  size_t literal, len; /* the longest literal that it requires, in dfmto_share_names.literals */
  bool found;          /* it has matched something */
};

/* The bytes that a pattern matches at one step. */
struct dfmto_share_name_step {
  uint8_t set[32]; /* a bit for each byte */
  bool repeats;    /* '*' */
  bool wild;       /* a wildcard: does not match separators of paths */
  bool last;
  size_t pattern;
};

/* A pattern that has matched from `start` up to the step. */
struct dfmto_share_name_state {
  size_t step, start;
};

/* Index of a step's state in the list, if `round` is the list's. */
struct dfmto_share_name_place {
  uint64_t round;
  size_t index;
};

/* Zeroed: no names. */
struct dfmto_share_names {
  struct dfmti_buf patterns, literals, steps;
  struct dfmti_buf first[256];                    /* of size_t: steps of the patterns that may begin with a byte */
  struct dfmti_buf states_room, old_room, places; /* a state and a place for each step */
  struct dfmto_share_name_state *states, *old;
  size_t n_states;
  uint64_t round;          /* number of the current list of states */
  struct dfmti_buf ranges; /* of struct dfmto_share_found: matches, in order */
};

static inline size_t dfmto_share_n_patterns(const struct dfmto_share_names *x) {
  return x->patterns.len / sizeof(struct dfmto_share_name_pattern);
}
static inline struct dfmto_share_name_pattern *dfmto_share_pattern_at(const struct dfmto_share_names *x, size_t i) {
  return (struct dfmto_share_name_pattern *)(void *)x->patterns.ptr + i;
}

/* Adds a pattern; an empty one matches nothing. false: no memory. */
bool dfmto_share_names_add(struct dfmti_mem *m, struct dfmto_share_names *x, dfmt_str pattern);

/* To be called after the last one. false: no memory. */
bool dfmto_share_names_ready(struct dfmti_mem *m, struct dfmto_share_names *x);

/* Finds names in a text, into x->ranges, except in placeholders of values. path: the text is one. false: no memory. */
bool dfmto_share_names_find(struct dfmto_share_names *x, const struct dfmto_share_values *values,
                            struct dfmto_share_bytes t, bool path);

void dfmto_share_names_free(struct dfmti_mem *m, struct dfmto_share_names *x);

#endif
