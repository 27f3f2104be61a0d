/* SPDX-License-Identifier: MIT */
/* What the operation is to others: its types, its options, its kind. */
#ifndef DFMTO_PROFILE_TYPES_H
#define DFMTO_PROFILE_TYPES_H

#include <diagfmt/ops/profile.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_profile_types[]; /* NULL-ended */
extern const dfmt_option dfmto_profile_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_profile_kind;

#endif
