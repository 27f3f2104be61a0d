/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_SHARE_TYPES_H
#define DFMTO_SHARE_TYPES_H

#include <diagfmt/ops/share.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_share_types[]; /* NULL-ended */
extern const dfmt_option dfmto_share_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_share_kind;

#endif
