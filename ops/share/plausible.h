/* SPDX-License-Identifier: MIT */
/* Whether what stands where a value may stand is one, and whether it may be looked for elsewhere. */
#ifndef DFMTO_SHARE_PLAUSIBLE_H
#define DFMTO_SHARE_PLAUSIBLE_H

#include "places.h"

enum { DFMTO_LEAST_SECRET = 4 }; /* bytes */

/* The value of a place, without what stands around it, is one of its class. */
bool dfmto_share_is_plausible(const struct dfmto_share_place *x, struct dfmto_share_bytes value);

/*
 * "granted=true": the next field of a line, of which words and numbers tell nobody anything. only: all that begins as
 * a field is one, whatever it says.
 */
bool dfmto_share_is_field(struct dfmto_share_bytes value, bool only);

/* A value that a place told is no word that reports use for other things, too: it is one wherever it stands. */
bool dfmto_share_may_learn(enum dfmto_share_class c, struct dfmto_share_bytes value);

#endif
