/* SPDX-License-Identifier: MIT */
/* Interned texts: each is stored once and has a number. */
#ifndef DFMTO_TEXTS_H
#define DFMTO_TEXTS_H

#include <diagfmt/common.h>

#include "base/hash.h"
#include "base/mem.h"

/* Zeroed is empty. Numbers count from 0. */
struct dfmto_texts {
  struct dfmti_table table; /* of numbers, plus 1 */
  struct dfmti_buf bytes;
  struct dfmti_buf ends; /* of size_t: end of each in `bytes` */
};

static inline size_t dfmto_texts_n(const struct dfmto_texts *x) { return x->ends.len / sizeof(size_t); }

/* Returns the number of a text, adding it if new. false: no memory. */
bool dfmto_text(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number);

/*
 * The same in steps, so that the data for the next step can be fetched meanwhile; all but the last may be omitted.
 * hash() returns the hash for the others.
 */
bool dfmto_text_hash(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint64_t *hash);
/* number: a candidate, for touch(); false: no text has that hash. */
bool dfmto_text_look(const struct dfmto_texts *x, uint64_t hash, uint32_t *number);
void dfmto_text_touch(const struct dfmto_texts *x, uint32_t number);
bool dfmto_text_hashed(struct dfmti_mem *m, struct dfmto_texts *x, uint64_t hash, const void *ptr, size_t len,
                       uint32_t *number);

/* The number of a text that is there. false: it is not. */
bool dfmto_text_find(const struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number);

/* Adds a text that will not be looked up by dfmto_text(). false: no memory. */
bool dfmto_text_add(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number);

/* Valid until the next text is added. */
dfmt_str dfmto_text_at(const struct dfmto_texts *x, uint32_t number);

/* Negative, 0 or positive, as memcmp(); a text is before those that it is a prefix of. */
int dfmto_texts_compare(const struct dfmto_texts *x, uint32_t a, uint32_t b);

/* What follows the last '/' of a path. */
dfmt_str dfmto_last_part(dfmt_str path);

void dfmto_texts_free(struct dfmti_mem *m, struct dfmto_texts *x);

#endif
