/* SPDX-License-Identifier: MIT */
#include "chains.h"

#include <string.h>

#include "base/fetch.h"

enum { SLOTS = 16384, MAX_BYTES = 6 << 20, STEP = 8 };

/* A sum of independent products, each with a key for its position. */
static uint64_t hash_of(const struct dfmto_profile_chains *x, const dfmt_simpleperf_frame *frames, uint64_t n) {
  uint64_t h = n, place = x->key.a;
  for (uint64_t i = 0; i < n; i++, place += x->key.b) {
    uint64_t code = (uint64_t)frames[i].file_id << 32 | (uint32_t)frames[i].symbol_id;
    h += dfmti_hash_fold(frames[i].vaddr ^ place, code ^ x->key.b);
  }
  return dfmti_hash_fold(h ^ x->key.a, x->key.b);
}

/* Records are consecutive, without padding. */
_Static_assert(sizeof(dfmt_simpleperf_frame) == 24, "frames are compared as bytes");
_Static_assert(sizeof(struct dfmto_profile_chain) % STEP == 0, "what follows is aligned");

/* Fetches the whole chain at once, as it is seldom in a near cache. */
static bool is_same(const struct dfmto_profile_chain *c, const dfmt_simpleperf_frame *frames, uint64_t n,
                    uint64_t hash) {
  const size_t bytes = (size_t)n * sizeof *frames;
  dfmti_fetch(c, sizeof *c + bytes);
  return c->hash == hash && c->n == n && memcmp(c + 1, frames, bytes) == 0;
}

static struct dfmto_profile_chain *chain_at(const struct dfmto_profile_chains *x,
                                            const struct dfmto_profile_chain_slot *s) {
  return (struct dfmto_profile_chain *)(void *)(x->bytes.ptr + (size_t)(s->at - 1) * STEP);
}

static uint32_t tag_of(uint64_t hash) { return (uint32_t)(hash >> 32); }

uint64_t dfmto_profile_chain_hash(const struct dfmto_profile_chains *x, const dfmt_simpleperf_frame *frames,
                                  uint64_t n) {
  const uint64_t hash = hash_of(x, frames, n);
  if (x->slots) dfmti_fetch(&x->slots[hash % SLOTS], sizeof *x->slots);
  return hash;
}

static const struct dfmto_profile_chain_slot *slot_of(const struct dfmto_profile_chains *x, uint64_t hash) {
  if (!x->slots) return NULL;
  for (size_t i = hash % SLOTS; x->slots[i].at; i = (i + 1) % SLOTS)
    if (x->slots[i].tag == tag_of(hash)) return &x->slots[i];
  return NULL;
}

void dfmto_profile_chain_ask(const struct dfmto_profile_chains *x, uint64_t hash, uint64_t n, bool cells) {
  const struct dfmto_profile_chain_slot *s = slot_of(x, hash);
  const size_t frames = (size_t)n * sizeof(dfmt_simpleperf_frame);
  if (!s) return;
  const struct dfmto_profile_chain *c = chain_at(x, s);
  dfmti_fetch(c, sizeof *c + frames);
  if (cells) dfmti_fetch((const uint8_t *)(c + 1) + frames, (size_t)n * 2 * sizeof(uint32_t));
}

const struct dfmto_profile_chain *dfmto_profile_chain_peek(const struct dfmto_profile_chains *x, uint64_t hash) {
  const struct dfmto_profile_chain_slot *s = slot_of(x, hash);
  return s && chain_at(x, s)->hash == hash ? chain_at(x, s) : NULL;
}

struct dfmto_profile_chain *dfmto_profile_chain_find(const struct dfmto_profile_chains *x, uint64_t hash,
                                                     const dfmt_simpleperf_frame *frames, uint64_t n) {
  if (!x->slots || n == 0) return NULL;
  for (size_t i = hash % SLOTS; x->slots[i].at; i = (i + 1) % SLOTS) {
    struct dfmto_profile_chain *c = chain_at(x, &x->slots[i]);
    if (x->slots[i].tag == tag_of(hash) && is_same(c, frames, n, hash)) return c;
  }
  return NULL;
}

static bool prepare(struct dfmti_mem *m, struct dfmto_profile_chains *x, size_t bytes) {
  const uint64_t part = m->limit / 16; /* of all memory */
  if (!x->slots && part / 4 >= SLOTS * sizeof *x->slots) x->slots = dfmti_zalloc(m, SLOTS * sizeof *x->slots);
  const size_t most = part < MAX_BYTES ? (size_t)part : MAX_BYTES;
  if (!x->slots || bytes > most / 4) return false;
  if (x->bytes.len + bytes > most || x->n >= SLOTS / 2) { /* chains in use will be added again */
    memset(x->slots, 0, SLOTS * sizeof *x->slots);
    x->bytes.len = x->n = 0;
  }
  return dfmti_buf_reserve(m, &x->bytes, bytes);
}

struct dfmto_profile_chain *dfmto_profile_chain_keep(struct dfmti_mem *m, struct dfmto_profile_chains *x, uint64_t hash,
                                                     const dfmt_simpleperf_frame *frames, const uint32_t *numbers,
                                                     size_t n) {
  const size_t each = sizeof *frames + 2 * sizeof *numbers;
  if (n == 0 || n > MAX_BYTES / each || !prepare(m, x, sizeof(struct dfmto_profile_chain) + n * each)) return NULL;
  size_t i = hash % SLOTS;
  while (x->slots[i].at) i = (i + 1) % SLOTS;
  x->slots[i] = (struct dfmto_profile_chain_slot){tag_of(hash), (uint32_t)(x->bytes.len / STEP) + 1};
  struct dfmto_profile_chain *c = chain_at(x, &x->slots[i]);
  *c = (struct dfmto_profile_chain){.hash = hash, .n = n};
  memcpy(c + 1, frames, n * sizeof *frames);
  memcpy((uint8_t *)(c + 1) + n * sizeof *frames, numbers, n * sizeof *numbers);
  x->bytes.len += sizeof *c + n * each;
  x->n++;
  return c;
}

void dfmto_profile_chains_free(struct dfmti_mem *m, struct dfmto_profile_chains *x) {
  dfmti_free(m, x->slots, SLOTS * sizeof *x->slots);
  dfmti_buf_free(m, &x->bytes);
  x->slots = NULL;
}
