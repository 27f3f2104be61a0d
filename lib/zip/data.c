/* SPDX-License-Identifier: MIT */
/*
 * The data of the current entry: decoded and checked, as they are stored, or passed over.
 *
 * Deflated data go to the inflater in blocks that begin and end at fixed places of the data: 4, 8, 16, 32, 64 KiB, and
 * so on by 64 KiB. A block is in the window as a whole before any of it is inflated, and until all of it is. So what
 * comes out before a fault, and where the search for the next entry begins, does not depend on how the bytes arrive;
 * and a payload may grow to `ratio` times the blocks begun, which stops it at one and the same byte.
 */
#include "zip.h"

#include <string.h>

#include "base/crc32.h"
#include "base/find_bytes.h"
#include "codec/expansion.h"

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 65536 }; /* bytes */
enum { DESCRIPTOR_MOST = 24 };                      /* bytes */

/* A fault of the entry's data, kept: every later call tells it. */
static dfmt_status data_fault(struct dfmti_stream *in, struct dfmti_zip *z, dfmt_status st, uint32_t number,
                              const char *what) {
  char name[64];
  dfmti_fail_at(&z->error, st, number, z->e.header, 0, "entry '%s': %s", dfmti_zip_shown(z, name), what);
  z->failed = st;
  z->e.truncated =
      z->e.truncated || number == DFMT_ERR_BUGREPORT_ZIP_TRUNCATED || number == DFMT_ERR_BUGREPORT_ZIP_DATA;
  dfmti_errors_copy(&in->err, &z->error);
  return st;
}

/* The file ends inside the entry's data, and with it the pass. Whoever read them has been told already. */
static dfmt_status truncated(struct dfmti_stream *in, struct dfmti_zip *z) {
  bool told = z->failed != DFMT_OK && !z->untold && z->error.e.number == DFMT_ERR_BUGREPORT_ZIP_TRUNCATED;
  z->place = ZIP_ENDED;
  z->e.truncated = true;
  if (told && in->recover) return DFMT_OK;
  return dfmti_zip_entry_fault(in, z, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED,
                               "the zip ends inside its data");
}

/* What of the data is at hand; waits for one byte. END: there is no more of them: the file ends, or they do. */
static dfmt_status at_hand(struct dfmti_stream *in, const struct dfmti_zip *z, size_t *n) {
  uint64_t left = z->bounded ? z->e.stored - z->used : UINT64_MAX;
  *n = 0;
  if (left == 0) return DFMT_END;
  dfmt_status st = dfmti_stream_fill(in, 1);
  if (st == DFMT_OK) *n = dfmti_min(dfmti_window_len(&in->win), dfmti_clamp(left));
  return st;
}

static void count(struct dfmti_zip *z, const uint8_t *p, size_t n) {
  z->made += n;
  z->crc = dfmti_crc32(z->crc, p, n);
}

static void use(struct dfmti_stream *in, struct dfmti_zip *z, size_t n) {
  dfmti_window_consume(&in->win, n);
  z->used += n;
}

static dfmt_status cut(struct dfmti_stream *in, struct dfmti_zip *z) {
  return data_fault(in, z, DFMT_E_TRUNCATED, DFMT_ERR_BUGREPORT_ZIP_TRUNCATED, "the zip ends inside its data");
}

static dfmt_status refused(struct dfmti_stream *in, struct dfmti_zip *z) {
  return data_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_OVERLAP, "not read: entries share too much data");
}

/* Whether its data can be decoded at all; sets up for that. */
static dfmt_status begin_reading(struct dfmti_stream *in, struct dfmti_zip *z) {
  const struct dfmti_zip_entry *e = &z->e;
  if (!e->placed)
    return data_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER,
                      "there is no local header where the directory says");
  if (e->refused) return refused(in, z);
  if (e->flags & DFMTI_ZIP_ENCRYPTED)
    return data_fault(in, z, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_ENCRYPTED, "it is encrypted");
  if (e->method != DFMTI_ZIP_STORED && e->method != DFMTI_ZIP_DEFLATED)
    return data_fault(in, z, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_METHOD,
                      "its compression method is not deflate");
  if (e->method == DFMTI_ZIP_DEFLATED && !z->inflating) {
    if (!z->inflate) z->inflate = dfmti_inflate_new(&in->mem, DFMTI_INFLATE_BEST);
    if (!z->inflate) return dfmti_fail_mem(&in->err, &in->mem);
    dfmti_inflate_start(z->inflate, DFMTI_DEFLATE_RAW);
    z->inflating = true;
    z->mark = FIRST_BLOCK;
    z->fed = 0;
  }
  return DFMT_OK;
}

/* The data have ended: what they should have been. */
static dfmt_status check_data(struct dfmti_stream *in, struct dfmti_zip *z) {
  const struct dfmti_zip_entry *e = &z->e;
  if (e->sized && e->stored != z->used)
    return data_fault(in, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_SIZE, "its compressed data end too early");
  if (e->size != z->made)
    return data_fault(in, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_SIZE, "its size differs from what is recorded");
  if (e->crc != z->crc)
    return data_fault(in, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_CRC, "its CRC-32 differs from what is recorded");
  return DFMT_END;
}

/* Reads the descriptor, if one is here, and judges the data. */
static dfmt_status finish_data(struct dfmti_stream *in, struct dfmti_zip *z) {
  if (!z->bounded) {
    dfmt_status st = dfmti_stream_fill(in, DESCRIPTOR_MOST);
    if (st != DFMT_OK && st != DFMT_END) return st;
    size_t n =
        dfmti_zip_descriptor(dfmti_window_ptr(&in->win), dfmti_window_len(&in->win), &z->e, z->used, z->made, z->crc);
    dfmti_window_consume(&in->win, n);
    z->place = ZIP_BEHIND_DATA;
    if (n == 0) {
      z->lost = true;
      if (!z->e.sized) return cut(in, z);
    }
  }
  z->place = ZIP_BEHIND_DATA;
  return check_data(in, z);
}

/*
 * Stored data without a size, forward: they end where a descriptor with its signature tells of just what came before
 * (spec 10.9). *n bytes are data; END: the descriptor is at hand.
 */
static dfmt_status unsized(struct dfmti_stream *in, struct dfmti_zip *z, size_t *n) {
  dfmt_status st = dfmti_stream_fill(in, DESCRIPTOR_MOST);
  if (st != DFMT_OK && st != DFMT_END) return st;
  const uint8_t *p = dfmti_window_ptr(&in->win);
  size_t len = dfmti_window_len(&in->win);
  if (len == 0) return cut(in, z);
  const uint8_t *q = dfmti_find_bytes(p, len, "PK\7\10", 4);
  struct dfmti_zip_entry try = z->e;
  if (q == p && dfmti_zip_descriptor(p, len, &try, z->used, z->made, z->crc) > 0) return DFMT_END;
  *n = q == p ? 1 : q ? (size_t)(q - p) : st == DFMT_END ? len : len - 3;
  return DFMT_OK;
}

static dfmt_status read_stored(struct dfmti_stream *in, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  size_t n = 0;
  dfmt_status st = z->bounded ? at_hand(in, z, &n) : unsized(in, z, &n);
  if (st == DFMT_END && z->bounded && z->used < z->e.stored) return cut(in, z);
  if (st == DFMT_END) z->place = ZIP_AT_DESCRIPTOR;
  if (st != DFMT_OK) return st;
  n = dfmti_min(n, cap);
  memcpy(buf, dfmti_window_ptr(&in->win), n);
  *got = n;
  count(z, buf, n);
  use(in, z, n);
  return DFMT_OK;
}

/* ---- deflated data ---- */

struct block {
  const uint8_t *p;
  size_t n;
  bool last; /* nothing follows it: the data end with it, or the file does */
};

/* The block that the window's position is in. OK; AGAIN, E_*. */
static dfmt_status block_at_hand(struct dfmti_stream *in, const struct dfmti_zip *z, struct block *b) {
  uint64_t end = z->bounded && z->e.stored < z->mark ? z->e.stored : z->mark;
  size_t want = (size_t)(end - z->used);
  dfmt_status st = dfmti_stream_fill(in, want);
  if (st != DFMT_OK && st != DFMT_END) return st;
  b->p = dfmti_window_ptr(&in->win);
  b->n = dfmti_min(want, dfmti_window_len(&in->win));
  b->last = b->n < want || (z->bounded && end == z->e.stored);
  return DFMT_OK;
}

/* What the data may decode to by the end of the current block (spec 10.7). */
static uint64_t allowed(const struct dfmti_zip *z) {
  uint64_t stored = z->bounded && z->e.stored < z->mark ? z->e.stored : z->mark, most;
  if (z->ratio == 0 || __builtin_mul_overflow(stored, z->ratio, &most)) return UINT64_MAX;
  return most > z->ratio_from ? most : z->ratio_from;
}

static dfmt_status inflate_fault(struct dfmti_stream *in, struct dfmti_zip *z, const struct block *b, dfmt_status st,
                                 const struct dfmti_fault *f) {
  if (st == DFMT_E_NOMEM) return dfmti_fail(&in->err, st, f->number, "%s", f->what);
  if (st == DFMT_E_TRUNCATED && z->bounded && z->used + b->n == z->e.stored)
    return data_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_DATA,
                      "its compressed data do not end within their size");
  if (st == DFMT_E_TRUNCATED) return cut(in, z);
  return data_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_DATA, f->what);
}

/*
 * Inflates what is left of a block. *done: that was all of it, or of the data. OK: maybe *got is 0 at its end; END: so
 * the data end, after what was got; E_* likewise.
 */
static dfmt_status inflate_block(struct dfmti_stream *in, struct dfmti_zip *z, const struct block *b, uint8_t *buf,
                                 size_t cap, size_t *got, bool *done) {
  uint64_t room = allowed(z) - z->made;
  if (room < cap) cap = (size_t)room + 1; /* this one byte shows that there is too much */
  struct dfmti_io io = {b->p + z->fed, b->n - z->fed, buf, cap};
  struct dfmti_fault f = {0, ""};
  dfmt_status st = dfmti_inflate_step(z->inflate, &io, b->last, &f);
  *done = st == DFMT_END || (st == DFMT_OK && !b->last && io.in_len == 0 && io.out_len > 0);
  if (st == DFMT_OK && *done && dfmti_inflate_ahead(z->inflate) > room - (cap - io.out_len)) {
    *done = false;
    st = dfmti_inflate_step(z->inflate, &io, true, &f); /* gives them */
  }
  z->fed = b->n - io.in_len;
  *got = cap - io.out_len;
  if (*got > room) {
    *got = (size_t)room;
    *done = false;
    st = data_fault(in, z, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_RATIO, "exceeds bugreport.max_ratio");
  } else if (st < 0) {
    st = inflate_fault(in, z, b, st, &f);
  }
  count(z, buf, *got);
  if (st == DFMT_END) z->place = ZIP_AT_DESCRIPTOR;
  if (*done && st == DFMT_OK) z->mark += z->mark < LARGEST_BLOCK ? z->mark : LARGEST_BLOCK;
  return st;
}

static dfmt_status read_deflated(struct dfmti_stream *in, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  dfmt_status st = dfmti_stopped(&in->mem) ? dfmti_fail_stopped(&in->err) : DFMT_OK;
  while (st == DFMT_OK && *got == 0) {
    struct block b;
    bool done;
    st = block_at_hand(in, z, &b);
    if (st == DFMT_OK)
      st =
          dfmti_expand((struct dfmti_expansion){in->max_output, in->max_ratio}, &in->err, z->made, z->used + b.n, &cap);
    if (st != DFMT_OK) return st;
    st = inflate_block(in, z, &b, buf, cap, got, &done);
    if (!done) continue;
    use(in, z, z->fed);
    z->fed = 0;
  }
  return *got > 0 ? DFMT_OK : st;
}

bool dfmti_zip_is_readable(const struct dfmti_zip_entry *e) {
  return e->placed && !e->refused && !(e->flags & DFMTI_ZIP_ENCRYPTED) &&
         (e->method == DFMTI_ZIP_STORED || e->method == DFMTI_ZIP_DEFLATED);
}

dfmt_status dfmti_zip_peek(struct dfmti_stream *in, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  *got = 0;
  if (!dfmti_zip_is_readable(&z->e)) return DFMT_OK;
  size_t want = z->bounded ? dfmti_min(cap, dfmti_clamp(z->e.stored)) : cap;
  dfmt_status st = dfmti_stream_fill(in, want);
  if (st != DFMT_OK && st != DFMT_END) return st;
  size_t n = dfmti_min(want, dfmti_window_len(&in->win));
  if (z->e.method == DFMTI_ZIP_STORED) {
    if (n > 0) memcpy(buf, dfmti_window_ptr(&in->win), n);
    *got = n;
    return DFMT_OK;
  }
  st = begin_reading(in, z);
  if (st != DFMT_OK) return st;
  struct dfmti_io io = {dfmti_window_ptr(&in->win), n, buf, cap};
  struct dfmti_fault f;
  dfmti_inflate_step(z->inflate, &io, true, &f);
  *got = cap - io.out_len;
  z->inflating = false;
  return DFMT_OK;
}

dfmt_status dfmti_zip_read(struct dfmti_stream *in, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got) {
  *got = 0;
  if (z->failed != DFMT_OK) {
    dfmti_errors_copy(&in->err, &z->error);
    return z->failed;
  }
  if (z->place == ZIP_BEHIND_DATA || z->place == ZIP_ENDED) return DFMT_END;
  dfmt_status st = DFMT_END;
  if (z->place == ZIP_IN_DATA) {
    st = begin_reading(in, z);
    if (st != DFMT_OK) return st;
    st = z->e.method == DFMTI_ZIP_STORED ? read_stored(in, z, buf, cap, got) : read_deflated(in, z, buf, cap, got);
  }
  return st == DFMT_END ? finish_data(in, z) : st;
}

dfmt_status dfmti_zip_chunk(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  if (!z->out) z->out = dfmti_alloc(&in->mem, DFMTI_ZIP_OUT);
  if (!z->out) return dfmti_fail_mem(&in->err, &in->mem);
  *ptr = z->out;
  return dfmti_zip_read(in, z, z->out, DFMTI_ZIP_OUT, len);
}

/* Inflates a block that stays where it is, to find the end of the data. *n bytes of it are data. */
static dfmt_status follow(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **p, size_t *n) {
  struct block b;
  bool done = false;
  if (!z->out) z->out = dfmti_alloc(&in->mem, DFMTI_ZIP_OUT);
  if (!z->out) return dfmti_fail_mem(&in->err, &in->mem);
  dfmt_status st = block_at_hand(in, z, &b);
  while (st == DFMT_OK && !done) {
    size_t got;
    st = inflate_block(in, z, &b, z->out, DFMTI_ZIP_OUT, &got, &done);
  }
  if (st != DFMT_OK && st != DFMT_END) return st;
  *p = b.p;
  *n = z->fed;
  z->fed = 0;
  return DFMT_OK;
}

/* Stored bytes whose size comes late: they are decoded on the way. */
static dfmt_status stored_unsized(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  size_t n = 0;
  const uint8_t *p;
  if (z->place == ZIP_BEHIND_DATA) return DFMT_END;
  if (z->place == ZIP_AT_DESCRIPTOR) return finish_data(in, z);
  dfmt_status st = begin_reading(in, z);
  if (st != DFMT_OK) return st;
  if (z->e.method == DFMTI_ZIP_DEFLATED) {
    st = follow(in, z, &p, &n);
  } else {
    st = unsized(in, z, &n);
    p = dfmti_window_ptr(&in->win);
    if (st == DFMT_END) z->place = ZIP_AT_DESCRIPTOR;
    if (st == DFMT_OK) count(z, p, n);
  }
  if (st == DFMT_END || (st == DFMT_OK && n == 0)) return finish_data(in, z);
  if (st != DFMT_OK) return st;
  *ptr = p;
  *len = z->lent = n;
  return DFMT_OK;
}

static bool is_signature(uint32_t sig) {
  return sig == DFMTI_ZIP_SIG_LOCAL || sig == DFMTI_ZIP_SIG_CENTRAL || sig == DFMTI_ZIP_SIG_END ||
         sig == DFMTI_ZIP_SIG_END64 || sig == DFMTI_ZIP_SIG_DESCRIPTOR;
}

/*
 * Salvage (spec 10.2): deflated data tell their end themselves. If that is before the one that their size tells, and a
 * record stands right there, the size is wrong. Forward, that is found out on the way, however the data are read.
 */
static bool tells_its_end(const struct dfmti_stream *in, const struct dfmti_zip *z) {
  return in->recover && !z->by_directory && z->bounded && !z->by_size && z->e.method == DFMTI_ZIP_DEFLATED &&
         dfmti_zip_is_readable(&z->e);
}

/* At that end. OK: a record stands here; END: none does, it leads on by the size; AGAIN, E_*. */
static dfmt_status look_for_record(struct dfmti_stream *in, const struct dfmti_zip *z) {
  if (z->used >= z->e.stored) return DFMT_END;
  dfmt_status st = dfmti_stream_fill(in, 4);
  if (st != DFMT_OK) return st;
  return is_signature(dfmti_zip_u32(dfmti_window_ptr(&in->win))) ? DFMT_OK : DFMT_END;
}

/* The stored bytes up to that end. END: they are to be given by their size from here on. */
static dfmt_status stored_to_own_end(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  bool truncated = z->e.truncated;
  dfmt_status st = z->place == ZIP_IN_DATA ? begin_reading(in, z) : DFMT_OK;
  if (st == DFMT_OK && z->place == ZIP_IN_DATA) st = follow(in, z, ptr, len);
  if (st == DFMT_OK && *len > 0) {
    z->lent = *len;
    return DFMT_OK;
  }
  if (z->failed != DFMT_OK) { /* no end is told: they are given as they are */
    z->failed = DFMT_OK;
    z->e.truncated = truncated;
    z->fed = 0;
    st = DFMT_END;
  }
  if (st == DFMT_OK) st = look_for_record(in, z);
  if (st == DFMT_OK) {
    z->place = ZIP_BEHIND_DATA;
    return data_fault(in, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_SIZE, "its compressed data end too early");
  }
  if (st != DFMT_END) return st;
  z->by_size = true;
  z->place = ZIP_IN_DATA;
  return DFMT_END;
}

dfmt_status dfmti_zip_stored(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **ptr, size_t *len) {
  size_t n = 0;
  dfmti_window_consume(&in->win, z->lent);
  z->used += z->lent;
  z->lent = 0;
  *len = 0;
  if (z->failed != DFMT_OK) {
    dfmti_errors_copy(&in->err, &z->error);
    return z->failed;
  }
  if (!z->bounded && z->e.placed) return stored_unsized(in, z, ptr, len);
  if (!z->e.placed)
    return data_fault(in, z, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "the end of its stored bytes is unknown");
  if (z->e.refused) return refused(in, z);
  if (tells_its_end(in, z)) {
    dfmt_status told = stored_to_own_end(in, z, ptr, len);
    if (told != DFMT_END) return told;
  }
  dfmt_status st = z->place == ZIP_IN_DATA ? at_hand(in, z, &n) : DFMT_END;
  if (st == DFMT_END && z->used < z->e.stored) return cut(in, z);
  if (st != DFMT_OK) return st;
  *ptr = dfmti_window_ptr(&in->win);
  *len = z->lent = n;
  return DFMT_OK;
}

/* OK: their own end is the right one, and `lost` is set; END: the size leads on. */
static dfmt_status pass_to_own_end(struct dfmti_stream *in, struct dfmti_zip *z) {
  const uint8_t *p;
  size_t n;
  dfmt_status st = DFMT_OK;
  z->untold |= z->failed == DFMT_OK;
  while (z->failed == DFMT_OK && (st = dfmti_zip_chunk(in, z, &p, &n)) == DFMT_OK) continue;
  if (z->failed == DFMT_OK && st != DFMT_END) return st;
  if (z->place != ZIP_BEHIND_DATA) return DFMT_END;
  st = look_for_record(in, z);
  if (st != DFMT_OK) return st;
  z->lost = true;
  if (!z->untold) return DFMT_OK;
  return dfmti_zip_entry_fault(in, z, DFMT_E_CHECKSUM, DFMT_ERR_BUGREPORT_ZIP_SIZE,
                               "its compressed data end too early");
}

/* Forward over data whose size is known. */
static dfmt_status pass_bounded(struct dfmti_stream *in, struct dfmti_zip *z) {
  size_t n;
  dfmt_status st = DFMT_END;
  if (tells_its_end(in, z) && (z->inflating || z->used == 0)) st = pass_to_own_end(in, z);
  if (st != DFMT_END) return st;
  z->by_size = true;
  while ((st = at_hand(in, z, &n)) == DFMT_OK) use(in, z, n);
  if (st != DFMT_END) return st;
  return z->used == z->e.stored ? DFMT_OK : truncated(in, z);
}

/* Forward over data whose end only decoding finds. */
static dfmt_status pass_unbounded(struct dfmti_stream *in, struct dfmti_zip *z) {
  const uint8_t *p;
  size_t n;
  dfmt_status st;
  z->untold |= z->failed == DFMT_OK;
  while ((st = dfmti_zip_chunk(in, z, &p, &n)) == DFMT_OK) continue;
  if (z->failed == DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  if (z->place == ZIP_BEHIND_DATA) return DFMT_OK; /* unlike what is recorded, but its end is known */
  if (z->error.e.number == DFMT_ERR_BUGREPORT_ZIP_TRUNCATED) return truncated(in, z);
  z->lost = true;
  return DFMT_OK;
}

dfmt_status dfmti_zip_pass(struct dfmti_stream *in, struct dfmti_zip *z) {
  dfmti_window_consume(&in->win, z->lent);
  z->used += z->lent;
  z->lent = 0;
  dfmt_status st = DFMT_OK;
  if (!z->by_directory && z->bounded)
    st = pass_bounded(in, z);
  else if (!z->by_directory && z->place != ZIP_BEHIND_DATA)
    st = pass_unbounded(in, z);
  if (st == DFMT_OK && z->place != ZIP_ENDED) z->place = ZIP_BETWEEN;
  return st;
}
