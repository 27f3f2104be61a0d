/* SPDX-License-Identifier: MIT */
#include "zip.h"

/*
 * Takes 64-bit values for those fields that are all ones, in their order, from zip64's extra field (spec 3.6). NULL: a
 * field that this kind of header has not.
 */
static void widen(struct dfmti_zip_entry *e, uint64_t *const fields[3]) {
  const uint8_t *p = (const uint8_t *)e->extra.ptr;
  size_t n = (size_t)e->extra.len;
  while (n >= 4) {
    size_t len = dfmti_zip_u16(p + 2);
    if (len > n - 4) return;
    if (dfmti_zip_u16(p) == DFMTI_ZIP_EXTRA_ZIP64) {
      const uint8_t *q = p + 4, *end = q + len;
      e->zip64 = true;
      for (int i = 0; i < 3; i++) {
        if (!fields[i] || *fields[i] != UINT32_MAX || end - q < 8) continue;
        *fields[i] = dfmti_zip_u64(q);
        q += 8;
      }
      return;
    }
    p += 4 + len;
    n -= 4 + len;
  }
}

/* What both kinds of header have, from the version needed on. */
static struct dfmti_zip_entry shared(const uint8_t *p) {
  return (struct dfmti_zip_entry){.needed = dfmti_zip_u16(p),
                                  .flags = dfmti_zip_u16(p + 2),
                                  .method = dfmti_zip_u16(p + 4),
                                  .time = dfmti_zip_u16(p + 6),
                                  .date = dfmti_zip_u16(p + 8),
                                  .crc = dfmti_zip_u32(p + 10),
                                  .stored = dfmti_zip_u32(p + 14),
                                  .size = dfmti_zip_u32(p + 18)};
}

void dfmti_zip_parse_local(const uint8_t *p, struct dfmti_zip_entry *e) {
  size_t name = dfmti_zip_u16(p + 26), extra = dfmti_zip_u16(p + 28);
  *e = shared(p + 4);
  e->name = (dfmt_str){(const char *)p + DFMTI_ZIP_LOCAL_SIZE, name};
  e->extra = (dfmt_str){(const char *)p + DFMTI_ZIP_LOCAL_SIZE + name, extra};
  e->placed = true;
  widen(e, (uint64_t *const[]){&e->size, &e->stored, NULL});
  e->sized = !(e->flags & DFMTI_ZIP_DESCRIPTOR);
}

void dfmti_zip_parse_central(const uint8_t *p, struct dfmti_zip_entry *e) {
  size_t name = dfmti_zip_u16(p + 28), extra = dfmti_zip_u16(p + 30), comment = dfmti_zip_u16(p + 32);
  const char *strings = (const char *)p + DFMTI_ZIP_CENTRAL_SIZE;
  *e = shared(p + 6);
  e->made_by = dfmti_zip_u16(p + 4);
  e->attributes = dfmti_zip_u32(p + 38);
  e->header = dfmti_zip_u32(p + 42);
  e->name = (dfmt_str){strings, name};
  e->extra = (dfmt_str){strings + name, extra};
  e->comment = (dfmt_str){strings + name + extra, comment};
  e->sized = e->listed = true;
  widen(e, (uint64_t *const[]){&e->size, &e->stored, &e->header});
}

/* One reading of a descriptor; false: it is longer than what is there. */
static bool read_descriptor(const uint8_t *p, size_t n, bool signature, bool wide, struct dfmti_zip_entry *e) {
  size_t at = signature ? 4 : 0, size = wide ? 8 : 4;
  if (n < at + 4 + 2 * size || (signature && dfmti_zip_u32(p) != DFMTI_ZIP_SIG_DESCRIPTOR)) return false;
  p += at;
  e->crc = dfmti_zip_u32(p);
  e->stored = wide ? dfmti_zip_u64(p + 4) : dfmti_zip_u32(p + 4);
  e->size = wide ? dfmti_zip_u64(p + 12) : dfmti_zip_u32(p + 8);
  return true;
}

size_t dfmti_zip_descriptor(const uint8_t *p, size_t n, struct dfmti_zip_entry *e, uint64_t used, uint64_t made,
                            uint32_t crc) {
  struct dfmti_zip_entry likely = *e;
  for (int i = 0; i < 4; i++) {
    bool signature = i < 2, wide = e->zip64 ^ (i & 1);
    struct dfmti_zip_entry x = *e;
    if (!read_descriptor(p, n, signature, wide, &x)) continue;
    uint64_t mask = wide ? UINT64_MAX : UINT32_MAX;
    if (x.stored == (used & mask) && x.size == (made & mask) && x.crc == crc) {
      e->crc = crc;
      e->stored = used;
      e->size = made;
      e->sized = true;
      return (signature ? 8u : 4u) + (wide ? 16u : 8u);
    }
    if (!likely.sized) {
      likely = x;
      likely.sized = true;
    }
  }
  *e = likely;
  return 0;
}
