/* SPDX-License-Identifier: MIT */
/*
 * Reports of what finds errors of memory while a program runs, as it writes them into a log:
 *
 *   ==421==ERROR: AddressSanitizer: heap-use-after-free on address …      Scudo ERROR: …     *** GWP-ASan detected …
 *       #0 0x7b24d6e3d4 in f(int) /a.cc:1:2
 *       #1 0x7b24d6e3d4  (/system/lib64/liba.so+0x1b3d4) (BuildId: …)
 *   freed by thread T0 here:
 *       #0 …
 */
#ifndef DFMTI_ANDROID_SANITIZER_H
#define DFMTI_ANDROID_SANITIZER_H

#include "memory_report.h"

/* Whether a line may be of a report, by its first characters. */
bool dfmti_sanitizer_takes(dfmt_str line);

/* false: a report does not begin with this line. */
bool dfmti_sanitizer_begins(dfmt_str line, struct dfmti_memory_head *head);

/* false: not a frame. */
bool dfmti_sanitizer_frame(dfmt_str line, struct dfmti_native_frame *f);

#endif
