/* SPDX-License-Identifier: MIT */
/* What the rows of extract are described by. */
#ifndef DFMTO_EXTRACT_TYPES_H
#define DFMTO_EXTRACT_TYPES_H

#include <diagfmt/ops/extract.h>

extern const dfmt_type *const dfmto_extract_types[]; /* NULL-ended */
extern const dfmt_option dfmto_extract_options[];    /* the last has key 0 */

#endif
