/* SPDX-License-Identifier: MIT */
/* The types of the common layer. */
#ifndef DFMTI_TYPES_COMMON_H
#define DFMTI_TYPES_COMMON_H

#include <diagfmt/describe.h>

/* NULL-ended, as dfmti_format.types. */
extern const dfmt_type *const dfmti_common_types[];

#endif
