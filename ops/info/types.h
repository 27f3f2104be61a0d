/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_INFO_TYPES_H
#define DFMTO_INFO_TYPES_H

#include <diagfmt/ops/info.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_info_types[]; /* NULL-ended */
extern const dfmt_option dfmto_info_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_info_kind;

#endif
