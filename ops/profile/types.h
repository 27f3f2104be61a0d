/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_PROFILE_TYPES_H
#define DFMTO_PROFILE_TYPES_H

#include <diagfmt/ops/profile.h>

#include "op/answers.h"

extern const dfmt_type *const dfmto_profile_types[];          /* NULL-ended */
extern const dfmt_option dfmto_profile_options[];             /* the last has key 0 */
extern const struct dfmto_answer dfmto_profile_answers[];     /* part.name NULL ends them */
extern const struct dfmto_document dfmto_profile_documents[]; /* part.name NULL ends them */
extern const struct dfmto_kind dfmto_profile_kind;

#endif
