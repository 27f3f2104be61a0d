/* SPDX-License-Identifier: MIT */
/* Figures by numbers, each of which is a place in a list in the order in which they came. */
#ifndef DFMTO_COUNTS_H
#define DFMTO_COUNTS_H

#include "base/hash.h"
#include "base/mem.h"

struct dfmto_count {
  uint64_t number, n, sum, mark; /* what n, sum and mark are, the owner says */
};

/* Zeroed is empty. */
struct dfmto_counts {
  struct dfmti_table table; /* of places, plus 1 */
  struct dfmto_count *list;
  size_t n, cap;
};

/* The place of a number, zeroed if it is new; valid until the next new one. NULL: no memory. */
struct dfmto_count *dfmto_count_at(struct dfmti_mem *m, struct dfmto_counts *c, uint64_t number);

/* The same of one that is there; NULL: it is not. */
struct dfmto_count *dfmto_count_find(const struct dfmto_counts *c, uint64_t number);

/* Sorts the list by n, the largest first, equal ones by number; nothing can be looked up or added any more. */
void dfmto_counts_sort(struct dfmto_counts *c);

void dfmto_counts_free(struct dfmti_mem *m, struct dfmto_counts *c);

#endif
