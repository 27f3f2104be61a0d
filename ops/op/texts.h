/* SPDX-License-Identifier: MIT */
/* Texts, each kept once and known by its number. */
#ifndef DFMTO_TEXTS_H
#define DFMTO_TEXTS_H

#include <diagfmt/common.h>

#include "base/hash.h"
#include "base/mem.h"

/* Zeroed is empty. Numbers count from 0. */
struct dfmto_texts {
  struct dfmti_table table; /* of numbers, plus 1 */
  struct dfmti_buf bytes;
  struct dfmti_buf ends; /* of size_t: where each ends in `bytes` */
};

static inline size_t dfmto_texts_n(const struct dfmto_texts *x) { return x->ends.len / sizeof(size_t); }

/* The number of a text, which is a new one if that has not come before. false: no memory. */
bool dfmto_text(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number);

/*
 * The same in steps, between which what the next one needs comes into a near cache; each but the last can be left out.
 * hash() says by what hash the others look.
 */
bool dfmto_text_hash(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint64_t *hash);
/* *number: a text that may be it, to be given to touch(); false: there is none of that hash. */
bool dfmto_text_look(const struct dfmto_texts *x, uint64_t hash, uint32_t *number);
void dfmto_text_touch(const struct dfmto_texts *x, uint32_t number);
bool dfmto_text_hashed(struct dfmti_mem *m, struct dfmto_texts *x, uint64_t hash, const void *ptr, size_t len,
                       uint32_t *number);

/* A new text that the caller will not look for by dfmto_text(). false: no memory. */
bool dfmto_text_add(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number);

/* Valid until the next new text. */
dfmt_str dfmto_text_at(const struct dfmto_texts *x, uint32_t number);

/* Below, at or above 0, as memcmp(); a text stands before those that it begins. */
int dfmto_texts_compare(const struct dfmto_texts *x, uint32_t a, uint32_t b);

/* What follows the last '/' of a path. */
dfmt_str dfmto_last_part(dfmt_str path);

void dfmto_texts_free(struct dfmti_mem *m, struct dfmto_texts *x);

#endif
