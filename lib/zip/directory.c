/* SPDX-License-Identifier: MIT */
/*
 * The central directory: found from the end of the file, taken as a whole, and put in order once to see what overlaps.
 *
 *   TOTAL -> TAIL (the last 68 KiB) -> END (which end record counts; zip64's) -> BODY (the directory) -> LISTED | NONE
 */
#include "zip.h"

#include <inttypes.h>
#include <string.h>

#include "base/heapsort.h"

enum { STAGE_TOTAL, STAGE_TAIL, STAGE_END, STAGE_BODY, STAGE_LISTED, STAGE_NONE };
enum { TAIL = DFMTI_ZIP_END_SIZE + 65535 + 4096 }; /* the longest comment, and some junk after it (spec 3.7) */
enum { SHARED = 1 << 20 };                         /* bytes (spec 10.6) */

/* Reads bytes of the file after those that a buffer has, up to len in all; fewer: the file ends. AGAIN: it goes on. */
static dfmt_status read_to(struct dfmti_stream *in, struct dfmti_buf *b, uint64_t offset, size_t len) {
  while (b->len < len) {
    size_t want = dfmti_min(len - b->len, 65536), got = 0;
    if (!dfmti_buf_reserve(&in->mem, b, want)) return dfmti_fail_mem(&in->err, &in->mem);
    dfmt_status st = dfmti_source_read_at(in->source, offset + b->len, b->ptr + b->len, want, &got);
    if (st < 0) dfmti_errors_copy(&in->err, &in->source->err);
    if (st != DFMT_OK) return st;
    if (got == 0) break;
    b->len += got;
  }
  return DFMT_OK;
}

/*
 * A few bytes to judge an end record by. The judging begins anew after AGAIN, with the bytes that it has had. *got is
 * less than len only where the file ends.
 */
static dfmt_status look_at(struct dfmti_stream *in, struct dfmti_zip *z, uint64_t offset, size_t len, const uint8_t **p,
                           size_t *got) {
  struct dfmti_zip_look *l = &z->looks[z->n_looks++];
  while (l->n < len && !l->ended) {
    size_t n = 0;
    dfmt_status st = dfmti_source_read_at(in->source, offset + l->n, l->bytes + l->n, len - l->n, &n);
    if (st < 0) dfmti_errors_copy(&in->err, &in->source->err);
    if (st != DFMT_OK) return st;
    l->ended = n == 0;
    l->n += n;
  }
  *p = l->bytes;
  *got = l->n;
  return DFMT_OK;
}

/* Where a directory ends that has a zip64 end record, by the locator. *found: false if there is none. */
static dfmt_status read_end64(struct dfmti_stream *in, struct dfmti_zip *z, uint64_t end, const uint8_t *locator,
                              bool *found) {
  const uint64_t places[2] = {dfmti_zip_u64(locator + 8), end - DFMTI_ZIP_LOCATOR_SIZE - DFMTI_ZIP_END64_SIZE};
  *found = false;
  for (int i = 0; i < 2 && !*found; i++) {
    const uint8_t *p;
    size_t got;
    if (z->total < DFMTI_ZIP_END64_SIZE || places[i] > z->total - DFMTI_ZIP_END64_SIZE) continue;
    dfmt_status st = look_at(in, z, places[i], DFMTI_ZIP_END64_SIZE, &p, &got);
    if (st != DFMT_OK) return st;
    if (got < DFMTI_ZIP_END64_SIZE || dfmti_zip_u32(p) != DFMTI_ZIP_SIG_END64) continue;
    *found = true;
    z->claimed = dfmti_zip_u64(p + 32);
    z->size = dfmti_zip_u64(p + 40);
    z->leading = dfmti_zip_u64(p + 48);
    z->start = places[i];
  }
  return DFMT_OK;
}

/*
 * Judges an end record: the directory must lie where it says, or as much further on as junk stands before the zip
 * (spec 3.7). p: in the tail; at: its offset in the file. z->start is where the directory ends until then.
 */
static dfmt_status try_end(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t *p, uint64_t at, bool *good) {
  bool wide = dfmti_zip_u32(p + 16) == UINT32_MAX || dfmti_zip_u16(p + 10) == 0xffff;
  *good = false;
  z->claimed = dfmti_zip_u16(p + 10);
  z->size = dfmti_zip_u32(p + 12);
  z->leading = dfmti_zip_u32(p + 16); /* what it says for now: where the directory starts */
  z->start = at;
  if (wide && (size_t)(p - z->tail.ptr) >= DFMTI_ZIP_LOCATOR_SIZE &&
      dfmti_zip_u32(p - DFMTI_ZIP_LOCATOR_SIZE) == DFMTI_ZIP_SIG_LOCATOR) {
    bool found;
    dfmt_status st = read_end64(in, z, at, p - DFMTI_ZIP_LOCATOR_SIZE, &found);
    if (st != DFMT_OK || !found) return st;
  }
  if (z->size > z->start || z->leading > z->start - z->size) return DFMT_OK;
  z->start -= z->size;
  z->leading = z->start - z->leading;
  const uint8_t *sig;
  size_t got;
  dfmt_status st = look_at(in, z, z->start, 4, &sig, &got);
  /* an empty one has nothing to show: what looks like its end may stand in the comment of another */
  if (st == DFMT_OK) *good = z->size == 0 ? z->leading == 0 : (got == 4 && dfmti_zip_u32(sig) == DFMTI_ZIP_SIG_CENTRAL);
  return st;
}

/* The current candidate stays the same until it is judged. */
static dfmt_status find_end(struct dfmti_stream *in, struct dfmti_zip *z) {
  const uint8_t *p = z->tail.ptr;
  size_t n = z->tail.len;
  uint64_t base = z->total - n;
  for (; z->candidates > 0; z->candidates--) {
    size_t at = z->candidates - 1;
    if (p[at] != 'P' || dfmti_zip_u32(p + at) != DFMTI_ZIP_SIG_END) continue;
    size_t comment = dfmti_zip_u16(p + at + 20), end = at + DFMTI_ZIP_END_SIZE + comment;
    bool good = false;
    z->n_looks = 0;
    dfmt_status st = end > n ? DFMT_OK : try_end(in, z, p + at, base + at, &good);
    if (st != DFMT_OK) return st;
    memset(z->looks, 0, sizeof z->looks);
    if (!good) continue;
    z->comment = (dfmt_str){(const char *)p + at + DFMTI_ZIP_END_SIZE, comment};
    z->trailing = n - end;
    return DFMT_OK;
  }
  return DFMT_END;
}

/* ---- records ---- */

bool dfmti_zip_central(const struct dfmti_zip *z, size_t at, struct dfmti_zip_entry *e, size_t *next) {
  size_t n = z->directory.len - at;
  if (n < DFMTI_ZIP_CENTRAL_SIZE) return false;
  const uint8_t *p = z->directory.ptr + at;
  if (dfmti_zip_u32(p) != DFMTI_ZIP_SIG_CENTRAL) return false;
  size_t size = DFMTI_ZIP_CENTRAL_SIZE + dfmti_zip_u16(p + 28) + dfmti_zip_u16(p + 30) + dfmti_zip_u16(p + 32);
  if (n < size) return false;
  dfmti_zip_parse_central(p, e);
  *next = at + size;
  return true;
}

static struct dfmti_zip_record *records(const struct dfmti_zip *z) {
  return (struct dfmti_zip_record *)(void *)z->records.ptr;
}

static uint64_t add(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static dfmt_status list(struct dfmti_stream *in, struct dfmti_zip *z) {
  struct dfmti_zip_entry e;
  size_t at = 0, next;
  z->records.len = 0;
  for (; dfmti_zip_central(z, at, &e, &next); at = next) {
    uint64_t header = add(e.header, z->leading);
    struct dfmti_zip_record rec = {.header = header, .at = at, .end = add(header, add(DFMTI_ZIP_LOCAL_SIZE, e.stored))};
    if (z->records.len / sizeof rec > z->max_entries) break; /* next() tells */
    if (!dfmti_buf_append(&in->mem, &z->records, &rec, sizeof rec)) return dfmti_fail_mem(&in->err, &in->mem);
  }
  z->n_records = z->records.len / sizeof(struct dfmti_zip_record);
  return DFMT_OK;
}

static bool by_header(const void *a, const void *b) {
  const struct dfmti_zip_record *x = a, *y = b;
  return x->header != y->header ? x->header < y->header : x->at < y->at;
}

static bool by_place(const void *a, const void *b) {
  return ((const struct dfmti_zip_record *)a)->at < ((const struct dfmti_zip_record *)b)->at;
}

/*
 * Spec 10.6. In the order of the file, an entry overlaps if it begins before one of those before it ends, however short
 * the name in that one's local header is: it may be another than the directory's, which is a fault of its own. An
 * overlap may be the fault of one wrong size. But a small zip could hold any amount of data if all were read: once
 * those that overlap have more than the file has, and than SHARED, the others are refused.
 */
static void mark_overlaps(struct dfmti_zip *z) {
  struct dfmti_zip_record *rec = records(z);
  bool ordered = true;
  for (size_t i = 1; i < z->n_records && ordered; i++) ordered = rec[i].header >= rec[i - 1].end;
  if (ordered) return;
  (void)dfmti_heapsort(NULL, rec, z->n_records, sizeof *rec, by_header);
  uint64_t end = 0, shared = 0;
  for (size_t i = 0; i < z->n_records; i++) {
    rec[i].overlaps = rec[i].header < end;
    if (rec[i].overlaps) shared = add(shared, rec[i].end - rec[i].header);
    rec[i].refused = rec[i].overlaps && shared > z->total && shared > SHARED;
    if (rec[i].end > end) end = rec[i].end;
  }
  (void)dfmti_heapsort(NULL, rec, z->n_records, sizeof *rec, by_place);
}

static void tell(struct dfmti_stream *in, const struct dfmti_zip *z) {
  if (z->leading > 0)
    dfmti_stream_note(in, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_ZIP_LEADING, DFMT_OK, 0, 0, 0,
                      "%" PRIu64 " bytes before the zip", z->leading);
  if (z->trailing > 0)
    dfmti_stream_note(in, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_ZIP_TRAILING, DFMT_OK, z->total - z->trailing, 0, 0,
                      "%" PRIu64 " trailing bytes after the zip", z->trailing);
  if (z->claimed != z->n_records && z->n_records <= z->max_entries) /* above, not all have been looked at */
    dfmti_stream_note(in, DFMT_SEVERITY_WARNING, DFMT_ERR_BUGREPORT_ZIP_COUNT, DFMT_OK, z->start, 0, 0,
                      "the directory has %zu records, its end says %" PRIu64, z->n_records, z->claimed);
}

static dfmt_status read_body(struct dfmti_stream *in, struct dfmti_zip *z) {
  if (z->size > in->max_table)
    return dfmti_fail_limit(&in->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, z->start, z->size);
  return read_to(in, &z->directory, z->start, (size_t)z->size);
}

dfmt_status dfmti_zip_directory(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && z->stage < STAGE_LISTED) {
    switch (z->stage) {
      case STAGE_TOTAL:
        st = dfmt_source_total(in->source, &z->total);
        if (st == DFMT_E_UNSUPPORTED || (st == DFMT_OK && z->total < DFMTI_ZIP_END_SIZE)) st = DFMT_END;
        if (st < 0) dfmti_errors_copy(&in->err, &in->source->err);
        break;
      case STAGE_TAIL: {
        size_t want = (size_t)(z->total < TAIL ? z->total : TAIL);
        st = read_to(in, &z->tail, z->total - want, want);
        if (st == DFMT_OK && z->tail.len < want) st = DFMT_END; /* the file has become shorter */
        if (z->tail.len >= DFMTI_ZIP_END_SIZE) z->candidates = z->tail.len - DFMTI_ZIP_END_SIZE + 1;
        break;
      }
      case STAGE_END: st = find_end(in, z); break;
      default: /* STAGE_BODY */
        st = read_body(in, z);
        if (st == DFMT_OK) st = list(in, z);
        if (st == DFMT_OK) mark_overlaps(z);
        break;
    }
    if (st == DFMT_OK) z->stage++;
  }
  if (st == DFMT_END) z->stage = STAGE_NONE;
  if (st != DFMT_OK) return st;
  if (z->stage == STAGE_NONE) return DFMT_END;
  if (!z->by_directory) tell(in, z);
  z->by_directory = true;
  return DFMT_OK;
}

size_t dfmti_zip_find(const struct dfmti_zip *z, const void *name, uint64_t len) {
  struct dfmti_zip_entry e;
  size_t next;
  for (size_t i = 0; i < z->n_records; i++) {
    const uint8_t *p = z->directory.ptr + records(z)[i].at;
    if (dfmti_zip_u16(p + 28) != len || !dfmti_zip_central(z, records(z)[i].at, &e, &next)) continue;
    if (memcmp(e.name.ptr, name, (size_t)len) == 0) return i;
  }
  return SIZE_MAX;
}

bool dfmti_zip_at(const struct dfmti_zip *z, size_t place, struct dfmti_zip_entry *e) {
  size_t next;
  return place < z->n_records && dfmti_zip_central(z, records(z)[place].at, e, &next);
}

void dfmti_zip_go(struct dfmti_zip *z, size_t place) {
  z->index = place;
  z->place = ZIP_BETWEEN;
}
