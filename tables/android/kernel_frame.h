/* SPDX-License-Identifier: MIT */
/* Functions as the kernel prints them, and the lines of a stack trace. rules NULL: those that are compiled in. */
#ifndef DFMTI_ANDROID_KERNEL_FRAME_H
#define DFMTI_ANDROID_KERNEL_FRAME_H

#include "base/cut.h"
#include "rules/rules.h"

/* "F+0x…" after blanks and addresses, F without blanks. */
bool dfmti_kernel_symbol(dfmt_str s, dfmt_str *name);

/* A line of a trace: *name, empty if it names no function that is certain. false: the trace has ended. */
bool dfmti_kernel_frame(const struct dfmti_rules *rules, dfmt_str s, dfmt_str *name);

/* A function's name without what compilers add to it. */
dfmt_str dfmti_kernel_function(const struct dfmti_rules *rules, dfmt_str name);

#endif
