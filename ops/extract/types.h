/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_EXTRACT_TYPES_H
#define DFMTO_EXTRACT_TYPES_H

#include <diagfmt/ops/extract.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_extract_types[]; /* NULL-ended */
extern const dfmt_option dfmto_extract_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_extract_kind;

#endif
