/* SPDX-License-Identifier: MIT */
/*
 * Rules of a caller's: lines that are added to those that are compiled in, or take some out.
 *
 *   LIST PATTERN       adds a pattern
 *   -LIST PATTERN      takes out all that the pattern matches; LIST "*": of all lists
 *   # …                says nothing, nor does an empty line
 */
#ifndef DFMTI_RULES_READ_H
#define DFMTI_RULES_READ_H

#include "base/fault.h"
#include "base/mem.h"
#include "rules.h"

/* Of all texts, of a line, and lines that add or take out. */
enum { DFMTI_RULES_BYTES = 1 << 20, DFMTI_RULES_LINE = 1024, DFMTI_RULES_LINES = 4096 };

/* Zeroed: nothing. */
struct dfmti_rules_set {
  struct dfmti_rules is; /* the lists */
  struct dfmti_buf text, rows;
  uint32_t n_texts, n_lines; /* n_lines: that add or take out */
  struct dfmti_errors err;
};

/* Begins with those that are compiled in; what was there is forgotten. false: no memory. */
bool dfmti_rules_begin(struct dfmti_mem *m, struct dfmti_rules_set *x);

/* Takes the lines of a text. E_ARG: a line is not as above, or there is too much: x->err tells which; E_NOMEM. After a
 * failure it has to be begun again. */
dfmt_status dfmti_rules_add(struct dfmti_mem *m, struct dfmti_rules_set *x, dfmt_str text);

void dfmti_rules_free(struct dfmti_mem *m, struct dfmti_rules_set *x);

/* A number of what lists have, to be told: the same for the same patterns, whatever lines they are from. */
uint64_t dfmti_rules_hash(const struct dfmti_rules *x);

#endif
