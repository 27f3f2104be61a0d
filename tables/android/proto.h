/* SPDX-License-Identifier: MIT */
/* Fields of protobuf messages: of those that are complete in memory, where what is malformed ends a message; in pieces.
 */
#ifndef DFMTI_ANDROID_PROTO_H
#define DFMTI_ANDROID_PROTO_H

#include "base/cut.h"
#include "base/wire.h"

enum { DFMTI_PROTO_VARINT = DFMTI_WIRE_VARINT, DFMTI_PROTO_BYTES = DFMTI_WIRE_BYTES };

struct dfmti_proto_item {
  uint64_t number;
  uint32_t wire;
  uint64_t value; /* DFMTI_PROTO_VARINT */
  dfmt_str bytes; /* DFMTI_PROTO_BYTES */
};

/* Takes the next field off a message. false: at its end, or malformed. */
bool dfmti_proto_take(dfmt_str *s, struct dfmti_proto_item *x);

/* Takes the next field with this number and bytes off a message, passing over others. false: no more. */
bool dfmti_proto_next(dfmt_str *s, uint64_t number, dfmt_str *bytes);

/* The last value of a numeric field; 0: none. */
uint64_t dfmti_proto_number(dfmt_str message, uint64_t number);

/* The last bytes of a field; empty: none. */
dfmt_str dfmti_proto_bytes(dfmt_str message, uint64_t number);

#endif
