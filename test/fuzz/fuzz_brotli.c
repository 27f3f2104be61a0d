/* SPDX-License-Identifier: MIT */
/*
 * Brotli: what comes out and what is wrong does not depend on the pieces that input and room come in, and is what
 * libbrotlidec says of the whole in one call. What the encoder makes of any bytes comes back.
 */
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_BROTLI
#include <brotli/decode.h>
#endif

#include "codec/brotli.h"
#include "fuzz.h"

const uint16_t fuzz_settings[] = {1, 2, 3, 0};
const size_t fuzz_settings_size = 1;

enum { MAX_MADE = 1 << 20, ROOM = 65536 }; /* bytes: where a bomb is left alone, and the largest room of one step */

struct result {
  dfmt_status status;
  uint32_t fault;
  uint64_t made;
  struct digest out;
};

static size_t piece(uint64_t *random, size_t left) {
  size_t n = random_next(random) % 8 ? random_below(random, 600) : left;
  return n < left ? n : left;
}

static struct memory memory;
static struct dfmti_mem mem = {.fn = memory_realloc, .user = &memory, .limit = UINT64_MAX};
static struct dfmti_unbrotli *z; /* one for all inputs: it is large, and starting anew must be enough */

static struct result decode(const uint8_t *in, size_t len, uint64_t random) {
  uint8_t *room = malloc(ROOM);
  struct result r = {0};
  size_t used = 0;
  if (!z) z = dfmti_unbrotli_new(&mem);
  MUST(z && room);
  dfmti_unbrotli_start(z);
  while (r.status == DFMT_OK && r.made < MAX_MADE) {
    size_t left = len - used, n = random ? piece(&random, left) : left;
    size_t space = random ? 1 + random_below(&random, random % 4 ? 300 : ROOM) : ROOM;
    struct dfmti_io io = {.in = in + used, .in_len = n, .out = room, .out_len = space};
    struct dfmti_fault f = {0};
    r.status = dfmti_unbrotli_step(z, &io, n == left, &f);
    MUST(io.in_len <= n && io.out_len <= space);
    MUST(io.in == in + used + (n - io.in_len) && io.out == room + (space - io.out_len));
    MUST((r.status < 0) == (f.number != 0));
    used += n - io.in_len;
    digest_bytes(&r.out, room, space - io.out_len);
    r.made += space - io.out_len;
    r.fault = f.number;
  }
  free(room);
  return r;
}

static void must_agree(const struct result *a, const struct result *b) {
  if (a->made >= MAX_MADE || b->made >= MAX_MADE) return;
  MUST(a->status == b->status);
  MUST(a->fault == b->fault);
  MUST(a->made == b->made);
  MUST(a->out.value == b->out.value);
}

/* Damage is only promised to be found, and what came before it to be the same; all else is as in one call. */
static void must_be_what_one_call_says(const struct result *r, const uint8_t *in, size_t len) {
#ifdef HAVE_BROTLI
  static uint8_t out[MAX_MADE];
  BrotliDecoderState *d = BrotliDecoderCreateInstance(NULL, NULL, NULL);
  size_t in_left = len, room = MAX_MADE;
  const uint8_t *p = in;
  uint8_t *to = out;
  MUST(d != NULL);
  BrotliDecoderResult said = BrotliDecoderDecompressStream(d, &in_left, &p, &room, &to, NULL);
  struct digest all = {0};
  digest_bytes(&all, out, MAX_MADE - room);
  bool complete = said == BROTLI_DECODER_RESULT_SUCCESS && in_left == 0;
  MUST((r->status == DFMT_END) == complete || r->made >= MAX_MADE);
  MUST((r->status == DFMT_E_TRUNCATED) == (said == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) || r->made >= MAX_MADE);
  if ((complete || r->status == DFMT_E_TRUNCATED) && r->made < MAX_MADE)
    MUST(r->made == MAX_MADE - room && r->out.value == all.value);
  BrotliDecoderDestroyInstance(d);
#else
  (void)r, (void)in, (void)len;
#endif
}

/* Encodes at a level, in pieces with flushes in between; returns the length. */
static size_t encode(const uint8_t *in, size_t len, int level, uint64_t random, uint8_t *out, size_t cap) {
  uint64_t before = memory.live;
  struct dfmti_brotli *e = dfmti_brotli_new(&mem);
  struct dfmti_fault f = {0};
  size_t used = 0, made = 0;
  MUST(e && dfmti_brotli_start(e, level, &f) == DFMT_OK);
  for (uint32_t how = DFMTI_BROTLI_GO_ON;;) {
    size_t n = how == DFMTI_BROTLI_GO_ON ? piece(&random, len - used) : 0;
    size_t space = 1 + random_below(&random, 300);
    MUST(space <= cap - made);
    struct dfmti_io io = {.in = in + used, .in_len = n, .out = out + made, .out_len = space};
    dfmt_status st = dfmti_brotli_step(e, &io, how, &f);
    MUST(st == DFMT_OK || (st == DFMT_END && how));
    used += n - io.in_len;
    made += space - io.out_len;
    if (st == DFMT_END && how == DFMTI_BROTLI_FINISH) break;
    if (st == DFMT_END) how = DFMTI_BROTLI_GO_ON;
    if (how == DFMTI_BROTLI_GO_ON && used == len)
      how = DFMTI_BROTLI_FINISH;
    else if (how == DFMTI_BROTLI_GO_ON && random_next(&random) % 16 == 0)
      how = DFMTI_BROTLI_FLUSH;
  }
  dfmti_brotli_free(&mem, e);
  MUST(memory.live == before);
  return made;
}

static void there_and_back(const uint8_t *data, size_t len, unsigned settings) {
  size_t cap = len * 12 + 4096; /* flushes are bytes, too */
  uint8_t *packed = malloc(cap);
  MUST(packed != NULL);
  size_t n = encode(data, len, (int)settings, settings + 1u, packed, cap);
  struct result back = decode(packed, n, settings * 77u + 1u);
  struct digest want = {0};
  digest_bytes(&want, data, len);
  if (len < MAX_MADE) MUST(back.status == DFMT_END && back.made == len && back.out.value == want.value);
  free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct dfmti_fault f = {0};
  if (size == 0 || dfmti_brotli_usable(&f) != DFMT_OK) return 0;
  struct result want = decode(data + 1, size - 1, 0);
  MUST(want.status != DFMT_OK || want.made >= MAX_MADE);
  must_be_what_one_call_says(&want, data + 1, size - 1);
  for (uint64_t random = 1; random < 3; random++) {
    struct result got = decode(data + 1, size - 1, random * (data[0] + 1u));
    must_agree(&want, &got);
  }
  if (data[0] < 12) there_and_back(data + 1, size - 1, data[0]);
  return 0;
}
