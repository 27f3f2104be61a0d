/* SPDX-License-Identifier: MIT */
/* The options of malloc_debug: each is taken or named in a message, and none that is wrong takes others with it. */
#ifndef MALLOC_DEBUG_OPTIONS_H
#define MALLOC_DEBUG_OPTIONS_H

#include <stdbool.h>

/* Sets `settings` and the interval of samples. False: nothing that was asked for is left to be done. */
bool options_take(const char *text);

/* Says that an option cannot be had, and why. */
void options_refuse(const char *name, const char *why);

#endif
