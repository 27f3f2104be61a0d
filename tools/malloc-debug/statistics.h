/* SPDX-License-Identifier: MIT */
/* What the allocator beneath says of itself: malloc_info(), in place of Android's mallopt(M_LOG_STATS). */
#ifndef MALLOC_DEBUG_STATISTICS_H
#define MALLOC_DEBUG_STATISTICS_H

/* Logs them, a message a line. */
void statistics_log(void);

#endif
