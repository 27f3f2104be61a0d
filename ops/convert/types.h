/* SPDX-License-Identifier: MIT */
/* What the rows of convert and repair are described by. */
#ifndef DFMTO_CONVERT_TYPES_H
#define DFMTO_CONVERT_TYPES_H

#include <diagfmt/ops/convert.h>

extern const dfmt_type *const dfmto_convert_types[]; /* NULL-ended */
extern const dfmt_option dfmto_convert_options[];    /* the last has key 0 */

#endif
