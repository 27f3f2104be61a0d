/* SPDX-License-Identifier: MIT */
/* Regular expressions of Python as those of POSIX that find the same texts. */
#ifndef DFMTO_TRIAGE_PYTHON_RE_H
#define DFMTO_TRIAGE_PYTHON_RE_H

#include <stdbool.h>

#include <diagfmt/common.h>

#include "base/mem.h"

/*
 * Translates an expression that re.search() is given to an extended one, which ends with a NUL, for regcomp() without
 * REG_NEWLINE. What a match is, and not where, is the same; a text has no NUL. Characters above ASCII are letters, and
 * as many elements as they have bytes.
 *
 * Returns NULL, or why it cannot be translated, static; "" if there is no memory.
 */
const char *dfmto_triage_python_re(struct dfmti_mem *m, dfmt_str expression, struct dfmti_buf *out, bool *ignore_case);

#endif
