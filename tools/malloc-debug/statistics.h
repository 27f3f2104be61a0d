/* SPDX-License-Identifier: MIT */
/* Statistics of the underlying allocator: malloc_info(), in place of Android's mallopt(M_LOG_STATS). */
#ifndef MALLOC_DEBUG_STATISTICS_H
#define MALLOC_DEBUG_STATISTICS_H

/* Logs them, one message per line. */
void statistics_log(void);

#endif
