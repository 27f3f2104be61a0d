/* SPDX-License-Identifier: MIT */
/* Binary floating point as decimals, exactly and without a locale. */
#ifndef DFMTI_FLOAT_TEXT_H
#define DFMTI_FLOAT_TEXT_H

#include <stddef.h>
#include <stdint.h>

enum { DFMTI_FLOAT_TEXT = 32 }; /* bytes that a number's text does not exceed */

/*
 * The shortest decimal that reads back as the same number, of several the nearest one. It always has a '.' or an 'e':
 * "0.1", "-0.0", "1.0", "1e-05", "1e+16". Infinities and NaN: "inf", "-inf", "nan", "-nan". bits: IEEE 754. Not
 * NUL-terminated; returns its length.
 */
size_t dfmti_f32_text(uint32_t bits, char out[DFMTI_FLOAT_TEXT]);
size_t dfmti_f64_text(uint64_t bits, char out[DFMTI_FLOAT_TEXT]);

#endif
