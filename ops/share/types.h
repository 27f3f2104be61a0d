/* SPDX-License-Identifier: MIT */
/* What the rows of share are described by. */
#ifndef DFMTO_SHARE_TYPES_H
#define DFMTO_SHARE_TYPES_H

#include <diagfmt/ops/share.h>

extern const dfmt_type *const dfmto_share_types[]; /* NULL-ended */
extern const dfmt_option dfmto_share_options[];    /* the last has key 0 */

#endif
