/* SPDX-License-Identifier: MIT */
/*
 * What stands before a message of the kernel: level, time, who printed it, in any order and in the forms of any vendor.
 */
#ifndef DFMTI_ANDROID_KERNEL_LINE_H
#define DFMTI_ANDROID_KERNEL_LINE_H

#include "base/cut.h"

struct dfmti_kernel_line {
  dfmt_str text; /* the message */
  dfmt_str time; /* as printed: seconds since boot, or a date; empty: none */
  bool timed;    /* the time is one since boot: */
  uint64_t uptime_us;
};

/* Takes off what stands before a message. A line without that is a message as it is. */
void dfmti_kernel_line(dfmt_str line, struct dfmti_kernel_line *l);

#endif
