/* SPDX-License-Identifier: MIT */
/* Gives numbers from 0 to what it has not seen before: addresses of definitions, threads, names of shaders. */
#ifndef ID_MAP_H
#define ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_map {
  uint64_t *keys; /* in the order in which they came */
  size_t n, cap;
  uint32_t *slots; /* place in keys + 1; 0: free */
  size_t n_slots;  /* a power of two */
};

/* The number of a key; a new one gets the next. */
size_t id_map_add(struct id_map *m, uint64_t key);

void id_map_free(struct id_map *m);

#endif
