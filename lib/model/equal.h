/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_EQUAL_H
#define DFMTI_EQUAL_H

#include "walk.h"

/* The first member in which two structs of a type differ, NULL if they are equal. */
const dfmt_field *dfmti_difference(const struct dfmti_format *format, const dfmt_type *t, const void *a, const void *b);

#endif
