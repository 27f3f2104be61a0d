/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_HEAP_TYPES_H
#define DFMTO_HEAP_TYPES_H

#include <diagfmt/ops/heap.h>

#include "op/answers.h"

extern const dfmt_type *const dfmto_heap_types[];      /* NULL-ended */
extern const dfmt_option dfmto_heap_options[];         /* the last has key 0 */
extern const struct dfmto_answer dfmto_heap_answers[]; /* part.name NULL ends them */
extern const struct dfmto_kind dfmto_heap_kind;

#endif
