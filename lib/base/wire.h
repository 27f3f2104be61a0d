/* SPDX-License-Identifier: MIT */
/*
 * Protobuf's wire format: how fields stand in a message, whatever they mean. Each reader has its own limits for them.
 * Nothing is read at `end` or after it.
 */
#ifndef DFMTI_WIRE_H
#define DFMTI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  DFMTI_WIRE_VARINT = 0,
  DFMTI_WIRE_FIXED64 = 1,
  DFMTI_WIRE_BYTES = 2,
  DFMTI_WIRE_GROUP = 3,
  DFMTI_WIRE_GROUP_END = 4,
  DFMTI_WIRE_FIXED32 = 5
};

enum { DFMTI_WIRE_MOST = 10 /* bytes of a number */ };

/* A number of up to `most` bytes, modulo 2^64. The bytes it took; 0: cut, or longer. */
static inline size_t dfmti_wire_number(const uint8_t *p, const uint8_t *end, size_t most, uint64_t *value) {
  uint64_t v = 0;
  if (most > (size_t)(end - p)) most = (size_t)(end - p);
  for (size_t i = 0; i < most; i++) {
    v |= (uint64_t)(p[i] & 0x7f) << (7 * i);
    if (p[i] < 0x80) {
      *value = v;
      return i + 1;
    }
  }
  return 0;
}

/* Bytes of a number: 1 to 10. */
static inline size_t dfmti_wire_size(uint64_t v) { return ((size_t)(63 - __builtin_clzll(v | 1)) * 9 + 73) / 64; }

/* Writes a number; the bytes it took. */
static inline size_t dfmti_wire_put(uint64_t v, uint8_t *out) {
  size_t n = 0;
  for (; v >= 0x80; v >>= 7) out[n++] = (uint8_t)(v | 0x80);
  out[n++] = (uint8_t)v;
  return n;
}

/* A field that is no group. */
struct dfmti_wire_field {
  uint64_t number;
  uint32_t type;
  bool fits;              /* no bit was dropped from its key, number and length, as each is modulo 2^64 */
  const uint8_t *value;   /* where its value begins, or of DFMTI_WIRE_BYTES its length */
  const uint8_t *content; /* len bytes, up to the next field; none of DFMTI_WIRE_VARINT */
  size_t len;
  uint64_t v; /* the value of DFMTI_WIRE_VARINT */
};

/* The field at p. false: there is none that ends before `end`, or its type is none of these. */
bool dfmti_wire_field(const uint8_t *p, const uint8_t *end, struct dfmti_wire_field *f);

#endif
