/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <time.h>

uint64_t clock_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

int64_t clock_local(int64_t seconds) {
  time_t t = (time_t)seconds;
  struct tm local;
  return localtime_r(&t, &local) ? timegm(&local) : seconds;
}

int64_t clock_local_now(void) { return clock_local(time(NULL)); }

void clock_stamp(int64_t calendar, const char *layout, char *out) {
  time_t t = (time_t)calendar;
  struct tm parts;
  if (!gmtime_r(&t, &parts) || !strftime(out, 24, layout, &parts)) *out = '\0';
}
