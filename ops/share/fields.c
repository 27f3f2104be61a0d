/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include "base/utf8.h"

enum { MOST_NUMBER = (1 << 29) - 1 };

static bool varint(const uint8_t *p, size_t *at, size_t end, uint64_t *out) {
  *out = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
    const uint8_t c = p[(*at)++];
    *out |= (uint64_t)(c & 127) << shift;
    if (c < 128) return shift < 63 || c < 2;
  }
  return false;
}

static uint64_t little_endian(const uint8_t *p) {
  uint64_t v = 0;
  for (unsigned i = 0; i < 8; i++) v |= (uint64_t)p[i] << 8 * i;
  return v;
}

bool dfmto_share_field_at(const uint8_t *p, size_t at, size_t end, struct dfmto_share_field *f) {
  uint64_t key, n = 0;
  if (!varint(p, &at, end, &key) || key >> 3 == 0 || key >> 3 > MOST_NUMBER) return false;
  *f = (struct dfmto_share_field){.wire = (uint32_t)(key & 7), .value = at};
  switch (f->wire) {
    case DFMTO_FIELD_VARINT:
      if (!varint(p, &at, end, &f->number)) return false;
      break;
    case DFMTO_FIELD_FIXED64: n = 8; break;
    case DFMTO_FIELD_FIXED32: n = 4; break;
    case DFMTO_FIELD_LENGTH:
      if (!varint(p, &at, end, &n)) return false;
      break;
    default: return false;
  }
  if (n > end - at) return false;
  if (f->wire == DFMTO_FIELD_FIXED64) f->number = little_endian(p + at);
  f->content = at;
  f->end = at + (size_t)n;
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
  enum { RARE = 10 }; /* one byte of so many */
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

size_t dfmto_share_put_varint(uint64_t v, uint8_t *out) {
  size_t n = 0;
  for (; v > 127; v >>= 7, n++)
    if (out) out[n] = (uint8_t)(v | 128);
  if (out) out[n] = (uint8_t)v;
  return n + 1;
}
