/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_COMPARE_TYPES_H
#define DFMTO_COMPARE_TYPES_H

#include <diagfmt/ops/compare.h>

#include "op/answers.h"

extern const dfmt_type *const dfmto_compare_types[];          /* NULL-ended */
extern const dfmt_option dfmto_compare_options[];             /* the last has key 0 */
extern const struct dfmto_answer dfmto_compare_answers[];     /* part.name NULL ends them */
extern const struct dfmto_document dfmto_compare_documents[]; /* part.name NULL ends them */
extern const struct dfmto_kind dfmto_compare_kind;

#endif
