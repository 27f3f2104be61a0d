/* SPDX-License-Identifier: MIT */
/* Interface of the operation: its types, options and kind. */
#ifndef DFMTO_TRIAGE_TYPES_H
#define DFMTO_TRIAGE_TYPES_H

#include <diagfmt/ops/triage.h>

struct dfmto_kind;

extern const dfmt_type *const dfmto_triage_types[]; /* NULL-ended */
extern const dfmt_option dfmto_triage_options[];    /* the last has key 0 */
extern const struct dfmto_kind dfmto_triage_kind;

#endif
