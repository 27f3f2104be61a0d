/* SPDX-License-Identifier: MIT */
#include "sched_switch.h"

#include <string.h>

enum { LOOKED_AT = 4096 }; /* bytes: events of Linux have some dozens, and this is asked for each thread and event */

bool is_sched_switch(dfmt_str event) {
  static const char part[] = "sched_switch";
  uint64_t n = event.len < LOOKED_AT ? event.len : LOOKED_AT;
  for (uint64_t i = 0; i + sizeof part - 1 <= n; i++)
    if (memcmp(event.ptr + i, part, sizeof part - 1) == 0) return true;
  return false;
}
