/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "zip.h"

/*
 * Adds all that both headers tell and reading goes by, as a keyed digest. The sum does not depend on the order, which
 * may differ; without the key nobody can make other entries of the same sum.
 */
static void add(struct dfmti_digest *sum, struct dfmti_hash_key key, const struct dfmti_zip_entry *e, uint64_t header) {
  const uint64_t numbers[] = {header, e->method, e->flags & DFMTI_ZIP_ENCRYPTED, e->crc, e->stored, e->size};
  struct dfmti_digesting x;
  dfmti_digest_begin(&x, key);
  dfmti_digest_add(&x, numbers, sizeof numbers);
  dfmti_digest_add(&x, e->name.ptr, (size_t)e->name.len);
  const struct dfmti_digest one = dfmti_digest_end(&x);
  sum->low += one.low;
  sum->high += one.high + (sum->low < one.low);
}

void dfmti_zip_meet(struct dfmti_stream *in, struct dfmti_zip *z) {
  z->damaged |= z->lost; /* its sizes and checksum were not found after its data */
  add(&z->met, dfmti_mem_key(&in->mem), &z->e, z->e.header - z->leading);
}

static uint64_t here(const struct dfmti_stream *in) { return dfmti_window_offset(&in->win); }

static dfmt_status cut(struct dfmti_stream *in, struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  dfmt_status st = dfmti_zip_fault(in, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_NO_DIRECTORY, here(in),
                                   "the zip ends inside its directory");
  return st == DFMT_OK ? DFMT_END : st;
}

static dfmt_status read_central(struct dfmti_stream *in, struct dfmti_zip *z) {
  struct dfmti_zip_entry e;
  dfmt_status st = dfmti_stream_fill(in, DFMTI_ZIP_CENTRAL_SIZE);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&in->win);
  size_t size = DFMTI_ZIP_CENTRAL_SIZE + dfmti_zip_u16(p + 28) + dfmti_zip_u16(p + 30) + dfmti_zip_u16(p + 32);
  st = dfmti_stream_fill(in, size);
  if (st != DFMT_OK) return st;
  dfmti_zip_parse_central(dfmti_window_ptr(&in->win), &e);
  add(&z->listed, dfmti_mem_key(&in->mem), &e, e.header);
  z->n_records++;
  dfmti_window_consume(&in->win, size);
  return DFMT_OK;
}

/* zip64's end record or locator: how many entries it says, if it does. */
static dfmt_status read_end64(struct dfmti_stream *in, struct dfmti_zip *z, uint32_t sig) {
  dfmt_status st = dfmti_stream_fill(in, sig == DFMTI_ZIP_SIG_LOCATOR ? DFMTI_ZIP_LOCATOR_SIZE : DFMTI_ZIP_END64_SIZE);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&in->win);
  uint64_t rest = sig == DFMTI_ZIP_SIG_LOCATOR ? DFMTI_ZIP_LOCATOR_SIZE - 12 : dfmti_zip_u64(p + 4);
  if (sig == DFMTI_ZIP_SIG_END64) z->claimed = dfmti_zip_u64(p + 32);
  if (rest > 1 << 20) return DFMT_END;
  st = dfmti_stream_fill(in, 12 + (size_t)rest);
  if (st == DFMT_OK) dfmti_window_consume(&in->win, 12 + (size_t)rest);
  return st;
}

/* What the directory says against what was met. */
static dfmt_status compare(struct dfmti_stream *in, struct dfmti_zip *z) {
  if (z->claimed != z->n_records)
    dfmti_stream_note(in, DFMT_SEVERITY_WARNING, DFMT_ERR_BUGREPORT_ZIP_COUNT, DFMT_OK, here(in), 0, 0,
                      "the directory has %zu records, its end says %" PRIu64, z->n_records, z->claimed);
  if (z->damaged || dfmti_digest_same(z->met, z->listed)) return DFMT_OK;
  return dfmti_zip_fault(in, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_MISMATCH, here(in),
                         "the directory and the local headers contradict each other");
}

static dfmt_status read_end(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmt_status st = dfmti_stream_fill(in, DFMTI_ZIP_END_SIZE);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&in->win);
  size_t size = DFMTI_ZIP_END_SIZE + dfmti_zip_u16(p + 20);
  uint32_t claimed = dfmti_zip_u16(p + 10);
  st = dfmti_stream_fill(in, size);
  if (st != DFMT_OK) return st;
  if (claimed != 0xffff || z->claimed == 0) z->claimed = claimed;
  st = compare(in, z);
  z->place = ZIP_TRAILING;
  if (st == DFMT_OK) dfmti_window_consume(&in->win, size);
  return st;
}

static dfmt_status pass_trailing(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmt_status st;
  while ((st = dfmti_stream_fill(in, 1)) == DFMT_OK) {
    z->trailing += dfmti_window_len(&in->win);
    dfmti_window_consume(&in->win, dfmti_window_len(&in->win));
  }
  if (st != DFMT_END) return st;
  if (z->trailing > 0)
    dfmti_stream_note(in, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_ZIP_TRAILING, DFMT_OK, here(in) - z->trailing, 0, 0,
                      "%" PRIu64 " trailing bytes after the zip", z->trailing);
  z->place = ZIP_ENDED;
  return DFMT_END;
}

dfmt_status dfmti_zip_check(struct dfmti_stream *in, struct dfmti_zip *z) {
  while (z->place == ZIP_IN_DIRECTORY) {
    dfmt_status st = dfmti_stream_fill(in, 4);
    if (st == DFMT_OK) {
      uint32_t sig = dfmti_zip_u32(dfmti_window_ptr(&in->win));
      if (sig == DFMTI_ZIP_SIG_CENTRAL)
        st = read_central(in, z);
      else if (sig == DFMTI_ZIP_SIG_END64 || sig == DFMTI_ZIP_SIG_LOCATOR)
        st = read_end64(in, z, sig);
      else
        st = sig == DFMTI_ZIP_SIG_END ? read_end(in, z) : DFMT_END;
    }
    if (st == DFMT_END) return cut(in, z);
    if (st != DFMT_OK) return st;
  }
  return pass_trailing(in, z);
}
