/* SPDX-License-Identifier: MIT */
/* Counted memory of one handle: every allocation of the library goes through here and stays below MAX_MEMORY. */
#ifndef DFMTI_MEM_H
#define DFMTI_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/config.h>

#include "hash_key.h"

struct dfmti_mem {
  dfmt_realloc_fn fn;
  void *user;
  uint64_t used, limit; /* bytes */
  uint64_t needed;      /* the limit that the last refused allocation would have needed, 0 if memory was just out */
  dfmt_stop_fn stop;    /* NULL: nobody is asked */
  void *stop_user;
  uint64_t seed;             /* of the key, 0: random */
  struct dfmti_hash_key key; /* of the handle's hash tables, made when one is needed */
};

void dfmti_mem_init(struct dfmti_mem *m, const dfmt_config *c);

/* The caller wants to leave off. */
static inline bool dfmti_stopped(const struct dfmti_mem *m) { return m->stop && m->stop(m->stop_user); }

/* The key of the handle's hash tables: always the same. */
struct dfmti_hash_key dfmti_mem_key(struct dfmti_mem *m);

/* NULL: out of memory or over the limit (m->needed tells). Contents are not initialised; size 0 is not allowed. */
void *dfmti_alloc(struct dfmti_mem *m, size_t size);
void *dfmti_zalloc(struct dfmti_mem *m, size_t size);
void *dfmti_realloc(struct dfmti_mem *m, void *ptr, size_t old_size, size_t new_size);
void dfmti_free(struct dfmti_mem *m, void *ptr, size_t size);

/* A zeroed handle, and a zeroed state of its own after it if own_size is not 0. false: neither. */
bool dfmti_alloc_handle(struct dfmti_mem *m, size_t size, void **handle, size_t own_size, void **own);

/*
 * Twice the room for an array of elements of `size` bytes, `first` (an even number) if it has none: where it is now,
 * and *cap is how many it holds. NULL: no memory; the array is as it was.
 */
void *dfmti_grow(struct dfmti_mem *m, void *array, size_t *cap, size_t first, size_t size);

/* A growing array of bytes: the one kind of buffer the library has. Zeroed is empty. */
struct dfmti_buf {
  uint8_t *ptr;
  size_t len, cap;
};

/* Makes room for `more` bytes after len, at least doubling. false: no memory; the contents are untouched. */
bool dfmti_buf_reserve(struct dfmti_mem *m, struct dfmti_buf *b, size_t more);
bool dfmti_buf_append(struct dfmti_mem *m, struct dfmti_buf *b, const void *ptr, size_t len);
void dfmti_buf_free(struct dfmti_mem *m, struct dfmti_buf *b);

/* Memory that is had piece by piece and freed with its handle: a list, whose members begin with this. */
struct dfmti_block {
  struct dfmti_block *next;
  size_t size; /* of all of it */
};

void dfmti_blocks_free(struct dfmti_mem *m, struct dfmti_block **first);

/* Checked arithmetic: false on overflow. */
static inline bool dfmti_add(size_t a, size_t b, size_t *sum) { return !__builtin_add_overflow(a, b, sum); }
static inline bool dfmti_mul(size_t a, size_t b, size_t *product) { return !__builtin_mul_overflow(a, b, product); }
static inline size_t dfmti_min(size_t a, size_t b) { return a < b ? a : b; }
/* A 64-bit size as far as size_t goes. */
static inline size_t dfmti_clamp(uint64_t n) { return n > SIZE_MAX ? SIZE_MAX : (size_t)n; }

#endif
