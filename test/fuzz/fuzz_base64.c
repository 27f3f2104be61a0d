/* SPDX-License-Identifier: MIT */
/*
 * Base64: every kernel that runs here against the portable one, on lines cut at random places; and encoding, which
 * decoding must undo.
 */
#include <stdlib.h>
#include <string.h>

#include "codec/base64_simd.h"
#include "fuzz.h"

const uint16_t fuzz_settings[] = {1, 2, 77, 0};
const size_t fuzz_settings_size = 1;

/* What the input decodes to, line by line, each one's end marked by its error. */
struct decoded {
  uint8_t *ptr;
  size_t len;
};

static void end_line(struct decoded *d, struct dfmti_base64 *state) {
  struct dfmti_fault f = {0};
  dfmt_status st = dfmti_base64_end(state, &f);
  MUST((st == DFMT_OK) == (f.number == 0) && (f.number != 0) == (f.what != NULL));
  memcpy(d->ptr + d->len, &f.number, sizeof f.number);
  d->len += sizeof f.number;
  memset(state, 0, sizeof *state);
}

/* random 0: as much as there is in each call. Every piece has memory of its own, so that a sanitizer sees its ends. */
static struct decoded decode(const struct dfmti_base64_kernel *k, const uint8_t *in, size_t len, uint64_t random) {
  struct decoded d = {.ptr = malloc(len * 5 + 8)};
  struct dfmti_base64 state = {0};
  MUST(d.ptr != NULL);
  for (size_t at = 0; at < len;) {
    size_t n = len - at, used;
    if (random && n > 1) n = 1 + random_below(&random, n < 200 ? n : 200);
    uint8_t *piece = malloc(n), *out = malloc(n / 4 * 3 + 3 + DFMTI_BASE64_SLACK);
    MUST(piece && out);
    memcpy(piece, in + at, n);
    size_t made = dfmti_base64_decode_by(k, &state, piece, n, out, &used);
    MUST(used <= n && made <= n / 4 * 3 + 3);
    MUST(used == n || piece[used] == '\n');
    memcpy(d.ptr + d.len, out, made);
    d.len += made;
    at += used;
    free(piece);
    free(out);
    if (at == len || in[at] != '\n') continue;
    end_line(&d, &state);
    at++;
  }
  end_line(&d, &state);
  return d;
}

static void encode(const struct dfmti_base64_kernel *k, const uint8_t *in, size_t len) {
  size_t want = (len + 2) / 3 * 4, used;
  uint8_t *text = malloc(want + DFMTI_BASE64_SLACK), *back = malloc(want / 4 * 3 + 3 + DFMTI_BASE64_SLACK);
  struct dfmti_base64 state = {0};
  struct dfmti_fault f;
  MUST(text && back);
  MUST(dfmti_base64_encode_by(k, in, len, text) == want);
  size_t made = dfmti_base64_decode_by(dfmti_base64_kernel(DFMTI_BASE64_PORTABLE), &state, text, want, back, &used);
  MUST(made == len && used == want && dfmti_base64_end(&state, &f) == DFMT_OK);
  MUST(len == 0 || memcmp(back, in, len) == 0);
  free(text);
  free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  uint64_t random = data[0];
  struct decoded want = decode(dfmti_base64_kernel(DFMTI_BASE64_PORTABLE), data + 1, size - 1, 0);
  for (uint32_t which = 0; which < DFMTI_BASE64_KERNELS; which++) {
    const struct dfmti_base64_kernel *k = dfmti_base64_kernel(which);
    if (!k) continue;
    struct decoded got = decode(k, data + 1, size - 1, random);
    MUST(got.len == want.len && memcmp(got.ptr, want.ptr, want.len) == 0);
    free(got.ptr);
    encode(k, data + 1, size - 1);
  }
  free(want.ptr);
  return 0;
}
