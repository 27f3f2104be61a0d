/* SPDX-License-Identifier: MIT */
/* Patterns of names, in lists of data. */
#ifndef DFMTI_RULES_PATTERN_H
#define DFMTI_RULES_PATTERN_H

#include <stdbool.h>

#include <diagfmt/common.h>

/* Whether a pattern matches the whole name; '*' stands for any characters, or none. */
bool dfmti_pattern_matches(dfmt_str pattern, dfmt_str name);

#endif
