/* SPDX-License-Identifier: MIT */
/*
 * The order in which a signature's numbers are looked through, dfmt_apitrace_sig.order, so that a value's names are
 * found in time that does not grow with their number:
 *
 *   enum      ascending, for binary search
 *   bitmask   as they stand, without those that no value can ever display, as an earlier flag takes a bit of theirs. Of
 *             flags of one bit 64 remain at most; those of several bits are limited
 */
#ifndef DFMTI_APITRACE_SIG_ORDER_H
#define DFMTI_APITRACE_SIG_ORDER_H

#include "apitrace.h"
#include "base/mem.h"

enum dfmti_order_result { DFMTI_ORDER_MADE, DFMTI_ORDER_NO_MEMORY, DFMTI_ORDER_TOO_MANY };

/* Fills order, which has room for one number for each of the n values, and *n_order. TOO_MANY: above max_flags. */
enum dfmti_order_result dfmti_apitrace_sig_order(struct dfmti_mem *m, uint32_t kind, const int64_t *values, size_t n,
                                                 uint64_t max_flags, uint32_t *order, uint64_t *n_order);

#endif
