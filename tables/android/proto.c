/* SPDX-License-Identifier: MIT */
#include "proto.h"

bool dfmti_proto_take(dfmt_str *s, struct dfmti_proto_item *x) {
  struct dfmti_wire_field f;
  const uint8_t *p = (const uint8_t *)s->ptr;
  if (!s->len || !dfmti_wire_field(p, p + s->len, &f)) return false;
  *x = (struct dfmti_proto_item){
      .number = f.number, .wire = f.type, .value = f.v, .bytes = {(const char *)f.content, f.len}};
  *s = dfmti_cut_after(*s, (size_t)(f.content - p) + f.len);
  return true;
}

bool dfmti_proto_next(dfmt_str *s, uint64_t number, dfmt_str *bytes) {
  struct dfmti_proto_item x;
  do
    if (!dfmti_proto_take(s, &x)) return false;
  while (x.number != number || x.wire != DFMTI_PROTO_BYTES);
  *bytes = x.bytes;
  return true;
}

uint64_t dfmti_proto_number(dfmt_str message, uint64_t number) {
  struct dfmti_proto_item x;
  uint64_t v = 0;
  while (dfmti_proto_take(&message, &x))
    if (x.number == number && x.wire == DFMTI_PROTO_VARINT) v = x.value;
  return v;
}

dfmt_str dfmti_proto_bytes(dfmt_str message, uint64_t number) {
  dfmt_str s = {"", 0};
  while (dfmti_proto_next(&message, number, &s)) {
  }
  return s;
}
