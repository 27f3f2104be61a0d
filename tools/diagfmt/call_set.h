/* SPDX-License-Identifier: MIT */
/* Sets of calls or frames, as --calls and --frames give them: "5-20,40,60-/3,*" + "/draw", "@FILE". */
#ifndef CALL_SET_H
#define CALL_SET_H

#include "formats.h"
#include "tool.h"

/* Only calls of one kind. */
enum { CALLS_ANY, CALLS_FRAME, CALLS_TARGET, CALLS_DRAW };

struct call_range {
  uint64_t first, last, step;
  int kind; /* CALLS_* */
};

struct call_set {
  struct call_range *list; /* those that are just numbers from..to are sorted and do not overlap */
  size_t n, n_plain;       /* they come first */
  uint64_t last;           /* the largest number that may be in it */
};

/* Parses what an option was given. false: an error, which was reported. */
bool call_set_parse(struct tool *t, struct call_set *s, const char *option, const struct words *words);

/* Without words everything is in it. f NULL: only numbers matter. */
bool call_set_has(const struct call_set *s, uint64_t number, const struct facts *f);

void call_set_free(struct call_set *s);

#endif
