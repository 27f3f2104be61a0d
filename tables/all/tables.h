/* SPDX-License-Identifier: MIT */
/* The types of all derived tables. */
#ifndef DFMTI_ALL_TABLES_H
#define DFMTI_ALL_TABLES_H

#include <stddef.h>

#include <diagfmt/describe.h>

/* The list at an index, NULL-ended: one for each format. NULL: no more. */
const dfmt_type *const *dfmti_all_tables_types(size_t place);

/* The type of a number; NULL: none. */
const dfmt_type *dfmti_all_tables_type(uint32_t number);

#endif
