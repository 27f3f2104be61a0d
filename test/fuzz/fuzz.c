/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"
#include "kept.h"

enum { MAX_OUTPUT = 4 << 20, MAX_MEMORY = 32 << 20 }; /* bytes */

void fuzz_finding(const char *what, const char *file, int line) {
  fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
  abort();
}

bool fuzz_trace;

void fuzz_say(const char *what, uint64_t n) {
  if (fuzz_trace) printf("%s %llu\n", what, (unsigned long long)n);
}

/* FNV-1a. */
static void mix(struct digest *d, const void *ptr, uint64_t len) {
  const uint8_t *p = ptr;
  for (uint64_t i = 0; i < len; i++) d->value = (d->value ^ p[i]) * 0x100000001b3u;
}

/* A byte to a line: in the end the pieces do not show. */
void digest_bytes(struct digest *d, const void *ptr, uint64_t len) {
  const uint8_t *p = ptr;
  mix(d, ptr, len);
  for (uint64_t i = 0; i < len && d->shown && fuzz_trace; i++)
    printf(p[i] > ' ' && p[i] < 0x7f ? "%c\n" : "\\x%02x\n", p[i]);
}

void digest_number(struct digest *d, uint64_t n) {
  mix(d, &n, sizeof n);
  if (d->shown) fuzz_say("number", n);
}

void digest_error(struct digest *d, const dfmt_error *e) {
  if (d->shown && fuzz_trace) printf("error: %s\n", e->message);
  digest_number(d, (uint64_t)(int64_t)e->status);
  digest_number(d, e->number);
  digest_number(d, e->option);
  digest_number(d, e->origin);
  if (e->origin != DFMT_ORIGIN_WRAPPER) digest_number(d, e->offset); /* else it depends on the codec's reading ahead */
  digest_number(d, e->line);
  if (e->option == DFMT_CFG_MAX_MEMORY) return; /* how much would do depends on how the input comes */
  digest_number(d, e->needed);
  digest_bytes(d, e->message, strlen(e->message));
}

void *memory_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct memory *m = user;
  MUST((ptr == NULL) == (old_size == 0));
  MUST(m->live >= old_size);
  void *p = NULL;
  if (new_size) {
    p = kept_malloc((size_t)new_size);
    if (!p) return NULL;
    fill_block(p, (size_t)new_size, FILL_NEW);
    if (ptr) memcpy(p, ptr, (size_t)(old_size < new_size ? old_size : new_size));
  }
  m->live += new_size - old_size;
  if (m->live > m->peak) m->peak = m->live;
  if (ptr) fill_block(ptr, (size_t)old_size, FILL_FREED);
  kept_free(ptr, (size_t)old_size);
  return p;
}

uint64_t random_next(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  uint64_t x = *state;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

size_t random_below(uint64_t *state, size_t n) { return (size_t)(random_next(state) % n); }

/* Mostly small: a token is cut at every place sooner or later. */
static size_t piece_size(struct pieces *p) {
  if (p->random == 0) return SIZE_MAX;
  uint64_t x = random_next(&p->random);
  static const size_t most[] = {1, 3, 17, 257, 4096, 70000, 16, 64};
  return 1 + (size_t)((x >> 8) % most[x & 7]);
}

static dfmt_status pieces_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct pieces *p = user;
  if (p->random && !p->said_again && random_next(&p->random) % 4 == 0) {
    p->said_again = true;
    return DFMT_AGAIN;
  }
  p->said_again = false;
  size_t n = p->len - p->pos;
  if (n == 0) return DFMT_END;
  size_t most = piece_size(p);
  if (n > most) n = most;
  if (n > cap) n = (size_t)cap;
  memcpy(buf, p->ptr + p->pos, n);
  p->pos += n;
  *got = n;
  return DFMT_OK;
}

static dfmt_status pieces_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  const struct pieces *p = user;
  if (offset >= p->len) return DFMT_END;
  *got = cap < p->len - offset ? cap : p->len - offset;
  memcpy(buf, p->ptr + offset, (size_t)*got);
  return DFMT_OK;
}

static dfmt_status pieces_total(void *user, uint64_t *bytes) {
  *bytes = ((const struct pieces *)user)->len;
  return DFMT_OK;
}

dfmt_status pieces_source(struct pieces *p, const dfmt_config *c, dfmt_source **out) {
  const dfmt_source_ops ops = {
      .size = sizeof ops, .read = pieces_read, .read_at = pieces_read_at, .total = pieces_total};
  return dfmt_source_new(c, &ops, p, out);
}

void fuzz_set(dfmt_config *c, uint32_t key, uint64_t value) { MUST(dfmt_config_set(c, key, value) == DFMT_OK); }

dfmt_config *fuzz_config(struct memory *m) {
  dfmt_config *c;
  MUST(dfmt_config_new(&c) == DFMT_OK);
  MUST(dfmt_config_allocator(c, memory_realloc, m) == DFMT_OK);
  fuzz_set(c, DFMT_CFG_MAX_OUTPUT, MAX_OUTPUT);
  fuzz_set(c, DFMT_CFG_MAX_MEMORY, MAX_MEMORY);
  return c;
}
