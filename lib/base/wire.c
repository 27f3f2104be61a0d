/* SPDX-License-Identifier: MIT */
#include "wire.h"

/* Moves *p behind a number. */
static bool take(const uint8_t **p, const uint8_t *end, uint64_t *v, bool *fits) {
  const size_t n = dfmti_wire_number(*p, end, DFMTI_WIRE_MOST, v);
  if (n == DFMTI_WIRE_MOST) *fits &= (*p)[n - 1] < 2;
  *p += n;
  return n > 0;
}

bool dfmti_wire_field(const uint8_t *p, const uint8_t *end, struct dfmti_wire_field *f) {
  uint64_t key, len = 0;
  bool fits = true;
  if (!take(&p, end, &key, &fits)) return false;
  *f = (struct dfmti_wire_field){.number = key >> 3, .type = (uint32_t)(key & 7), .value = p};
  switch (f->type) {
    case DFMTI_WIRE_VARINT:
      if (!take(&p, end, &f->v, &fits)) return false;
      break;
    case DFMTI_WIRE_FIXED64: len = 8; break;
    case DFMTI_WIRE_FIXED32: len = 4; break;
    case DFMTI_WIRE_BYTES:
      if (!take(&p, end, &len, &fits)) return false;
      break;
    default: return false;
  }
  if (len > (size_t)(end - p)) return false;
  f->fits = fits;
  f->content = p;
  f->len = (size_t)len;
  return true;
}
