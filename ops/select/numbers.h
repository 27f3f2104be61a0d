/* SPDX-License-Identifier: MIT */
/* Sets of numbers of calls, frames and threads: "5-20,40,60-/3,*" + "/draw". */
#ifndef DFMTO_NUMBERS_H
#define DFMTO_NUMBERS_H

#include "entry/entry.h"

/* Only calls of one kind. */
enum { DFMTO_ANY_CALL, DFMTO_CALL_ENDS_FRAME, DFMTO_CALL_SETS_TARGET, DFMTO_CALL_DRAWS };

struct dfmto_select_range {
  uint64_t first, last, step;
  uint32_t kind; /* DFMTO_ANY_CALL … */
};

/* Zeroed is empty, which includes everything. */
struct dfmto_select_numbers {
  struct dfmto_select_range *list; /* plain ranges from..to are sorted and do not overlap */
  size_t n, cap, n_plain;          /* plain ranges come first */
  uint64_t last;                   /* the largest number that may be included */
};

/* Adds the ranges of a text. *wrong: a static error message; NULL: none. false: no memory. */
bool dfmto_select_numbers_add(struct dfmti_mem *m, struct dfmto_select_numbers *s, dfmt_str text, const char **wrong);

/* To be called after the last add() and before have(). */
void dfmto_select_numbers_settle(struct dfmto_select_numbers *s);

/* call NULL: checks only the number. */
bool dfmto_select_numbers_have(const struct dfmto_select_numbers *s, uint64_t number,
                               const struct dfmto_entry_call *call);

void dfmto_select_numbers_free(struct dfmti_mem *m, struct dfmto_select_numbers *s);

#endif
