/* SPDX-License-Identifier: MIT */
/*
 * Eight bytes of seven bits and the 56 bits they hold: by shifts, or by the one instruction that x86-64 has for it.
 * `fast` is a constant of the caller's, so that each loop is compiled twice and chosen once per message.
 */
#ifndef DFMTI_SIMPLEPERF_BITS_H
#define DFMTI_SIMPLEPERF_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define DFMTI_HIGH_BITS UINT64_C(0x8080808080808080)
#define DFMTI_ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
/* Where these instructions are there and not done in microcode, as AMD did until 2020. */
static inline bool dfmti_bits_fast(void) {
  return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
static inline uint64_t dfmti_bits_extract(uint64_t w, uint64_t mask) {
  uint64_t v;
  __asm__("pext %2, %1, %0" : "=r"(v) : "r"(w), "r"(mask));
  return v;
}
static inline uint64_t dfmti_bits_deposit(uint64_t v, uint64_t mask) {
  uint64_t w;
  __asm__("pdep %2, %1, %0" : "=r"(w) : "r"(v), "r"(mask));
  return w;
}
static inline uint64_t dfmti_bits_below(uint64_t w, uint64_t bit) {
  uint64_t v;
  __asm__("bzhi %2, %1, %0" : "=r"(v) : "r"(w), "r"(bit) : "cc");
  return v;
}
#else
static inline bool dfmti_bits_fast(void) { return false; }
static inline uint64_t dfmti_bits_extract(uint64_t w, uint64_t mask) { return w & mask; } /* never called */
static inline uint64_t dfmti_bits_deposit(uint64_t v, uint64_t mask) { return v & mask; }
static inline uint64_t dfmti_bits_below(uint64_t w, uint64_t bit) { return w & bit; }
#endif

/* Seven bits of each byte, put together. */
DFMTI_ALWAYS_INLINE uint64_t dfmti_bits_squeeze(uint64_t w, bool fast) {
  if (fast) return dfmti_bits_extract(w, ~DFMTI_HIGH_BITS);
  w &= ~DFMTI_HIGH_BITS;
  w = (w & 0x007f007f007f007f) | (w & 0x7f007f007f007f00) >> 1;
  w = (w & 0x00003fff00003fff) | (w & 0x3fff00003fff0000) >> 2;
  return (w & 0x000000000fffffff) | (w & 0x0fffffff00000000) >> 4;
}

/* The other way; bits above 56 are dropped. */
DFMTI_ALWAYS_INLINE uint64_t dfmti_bits_spread(uint64_t v, bool fast) {
  if (fast) return dfmti_bits_deposit(v, ~DFMTI_HIGH_BITS);
  v = (v & 0x000000000fffffff) | (v & 0x00fffffff0000000) << 4;
  v = (v & 0x00003fff00003fff) | (v & 0x0fffc0000fffc000) << 2;
  return (v & 0x007f007f007f007f) | (v & 0x3f803f803f803f80) << 1;
}

/* The high bits of the bytes before the one that begins at a bit below 64. */
DFMTI_ALWAYS_INLINE uint64_t dfmti_bits_before(uint64_t bit, bool fast) {
  return fast ? dfmti_bits_below(DFMTI_HIGH_BITS, bit) : DFMTI_HIGH_BITS & ((UINT64_C(1) << bit) - 1);
}

#endif
