/* SPDX-License-Identifier: MIT */
/* What the rows of triage are described by. */
#ifndef DFMTO_TRIAGE_TYPES_H
#define DFMTO_TRIAGE_TYPES_H

#include <diagfmt/ops/triage.h>

extern const dfmt_type *const dfmto_triage_types[]; /* NULL-ended */
extern const dfmt_option dfmto_triage_options[];    /* the last has key 0 */

#endif
