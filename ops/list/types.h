/* SPDX-License-Identifier: MIT */
/* What the rows of list are described by. */
#ifndef DFMTO_LIST_TYPES_H
#define DFMTO_LIST_TYPES_H

#include <diagfmt/ops/list.h>

extern const dfmt_type *const dfmto_list_types[]; /* NULL-ended */
extern const dfmt_option dfmto_list_options[];    /* the last has key 0 */

#endif
