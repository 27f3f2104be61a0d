/* SPDX-License-Identifier: MIT */
/*
 * Entries one by one, forward or at the places that the directory gives, and their data.
 *
 *   BETWEEN --local header--> IN_DATA --its end--> AT_DESCRIPTOR --sizes, CRC--> BEHIND_DATA --next()--> BETWEEN
 *                                |                                                  ^
 *                                +------------ no descriptor, or by the directory --+
 *   ENDED: the directory, the end of the file, or damage that a strict pass does not go over
 */
#define _GNU_SOURCE /* memmem */
#include "zip.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../crc32.h"

enum { RATIO_FROM = 1 << 20 }; /* decoded bytes from which the ratio counts */
enum { JUNK = 65536 };         /* bytes before a zip that are passed over without salvage (chapter 2) */
enum { DESCRIPTOR_MOST = 24 }; /* bytes */

void dfmti_zip_open(struct dfmti_zip *z, uint64_t ratio, uint64_t max_entries) {
  *z = (struct dfmti_zip){.ratio = ratio,
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

/* ---- faults ---- */

static const char *shown_name(const struct dfmti_zip *z, char out[64]) {
  return dfmti_quote(out, 64, z->e.name.ptr, dfmti_min((size_t)z->e.name.len, 40));
}

/* A fault of the entry's data, kept: every later call tells it. */
static dfmt_status data_fault(dfmt_reader *r, struct dfmti_zip *z, dfmt_status st, uint32_t number, const char *what) {
  char name[64];
  dfmti_fail_at(&z->error, st, number, z->e.header, 0, "entry '%s': %s", shown_name(z, name), what);
  z->failed = st;
  z->e.truncated =
      z->e.truncated || number == DFMT_ERR_BUGREPORT_ZIP_TRUNCATED || number == DFMT_ERR_BUGREPORT_ZIP_DATA;
  dfmti_errors_copy(&r->err, &z->error);
  return st;
}

dfmt_status dfmti_zip_fault(dfmt_reader *r, dfmt_status st, uint32_t number, uint64_t offset, const char *what) {
  if (!r->recover) return dfmti_fail_at(&r->err, st, number, offset, 0, "%s", what);
  dfmti_reader_note(r, DFMT_SEVERITY_ERROR, number, st, offset, 0, 0, "%s", what);
  r->recovered = true;
  return DFMT_OK;
}

static dfmt_status named_fault(dfmt_reader *r, const struct dfmti_zip *z, dfmt_status st, uint32_t number,
                               const char *what) {
  char name[64], text[160];
  if (z->quiet) return DFMT_OK;
  snprintf(text, sizeof text, "entry '%s': %s", shown_name(z, name), what);
  return dfmti_zip_fault(r, st, number, z->e.header, text);
}

/* The file ends inside the entry's data, and with it the pass. */
static dfmt_status truncated(dfmt_reader *r, struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  z->e.truncated = true;
  return named_fault(r, z, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED, "the zip ends inside its data");
}

static dfmt_status ended(struct dfmti_zip *z) {
  z->place = ZIP_ENDED;
  return DFMT_END;
}

/* ---- local headers ---- */

/*
 * Finds the next signature of a record; bytes before it are passed over: junk before a zip, or in salvage what is
 * damaged. END: there is none.
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
    if (junk && z->skipped > JUNK) return DFMT_END;
  }
}

/* No record is at the window's position. OK: one was found further on. */
static dfmt_status resync(dfmt_reader *r, struct dfmti_zip *z) {
  bool junk = z->index == 0 && !z->lost;
  if (!junk && !r->recover)
    return dfmti_fail_at(&r->err, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER, here(r), 0,
                         "there is no zip header where one must be");
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
  z->e.extra.ptr = (const char *)z->strings.ptr + z->e.name.len;
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
  z->inflating = false;
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
  dfmt_status st = too_many(r, z);
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
    st = dfmti_zip_local(r, z);
    if (st == DFMT_END) {
      z->place = ZIP_ENDED;
      st = dfmti_zip_fault(r, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED, here(r),
                           "the zip ends inside a header");
      return st == DFMT_OK ? DFMT_END : st;
    }
    if (st == DFMT_OK) {
      dfmti_zip_meet(z);
      begin_data(z);
    }
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
    what = "its local header has another name";
  else if (e->method != local->method || ((e->flags ^ local->flags) & DFMTI_ZIP_ENCRYPTED))
    what = "its local header says another method";
  else if (local->sized && (e->stored != local->stored || e->size != local->size || e->crc != local->crc))
    what = "its local header has other sizes, or another CRC-32";
  return what ? named_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_MISMATCH, what) : DFMT_OK;
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
  begin_data(z);
  if (!local.placed)
    st = named_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER,
                     "there is no local header where the directory says");
  else
    st = compare(r, z, &local);
  if (st == DFMT_OK && rec->overlaps)
    st = named_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_OVERLAP, "it shares data with another entry");
  return st;
}

/* Should the data of the last entry be damaged where sizes do not lead past them, forward there is no going on. */
dfmt_status dfmti_zip_next(dfmt_reader *r, struct dfmti_zip *z) {
  if (z->place == ZIP_IN_DIRECTORY || z->place == ZIP_TRAILING) return dfmti_zip_check(r, z);
  if (z->place != ZIP_BETWEEN && z->place != ZIP_ENDED) {
    dfmt_status st = dfmti_zip_pass(r, z);
    if (st != DFMT_OK) return st;
  }
  if (z->place == ZIP_ENDED) return DFMT_END;
  return z->by_directory ? next_listed(r, z) : next_forward(r, z);
}

/* ---- data ---- */

/* What of the data is at hand; waits for one byte. END: there is no more of them: the file ends, or they do. */
static dfmt_status at_hand(dfmt_reader *r, const struct dfmti_zip *z, size_t *n) {
  uint64_t left = z->bounded ? z->e.stored - z->used : UINT64_MAX;
  *n = 0;
  if (left == 0) return DFMT_END;
  dfmt_status st = dfmti_reader_fill(r, 1);
  if (st == DFMT_OK) *n = dfmti_min(dfmti_window_len(&r->win), dfmti_clamp(left));
  return st;
}

static void use(dfmt_reader *r, struct dfmti_zip *z, size_t n) {
  dfmti_window_consume(&r->win, n);
  z->used += n;
}

static dfmt_status cut(dfmt_reader *r, struct dfmti_zip *z) {
  return data_fault(r, z, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED, "the zip ends inside its data");
}

/* Whether its data can be decoded at all; sets up for that. */
static dfmt_status begin_reading(dfmt_reader *r, struct dfmti_zip *z) {
  const struct dfmti_zip_entry *e = &z->e;
  if (!e->placed)
    return data_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER,
                      "there is no local header where the directory says");
  if (e->flags & DFMTI_ZIP_ENCRYPTED)
    return data_fault(r, z, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_ENCRYPTED, "it is encrypted");
  if (e->method != DFMTI_ZIP_STORED && e->method != DFMTI_ZIP_DEFLATED)
    return data_fault(r, z, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_METHOD, "its compression method is not deflate");
  if (e->method == DFMTI_ZIP_DEFLATED && !z->inflating) {
    if (!z->inflate) z->inflate = dfmti_inflate_new(&r->mem, DFMTI_INFLATE_BEST);
    if (!z->inflate) return dfmti_fail_mem(&r->err, &r->mem);
    dfmti_inflate_start(z->inflate, DFMTI_DEFLATE_RAW);
    z->inflating = true;
  }
  return DFMT_OK;
}

/* The data have ended: what they should have been. */
static dfmt_status check_data(dfmt_reader *r, struct dfmti_zip *z) {
  const struct dfmti_zip_entry *e = &z->e;
  if (e->sized && e->stored != z->used)
    return data_fault(r, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_SIZE, "its compressed data end too early");
  if (e->size != z->made)
    return data_fault(r, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_SIZE, "its size differs from what is recorded");
  if (e->crc != z->crc)
    return data_fault(r, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_CRC, "its CRC-32 differs from what is recorded");
  z->e.whole = true;
  return DFMT_END;
}

/* Reads the descriptor, if one is here, and judges the data. */
static dfmt_status finish_data(dfmt_reader *r, struct dfmti_zip *z) {
  if (!z->bounded) {
    dfmt_status st = dfmti_reader_fill(r, DESCRIPTOR_MOST);
    if (st != DFMT_OK && st != DFMT_END) return st;
    size_t n =
        dfmti_zip_descriptor(dfmti_window_ptr(&r->win), dfmti_window_len(&r->win), &z->e, z->used, z->made, z->crc);
    dfmti_window_consume(&r->win, n);
    z->place = ZIP_BEHIND_DATA;
    if (n == 0) {
      z->lost = true;
      if (!z->e.sized) return cut(r, z);
    }
  }
  z->place = ZIP_BEHIND_DATA;
  return check_data(r, z);
}

/*
 * Stored data without a size, forward: they end where a descriptor with its signature tells of just what came before
 * (chapter 10). *n bytes are data; END: the descriptor is at hand.
 */
static dfmt_status unsized(dfmt_reader *r, struct dfmti_zip *z, size_t *n) {
  dfmt_status st = dfmti_reader_fill(r, DESCRIPTOR_MOST);
  if (st != DFMT_OK && st != DFMT_END) return st;
  const uint8_t *p = dfmti_window_ptr(&r->win);
  size_t len = dfmti_window_len(&r->win);
  if (len == 0) return cut(r, z);
  const uint8_t *q = memmem(p, len, "PK\7\10", 4);
  struct dfmti_zip_entry try = z->e;
  if (q == p && dfmti_zip_descriptor(p, len, &try, z->used, z->made, z->crc) > 0) return DFMT_END;
  *n = q == p ? 1 : q ? (size_t)(q - p) : st == DFMT_END ? len : len - 3;
  return DFMT_OK;
}

static dfmt_status read_stored(dfmt_reader *r, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  size_t n = 0;
  dfmt_status st = z->bounded ? at_hand(r, z, &n) : unsized(r, z, &n);
  if (st == DFMT_END && z->bounded && z->used < z->e.stored) return cut(r, z);
  if (st == DFMT_END) z->place = ZIP_AT_DESCRIPTOR;
  if (st != DFMT_OK) return st;
  n = dfmti_min(n, cap);
  memcpy(buf, dfmti_window_ptr(&r->win), n);
  *got = n;
  use(r, z, n);
  return DFMT_OK;
}

static dfmt_status inflate_fault(dfmt_reader *r, struct dfmti_zip *z, dfmt_status st, const struct dfmti_fault *f) {
  if (st == DFMT_E_NOMEM) return dfmti_fail(&r->err, st, f->number, "%s", f->what);
  if (st == DFMT_E_TRUNCATED && z->bounded && z->used == z->e.stored)
    return data_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_DATA,
                      "its compressed data do not end within their size");
  if (st == DFMT_E_TRUNCATED) return cut(r, z);
  return data_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_DATA, f->what);
}

static dfmt_status read_deflated(dfmt_reader *r, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  while (*got == 0) {
    size_t n;
    dfmt_status filled = at_hand(r, z, &n);
    if (filled != DFMT_OK && filled != DFMT_END) return filled;
    struct dfmti_io io = {dfmti_window_ptr(&r->win), n, buf, cap};
    struct dfmti_fault f = {0, ""};
    dfmt_status st = dfmti_inflate_step(z->inflate, &io, filled == DFMT_END, &f);
    use(r, z, n - io.in_len);
    *got = cap - io.out_len;
    if (st == DFMT_END)
      z->place = ZIP_AT_DESCRIPTOR;
    else if (st != DFMT_OK)
      st = inflate_fault(r, z, st, &f);
    if (st != DFMT_OK) return *got > 0 ? DFMT_OK : st;
  }
  return DFMT_OK;
}

bool dfmti_zip_is_readable(const struct dfmti_zip_entry *e) {
  return e->placed && !(e->flags & DFMTI_ZIP_ENCRYPTED) &&
         (e->method == DFMTI_ZIP_STORED || e->method == DFMTI_ZIP_DEFLATED);
}

dfmt_status dfmti_zip_peek(dfmt_reader *r, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  *got = 0;
  if (!dfmti_zip_is_readable(&z->e)) return DFMT_OK;
  size_t want = z->bounded ? dfmti_min(cap, dfmti_clamp(z->e.stored)) : cap;
  dfmt_status st = dfmti_reader_fill(r, want);
  if (st != DFMT_OK && st != DFMT_END) return st;
  size_t n = dfmti_min(want, dfmti_window_len(&r->win));
  if (z->e.method == DFMTI_ZIP_STORED) {
    if (n > 0) memcpy(buf, dfmti_window_ptr(&r->win), n);
    *got = n;
    return DFMT_OK;
  }
  st = begin_reading(r, z);
  if (st != DFMT_OK) return st;
  struct dfmti_io io = {dfmti_window_ptr(&r->win), n, buf, cap};
  struct dfmti_fault f;
  dfmti_inflate_step(z->inflate, &io, n < cap, &f);
  *got = cap - io.out_len;
  z->inflating = false;
  return DFMT_OK;
}

static bool absurd(const struct dfmti_zip *z) {
  return z->ratio && z->made > RATIO_FROM && z->made / z->ratio > z->used;
}

dfmt_status dfmti_zip_read(dfmt_reader *r, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  *got = 0;
  if (z->failed != DFMT_OK) {
    dfmti_errors_copy(&r->err, &z->error);
    return z->failed;
  }
  if (z->place == ZIP_BEHIND_DATA || z->place == ZIP_ENDED) return DFMT_END;
  dfmt_status st = DFMT_END;
  if (z->place == ZIP_IN_DATA) {
    st = begin_reading(r, z);
    if (st != DFMT_OK) return st;
    st = z->e.method == DFMTI_ZIP_STORED ? read_stored(r, z, buf, cap, got) : read_deflated(r, z, buf, cap, got);
    z->made += *got;
    z->crc = dfmti_crc32(z->crc, buf, *got);
    if (*got > 0 && absurd(z))
      data_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_RATIO, "it decodes to absurdly much, see bugreport.ratio");
  }
  return st == DFMT_END ? finish_data(r, z) : st;
}

dfmt_status dfmti_zip_chunk(dfmt_reader *r, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  if (!z->out) z->out = dfmti_alloc(&r->mem, DFMTI_ZIP_OUT);
  if (!z->out) return dfmti_fail_mem(&r->err, &r->mem);
  *ptr = z->out;
  return dfmti_zip_read(r, z, z->out, DFMTI_ZIP_OUT, len);
}

/* Decodes n bytes of the data that stay where they are, to find their end. *used of them are data. */
static dfmt_status follow(dfmt_reader *r, struct dfmti_zip *z, const uint8_t *p, size_t n, size_t *used) {
  struct dfmti_io io = {.in = p, .in_len = n};
  struct dfmti_fault f = {0, ""};
  dfmt_status st;
  if (!z->out) z->out = dfmti_alloc(&r->mem, DFMTI_ZIP_OUT);
  if (!z->out) return dfmti_fail_mem(&r->err, &r->mem);
  do {
    io.out = z->out;
    io.out_len = DFMTI_ZIP_OUT;
    st = dfmti_inflate_step(z->inflate, &io, false, &f);
    size_t got = DFMTI_ZIP_OUT - io.out_len;
    z->made += got;
    z->crc = dfmti_crc32(z->crc, z->out, got);
    if (st == DFMT_E_NOMEM) return dfmti_fail(&r->err, st, f.number, "%s", f.what);
    if (st < 0) return data_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_DATA, f.what);
    if (z->ratio && z->made > RATIO_FROM && z->made / z->ratio > z->used + n)
      return data_fault(r, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_RATIO, "it decodes to absurdly much, see bugreport.ratio");
  } while (st == DFMT_OK && io.out_len == 0);
  *used = n - io.in_len;
  if (st == DFMT_END) z->place = ZIP_AT_DESCRIPTOR;
  return DFMT_OK;
}

/* Stored bytes whose size comes late: they are decoded on the way. */
static dfmt_status stored_unsized(dfmt_reader *r, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  size_t n = 0;
  if (z->place == ZIP_BEHIND_DATA) return DFMT_END;
  if (z->place == ZIP_AT_DESCRIPTOR) return finish_data(r, z);
  dfmt_status st = begin_reading(r, z);
  if (st != DFMT_OK) return st;
  bool deflated = z->e.method == DFMTI_ZIP_DEFLATED;
  st = deflated ? at_hand(r, z, &n) : unsized(r, z, &n);
  if (st == DFMT_END && deflated) return cut(r, z);
  if (st == DFMT_END) z->place = ZIP_AT_DESCRIPTOR;
  if (st == DFMT_END) return finish_data(r, z);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->win);
  if (deflated) {
    st = follow(r, z, p, n, &n);
    if (st != DFMT_OK) return st;
    if (n == 0) return finish_data(r, z);
  } else {
    z->made += n;
    z->crc = dfmti_crc32(z->crc, p, n);
  }
  *ptr = p;
  *len = z->lent = n;
  return DFMT_OK;
}

dfmt_status dfmti_zip_stored(dfmt_reader *r, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  size_t n = 0;
  dfmti_window_consume(&r->win, z->lent);
  z->used += z->lent;
  z->lent = 0;
  *len = 0;
  if (z->failed != DFMT_OK) {
    dfmti_errors_copy(&r->err, &z->error);
    return z->failed;
  }
  if (!z->bounded && z->e.placed) return stored_unsized(r, z, ptr, len);
  if (!z->e.placed)
    return data_fault(r, z, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "where its stored bytes end is not known");
  dfmt_status st = z->place == ZIP_IN_DATA ? at_hand(r, z, &n) : DFMT_END;
  if (st == DFMT_END && z->used < z->e.stored) return cut(r, z);
  if (st != DFMT_OK) return st;
  *ptr = dfmti_window_ptr(&r->win);
  *len = z->lent = n;
  return DFMT_OK;
}

/* Forward over data whose size is known. */
static dfmt_status pass_bounded(dfmt_reader *r, struct dfmti_zip *z) {
  size_t n;
  dfmt_status st;
  while ((st = at_hand(r, z, &n)) == DFMT_OK) use(r, z, n);
  if (st != DFMT_END) return st;
  return z->used == z->e.stored ? DFMT_OK : truncated(r, z);
}

/* Forward over data whose end only decoding finds. */
static dfmt_status pass_unbounded(dfmt_reader *r, struct dfmti_zip *z) {
  const uint8_t *p;
  size_t n;
  dfmt_status st;
  while ((st = dfmti_zip_chunk(r, z, &p, &n)) == DFMT_OK) continue;
  if (z->failed == DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  if (z->place == ZIP_BEHIND_DATA) return DFMT_OK; /* unlike what is recorded, but its end is known */
  if (z->error.e.number == DFMT_ERR_BUGREPORT_ZIP_TRUNCATED) return truncated(r, z);
  z->lost = true;
  return DFMT_OK;
}

dfmt_status dfmti_zip_pass(dfmt_reader *r, struct dfmti_zip *z) {
  dfmti_window_consume(&r->win, z->lent);
  z->used += z->lent;
  z->lent = 0;
  dfmt_status st = DFMT_OK;
  if (!z->by_directory && z->bounded)
    st = pass_bounded(r, z);
  else if (!z->by_directory && z->place != ZIP_BEHIND_DATA)
    st = pass_unbounded(r, z);
  if (st == DFMT_OK && z->place != ZIP_ENDED) z->place = ZIP_BETWEEN;
  return st;
}
