/* SPDX-License-Identifier: MIT */
/* What the rows of search are described by. */
#ifndef DFMTO_SEARCH_TYPES_H
#define DFMTO_SEARCH_TYPES_H

#include <diagfmt/ops/search.h>

extern const dfmt_type *const dfmto_search_types[]; /* NULL-ended */
extern const dfmt_option dfmto_search_options[];    /* the last has key 0 */

#endif
