/* SPDX-License-Identifier: MIT */
/* What the events of a profile mean, by their names: which are of leaving the CPU, and which count ns. */
#ifndef SCHED_SWITCH_H
#define SCHED_SWITCH_H

#include <stdbool.h>

#include <diagfmt/common.h>

/* As simpleperf's scripts tell it: "sched_switch" stands in the event's name, in its first 4 KiB. */
bool is_sched_switch(dfmt_str event);

#endif
