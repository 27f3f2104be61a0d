/* SPDX-License-Identifier: MIT */
/* Words and options of text. */
#ifndef DFMTO_TEXT_TYPES_H
#define DFMTO_TEXT_TYPES_H

#include <diagfmt/ops/text.h>

extern const dfmt_type *const dfmto_text_types[]; /* NULL-ended */
extern const dfmt_option dfmto_text_options[];    /* the last has key 0 */

#endif
