/* SPDX-License-Identifier: MIT */
/* What the rows of diff are described by. */
#ifndef DFMTO_DIFF_TYPES_H
#define DFMTO_DIFF_TYPES_H

#include <diagfmt/ops/diff.h>

extern const dfmt_type *const dfmto_diff_types[]; /* NULL-ended */
extern const dfmt_option dfmto_diff_options[];    /* the last has key 0 */

#endif
