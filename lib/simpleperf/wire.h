/* SPDX-License-Identifier: MIT */
/*
 * Protobuf's wire format (base/wire.h) as the official readers take it (spec 4): padded numbers pass up to a length,
 * bits that do not fit are dropped or refused as there. Every function moves *p, never past end, and says false with
 * the fault.
 */
#ifndef DFMTI_SIMPLEPERF_WIRE_H
#define DFMTI_SIMPLEPERF_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/little_endian.h"
#include "base/wire.h"

enum { DFMTI_SIMPLEPERF_LEVELS = 100 }; /* of messages and groups below the outermost message */

/* Why a message is malformed, and where. */
struct dfmti_simpleperf_fault {
  uint32_t number; /* DFMT_ERR_SIMPLEPERF_* */
  const char *what;
  const uint8_t *at;
};

/* A field's key: number << 3 | wire type. Number 0 is a fault. */
bool dfmti_simpleperf_wire_key(const uint8_t **p, const uint8_t *end, uint32_t *key,
                               struct dfmti_simpleperf_fault *fault);
bool dfmti_simpleperf_wire_varint(const uint8_t **p, const uint8_t *end, uint64_t *value,
                                  struct dfmti_simpleperf_fault *fault);
/* A length, and that many bytes are there. */
bool dfmti_simpleperf_wire_length(const uint8_t **p, const uint8_t *end, size_t *len,
                                  struct dfmti_simpleperf_fault *fault);
/* Passes over the value of a field; groups may nest `levels` deep, the first one counted. */
bool dfmti_simpleperf_wire_skip(const uint8_t **p, const uint8_t *end, uint32_t key, uint32_t levels,
                                struct dfmti_simpleperf_fault *fault);

#endif
