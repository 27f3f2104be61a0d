/* SPDX-License-Identifier: MIT */
/* The MAPS section of a heap dump, from /proc/self/maps. */
#ifndef MALLOC_DEBUG_MAPS_H
#define MALLOC_DEBUG_MAPS_H

#include <diagfmt/mallocdbg.h>

#include "output.h"

void maps_put(struct output *o);

/* A line of that file without its line feed; its name is borrowed. False: it is none. */
bool maps_parse(const char *line, dfmt_mallocdbg_map *m);

#endif
