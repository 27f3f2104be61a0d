/* SPDX-License-Identifier: MIT */
/* The options of values, and their words. */
#ifndef DFMTO_VALUE_TYPES_H
#define DFMTO_VALUE_TYPES_H

#include <diagfmt/ops/value.h>

extern const dfmt_type *const dfmto_value_types[]; /* NULL-ended */
extern const dfmt_option dfmto_value_options[];    /* the last has key 0 */

#endif
