/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_IDENTIFY_EXCERPT_H
#define DFMTI_IDENTIFY_EXCERPT_H

#include "format_ops.h"

/* The first report that begins in a text, which is of none of these formats; out->score 0: none. false: no memory. */
bool dfmti_excerpt_identify(const dfmt_read_format *const *formats, const struct dfmti_prefix *in,
                            struct dfmti_excerpt *found, dfmt_probe *out);

#endif
