/* SPDX-License-Identifier: MIT */
/* Strings of wide characters, as programs have them: UTF-32, or units of UTF-16. */
#ifndef DFMTI_WIDE_H
#define DFMTI_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether they are characters, and of a string that is the UTF-8 of the one at a place, which is moved on. */
bool dfmti_wide_is_text(const uint32_t *units, size_t len);
size_t dfmti_wide_utf8(const uint32_t *units, size_t len, size_t *at, uint8_t out[4]);

#endif
