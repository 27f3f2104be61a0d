/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_DIFF_TYPES_H
#define DFMTO_DIFF_TYPES_H

#include <diagfmt/ops/diff.h>

#include "op/answers.h"

extern const dfmt_type *const dfmto_diff_types[];      /* NULL-ended */
extern const dfmt_option dfmto_diff_options[];         /* the last has key 0 */
extern const struct dfmto_answer dfmto_diff_answers[]; /* part.name NULL ends them */
extern const struct dfmto_kind dfmto_diff_kind;

#endif
