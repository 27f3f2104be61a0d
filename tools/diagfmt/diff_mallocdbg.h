/* SPDX-License-Identifier: MIT */
/* Comparing two heap dumps of malloc_debug. */
#ifndef DIFF_MALLOCDBG_H
#define DIFF_MALLOCDBG_H

#include "diff.h"

extern const struct whole_diff_ops mallocdbg_growth;

#endif
