/* SPDX-License-Identifier: MIT */
/* Findings of one fault, whatever inputs they are of. */
#ifndef DFMTO_TRIAGE_GROUP_H
#define DFMTO_TRIAGE_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

struct dfmto_triage;

/* One: its findings stand together in the order of all. */
struct dfmto_triage_group {
  uint64_t count;  /* occurrences in all */
  size_t first, n; /* in the order */
  size_t earliest; /* that whose first time is the earliest [if has_first] */
  bool has_first;
  size_t latest;         /* index of the finding whose time is the latest */
  uint32_t severity;     /* the highest */
  uint32_t known_as;     /* text of the first that has one, plus 1 */
  bool known, truncated; /* of any */
};

struct dfmto_triage_groups {
  struct dfmti_buf order; /* of size_t: indices of findings */
  struct dfmti_buf list;  /* of struct dfmto_triage_group, the most severe first */
};

static inline size_t dfmto_triage_groups_n(const struct dfmto_triage_groups *x) {
  return x->list.len / sizeof(struct dfmto_triage_group);
}

static inline const struct dfmto_triage_group *dfmto_triage_group_at(const struct dfmto_triage_groups *x, size_t i) {
  return (const struct dfmto_triage_group *)(const void *)x->list.ptr + i;
}

/* Index of the finding at a place in the order. */
static inline size_t dfmto_triage_group_finding(const struct dfmto_triage_groups *x, size_t at) {
  return ((const size_t *)(const void *)x->order.ptr)[at];
}

/* Makes the groups of all findings; each: every finding is one, in the order in which they were found. OK, E_NOMEM. */
dfmt_status dfmto_triage_groups_make(struct dfmto_triage *x, bool each, struct dfmto_triage_groups *to);

void dfmto_triage_groups_free(struct dfmti_mem *m, struct dfmto_triage_groups *x);

#endif
