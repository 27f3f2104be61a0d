/* SPDX-License-Identifier: MIT */
/* Every format of the library. */
#ifndef DFMTI_FORMATS_H
#define DFMTI_FORMATS_H

#include "model/format.h"

/* In one order, NULL-ended. */
extern const struct dfmti_format *const dfmti_all_formats[];
extern const dfmt_option *const dfmti_all_options[];

/* How each is read, in the same order, NULL-ended; how many there are. In readers.c. */
extern const dfmt_read_format *const dfmti_all_read_formats[];
extern const uint32_t dfmti_n_read_formats;

/* Finds among them. */
dfmti_format_finder dfmti_format_find;

#endif
