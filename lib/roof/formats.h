/* SPDX-License-Identifier: MIT */
/* Every format of the library. */
#ifndef DFMTI_FORMATS_H
#define DFMTI_FORMATS_H

#include "core/format_ops.h"

/* In one order, NULL-ended. */
extern const struct dfmti_format *const dfmti_all_formats[];
extern const struct dfmti_read_ops *const dfmti_all_readers[];
extern const struct dfmti_write_ops *const dfmti_all_writers[];
extern const dfmt_option *const dfmti_all_options[];

/* The format of a number; NULL if there is none. */
const struct dfmti_format *dfmti_format_find(uint32_t id);

#endif
