/* SPDX-License-Identifier: MIT */
/* Shell patterns for names, independent of the locale. */
#ifndef DFMTO_PATTERN_H
#define DFMTO_PATTERN_H

#include <stdbool.h>

#include <diagfmt/common.h>

/*
 * A name equals the pattern, or matches it: * any bytes, ? one byte, [a-z] one of these, [!a-z] or [^a-z] another one,
 * \ the next byte literally. A [ that is not closed is literal.
 */
bool dfmto_matches(dfmt_str pattern, dfmt_str name);

#endif
