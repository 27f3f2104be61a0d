/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include "base/little_endian.h"
#include "base/utf8.h"

enum { MOST_NUMBER = (1 << 29) - 1 };

bool dfmto_share_field_at(const uint8_t *p, size_t at, size_t end, struct dfmto_share_field *f) {
  struct dfmti_wire_field w;
  if (!dfmti_wire_field(p + at, p + end, &w) || !w.fits || w.number == 0 || w.number > MOST_NUMBER) return false;
  *f = (struct dfmto_share_field){
      .wire = w.type, .value = (size_t)(w.value - p), .content = (size_t)(w.content - p), .number = w.v};
  f->end = f->content + w.len;
  if (w.type == DFMTI_WIRE_FIXED64) f->number = dfmti_load_le64(w.content);
  return true;
}

bool dfmto_share_are_fields(const uint8_t *p, size_t n) {
  struct dfmto_share_field f;
  size_t at = 0;
  while (at < n && dfmto_share_field_at(p, at, n, &f)) at = f.end;
  return n && at == n;
}

static bool is_control(uint8_t c) { return (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7f; }

enum dfmto_share_content dfmto_share_content_of(const uint8_t *p, size_t n) {
  enum { RARE = 10 }; /* one byte in so many */
  const bool fields = dfmto_share_are_fields(p, n);
  size_t controls = 0, most = fields ? 0 : n / RARE;
  for (size_t i = 0; i < n && controls <= most; i++) controls += is_control(p[i]);
  if (controls > most) return fields ? DFMTO_CONTENT_MESSAGE : DFMTO_CONTENT_BYTES;
  if (!dfmti_utf8_valid(p, n)) return fields ? DFMTO_CONTENT_MESSAGE : DFMTO_CONTENT_BYTES;
  return fields ? DFMTO_CONTENT_EITHER : DFMTO_CONTENT_TEXT;
}

bool dfmto_share_may_be_fields(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (is_control(p[i])) return true;
  return dfmto_share_are_fields(p, n);
}
