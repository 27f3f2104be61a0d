/* SPDX-License-Identifier: MIT */
/* Options: those of all formats, and finding one in a table. */
#ifndef DFMTI_OPTION_H
#define DFMTI_OPTION_H

#include <stdbool.h>

#include <diagfmt/config.h>

/* A table ends with key 0. */
extern const dfmt_option dfmti_common_options[];

/* The option of a key; NULL if the table has it not. */
const dfmt_option *dfmti_option_in(const dfmt_option *table, uint32_t key);

/* E_ARG: the option takes no number, or not this one. */
dfmt_status dfmti_option_check(const dfmt_option *o, uint64_t value);

#endif
