/* SPDX-License-Identifier: MIT */
/* Base64 kernels: the same two loops for several instruction sets. Only clean input; codec_base64.c does the rules. */
#ifndef DFMTI_CODEC_BASE64_SIMD_H
#define DFMTI_CODEC_BASE64_SIMD_H

#include <stddef.h>
#include <stdint.h>

#include "base64.h"

enum {
  DFMTI_BASE64_PORTABLE,
  DFMTI_BASE64_SSSE3,
  DFMTI_BASE64_AVX2,
  DFMTI_BASE64_AVX512, /* with VBMI */
  DFMTI_BASE64_NEON,
  DFMTI_BASE64_KERNELS
};

struct dfmti_base64_kernel {
  /*
   * Decodes whole groups of four alphabet characters, stopping at the latest before the first group with anything else.
   * Returns characters used, a multiple of 4; three quarters of that are at out, followed by up to DFMTI_BASE64_SLACK
   * meaningless bytes.
   */
  size_t (*decode)(const uint8_t *in, size_t n, uint8_t *out);
  /* Encodes whole groups of three bytes. Returns bytes used, a multiple of 3; four thirds of that are at out. */
  size_t (*encode)(const uint8_t *in, size_t n, uint8_t *out);
};

/* The sextet of each byte, 0xff for what is not of the alphabet; and the alphabet. */
extern const uint8_t dfmti_base64_sextet[256];
extern const char dfmti_base64_alphabet[65];

/* NULL: not in this build, or this CPU cannot run it. */
const struct dfmti_base64_kernel *dfmti_base64_kernel(uint32_t which);

/* The fastest one that runs here. */
const struct dfmti_base64_kernel *dfmti_base64_best(void);

/* The functions of codec_base64.h by a kernel of choice. */
size_t dfmti_base64_decode_by(const struct dfmti_base64_kernel *k, struct dfmti_base64 *d, const uint8_t *in, size_t n,
                              uint8_t *out, size_t *used);
size_t dfmti_base64_encode_by(const struct dfmti_base64_kernel *k, const uint8_t *in, size_t n, uint8_t *out);

#endif
