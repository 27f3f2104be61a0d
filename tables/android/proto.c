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

/* ---- in pieces ---- */

enum { KEY, NUMBER, LENGTH };

static void end_number(struct dfmti_proto_walk *w) {
  const uint32_t part = w->part, wire = w->value & 7;
  w->part = KEY;
  if (part == LENGTH) w->skip = w->value;
  if (part == KEY && wire == DFMTI_WIRE_VARINT) w->part = NUMBER;
  if (part == KEY && wire == DFMTI_WIRE_BYTES) w->part = LENGTH;
  if (part == KEY && wire == DFMTI_WIRE_FIXED64) w->skip = 8;
  if (part == KEY && wire == DFMTI_WIRE_FIXED32) w->skip = 4;
  w->malformed = part == KEY && (wire == DFMTI_WIRE_GROUP || wire == DFMTI_WIRE_GROUP_END || wire > DFMTI_WIRE_FIXED32);
  w->value = w->shift = 0;
}

void dfmti_proto_walk(struct dfmti_proto_walk *w, dfmt_str piece) {
  while (piece.len > 0 && !w->malformed) {
    const uint64_t n = w->skip < piece.len ? w->skip : piece.len;
    w->skip -= n;
    if (n == 0) {
      const uint8_t byte = (uint8_t)*piece.ptr;
      w->value |= (uint64_t)(byte & 0x7f) << w->shift;
      w->shift += 7;
      if (byte < 0x80)
        end_number(w);
      else
        w->malformed = w->shift >= 7 * DFMTI_WIRE_MOST;
    }
    piece = dfmti_cut_after(piece, n ? n : 1);
  }
}

bool dfmti_proto_may_end(const struct dfmti_proto_walk *w) {
  return !w->malformed && w->part == KEY && w->shift == 0 && w->skip == 0;
}
