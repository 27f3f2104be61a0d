/* SPDX-License-Identifier: MIT */
/* Lines of stacks: gdb's, and Python's. They set members of a zeroed frame; texts are borrowed. */
#ifndef DFMTI_APPORT_STACK_LINE_H
#define DFMTI_APPORT_STACK_LINE_H

#include <diagfmt/ops/apport_tables.h>
#include <stdbool.h>

/* "#N  [0xADDRESS in ]FUNCTION (ARGUMENTS)[ at PATH:LINE| from LIBRARY]"; false: not a frame. */
bool dfmti_apport_stack_frame(dfmt_apport_frame *row, dfmt_str line);

/* The same without the number, as in StacktraceTop. */
void dfmti_apport_stack_call(dfmt_apport_frame *row, dfmt_str line);

/* "  File "PATH", line N[, in FUNCTION]"; false: not a frame. */
bool dfmti_apport_traceback_frame(dfmt_apport_frame *row, dfmt_str line);

/* Takes digits off the start; false: none, or too many. */
bool dfmti_apport_take_number(dfmt_str *s, unsigned base, uint64_t *v);

#endif
