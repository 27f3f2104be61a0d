/* SPDX-License-Identifier: MIT */
/* What the operation is to others: its types, its options, its kind. */
#ifndef DFMTO_CONVERT_TYPES_H
#define DFMTO_CONVERT_TYPES_H

#include <diagfmt/ops/convert.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_convert_types[]; /* NULL-ended */
extern const dfmt_option dfmto_convert_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_convert_kind;

#endif
