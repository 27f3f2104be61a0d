/* SPDX-License-Identifier: MIT */
/* What profiles are described by. */
#ifndef DFMTO_PROFILE_TYPES_H
#define DFMTO_PROFILE_TYPES_H

#include <diagfmt/ops/profile.h>

extern const dfmt_type *const dfmto_profile_types[]; /* NULL-ended */
extern const dfmt_option dfmto_profile_options[];    /* the last has key 0 */

#endif
