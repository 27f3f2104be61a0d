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

void dfmti_zip_close(dfmt_reader *r, struct dfmti_zip *z) {
  dfmti_buf_free(&r->mem, &z->directory);
  dfmti_buf_free(&r->mem, &z->records);
  dfmti_buf_free(&r->mem, &z->tail);
  dfmti_buf_free(&r->mem, &z->strings);
  dfmti_inflate_free(&r->mem, z->inflate);
  dfmti_free(&r->mem, z->out, DFMTI_ZIP_OUT);
}

/* ---- places ---- */

/* As the reader's own refill, but at an offset. */
static dfmt_status refill_at(void *user, void *buf, uint64_t cap, uint64_t *got) {
  dfmt_reader *r = user;
  size_t n = 0;
  if (r->source_err.e.status != DFMT_OK) return r->source_err.e.status;
  uint64_t offset = r->win.base + r->win.end;
  dfmt_status st = dfmti_source_read_at(r->source, offset, buf, dfmti_min(dfmti_clamp(cap), DFMTI_ZIP_OUT), &n);
  if (st == DFMT_OK && n > 0) {
    r->source->taken += n;
    *got = n;
    return DFMT_OK;
  }
  if (st >= 0) return st == DFMT_OK ? DFMT_END : st;
  if (st == DFMT_E_BUSY) dfmti_fail(&r->source->err, st, DFMT_ERR_BUSY, "the source is in use");
  if (st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_BUSY)
    dfmti_errors_copy(&r->err, &r->source->err);
  else
    dfmti_errors_copy(&r->source_err, &r->source->err);
  return st;
}

void dfmti_zip_seek(dfmt_reader *r, struct dfmti_zip *z, uint64_t offset) {
  struct dfmti_window *w = &r->win;
  if (z->seeking && offset >= w->base && offset - w->base <= w->end) {
    w->pos = (size_t)(offset - w->base);
    return;
  }
  z->seeking = true;
  dfmti_window_open(w, refill_at, r);
  w->base = offset;
}

static uint64_t here(const dfmt_reader *r) { return dfmti_window_offset(&r->win); }

static dfmt_status ended(struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  return DFMT_END;
}

/* ---- local headers ---- */

/*
 * Finds the next signature of a record; bytes before it are passed over: junk before a zip, of which find_variant() has
 * seen little, or in salvage what is damaged. END: there is none.
 */
static dfmt_status find_record(dfmt_reader *r, struct dfmti_zip *z, bool junk) {
  for (;;) {
    dfmt_status st = dfmti_reader_fill(r, 4);
    const uint8_t *p = dfmti_window_ptr(&r->win);
    size_t n = dfmti_window_len(&r->win), at = 0;
    if (st != DFMT_OK && st != DFMT_END) return st;
    for (; at + 4 <= n; at++) {
      const uint8_t *q = memchr(p + at, 'P', n - 3 - at);
      if (!q) break;
      at = (size_t)(q - p);
      uint32_t sig = dfmti_zip_u32(q);
      if (sig == DFMTI_ZIP_SIG_LOCAL || (!junk && (sig == DFMTI_ZIP_SIG_CENTRAL || sig == DFMTI_ZIP_SIG_END))) {
        z->skipped += at;
        dfmti_window_consume(&r->win, at);
        return DFMT_OK;
      }
    }
    size_t pass = st == DFMT_END ? n : n - 3;
    z->skipped += pass;
    dfmti_window_consume(&r->win, pass);
    if (st == DFMT_END) return DFMT_END;
  }
}

/* No record is at the window's position. OK: one was found further on. */
static dfmt_status resync(dfmt_reader *r, struct dfmti_zip *z) {
  bool junk = z->index == 0 && !z->lost;
  if (!junk && !r->recover)
    return dfmti_fail_at(&r->err, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER, here(r), 0, "expected a zip header");
  dfmt_status st = find_record(r, z, junk);
  if (st != DFMT_OK && st != DFMT_END) return st;
  if (st == DFMT_OK && junk) {
    z->leading = z->skipped;
    dfmti_reader_note(r, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_ZIP_LEADING, DFMT_OK, here(r), 0, z->skipped,
                      "%" PRIu64 " bytes before the zip", z->skipped);
  } else if (z->skipped > 0) {
    dfmti_reader_note(r, DFMT_SEVERITY_ERROR, DFMT_ERR_BUGREPORT_ZIP_SKIPPED, DFMT_E_FORMAT, here(r) - z->skipped, 0,
                      z->skipped, "%" PRIu64 " bytes that are no entry were passed over", z->skipped);
    r->recovered = z->damaged = true;
  }
  z->skipped = 0;
  z->lost = false;
  return st;
}

static dfmt_status no_directory(dfmt_reader *r, struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  dfmt_status st = dfmti_zip_fault(r, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_NO_DIRECTORY, here(r),
                                   "the zip ends without a directory");
  return st == DFMT_OK ? DFMT_END : st;
}

dfmt_status dfmti_zip_local(dfmt_reader *r, struct dfmti_zip *z) {
  dfmt_status st = dfmti_reader_fill(r, DFMTI_ZIP_LOCAL_SIZE);
  const uint8_t *p = dfmti_window_ptr(&r->win);
  if (st != DFMT_OK) return st;
  if (dfmti_zip_u32(p) != DFMTI_ZIP_SIG_LOCAL) return DFMT_END;
  size_t strings = dfmti_zip_u16(p + 26) + dfmti_zip_u16(p + 28), size = DFMTI_ZIP_LOCAL_SIZE + strings;
  st = dfmti_reader_fill(r, size);
  if (st != DFMT_OK) return st;
  p = dfmti_window_ptr(&r->win);
  z->strings.len = 0;
  if (!dfmti_buf_append(&r->mem, &z->strings, p + DFMTI_ZIP_LOCAL_SIZE, strings))
    return dfmti_fail_mem(&r->err, &r->mem);
  dfmti_zip_parse_local(p, &z->e);
  z->e.extra.ptr = strings ? (const char *)z->strings.ptr + z->e.name.len : NULL;
  z->e.name.ptr = (const char *)z->strings.ptr;
  z->e.header = here(r);
  z->e.data = z->e.header + size;
  dfmti_window_consume(&r->win, size);
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

static dfmt_status too_many(dfmt_reader *r, struct dfmti_zip *z) {
  if (z->index < z->max_entries) return DFMT_OK;
  z->place = ZIP_ENDED;
  dfmt_status st = dfmti_zip_fault(r, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_ENTRIES, here(r),
                                   "the zip has more entries than bugreport.max_entries allows");
  return st == DFMT_OK ? DFMT_END : st;
}

static dfmt_status next_forward(dfmt_reader *r, struct dfmti_zip *z) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    st = z->lost || z->skipped > 0 ? resync(r, z) : dfmti_reader_fill(r, 4);
    if (st == DFMT_OK) st = dfmti_reader_fill(r, 4);
    if (st == DFMT_END) return no_directory(r, z);
    if (st != DFMT_OK) return st;
    uint32_t sig = dfmti_zip_u32(dfmti_window_ptr(&r->win));
    if (sig == DFMTI_ZIP_SIG_CENTRAL || sig == DFMTI_ZIP_SIG_END || sig == DFMTI_ZIP_SIG_END64) {
      z->place = ZIP_IN_DIRECTORY;
      return dfmti_zip_check(r, z);
    }
    if (sig != DFMTI_ZIP_SIG_LOCAL) {
      st = resync(r, z);
      if (st == DFMT_END) return no_directory(r, z);
      continue;
    }
    st = too_many(r, z);
    if (st != DFMT_OK) return st;
    st = dfmti_zip_local(r, z);
    if (st == DFMT_END) {
      z->place = ZIP_ENDED;
      st = dfmti_zip_fault(r, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED, here(r),
                           "the zip ends inside a header");
      return st == DFMT_OK ? DFMT_END : st;
    }
    if (st == DFMT_OK) begin_data(z);
    return st;
  }
  return st;
}

/* What the directory says against the local header; the directory wins. */
static dfmt_status compare(dfmt_reader *r, const struct dfmti_zip *z, const struct dfmti_zip_entry *local) {
  const struct dfmti_zip_entry *e = &z->e;
  const char *what = NULL;
  bool same_name = e->name.len == local->name.len && memcmp(e->name.ptr, local->name.ptr, (size_t)e->name.len) == 0;
  if (!same_name)
    what = "its local header has a different name";
  else if (e->method != local->method || ((e->flags ^ local->flags) & DFMTI_ZIP_ENCRYPTED))
    what = "its local header has a different method";
  else if (local->sized && (e->stored != local->stored || e->size != local->size || e->crc != local->crc))
    what = "its local header has different sizes or a different CRC-32";
  return what ? dfmti_zip_entry_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_MISMATCH, what) : DFMT_OK;
}

static dfmt_status next_listed(dfmt_reader *r, struct dfmti_zip *z) {
  if (z->index >= z->n_records) return ended(z);
  const struct dfmti_zip_record *rec = (const struct dfmti_zip_record *)(const void *)z->records.ptr + z->index;
  struct dfmti_zip_entry local = {.placed = false};
  size_t next;
  dfmt_status st = too_many(r, z);
  if (st != DFMT_OK) return st;
  dfmti_zip_seek(r, z, rec->header);
  st = dfmti_zip_local(r, z);
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
    st = dfmti_zip_entry_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER,
                               "there is no local header where the directory says");
  else
    st = compare(r, z, &local);
  if (st == DFMT_OK && rec->overlaps)
    st =
        dfmti_zip_entry_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_OVERLAP, "it shares data with another entry");
  return st;
}

/* Should the data of the last entry be damaged where sizes do not lead past them, forward there is no going on. */
dfmt_status dfmti_zip_next(dfmt_reader *r, struct dfmti_zip *z) {
  if (z->place == ZIP_IN_DIRECTORY || z->place == ZIP_TRAILING) return dfmti_zip_check(r, z);
  if (z->place != ZIP_BETWEEN && z->place != ZIP_ENDED) {
    dfmt_status st = dfmti_zip_pass(r, z);
    if (st != DFMT_OK) return st;
    if (!z->by_directory && z->place == ZIP_BETWEEN) dfmti_zip_meet(z);
  }
  if (z->place == ZIP_ENDED) return DFMT_END;
  return z->by_directory ? next_listed(r, z) : next_forward(r, z);
}
