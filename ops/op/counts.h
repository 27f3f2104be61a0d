/* SPDX-License-Identifier: MIT */
/* Figures by number, in a list in order of arrival. */
#ifndef DFMTO_COUNTS_H
#define DFMTO_COUNTS_H

#include "base/hash.h"
#include "base/mem.h"

struct dfmto_count {
  uint64_t number, n, sum, mark; /* the meaning of n, sum and mark is the owner's */
};

/* Zeroed is empty. */
struct dfmto_counts {
  struct dfmti_table table; /* of indices, plus 1 */
  struct dfmto_count *list;
  size_t n, cap;
};

/* Finds the element of a number, or adds a zeroed one; valid until the next one is added. NULL: no memory. */
struct dfmto_count *dfmto_count_at(struct dfmti_mem *m, struct dfmto_counts *c, uint64_t number);

/* Finds the element of a number; NULL: not found. */
struct dfmto_count *dfmto_count_find(const struct dfmto_counts *c, uint64_t number);

/* Sorts the list by n, largest first, then by number; afterwards nothing can be found or added. */
void dfmto_counts_sort(struct dfmto_counts *c);

void dfmto_counts_free(struct dfmti_mem *m, struct dfmto_counts *c);

#endif
