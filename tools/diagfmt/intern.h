/* SPDX-License-Identifier: MIT */
/* Gives numbers from 0 to pieces of bytes it has not seen before: names, frames. */
#ifndef INTERN_H
#define INTERN_H

#include <diagfmt/common.h>

#include "buffer.h"

/* Zeroed is empty. */
struct intern {
  struct buffer bytes;
  uint64_t *ends;  /* where in bytes a piece ends */
  size_t n, cap;
  uint32_t *slots; /* number + 1; 0: free */
  size_t n_slots;  /* a power of two */
};

/* The number of a piece; a new one gets the next, and is copied. */
uint32_t intern_add(struct intern *x, const void *ptr, size_t len);

/* The same for text, with a replacement character for each byte that is no UTF-8. */
uint32_t intern_text(struct intern *x, dfmt_str text);
uint32_t intern_s(struct intern *x, const char *text);

/* The piece of a number; valid until the next one is added. */
dfmt_str intern_at(const struct intern *x, uint32_t number);

void intern_free(struct intern *x);

#endif
