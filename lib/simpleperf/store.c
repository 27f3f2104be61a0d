/* SPDX-License-Identifier: MIT */
#include "store.h"

#include <string.h>

enum { PIECE = 65536 }; /* bytes of a piece of the store, or what one string needs */

struct dfmti_store_piece {
  struct dfmti_store_piece *before;
  size_t size, used; /* bytes, these members included */
};

const char *dfmti_simpleperf_store_add(struct dfmti_mem *m, struct dfmti_store *s, const void *ptr, size_t len) {
  struct dfmti_store_piece *x = s->last;
  if (!x || x->size - x->used < len) {
    size_t size;
    if (!dfmti_add(sizeof *x, len, &size)) return NULL;
    if (size < PIECE) size = PIECE;
    x = dfmti_alloc(m, size);
    if (!x) return NULL;
    *x = (struct dfmti_store_piece){.before = s->last, .size = size, .used = sizeof *x};
    s->last = x;
  }
  char *to = (char *)x + x->used;
  if (len) memcpy(to, ptr, len);
  x->used += len;
  return to;
}

void dfmti_simpleperf_store_free(struct dfmti_mem *m, struct dfmti_store *s) {
  while (s->last) {
    struct dfmti_store_piece *x = s->last;
    s->last = x->before;
    dfmti_free(m, x, x->size);
  }
}
