/* SPDX-License-Identifier: MIT */
#include "write.h"

#include <string.h>

#include "base/crc32.h"
#include "zip.h"

enum { NEEDED = 20, NEEDED_ZIP64 = 45, WIDE_LOCAL = 20 };
enum { ROOM = 192 * 1024 }; /* what a step of deflate may put out: a step's input, its window, and what it held back */

/* ---- numbers ---- */

static uint8_t *u16(uint8_t *p, uint64_t v) {
  p[0] = (uint8_t)v;
  p[1] = (uint8_t)(v >> 8);
  return p + 2;
}

static uint8_t *u32(uint8_t *p, uint64_t v) { return u16(u16(p, v), v >> 16); }
static uint8_t *u64(uint8_t *p, uint64_t v) { return u32(u32(p, v), v >> 32); }

/* What a field of 32 bits says of a size that may stand elsewhere. */
static uint64_t narrow(uint64_t v, bool elsewhere) { return elsewhere ? UINT32_MAX : v; }

/* ---- life ---- */

void dfmti_zip_out_open(struct dfmti_out *to, struct dfmti_zip_out *z) {
  (void)to;
  z->limit = UINT32_MAX;
  z->limit_entries = UINT16_MAX;
  z->zip64 = false;
  z->level = 6;
  z->threads = 0;
  z->out = (struct dfmti_zip_mark){0};
  z->directory.len = 0;
}

void dfmti_zip_out_close(struct dfmti_out *to, struct dfmti_zip_out *z) {
  dfmti_deflate_free(&to->mem, z->deflate);
  dfmti_deflate_ahead_free(&to->mem, z->ahead);
  dfmti_buf_free(&to->mem, &z->directory);
  z->deflate = NULL;
  z->ahead = NULL;
}

void dfmti_zip_out_cancel(struct dfmti_zip_out *z, const struct dfmti_zip_mark *mark) {
  z->out = *mark;
  z->directory.len = mark->directory;
}

/* ---- the local header ---- */

enum { OWN_FLAGS = DFMTI_ZIP_ENCRYPTED | DFMTI_ZIP_UTF8 };

/* Whether sizes and CRC-32 stand in the local header. */
static bool in_header(const struct dfmti_zip_out *z, bool done) { return z->e.known || (done && z->patch); }

static uint32_t flags(const struct dfmti_zip_out *z, bool done) {
  return (z->e.flags & OWN_FLAGS) | (in_header(z, done) ? 0 : (uint32_t)DFMTI_ZIP_DESCRIPTOR);
}

/* The part before the name. */
static void put_header(const struct dfmti_zip_out *z, uint8_t *p, size_t name, bool done) {
  bool told = in_header(z, done);
  p = u32(p, DFMTI_ZIP_SIG_LOCAL);
  p = u16(p, z->wide ? NEEDED_ZIP64 : NEEDED);
  p = u16(p, flags(z, done));
  p = u16(p, z->e.method);
  p = u16(u16(p, z->e.time), z->e.date);
  p = u32(p, told ? z->crc : 0);
  p = u32(p, narrow(told ? z->stored : 0, z->wide));
  p = u32(p, narrow(told ? z->size : 0, z->wide));
  p = u16(p, name);
  u16(p, z->wide ? WIDE_LOCAL : 0);
}

static void put_wide(const struct dfmti_zip_out *z, uint8_t *p, bool done) {
  bool told = in_header(z, done);
  p = u16(u16(p, DFMTI_ZIP_EXTRA_ZIP64), WIDE_LOCAL - 4);
  u64(u64(p, told ? z->size : 0), told ? z->stored : 0);
}

/* Level and threads stay what they are while the writer is open. */
static dfmt_status start_blocks(struct dfmti_out *to, struct dfmti_zip_out *z) {
  z->n_block = 0;
  if (!z->ahead) z->ahead = dfmti_deflate_ahead_new(&to->mem, z->level, z->threads);
  if (!z->ahead) return dfmti_fail_mem(&to->err, &to->mem);
  dfmti_deflate_ahead_start(z->ahead);
  return DFMT_OK;
}

static dfmt_status start_deflate(struct dfmti_out *to, struct dfmti_zip_out *z) {
  struct dfmti_fault f;
  if (z->threads) return start_blocks(to, z);
  if (!z->deflate) z->deflate = dfmti_deflate_new(&to->mem);
  if (!z->deflate) return dfmti_fail_mem(&to->err, &to->mem);
  dfmt_status st = dfmti_deflate_start(z->deflate, z->level, false, &f);
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&to->err, &to->mem);
  return st == DFMT_OK ? st : dfmti_fail(&to->err, st, f.number, "%s", f.what);
}

/* Name and comment are kept where the entry's record will want them: they follow it, and so does zip64's field. */
static dfmt_status keep_strings(struct dfmti_out *to, struct dfmti_zip_out *z, const struct dfmti_zip_new *e) {
  enum { MOST = DFMTI_ZIP_CENTRAL_SIZE + 28 };
  z->directory.len = z->out.directory;
  if (!dfmti_buf_reserve(&to->mem, &z->directory, MOST + (size_t)e->name.len + (size_t)e->comment.len))
    return dfmti_fail_mem(&to->err, &to->mem);
  uint8_t *p = z->directory.ptr + z->directory.len + MOST;
  if (e->name.len) memcpy(p, e->name.ptr, (size_t)e->name.len);
  if (e->comment.len) memcpy(p + e->name.len, e->comment.ptr, (size_t)e->comment.len);
  z->e.name.ptr = z->e.comment.ptr = NULL;
  return DFMT_OK;
}

dfmt_status dfmti_zip_out_begin(struct dfmti_out *to, struct dfmti_zip_out *z, const struct dfmti_zip_new *e) {
  uint8_t head[DFMTI_ZIP_LOCAL_SIZE], wide[WIDE_LOCAL];
  dfmt_status st = e->method == DFMTI_ZIP_DEFLATED && !e->raw ? start_deflate(to, z) : DFMT_OK;
  if (st != DFMT_OK) return st;
  z->e = *e;
  st = keep_strings(to, z, e);
  if (st != DFMT_OK) return st;
  z->header = dfmti_out_offset(to);
  z->wide = z->zip64 || e->large || (e->known && (e->size >= z->limit || e->stored >= z->limit));
  z->patch = !e->known && dfmti_sink_can_patch(to->sink);
  z->stored = e->known ? e->stored : 0;
  z->size = e->known ? e->size : 0;
  z->crc = e->known ? e->crc : 0;
  put_header(z, head, (size_t)e->name.len, false);
  put_wide(z, wide, false);
  z->stored = z->size = z->crc = 0;
  st = dfmti_out_put(to, head, sizeof head);
  if (st == DFMT_OK) st = dfmti_out_put(to, e->name.ptr, (size_t)e->name.len);
  return st == DFMT_OK && z->wide ? dfmti_out_put(to, wide, sizeof wide) : st;
}

/* ---- data ---- */

dfmt_status dfmti_zip_out_put_stored(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n) {
  dfmt_status st = dfmti_out_put(to, p, n);
  if (st == DFMT_OK) z->stored += n;
  return st;
}

static dfmt_status deflate_some(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n,
                                bool finish) {
  struct dfmti_io io = {.in = p, .in_len = n};
  struct dfmti_fault f;
  dfmt_status st = DFMT_OK;
  do {
    uint8_t *room = dfmti_out_room(to, ROOM);
    if (!room) return to->err.e.status;
    io.out = room;
    io.out_len = ROOM;
    st = dfmti_deflate_step(z->deflate, &io, finish, &f);
    if (st < 0) return dfmti_fail(&to->err, st, f.number, "%s", f.what);
    z->stored += ROOM - io.out_len;
    dfmt_status claimed = dfmti_out_claim(to, ROOM - io.out_len);
    if (claimed != DFMT_OK) return claimed;
  } while (st == DFMT_OK && (finish || io.out_len == 0));
  return DFMT_OK;
}

/* ---- in blocks, by threads ---- */

/* Puts out the oldest block. END: there is none. */
static dfmt_status put_block(struct dfmti_out *to, struct dfmti_zip_out *z) {
  struct dfmti_deflated b;
  if (!dfmti_deflate_ahead_first(z->ahead, &b)) return DFMT_END;
  dfmt_status st = dfmti_out_put(to, b.ptr, b.len);
  if (st != DFMT_OK) return st;
  z->stored += b.len;
  dfmti_deflate_ahead_drop(z->ahead);
  return DFMT_OK;
}

static void send_block(struct dfmti_zip_out *z) {
  dfmti_deflate_ahead_send(z->ahead, z->n_block, false);
  z->n_block = 0;
}

static dfmt_status gather(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n) {
  dfmt_status st = dfmti_deflate_ahead_full(z->ahead) ? put_block(to, z) : DFMT_OK;
  if (st != DFMT_OK) return st;
  uint8_t *room = dfmti_deflate_ahead_room(&to->mem, z->ahead);
  if (!room) return dfmti_fail_mem(&to->err, &to->mem);
  memcpy(room + z->n_block, p, n);
  z->n_block += n;
  if (z->n_block == DFMTI_DEFLATE_BLOCK) send_block(z);
  return DFMT_OK;
}

/* The last block, and an empty one that says so. */
static dfmt_status end_blocks(struct dfmti_out *to, struct dfmti_zip_out *z) {
  static const uint8_t last[] = {3, 0};
  dfmt_status st;
  if (z->n_block) send_block(z);
  while ((st = put_block(to, z)) == DFMT_OK) continue;
  if (st == DFMT_END) st = dfmti_out_put(to, last, sizeof last);
  if (st == DFMT_OK) z->stored += sizeof last;
  return st;
}

size_t dfmti_zip_out_most(const struct dfmti_zip_out *z) {
  const bool blocks = z->threads && z->e.method == DFMTI_ZIP_DEFLATED && !z->e.raw;
  return blocks ? dfmti_min(DFMTI_ZIP_STEP, DFMTI_DEFLATE_BLOCK - z->n_block) : DFMTI_ZIP_STEP;
}

static dfmt_status deflate_more(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n) {
  return z->threads ? gather(to, z, p, n) : deflate_some(to, z, p, n, false);
}

static dfmt_status end_deflate(struct dfmti_out *to, struct dfmti_zip_out *z) {
  return z->threads ? end_blocks(to, z) : deflate_some(to, z, NULL, 0, true);
}

/* ---- content ---- */

dfmt_status dfmti_zip_out_put(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n) {
  bool deflated = z->e.method == DFMTI_ZIP_DEFLATED;
  dfmt_status st = deflated ? deflate_more(to, z, p, n) : dfmti_zip_out_put_stored(to, z, p, n);
  if (st != DFMT_OK) return st;
  z->size += n;
  z->crc = dfmti_crc32(z->crc, p, n);
  return DFMT_OK;
}

/* ---- the end of an entry ---- */

bool dfmti_zip_out_is_true(const struct dfmti_zip_out *z) {
  if (!z->e.known) return true;
  return z->stored == z->e.stored && (z->e.raw || (z->size == z->e.size && z->crc == z->e.crc));
}

static dfmt_status put_descriptor(struct dfmti_out *to, const struct dfmti_zip_out *z, bool wide) {
  uint8_t bytes[24], *p = u32(u32(bytes, DFMTI_ZIP_SIG_DESCRIPTOR), z->crc);
  p = wide ? u64(u64(p, z->stored), z->size) : u32(u32(p, z->stored), z->size);
  return dfmti_out_put(to, bytes, (size_t)(p - bytes));
}

/* Zip64's field of a record: what its fixed part cannot say. Returns its size, 0 if there is none. */
static size_t wide_record(const struct dfmti_zip_out *z, uint8_t *start, bool *sizes, bool *place) {
  *sizes = z->zip64 || z->size >= z->limit || z->stored >= z->limit;
  *place = z->zip64 || z->header >= z->limit;
  if (!*sizes && !*place) return 0;
  uint8_t *p = start + 4;
  if (*sizes) p = u64(u64(p, z->size), z->stored);
  if (*place) p = u64(p, z->header);
  size_t n = (size_t)(p - start);
  u16(u16(start, DFMTI_ZIP_EXTRA_ZIP64), n - 4);
  return n;
}

/* Room for it is there since keep_strings(). */
static void list(struct dfmti_zip_out *z) {
  uint8_t wide[28], *start = z->directory.ptr + z->out.directory,
                    *strings = start + DFMTI_ZIP_CENTRAL_SIZE + sizeof wide;
  bool sizes, place;
  size_t name = (size_t)z->e.name.len, comment = (size_t)z->e.comment.len, extra = wide_record(z, wide, &sizes, &place);
  uint8_t *p = u32(start, DFMTI_ZIP_SIG_CENTRAL);
  p = u16(p, z->e.made_by);
  p = u16(p, extra || z->wide ? NEEDED_ZIP64 : NEEDED);
  p = u16(u16(p, flags(z, true)), z->e.method);
  p = u16(u16(p, z->e.time), z->e.date);
  p = u32(p, z->crc);
  p = u32(u32(p, narrow(z->stored, sizes)), narrow(z->size, sizes));
  p = u16(u16(u16(p, name), extra), comment);
  p = u32(p, 0); /* disk, internal attributes */
  p = u32(u32(p, z->e.attributes), narrow(z->header, place));
  memmove(p, strings, name);
  memmove(p + name + extra, strings + name, comment);
  memcpy(p + name, wide, extra);
  z->directory.len = (size_t)(p - z->directory.ptr) + name + extra + comment;
  z->out.directory = z->directory.len;
  z->out.n++;
}

static dfmt_status overwrite_header(struct dfmti_out *to, const struct dfmti_zip_out *z) {
  uint8_t head[DFMTI_ZIP_LOCAL_SIZE], wide[WIDE_LOCAL];
  put_header(z, head, (size_t)z->e.name.len, true);
  put_wide(z, wide, true);
  dfmt_status st = dfmti_out_patch(to, z->header, head, sizeof head);
  if (st != DFMT_OK || !z->wide) return st;
  return dfmti_out_patch(to, z->header + sizeof head + z->e.name.len, wide, sizeof wide);
}

dfmt_status dfmti_zip_out_end(struct dfmti_out *to, struct dfmti_zip_out *z) {
  bool deflated = z->e.method == DFMTI_ZIP_DEFLATED && !z->e.raw;
  dfmt_status st = deflated ? end_deflate(to, z) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (z->e.raw) {
    z->size = z->e.size;
    z->crc = z->e.crc;
  }
  if (!dfmti_zip_out_is_true(z)) z->patch = dfmti_sink_can_patch(to->sink);
  bool large = z->size >= z->limit || z->stored >= z->limit;
  if (large && !z->wide) z->patch = false;
  if (z->patch)
    st = overwrite_header(to, z);
  else if (!z->e.known)
    st = put_descriptor(to, z, large || z->wide);
  if (st == DFMT_OK) list(z);
  return st;
}

dfmt_status dfmti_zip_out_small(struct dfmti_out *to, struct dfmti_zip_out *z, struct dfmti_zip_new *e, const void *p,
                                size_t n) {
  e->method = DFMTI_ZIP_STORED;
  e->known = true;
  e->stored = e->size = n;
  e->crc = dfmti_crc32(0, p, n);
  dfmt_status st = dfmti_zip_out_begin(to, z, e);
  if (st == DFMT_OK && n) st = dfmti_zip_out_put(to, z, p, n);
  return st == DFMT_OK ? dfmti_zip_out_end(to, z) : st;
}

/* ---- the end of the zip ---- */

static uint8_t *put_end64(uint8_t *p, uint64_t n, uint64_t size, uint64_t start) {
  enum { REST = 44 };
  p = u64(u32(p, DFMTI_ZIP_SIG_END64), REST);
  p = u16(u16(p, NEEDED_ZIP64), NEEDED_ZIP64);
  p = u32(u32(p, 0), 0);
  p = u64(u64(p, n), n);
  p = u64(u64(p, size), start);
  p = u32(u32(p, DFMTI_ZIP_SIG_LOCATOR), 0);
  return u32(u64(p, start + size), 1);
}

dfmt_status dfmti_zip_out_finish(struct dfmti_out *to, struct dfmti_zip_out *z, dfmt_str comment) {
  uint64_t start = dfmti_out_offset(to), size = z->out.directory, n = z->out.n;
  bool wide = z->zip64 || n >= z->limit_entries || size >= z->limit || start >= z->limit;
  uint8_t bytes[DFMTI_ZIP_END64_SIZE + DFMTI_ZIP_LOCATOR_SIZE + DFMTI_ZIP_END_SIZE], *p = bytes;
  if (wide) p = put_end64(p, n, size, start);
  uint64_t told = wide ? UINT16_MAX : n;
  p = u32(u32(p, DFMTI_ZIP_SIG_END), 0);
  p = u16(u16(p, told), told);
  p = u32(u32(p, narrow(size, wide)), narrow(start, wide));
  p = u16(p, comment.len);
  z->directory.len = z->out.directory;
  if (!dfmti_buf_append(&to->mem, &z->directory, bytes, (size_t)(p - bytes)) ||
      !dfmti_buf_append(&to->mem, &z->directory, comment.ptr, (size_t)comment.len))
    return dfmti_fail_mem(&to->err, &to->mem);
  return dfmti_out_put(to, z->directory.ptr, z->directory.len);
}
