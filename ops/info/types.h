/* SPDX-License-Identifier: MIT */
/* What the rows of info are described by. */
#ifndef DFMTO_INFO_TYPES_H
#define DFMTO_INFO_TYPES_H

#include <diagfmt/ops/info.h>

extern const dfmt_type *const dfmto_info_types[]; /* NULL-ended */
extern const dfmt_option dfmto_info_options[];    /* the last has key 0 */

#endif
