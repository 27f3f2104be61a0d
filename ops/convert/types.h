/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_CONVERT_TYPES_H
#define DFMTO_CONVERT_TYPES_H

#include <diagfmt/ops/convert.h>

#include "op/answers.h"

extern const dfmt_type *const dfmto_convert_types[];      /* NULL-ended */
extern const dfmt_option dfmto_convert_options[];         /* the last has key 0 */
extern const struct dfmto_answer dfmto_convert_answers[]; /* part.name NULL ends them */
extern const struct dfmto_kind dfmto_convert_kind;

#endif
