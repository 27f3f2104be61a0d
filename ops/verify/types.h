/* SPDX-License-Identifier: MIT */
/* What the rows of verify are described by. */
#ifndef DFMTO_VERIFY_TYPES_H
#define DFMTO_VERIFY_TYPES_H

#include <diagfmt/ops/verify.h>

extern const dfmt_type *const dfmto_verify_types[]; /* NULL-ended */
extern const dfmt_option dfmto_verify_options[];    /* the last has key 0 */

#endif
