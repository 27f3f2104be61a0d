/* SPDX-License-Identifier: MIT */
/*
 * Where time is short ($DFMT_BRIEF), a part is tried of what could be, and of what is many and alike where $DFMT_ONE_IN
 * says so: which one, a sample's name says, and $DFMT_TURN.
 */
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

/* The same, of what is many and alike: else as many as $DFMT_ONE_IN says, n at most. */
static inline size_t in_turn(size_t n) {
  const char *text = getenv("DFMT_ONE_IN");
  const size_t part = brief() ? n : text ? (size_t)strtoul(text, NULL, 10) : 1;
  return part == 0 ? 1 : part < n ? part : n;
}

/* Below n, which is not 0: the same for each file of this name, and another for another $DFMT_TURN. */
static inline size_t turn(const char *path, size_t n) {
  const char *name = strrchr(path, '/');
  uint32_t sum = 2166136261u;
  for (name = name ? name + 1 : path; *name; name++) sum = (sum ^ (unsigned char)*name) * 16777619u;
  const char *text = getenv("DFMT_TURN");
  return ((sum >> 8) + (text ? (size_t)strtoul(text, NULL, 10) : 0)) % n;
}

/* Which allocation fails first, and which after the n-th: each time 1 / part further, where time is short half. */
static inline uint64_t first_try(const char *path) { return 1 + turn(path, one_in(4)); }
static inline uint64_t next_try(uint64_t n, uint64_t part) { return n + 1 + n / (brief() && part > 2 ? 2 : part); }

#endif
