/* SPDX-License-Identifier: MIT */
#include "chains.h"

#include <string.h>

enum { SLOTS = 16384, MAX_BYTES = 6 << 20 };

static uint64_t hash_of(const struct dfmto_chains *x, const dfmt_simpleperf_frame *frames, uint64_t n) {
  uint64_t h = n;
  for (uint64_t i = 0; i < n; i++) {
    uint64_t code = (uint64_t)frames[i].file_id << 32 | (uint32_t)frames[i].symbol_id;
    h = dfmti_hash_fold(h ^ frames[i].vaddr ^ x->key.a, code ^ h << 1 ^ x->key.b);
  }
  return h;
}

/* Records have no padding. */
_Static_assert(sizeof(dfmt_simpleperf_frame) == 24, "frames are compared as bytes");

struct dfmto_chain *dfmto_chain_find(const struct dfmto_chains *x, const dfmt_simpleperf_frame *frames, uint64_t n,
                                     uint64_t *hash) {
  *hash = hash_of(x, frames, n);
  if (!x->slots || n == 0) return NULL;
  for (size_t i = *hash % SLOTS; x->slots[i].n; i = (i + 1) % SLOTS) {
    struct dfmto_chain *c = &x->slots[i];
    if (c->n == n && c->hash == *hash && memcmp(x->bytes.ptr + c->at, frames, (size_t)n * sizeof *frames) == 0)
      return c;
  }
  return NULL;
}

static bool prepare(struct dfmti_mem *m, struct dfmto_chains *x, size_t bytes) {
  const uint64_t part = m->limit / 8; /* of all memory */
  if (!x->slots && part >= SLOTS * sizeof *x->slots) x->slots = dfmti_zalloc(m, SLOTS * sizeof *x->slots);
  const size_t most = part < MAX_BYTES ? (size_t)part : MAX_BYTES;
  if (!x->slots || bytes > most / 4) return false;
  if (x->bytes.len + bytes > most || x->n >= SLOTS / 2) { /* those that are needed will come again */
    memset(x->slots, 0, SLOTS * sizeof *x->slots);
    x->bytes.len = x->n = 0;
  }
  return dfmti_buf_reserve(m, &x->bytes, bytes);
}

struct dfmto_chain *dfmto_chain_keep(struct dfmti_mem *m, struct dfmto_chains *x, uint64_t hash,
                                     const dfmt_simpleperf_frame *frames, const uint32_t *numbers, size_t n) {
  const size_t bytes = n > MAX_BYTES / 64 ? SIZE_MAX : n * (sizeof *frames + sizeof *numbers) + n % 2 * 4;
  if (n == 0 || !prepare(m, x, bytes)) return NULL;
  size_t i = hash % SLOTS;
  while (x->slots[i].n) i = (i + 1) % SLOTS;
  struct dfmto_chain *c = &x->slots[i];
  x->n++;
  *c = (struct dfmto_chain){.hash = hash, .at = x->bytes.len, .n = (uint32_t)n};
  memcpy(x->bytes.ptr + c->at, frames, n * sizeof *frames);
  memcpy(x->bytes.ptr + c->at + n * sizeof *frames, numbers, n * sizeof *numbers);
  x->bytes.len += bytes;
  return c;
}

void dfmto_chains_free(struct dfmti_mem *m, struct dfmto_chains *x) {
  dfmti_free(m, x->slots, SLOTS * sizeof *x->slots);
  dfmti_buf_free(m, &x->bytes);
  x->slots = NULL;
}
