/* SPDX-License-Identifier: MIT */
/* The options of malloc_debug: each is applied, or named in a message; an invalid one does not affect others. */
#ifndef MALLOC_DEBUG_OPTIONS_H
#define MALLOC_DEBUG_OPTIONS_H

#include <stdbool.h>

/* Sets `settings` and the sampling interval. False: nothing remains to be done. */
bool options_take(const char *text);

/* Reports that an option is unavailable, and why. */
void options_refuse(const char *name, const char *why);

#endif
