/* SPDX-License-Identifier: MIT */
/* What the rows of heaps are described by. */
#ifndef DFMTO_HEAP_TYPES_H
#define DFMTO_HEAP_TYPES_H

#include <diagfmt/ops/heap.h>

extern const dfmt_type *const dfmto_heap_types[]; /* NULL-ended */
extern const dfmt_option dfmto_heap_options[];    /* the last has key 0 */

#endif
