/* SPDX-License-Identifier: MIT */
#include "base64.h"

#include <string.h>

#include "base64_simd.h"

/* The rules for one byte of a line; LF never comes here. Returns bytes produced, 0 or 1. */
static size_t take(struct dfmti_base64 *d, uint8_t c, uint8_t *out) {
  uint32_t sextet = dfmti_base64_sextet[c];
  if (c == '=') {
    if (d->q >= 2 && d->q + ++d->pads >= 4) d->done = true;
    return 0;
  }
  if (sextet > 63) return 0;
  d->pads = 0;
  d->n_data++;
  d->bits = d->bits << 6 | sextet;
  if (d->q++ == 0) return 0;
  *out = (uint8_t)(d->bits >> (8 - 2 * d->q));
  d->q &= 3;
  return 1;
}

size_t dfmti_base64_decode_by(const struct dfmti_base64_kernel *k, struct dfmti_base64 *d, const uint8_t *in, size_t n,
                              uint8_t *out, size_t *used) {
  size_t i = 0, o = 0;
  while (i < n && in[i] != '\n' && !d->done) {
    if (d->q == 0 && dfmti_base64_sextet[in[i]] <= 63) {
      size_t run = k->decode(in + i, n - i, out + o);
      if (run > 0) d->pads = 0;
      d->n_data += run;
      i += run;
      o += run / 4 * 3;
      if (i == n || in[i] == '\n') break;
    }
    o += take(d, in[i++], out + o);
  }
  if (d->done && i < n) {
    const uint8_t *lf = memchr(in + i, '\n', n - i);
    i = lf ? (size_t)(lf - in) : n;
  }
  *used = i;
  return o;
}

size_t dfmti_base64_decode(struct dfmti_base64 *d, const uint8_t *in, size_t n, uint8_t *out, size_t *used) {
  return dfmti_base64_decode_by(dfmti_base64_best(), d, in, n, out, used);
}

dfmt_status dfmti_base64_end(const struct dfmti_base64 *d, struct dfmti_fault *f) {
  if (d->done || d->q == 0) return DFMT_OK;
  if (d->q == 1)
    *f = (struct dfmti_fault){DFMT_ERR_APPORT_BASE64_LENGTH, "base64: truncated group of four characters"};
  else
    *f = (struct dfmti_fault){DFMT_ERR_APPORT_BASE64_PADDING, "base64: incorrect padding"};
  return DFMT_E_FORMAT;
}

size_t dfmti_base64_encode_by(const struct dfmti_base64_kernel *k, const uint8_t *in, size_t n, uint8_t *out) {
  if (n == 0) return 0;
  size_t i = k->encode(in, n, out), o = i / 3 * 4;
  for (; i < n; i += 3, o += 4) {
    size_t left = n - i;
    uint32_t v = (uint32_t)in[i] << 16;
    if (left > 1) v |= (uint32_t)in[i + 1] << 8;
    if (left > 2) v |= in[i + 2];
    out[o] = (uint8_t)dfmti_base64_alphabet[v >> 18];
    out[o + 1] = (uint8_t)dfmti_base64_alphabet[v >> 12 & 63];
    out[o + 2] = left > 1 ? (uint8_t)dfmti_base64_alphabet[v >> 6 & 63] : '=';
    out[o + 3] = left > 2 ? (uint8_t)dfmti_base64_alphabet[v & 63] : '=';
    if (left <= 3) return o + 4;
  }
  return o;
}

size_t dfmti_base64_encode(const uint8_t *in, size_t n, uint8_t *out) {
  return dfmti_base64_encode_by(dfmti_base64_best(), in, n, out);
}
