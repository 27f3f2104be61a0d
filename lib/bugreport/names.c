/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

struct slot {
  uint64_t hash; /* 0: free */
  uint64_t at;   /* of the name's length in `bytes`; DROPPED: taken out */
};

#define DROPPED UINT64_MAX

static uint64_t hash_of(dfmt_str name) {
  uint64_t h = 0xcbf29ce484222325u; /* FNV-1a, and a last stir so that low bits depend on all */
  for (uint64_t i = 0; i < name.len; i++) h = (h ^ (uint8_t)name.ptr[i]) * 0x100000001b3u;
  h ^= h >> 32;
  h *= 0x9e3779b97f4a7c15u;
  return (h ^ h >> 29) | 1;
}

static struct slot *slots(const struct dfmti_names *s) { return (struct slot *)(void *)s->slots.ptr; }
static size_t n_slots(const struct dfmti_names *s) { return s->slots.len / sizeof(struct slot); }

static bool is_at(const struct dfmti_names *s, uint64_t at, dfmt_str name) {
  uint32_t len;
  if (at == DROPPED) return false;
  memcpy(&len, s->bytes.ptr + at, sizeof len);
  return len == name.len && (len == 0 || memcmp(s->bytes.ptr + at + sizeof len, name.ptr, len) == 0);
}

/* The slot of a name, or the free one where it would be. There is a free one. */
static struct slot *find(const struct dfmti_names *s, dfmt_str name, uint64_t hash) {
  size_t mask = n_slots(s) - 1, i = (size_t)hash & mask;
  for (;; i = (i + 1) & mask) {
    struct slot *x = &slots(s)[i];
    if (x->hash == 0 || (x->hash == hash && is_at(s, x->at, name))) return x;
  }
}

static bool grow(struct dfmti_mem *m, struct dfmti_names *s) {
  size_t old = n_slots(s), n = old ? old * 2 : 64;
  struct dfmti_buf bigger = {0};
  if (!dfmti_buf_reserve(m, &bigger, n * sizeof(struct slot))) return false;
  bigger.len = n * sizeof(struct slot);
  memset(bigger.ptr, 0, bigger.len);
  struct slot *to = (struct slot *)(void *)bigger.ptr;
  for (size_t i = 0; i < old; i++) {
    struct slot x = slots(s)[i];
    size_t at = (size_t)x.hash & (n - 1);
    if (x.hash == 0) continue;
    while (to[at].hash) at = (at + 1) & (n - 1);
    to[at] = x;
  }
  dfmti_buf_free(m, &s->slots);
  s->slots = bigger;
  return true;
}

int dfmti_names_add(struct dfmti_mem *m, struct dfmti_names *s, dfmt_str name) {
  uint64_t hash = hash_of(name);
  uint32_t len = (uint32_t)name.len;
  if (n_slots(s) < 2 * (s->n + 1) && !grow(m, s)) return DFMTI_NAMES_NO_MEMORY;
  struct slot *x = find(s, name, hash);
  if (x->hash) return DFMTI_NAMES_OLD;
  if (!dfmti_buf_reserve(m, &s->bytes, sizeof len + len)) return DFMTI_NAMES_NO_MEMORY;
  *x = (struct slot){hash, s->bytes.len};
  dfmti_buf_append(m, &s->bytes, &len, sizeof len);
  dfmti_buf_append(m, &s->bytes, name.ptr, len);
  s->n++;
  return DFMTI_NAMES_NEW;
}

bool dfmti_names_has(const struct dfmti_names *s, dfmt_str name) {
  return n_slots(s) > 0 && find(s, name, hash_of(name))->hash;
}

void dfmti_names_drop(struct dfmti_names *s, dfmt_str name) {
  if (dfmti_names_has(s, name)) find(s, name, hash_of(name))->at = DROPPED;
}

void dfmti_names_clear(struct dfmti_names *s) {
  s->bytes.len = 0;
  s->n = 0;
  if (s->slots.len) memset(s->slots.ptr, 0, s->slots.len);
}

void dfmti_names_free(struct dfmti_mem *m, struct dfmti_names *s) {
  dfmti_buf_free(m, &s->bytes);
  dfmti_buf_free(m, &s->slots);
  s->n = 0;
}
