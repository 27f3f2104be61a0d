/* SPDX-License-Identifier: MIT */
/* Where values of a certain form end. */
#ifndef DFMTO_SHARE_EXTENT_H
#define DFMTO_SHARE_EXTENT_H

#include "places.h"

/* Where a value that begins at i ends, by its place; i: there is no value. */
size_t dfmto_share_extent(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i);

/* Where the serial number after the last '_' begins; f.end: there is none. */
size_t dfmto_share_after_last(struct dfmto_share_bytes t, struct dfmto_share_found f);

/* Values of a place have a form, which a text in quotes must have, too. */
bool dfmto_share_is_strict(const struct dfmto_share_place *x);

#endif
