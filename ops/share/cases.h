/* SPDX-License-Identifier: MIT */
/* Letters of UTF-8 that are not ASCII, in the other case: of Latin, Greek, Cyrillic and Armenian. */
#ifndef DFMTO_SHARE_CASES_H
#define DFMTO_SHARE_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dfmto_share_case { DFMTO_SMALL, DFMTO_CAPITALS, DFMTO_CAPITALIZED, DFMTO_N_CASES };

/* Writes a text, of the same length, with such letters in this case, and others as they are. false: none changes. */
bool dfmto_share_in_case(enum dfmto_share_case to, const uint8_t *p, size_t n, uint8_t *out);

#endif
