/* SPDX-License-Identifier: MIT */
/* The MAPS section of a heap dump, from /proc/self/maps. */
#ifndef MALLOC_DEBUG_MAPS_H
#define MALLOC_DEBUG_MAPS_H

#include <diagfmt/mallocdbg.h>

#include "output.h"

void maps_put(struct output *o);

/* Parses a line of that file without its line feed; the name is borrowed. False: malformed. */
bool maps_parse(const char *line, dfmt_mallocdbg_map *m);

#endif
