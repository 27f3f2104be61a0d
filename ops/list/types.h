/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_LIST_TYPES_H
#define DFMTO_LIST_TYPES_H

#include <diagfmt/ops/list.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_list_types[]; /* NULL-ended */
extern const dfmt_option dfmto_list_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_list_kind;

#endif
