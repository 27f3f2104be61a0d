/* SPDX-License-Identifier: MIT */
/* An allocator that counts what is out, and fails on demand. */
#ifndef COUNTER_H
#define COUNTER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <diagfmt/config.h>

#include "../harness/kept.h"

struct counter {
  uint64_t bytes, blocks; /* out */
  uint64_t calls;         /* allocations and resizes so far */
  uint64_t fail_at;       /* the call that fails, 0: none */
  bool fail;              /* each one fails */
};

static inline void *counting_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct counter *x = user;
  if (new_size && (++x->calls == x->fail_at || x->fail)) return NULL;
  x->bytes += new_size - old_size;
  x->blocks += (new_size != 0) - (uint64_t)(ptr != NULL);
  return kept_realloc(NULL, ptr, old_size, new_size);
}

static inline dfmt_config *counting_config(struct counter *x) {
  dfmt_config *c;
  *x = (struct counter){0};
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, counting_realloc, x), DFMT_OK);
  return c;
}

#endif
