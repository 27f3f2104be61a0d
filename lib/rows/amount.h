/* SPDX-License-Identifier: MIT */
/* Numbers for people: three digits and a unit. */
#ifndef DFMTI_ROWS_AMOUNT_H
#define DFMTI_ROWS_AMOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DFMTI_AMOUNT = 32 }; /* bytes of the longest, with its NUL */

/*
 * Bytes as "15.6 MiB", times as "131 ms", what counts as "12.3 k", from 10,000 on. unit: DFMT_UNIT_*; role:
 * DFMT_COLUMN_*. false: other numbers, which have no shorter form.
 */
bool dfmti_amount(uint32_t unit, uint32_t role, double v, char out[DFMTI_AMOUNT]);

#endif
