/* SPDX-License-Identifier: MIT */
/* Where time is short ($DFMT_BRIEF), a part is tried of what could be: which one, a sample's name says. */
#ifndef OPS_BRIEF_H
#define OPS_BRIEF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline bool brief(void) { return getenv("DFMT_BRIEF") != NULL; }

/* Where time is short, n: one in so many is enough; else 1. */
static inline size_t one_in(size_t n) { return brief() ? n : 1; }

/* Below n, which is not 0: the same for each file of this name. */
static inline size_t turn(const char *path, size_t n) {
  const char *name = strrchr(path, '/');
  uint32_t sum = 2166136261u;
  for (name = name ? name + 1 : path; *name; name++) sum = (sum ^ (unsigned char)*name) * 16777619u;
  return (sum >> 8) % n;
}

/* Which allocation fails first, and which after the n-th: each time 1 / part further, where time is short a quarter. */
static inline uint64_t first_try(const char *path) { return 1 + turn(path, one_in(4)); }
static inline uint64_t next_try(uint64_t n, uint64_t part) { return n + 1 + n / (brief() && part > 4 ? 4 : part); }

#endif
