/* SPDX-License-Identifier: MIT */
/* Numbers as they stand in files: the lowest byte first, at any place. */
#ifndef DFMTI_LITTLE_ENDIAN_H
#define DFMTI_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline uint32_t dfmti_load_le32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void dfmti_store_le32(uint8_t *p, uint32_t v) {
  for (unsigned i = 0; i < 4; i++) p[i] = (uint8_t)(v >> 8 * i);
}

static inline uint64_t dfmti_load_le64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

static inline void dfmti_store_le64(uint8_t *p, uint64_t v) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  memcpy(p, &v, sizeof v);
}

#endif
