/* SPDX-License-Identifier: MIT */
/* Which event of a profile was recorded as a thread left the CPU. */
#ifndef SCHED_SWITCH_H
#define SCHED_SWITCH_H

#include <stdbool.h>

#include <diagfmt/common.h>

/* As simpleperf's scripts tell it: "sched_switch" stands in the event's name, in its first 4 KiB. */
bool is_sched_switch(dfmt_str event);

#endif
