/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_TEXT_TYPES_H
#define DFMTO_TEXT_TYPES_H

#include <diagfmt/ops/text.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_text_types[]; /* NULL-ended */
extern const dfmt_option dfmto_text_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_text_kind;

#endif
