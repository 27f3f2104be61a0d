/* SPDX-License-Identifier: MIT */
/*
 * Telling formats apart and taking off wrappers: guesses are in order and do not depend on the room for them; those of
 * a reader, and unwrapping, are the same for bytes in one piece and in random ones.
 */
#include <string.h>

#include "fuzz.h"

const uint16_t fuzz_settings[] = {1, 0};
const size_t fuzz_settings_size = 1;

enum { MAX_GUESSES = 32, MAX_MADE = 1 << 20 };

static void identify(const uint8_t *data, size_t len, const char *hint) {
  dfmt_probe all[MAX_GUESSES], one;
  uint32_t n, again;
  MUST(dfmt_identify(NULL, data, len, hint, all, MAX_GUESSES, &n) == DFMT_OK);
  MUST(n <= MAX_GUESSES);
  for (uint32_t i = 0; i < n; i++) {
    MUST(dfmt_format_name(all[i].format) != NULL);
    MUST(all[i].score >= 1 && all[i].score <= 100);
    MUST(i == 0 || all[i - 1].score >= all[i].score);
  }
  MUST(dfmt_identify(NULL, data, len, hint, &one, 1, &again) == DFMT_OK && again == n);
  MUST(n == 0 || memcmp(&one, all, sizeof one) == 0);
  MUST(dfmt_identify(NULL, data, len, hint, NULL, 0, &again) == DFMT_OK && again == n);
}

static uint64_t unwrap(const uint8_t *data, size_t len, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  struct digest d = {.shown = true};
  fuzz_say("-- run", random);
  dfmt_source *inner, *s;
  uint8_t buf[5000];
  uint64_t got = 0, made = 0;
  dfmt_status st;
  MUST(pieces_source(&p, c, &inner) == DFMT_OK);
  MUST(dfmt_source_unwrap(c, inner, &s) == DFMT_OK);
  dfmt_source_free(inner);
  dfmt_config_free(c);
  while ((st = dfmt_source_read(s, buf, sizeof buf - random % 3000, &got)) == DFMT_OK || st == DFMT_AGAIN) {
    if (st == DFMT_AGAIN) continue;
    MUST(got > 0 && got <= sizeof buf);
    uint64_t n = got > MAX_MADE - made ? MAX_MADE - made : got;
    digest_bytes(&d, buf, n);
    made += n;
    if (made == MAX_MADE) break;
  }
  if (made < MAX_MADE) digest_error(&d, dfmt_source_error(s));
  dfmt_source_free(s);
  MUST(m.live == 0);
  return d.value;
}

/* What a reader makes of the same bytes, and where it stands then. */
static uint64_t guess(const uint8_t *data, size_t len, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  struct digest d = {.shown = true};
  dfmt_probe all[MAX_GUESSES];
  dfmt_source *s;
  dfmt_reader *r;
  uint32_t n;
  dfmt_status st;
  fuzz_say("-- guess", random);
  MUST(pieces_source(&p, c, &s) == DFMT_OK);
  MUST(dfmt_reader_new(c, &r) == DFMT_OK && dfmt_reader_open(r, 0, s) == DFMT_OK);
  dfmt_source_free(s);
  dfmt_config_free(c);
  while ((st = dfmt_reader_identify(r, NULL, all, MAX_GUESSES, &n)) == DFMT_AGAIN) continue;
  if (st == DFMT_OK) digest_bytes(&d, (const uint8_t *)all, n * sizeof *all);
  if (st < 0) digest_error(&d, dfmt_reader_error(r));
  dfmt_reader_free(r);
  MUST(m.live == 0);
  return d.value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const hints[] = {NULL, "x.crash", "", "a.gz"};
  if (size == 0) return 0;
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) identify(data + 1, size - 1, hints[i]);
  MUST(guess(data + 1, size - 1, 0) == guess(data + 1, size - 1, data[0] + 1u));
  MUST(unwrap(data + 1, size - 1, 0) == unwrap(data + 1, size - 1, data[0] + 1u));
  return 0;
}
