/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "diff.h"

struct dfmto_digest dfmto_digest_begin(void) { return (struct dfmto_digest){0, UINT64_C(0xcbf29ce484222325)}; }

void dfmto_digest_add(struct dfmto_digest *x, dfmt_str piece) {
  const unsigned char *p = (const unsigned char *)piece.ptr;
  uint64_t h = x->hash;
  for (uint64_t i = 0; i < piece.len; i++) h = (h ^ p[i]) * UINT64_C(0x100000001b3);
  x->hash = h;
  x->size += piece.len;
}

dfmt_str dfmto_digest_text(const struct dfmto_digest *x, char *room) {
  int n = snprintf(room, DFMTO_DIGEST_TEXT, "%" PRIu64 " bytes, hash %016" PRIx64, x->size, x->hash);
  return (dfmt_str){room, (uint64_t)n};
}
