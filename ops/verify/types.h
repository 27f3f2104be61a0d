/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_VERIFY_TYPES_H
#define DFMTO_VERIFY_TYPES_H

#include <diagfmt/ops/verify.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_verify_types[]; /* NULL-ended */
extern const dfmt_option dfmto_verify_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_verify_kind;

#endif
