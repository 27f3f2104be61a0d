/* SPDX-License-Identifier: MIT */
/* What a container may decode to: MAX_OUTPUT and MAX_RATIO of whole inputs, as payload.c has them for payloads. */
#ifndef DFMTI_EXPANSION_H
#define DFMTI_EXPANSION_H

#include "base/fault.h"

/* Decoded bytes that every container may have, as small ones are harmless and often compress far better. */
#define DFMTI_EXPANSION_FREE ((uint64_t)4 << 20)
/* The ratio of containers unless another is given: above what deflate can reach, 1,032. */
#define DFMTI_EXPANSION_RATIO ((uint64_t)2000)

struct dfmti_expansion {
  uint64_t max_output, max_ratio;
};

/*
 * More is to be decoded, after `decoded` bytes from `stored` ones. Lowers *cap, so that
 * MAX_OUTPUT is passed by one byte at most: that shows that there is more. OK, or E_LIMIT with the error filled in; it
 * may be asked again once a limit was raised.
 */
static inline dfmt_status dfmti_expand(struct dfmti_expansion x, struct dfmti_errors *err, uint64_t decoded,
                                       uint64_t stored, size_t *cap) {
  uint64_t most = x.max_output > DFMTI_EXPANSION_FREE ? x.max_output : DFMTI_EXPANSION_FREE;
  uint64_t ratio = x.max_ratio ? x.max_ratio : DFMTI_EXPANSION_RATIO;
  if (decoded > DFMTI_EXPANSION_FREE && decoded / ratio > stored)
    return dfmti_fail_limit(err, DFMT_CFG_MAX_RATIO, DFMT_ERR_MAX_RATIO, stored,
                            2 * (decoded / (stored ? stored : 1) + 1));
  if (decoded > most) return dfmti_fail_limit(err, DFMT_CFG_MAX_OUTPUT, DFMT_ERR_MAX_OUTPUT, stored, 2 * decoded);
  if (*cap > most - decoded && most < UINT64_MAX) *cap = (size_t)(most - decoded) + 1;
  return DFMT_OK;
}

#endif
