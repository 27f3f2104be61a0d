/* SPDX-License-Identifier: MIT */
/* Gives numbers from 0 to byte strings that it has not seen before: names, frames, call chains. */
#ifndef INTERN_H
#define INTERN_H

#include "buffer.h"

/* Zeroed is empty. */
struct interned {
  struct buffer bytes; /* of all strings */
  size_t *ends;        /* where in them each ends, by number */
  size_t n, cap;
  uint64_t *hashes; /* by number */
  size_t *slots;    /* number + 1; 0: free */
  size_t n_slots;   /* a power of two */
};

/* The number of a string; a new one gets the next. */
size_t intern(struct interned *x, const void *ptr, size_t len);

/* A string by its number; borrowed until the next is added. */
const char *interned_at(const struct interned *x, size_t number, size_t *len);

/* Bytes of memory that it takes. */
size_t interned_memory(const struct interned *x);

void interned_free(struct interned *x);

#endif
