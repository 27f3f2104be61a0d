/* SPDX-License-Identifier: MIT */
/*
 * UTF-16 as a source of UTF-8: the text is UTF-8, has as many units of UTF-16 as there are in the file, and does not
 * depend on the pieces that input and room come in. What tells a carrier needs no more bytes than it says.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "carrier/carrier.h"
#include "carrier/source_text.h"
#include "fuzz.h"

const uint16_t fuzz_settings[] = {1, 2, 3, 0};
const size_t fuzz_settings_size = 1;

struct result {
  struct digest out;
  struct dfmti_utf8 utf8;
  uint64_t units, made;
  size_t left;
};

static struct result decode(const uint8_t *in, size_t len, uint32_t kind, uint64_t random, size_t start) {
  struct pieces below = {.ptr = in + start, .len = len - start, .random = random};
  struct result r = {.units = 0};
  dfmt_source *from, *s;
  MUST(pieces_source(&below, NULL, &from) == DFMT_OK);
  MUST(dfmti_source_text(NULL, from, in, start, kind, &s) == DFMT_OK);
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK || st == DFMT_AGAIN) {
    const size_t room = random ? 1 + random_below(&random, random_below(&random, 4) ? 9 : 5000) : 4096;
    uint8_t *p = malloc(room);
    uint64_t got = 0;
    MUST(p != NULL);
    st = dfmt_source_read(s, p, room, &got);
    MUST(got <= room && (st == DFMT_OK) == (got > 0));
    digest_bytes(&r.out, p, got);
    dfmti_utf8_feed(&r.utf8, p, (size_t)got);
    r.units += dfmti_utf8_units(p, (size_t)got);
    r.made += got;
    free(p);
  }
  MUST(st == DFMT_END);
  r.left = dfmti_source_text_left(s);
  dfmt_source_free(s);
  dfmt_source_free(from);
  return r;
}

static void check_told(const uint8_t *p, size_t n) {
  const struct dfmti_carrier all = dfmti_carrier_of(p, n);
  size_t len = 0, want;
  while ((want = dfmti_carrier_wants(p, len)) > len && len < n) len = want < n ? want : n;
  const struct dfmti_carrier told = dfmti_carrier_of(p, len > want ? len : want < n ? want : n);
  MUST(told.kind == all.kind && told.mark == all.mark);
}

static uint64_t seed_of(const uint8_t *p, size_t n) {
  struct digest d = {0};
  digest_bytes(&d, p, n);
  return d.value | 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const uint32_t kind = data[0] & 1 ? DFMT_WRAPPER_UTF16BE : DFMT_WRAPPER_UTF16LE;
  const uint64_t seed = seed_of(data, size);
  const uint8_t *in = data + 1;
  const size_t len = size - 1;
  const struct result whole = decode(in, len, kind, 0, 0);
  const struct result pieces = decode(in, len, kind, seed, (size_t)(seed >> 8) % (len + 1));
  MUST(dfmti_utf8_ok(&whole.utf8));
  MUST(2 * whole.units + whole.left == len && whole.left < 2);
  MUST(whole.made == pieces.made && whole.out.value == pieces.out.value && whole.left == pieces.left);
  MUST(whole.units == pieces.units);
  check_told(in, len);
  return 0;
}
