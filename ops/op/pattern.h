/* SPDX-License-Identifier: MIT */
/* Shell patterns of names, the same in every locale. */
#ifndef DFMTO_PATTERN_H
#define DFMTO_PATTERN_H

#include <stdbool.h>

#include <diagfmt/common.h>

/*
 * A name is the pattern, byte by byte, or matches it: * any bytes, ? one byte, [a-z] one of these, [!a-z] or [^a-z]
 * another one, \ the next byte as it is. A set without its end is a plain byte.
 */
bool dfmto_matches(dfmt_str pattern, dfmt_str name);

#endif
