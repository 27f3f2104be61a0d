/* SPDX-License-Identifier: MIT */
#include "crc32.h"

#ifdef HAVE_ISAL

#include <isa-l/crc.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

__attribute__((target("avx"))) static void clear_upper_halves(void) { _mm256_zeroupper(); }

/* ISA-L leaves the upper halves of vector registers in use, and all SSE code is slow from then on. */
static void tidy(void) {
  if (__builtin_cpu_supports("avx")) clear_upper_halves();
}
#else
static void tidy(void) {}
#endif

uint32_t dfmti_crc32(uint32_t crc, const void *ptr, size_t len) {
  if (len == 0) return crc;
  crc = crc32_gzip_refl(crc, ptr, len);
  tidy();
  return crc;
}

#else

#include <limits.h>
#include <zlib.h>

uint32_t dfmti_crc32(uint32_t crc, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  while (len > 0) {
    uInt n = len < UINT_MAX ? (uInt)len : UINT_MAX;
    crc = (uint32_t)crc32(crc, p, n);
    p += n;
    len -= n;
  }
  return crc;
}

#endif
