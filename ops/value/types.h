/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_VALUE_TYPES_H
#define DFMTO_VALUE_TYPES_H

#include <diagfmt/ops/value.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_value_types[]; /* NULL-ended */
extern const dfmt_option dfmto_value_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_value_kind;

#endif
