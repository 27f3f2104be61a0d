/* SPDX-License-Identifier: MIT */
/*
 * The ceiling: a word that a field told, but that the inputs have more often elsewhere, is a word like others, as
 * "granted" of "password: granted". It is replaced in fields only, so that a wrong field cannot spoil a report.
 */
#ifndef DFMTO_SHARE_FREQUENT_H
#define DFMTO_SHARE_FREQUENT_H

#include "scan.h"

/* After learning, whether there are words to count. */
bool dfmto_share_frequent_begin(struct dfmto_share_scan *x);
/* Counts them in a piece of a text. A word across two pieces is not counted. */
void dfmto_share_frequent_count(struct dfmto_share_scan *x, const uint8_t *p, size_t n);
/* After all texts: those that are too frequent are no longer searched for. */
void dfmto_share_frequent_end(struct dfmto_share_scan *x);

#endif
