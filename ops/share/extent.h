/* SPDX-License-Identifier: MIT */
/* Where values of a certain form end. */
#ifndef DFMTO_SHARE_EXTENT_H
#define DFMTO_SHARE_EXTENT_H

#include "places.h"

/* The end of a value that begins at i, by the extent of a place; i: there is none. */
size_t dfmto_share_extent(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i);

/* Where the part after the last '_' begins; the end: there is none. */
size_t dfmto_share_after_last(struct dfmto_share_bytes t, struct dfmto_share_found f);

/* Values of its extent have a form, so that a text in quotes is none if it has another one. */
bool dfmto_share_is_strict(const struct dfmto_share_place *x);

#endif
