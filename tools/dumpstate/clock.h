/* SPDX-License-Identifier: MIT */
/* Monotonic time, and time in the report. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* µs since an arbitrary moment; monotonic. */
uint64_t clock_us(void);

/* Local calendar time in seconds since 1970, for a moment in seconds since 1970. */
int64_t clock_local(int64_t seconds);
int64_t clock_local_now(void);

/* "2024-03-17 08:15:30", or with other separators; out has room for 24 bytes. */
void clock_stamp(int64_t calendar, const char *layout, char *out);

#endif
