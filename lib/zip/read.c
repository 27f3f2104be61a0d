/* SPDX-License-Identifier: MIT */
/*
 * Entries one by one, forward or at the places that the directory gives.
 *
 *   BETWEEN --local header--> IN_DATA --its end--> AT_DESCRIPTOR --size, CRC checked--> BEHIND_DATA --next()--> BETWEEN
 *   from IN_DATA to BETWEEN at once: data that are passed over by their size, or by the directory
 *   BETWEEN --the directory, forward--> IN_DIRECTORY --its end record--> TRAILING --end of the file--> ENDED
 *   ENDED: also after the last record by the directory, or damage that a pass does not go over
 */
#include "zip.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"

void dfmti_zip_open(struct dfmti_zip *z, uint64_t ratio, uint64_t max_entries) {
  *z = (struct dfmti_zip){.ratio = ratio,
                          .ratio_from = DFMTI_ZIP_RATIO_FROM,
                          .max_entries = max_entries,
                          .directory = z->directory,
                          .records = z->records,
                          .tail = z->tail,
                          .strings = z->strings,
                          .inflate = z->inflate,
                          .out = z->out};
  z->directory.len = z->records.len = z->tail.len = z->strings.len = 0;
}

void dfmti_zip_close(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmti_buf_free(&in->mem, &z->directory);
  dfmti_buf_free(&in->mem, &z->records);
  dfmti_buf_free(&in->mem, &z->tail);
  dfmti_buf_free(&in->mem, &z->strings);
  dfmti_inflate_free(&in->mem, z->inflate);
  dfmti_free(&in->mem, z->out, DFMTI_ZIP_OUT);
}

/* ---- places ---- */

static uint64_t here(const struct dfmti_stream *in) { return dfmti_window_offset(&in->win); }

static dfmt_status ended(struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  return DFMT_END;
}

/* ---- local headers ---- */

/*
 * Finds the next signature of a record; bytes before it are passed over: junk before a zip (spec 10.4), of which
 * whoever opened it has seen little, or in salvage what is damaged (spec 10.2). END: there is none.
 */
static dfmt_status find_record(struct dfmti_stream *in, struct dfmti_zip *z, bool junk) {
  for (;;) {
    dfmt_status st = dfmti_stream_fill(in, 4);
    const uint8_t *p = dfmti_window_ptr(&in->win);
    size_t n = dfmti_window_len(&in->win), at = 0;
    if (st != DFMT_OK && st != DFMT_END) return st;
    for (; at + 4 <= n; at++) {
      const uint8_t *q = memchr(p + at, 'P', n - 3 - at);
      if (!q) break;
      at = (size_t)(q - p);
      uint32_t sig = dfmti_zip_u32(q);
      if (sig == DFMTI_ZIP_SIG_LOCAL || (!junk && (sig == DFMTI_ZIP_SIG_CENTRAL || sig == DFMTI_ZIP_SIG_END))) {
        z->skipped += at;
        dfmti_window_consume(&in->win, at);
        return DFMT_OK;
      }
    }
    size_t pass = st == DFMT_END ? n : n - 3;
    z->skipped += pass;
    dfmti_window_consume(&in->win, pass);
    if (st == DFMT_END) return DFMT_END;
  }
}

/* No record is at the window's position. OK: one was found further on. */
static dfmt_status resync(struct dfmti_stream *in, struct dfmti_zip *z) {
  bool junk = z->index == 0 && !z->lost;
  if (!junk && !in->recover)
    return dfmti_fail_at(&in->err, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER, here(in), 0, "expected a zip header");
  dfmt_status st = find_record(in, z, junk);
  if (st != DFMT_OK && st != DFMT_END) return st;
  if (st == DFMT_OK && junk) {
    z->leading = z->skipped;
    dfmti_stream_note(in, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_ZIP_LEADING, DFMT_OK, here(in), 0, z->skipped,
                      "%" PRIu64 " bytes before the zip", z->skipped);
  } else if (z->skipped > 0) {
    dfmti_stream_note(in, DFMT_SEVERITY_ERROR, DFMT_ERR_BUGREPORT_ZIP_SKIPPED, DFMT_E_FORMAT, here(in) - z->skipped, 0,
                      z->skipped, "%" PRIu64 " bytes that are no entry were passed over", z->skipped);
    in->recovered = z->damaged = true;
  }
  z->skipped = 0;
  z->lost = false;
  return st;
}

static dfmt_status no_directory(struct dfmti_stream *in, struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  dfmt_status st = dfmti_zip_fault(in, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_NO_DIRECTORY, here(in),
                                   "the zip ends without a directory");
  return st == DFMT_OK ? DFMT_END : st;
}

dfmt_status dfmti_zip_local(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmt_status st = dfmti_stream_fill(in, DFMTI_ZIP_LOCAL_SIZE);
  const uint8_t *p = dfmti_window_ptr(&in->win);
  if (st != DFMT_OK) return st;
  if (dfmti_zip_u32(p) != DFMTI_ZIP_SIG_LOCAL) return DFMT_END;
  size_t strings = dfmti_zip_u16(p + 26) + dfmti_zip_u16(p + 28), size = DFMTI_ZIP_LOCAL_SIZE + strings;
  st = dfmti_stream_fill(in, size);
  if (st != DFMT_OK) return st;
  p = dfmti_window_ptr(&in->win);
  z->strings.len = 0;
  if (!dfmti_buf_append(&in->mem, &z->strings, p + DFMTI_ZIP_LOCAL_SIZE, strings))
    return dfmti_fail_mem(&in->err, &in->mem);
  dfmti_zip_parse_local(p, &z->e);
  z->e.extra.ptr = strings ? (const char *)z->strings.ptr + z->e.name.len : NULL;
  z->e.name.ptr = (const char *)z->strings.ptr;
  z->e.header = here(in);
  z->e.data = z->e.header + size;
  dfmti_window_consume(&in->win, size);
  return DFMT_OK;
}

static void begin_data(struct dfmti_zip *z) {
  z->place = ZIP_IN_DATA;
  z->used = z->made = 0;
  z->crc = 0;
  z->failed = DFMT_OK;
  z->inflating = z->by_size = z->untold = false;
  z->bounded = z->e.sized;
  z->index++;
}

static dfmt_status too_many(struct dfmti_stream *in, struct dfmti_zip *z) {
  if (z->index < z->max_entries) return DFMT_OK;
  z->place = ZIP_ENDED;
  dfmt_status st = dfmti_zip_fault(in, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_ENTRIES, here(in),
                                   "the zip has more entries than bugreport.max_entries allows");
  return st == DFMT_OK ? DFMT_END : st;
}

static dfmt_status next_forward(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    st = z->lost || z->skipped > 0 ? resync(in, z) : dfmti_stream_fill(in, 4);
    if (st == DFMT_OK) st = dfmti_stream_fill(in, 4);
    if (st == DFMT_END) return no_directory(in, z);
    if (st != DFMT_OK) return st;
    uint32_t sig = dfmti_zip_u32(dfmti_window_ptr(&in->win));
    if (sig == DFMTI_ZIP_SIG_CENTRAL || sig == DFMTI_ZIP_SIG_END || sig == DFMTI_ZIP_SIG_END64) {
      z->place = ZIP_IN_DIRECTORY;
      return dfmti_zip_check(in, z);
    }
    if (sig != DFMTI_ZIP_SIG_LOCAL) {
      st = resync(in, z);
      if (st == DFMT_END) return no_directory(in, z);
      continue;
    }
    st = too_many(in, z);
    if (st != DFMT_OK) return st;
    st = dfmti_zip_local(in, z);
    if (st == DFMT_END) {
      z->place = ZIP_ENDED;
      st = dfmti_zip_fault(in, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED, here(in),
                           "the zip ends inside a header");
      return st == DFMT_OK ? DFMT_END : st;
    }
    if (st == DFMT_OK) begin_data(z);
    return st;
  }
  return st;
}

/* What the directory says against the local header; the directory wins (spec 10.5). */
static dfmt_status compare(struct dfmti_stream *in, const struct dfmti_zip *z, const struct dfmti_zip_entry *local) {
  const struct dfmti_zip_entry *e = &z->e;
  const char *what = NULL;
  if (!dfmti_same(e->name, local->name))
    what = "its local header has a different name";
  else if (e->method != local->method || ((e->flags ^ local->flags) & DFMTI_ZIP_ENCRYPTED))
    what = "its local header has a different method";
  else if (local->sized && (e->stored != local->stored || e->size != local->size || e->crc != local->crc))
    what = "its local header has different sizes or a different CRC-32";
  return what ? dfmti_zip_entry_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_MISMATCH, what) : DFMT_OK;
}

static dfmt_status next_listed(struct dfmti_stream *in, struct dfmti_zip *z) {
  if (z->index >= z->n_records) return ended(z);
  const struct dfmti_zip_record *rec = (const struct dfmti_zip_record *)(const void *)z->records.ptr + z->index;
  struct dfmti_zip_entry local = {.placed = false};
  size_t next;
  dfmt_status st = too_many(in, z);
  if (st != DFMT_OK) return st;
  dfmti_stream_seek(in, rec->header);
  st = dfmti_zip_local(in, z);
  if (st == DFMT_OK)
    local = z->e;
  else if (st != DFMT_END)
    return st;
  dfmti_zip_central(z, rec->at, &z->e, &next);
  z->e.header = rec->header;
  z->e.data = local.data;
  z->e.placed = local.placed;
  z->e.overlaps = rec->overlaps;
  z->e.refused = rec->refused;
  begin_data(z);
  if (!local.placed)
    st = dfmti_zip_entry_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER,
                               "there is no local header where the directory says");
  else
    st = compare(in, z, &local);
  if (st == DFMT_OK && rec->overlaps)
    st = dfmti_zip_entry_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_OVERLAP,
                               "it shares data with another entry");
  return st;
}

/* Should the data of the last entry be damaged where sizes do not lead past them, forward there is no going on. */
dfmt_status dfmti_zip_next(struct dfmti_stream *in, struct dfmti_zip *z) {
  if (z->place == ZIP_IN_DIRECTORY || z->place == ZIP_TRAILING) return dfmti_zip_check(in, z);
  if (z->place != ZIP_BETWEEN && z->place != ZIP_ENDED) {
    dfmt_status st = dfmti_zip_pass(in, z);
    if (st != DFMT_OK) return st;
    if (!z->by_directory && z->place == ZIP_BETWEEN) dfmti_zip_meet(in, z);
  }
  if (z->place == ZIP_ENDED) return DFMT_END;
  return z->by_directory ? next_listed(in, z) : next_forward(in, z);
}
