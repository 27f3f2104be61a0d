/* SPDX-License-Identifier: MIT */
/* What comparisons are described by. */
#ifndef DFMTO_COMPARE_TYPES_H
#define DFMTO_COMPARE_TYPES_H

#include <diagfmt/ops/compare.h>

extern const dfmt_type *const dfmto_compare_types[]; /* NULL-ended */

#endif
