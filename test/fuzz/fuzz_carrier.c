/* SPDX-License-Identifier: MIT */
/*
 * UTF-16 as a source of UTF-8: the text is UTF-8, has as many units of UTF-16 as there are in the file, and does not
 * depend on the pieces that input and room come in. What tells a carrier needs no more bytes than it says. A mail:
 * text, places and lines do not depend on the pieces, and the places are in order.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "carrier/carrier.h"
#include "carrier/mail.h"
#include "carrier/source_text.h"
#include "fuzz.h"
#include "io/stream.h"

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

/* What a reader sees of a mail: its text, and where each byte is. */
static struct digest read_mail(const uint8_t *in, size_t len, uint64_t random, size_t start) {
  struct pieces below = {.ptr = in + start, .len = len - start, .random = random};
  struct dfmti_stream s = {.max_record = 0};
  struct digest d = {0};
  uint64_t last = 0;
  dfmt_source *from;
  MUST(pieces_source(&below, NULL, &from) == DFMT_OK);
  dfmti_mem_init(&s.mem, NULL);
  MUST(dfmti_source_text(NULL, from, in, start, DFMT_WRAPPER_TEXT, &s.text) == DFMT_OK);
  s.places = dfmti_source_text_places(s.text, 0);
  dfmti_stream_open(&s);
  for (;;) {
    const dfmt_status st = dfmti_stream_fill(&s, random ? 1 + random_below(&random, 5000) : 4096);
    MUST(st == DFMT_OK || st == DFMT_END || st == DFMT_AGAIN);
    const size_t n = dfmti_window_len(&s.win), some = random && n ? 1 + random_below(&random, n) : n;
    if (st == DFMT_AGAIN) continue;
    if (n == 0) break;
    for (size_t i = 0; i < some; i++) {
      const uint64_t at[] = {dfmti_window_place(&s.win, i), dfmti_window_place(&s.win, i + 1),
                             dfmti_window_line(&s.win, dfmti_window_place(&s.win, i), 1)};
      MUST(at[0] >= last && at[1] > at[0] && at[1] <= len && at[2] >= 1 && at[2] <= at[1] + 1);
      digest_bytes(&d, at, sizeof at);
      digest_bytes(&d, dfmti_window_ptr(&s.win) + i, 1);
      last = at[1];
    }
    dfmti_window_consume(&s.win, some);
  }
  dfmti_window_free(&s.win, &s.mem);
  dfmt_source_free(s.text);
  dfmt_source_free(from);
  return d;
}

static void check_mail(const uint8_t *in, size_t len, uint64_t seed) {
  const struct digest whole = read_mail(in, len, 0, 0),
                      pieces = read_mail(in, len, seed, (size_t)(seed >> 8) % (len + 1));
  MUST(whole.value == pieces.value);
  if (dfmti_mail_is(in, len / 2)) MUST(dfmti_mail_is(in, len));
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
  if (data[0] & 2) {
    check_mail(in, len, seed);
    return 0;
  }
  const struct result whole = decode(in, len, kind, 0, 0);
  const struct result pieces = decode(in, len, kind, seed, (size_t)(seed >> 8) % (len + 1));
  MUST(dfmti_utf8_ok(&whole.utf8));
  MUST(2 * whole.units + whole.left == len && whole.left < 2);
  MUST(whole.made == pieces.made && whole.out.value == pieces.out.value && whole.left == pieces.left);
  MUST(whole.units == pieces.units);
  check_told(in, len);
  return 0;
}
