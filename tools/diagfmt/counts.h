/* SPDX-License-Identifier: MIT */
/* Figures by number: of threads, files, event types. */
#ifndef COUNTS_H
#define COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct count {
  uint64_t number;
  uint64_t n, sum;
  uint64_t mark; /* the caller's, as is data */
  void *data;
  bool used;
};

/* Open addressing, at most half full. Zeroed is empty. */
struct counts {
  struct count *list;
  size_t n, cap;
};

/* The figures of a number, zero if it is new. Valid until the next call. */
struct count *counts_at(struct counts *c, uint64_t number);

void counts_free(struct counts *c);

#endif
