/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_SEARCH_TYPES_H
#define DFMTO_SEARCH_TYPES_H

#include <diagfmt/ops/search.h>

#include "op/answers.h"

extern const dfmt_type *const dfmto_search_types[];      /* NULL-ended */
extern const dfmt_option dfmto_search_options[];         /* the last has key 0 */
extern const struct dfmto_answer dfmto_search_answers[]; /* part.name NULL ends them */
extern const struct dfmto_kind dfmto_search_kind;

#endif
