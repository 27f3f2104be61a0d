/* SPDX-License-Identifier: MIT */
/* Whether a text at a place is a value, and whether it may be searched for elsewhere. */
#ifndef DFMTO_SHARE_PLAUSIBLE_H
#define DFMTO_SHARE_PLAUSIBLE_H

#include "places.h"

enum { DFMTO_LEAST_SECRET = 4 }; /* bytes */

/* The value of a place, without its surroundings, is one of the place's class. */
bool dfmto_share_is_plausible(const struct dfmto_share_place *x, struct dfmto_share_bytes value);

/*
 * "granted=true": the next field of a line, with a word or number that identifies nobody. only: accepts any text that
 * begins as a field.
 */
bool dfmto_share_is_field(struct dfmto_share_bytes value, bool only);

/* The name of a host is not a word that others have, too, such as "supl" of "supl.example.com". */
bool dfmto_share_is_own_host(struct dfmto_share_bytes v);

/* A secret is not a word that reports use for other things, so it may be replaced wherever it occurs. */
bool dfmto_share_is_distinct_secret(struct dfmto_share_bytes value);

#endif
