/* SPDX-License-Identifier: MIT */
/* The entries of a file: what must be known of all of them before something can be said or done about one. */
#ifndef INDEX_H
#define INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/common.h>

struct entry {
  dfmt_str key;            /* usable once the index is sealed */
  uint64_t key_at;         /* where in the index's bytes it stands */
  uint64_t offset, length; /* of the record; length UINT64_MAX: to the end */
  uint64_t line;           /* of its start, 0: unknown */
  size_t place;            /* in the file, from 0 */
};

struct index {
  struct entry *list;
  size_t n, cap;
  char *bytes; /* of all keys */
  size_t n_bytes, cap_bytes;
};

/* Adds an entry, with a copy of its key. false: that would take more than `limit` bytes. */
bool index_add(struct index *x, const struct entry *e, dfmt_str key, uint64_t limit);

/* Nothing more comes: makes the keys usable. */
void index_seal(struct index *x);

bool same_key(dfmt_str a, dfmt_str b);

void index_free(struct index *x);

#endif
