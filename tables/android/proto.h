/* SPDX-License-Identifier: MIT */
/*
 * Fields of protobuf messages. In one that is complete in memory, what is malformed is its end; in one that comes in
 * pieces it is told.
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

/* A message that comes in pieces. Zeroed: at its start. */
struct dfmti_proto_walk {
  uint64_t value, skip; /* of the current number, so far; bytes of a field still to come */
  uint32_t shift, part; /* bits of that number; what it is */
  bool malformed;
};
void dfmti_proto_walk(struct dfmti_proto_walk *w, dfmt_str piece);

/* Whether it may end here: where a field does, and all are well-formed. */
bool dfmti_proto_may_end(const struct dfmti_proto_walk *w);

#endif
