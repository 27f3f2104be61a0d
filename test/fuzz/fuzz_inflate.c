/* SPDX-License-Identifier: MIT */
/*
 * Inflate: what comes out, where the stream ends and what is wrong with it do not depend on the library that inflates,
 * nor on the pieces that input and room come in.
 */
#include <stdlib.h>
#include <string.h>

#include "codec/deflate.h"
#include "fuzz.h"

const uint16_t fuzz_settings[] = {DFMTI_DEFLATE_ZLIB, DFMTI_DEFLATE_GZIP, DFMTI_DEFLATE_RAW};
const size_t fuzz_settings_size = 1;

enum { MAX_MADE = 1 << 20, ROOM = 65536 }; /* bytes: where a bomb is left alone, and the largest room of one step */

struct result {
  dfmt_status status;
  uint32_t fault;
  size_t used; /* with END */
  uint64_t made;
  struct digest out;
};

static struct result inflate_all(uint32_t backend, uint32_t container, const uint8_t *in, size_t len, uint64_t random) {
  struct memory memory = {0};
  struct dfmti_mem m = {.fn = memory_realloc, .user = &memory, .limit = UINT64_MAX};
  struct dfmti_inflate *z = dfmti_inflate_new(&m, backend);
  uint8_t *room = malloc(ROOM);
  struct result r = {0};
  MUST(z && room);
  dfmti_inflate_start(z, container);
  while (r.status == DFMT_OK && r.made < MAX_MADE) {
    size_t left = len - r.used, n = left, space = ROOM;
    if (random) {
      n = random_below(&random, 8) ? random_below(&random, 40) : left;
      if (n > left) n = left;
      space = 1 + random_below(&random, random % 4 ? 300 : ROOM);
    }
    struct dfmti_io io = {.in = in + r.used, .in_len = n, .out = room, .out_len = space};
    struct dfmti_fault f = {0};
    r.status = dfmti_inflate_step(z, &io, n == left, &f);
    MUST(io.in_len <= n && io.out_len <= space);
    MUST(io.in == in + r.used + (n - io.in_len) && io.out == room + (space - io.out_len));
    MUST((r.status < 0) == (f.number != 0));
    r.used += n - io.in_len;
    digest_bytes(&r.out, room, space - io.out_len);
    r.made += space - io.out_len;
    r.fault = f.number;
  }
  free(room);
  dfmti_inflate_free(&m, z);
  MUST(memory.live == 0);
  return r;
}

static void must_agree(const struct result *a, const struct result *b) {
  if (a->made >= MAX_MADE || b->made >= MAX_MADE) return;
  MUST(a->status == b->status);
  MUST(a->fault == b->fault);
  MUST(a->made == b->made);
  MUST(a->out.value == b->out.value);
  MUST(a->status != DFMT_END || a->used == b->used);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  uint32_t container = data[0] % 3;
  struct result want = inflate_all(DFMTI_INFLATE_ZLIB, container, data + 1, size - 1, 0);
  MUST(want.status != DFMT_OK || want.made >= MAX_MADE);
  for (uint64_t random = 0; random < 3; random++) {
    struct result got = inflate_all(DFMTI_INFLATE_ZLIB, container, data + 1, size - 1, random * (data[0] + 1u));
    must_agree(&want, &got);
    got = inflate_all(DFMTI_INFLATE_BEST, container, data + 1, size - 1, random * (data[0] + 1u));
    must_agree(&want, &got);
  }
  return 0;
}
