/* SPDX-License-Identifier: MIT */
/* Zips, written forward (fact sheet 3.1 and 9): sizes that are not known stand behind the data. */
#include "write.h"

#include <string.h>

#include "../crc32.h"
#include "../utf8.h"
#include "text.h"
#include "zip.h"

enum { NEEDS = 20, NEEDS_ZIP64 = 45, OUT = 65536, NAME_MOST = 65535, CENTRAL_MOST = DFMTI_ZIP_CENTRAL_SIZE + 28 };
enum { DOS_FIRST_DATE = 33 }; /* 1980-01-01, for entries without a time */

static uint8_t *put16(uint8_t *p, uint64_t v) {
  *p++ = (uint8_t)v;
  *p++ = (uint8_t)(v >> 8);
  return p;
}
static uint8_t *put32(uint8_t *p, uint64_t v) { return put16(put16(p, v), v >> 16); }
static uint8_t *put64(uint8_t *p, uint64_t v) { return put32(put32(p, v), v >> 32); }
/* A field of 32 bits whose value may stand in the zip64 field. */
static uint8_t *put_narrow(uint8_t *p, uint64_t v) { return put32(p, v >= UINT32_MAX ? UINT32_MAX : v); }

/* The calendar date of seconds since 1970, in DOS's form. What it cannot hold becomes its first day. */
static void dos_time(int64_t seconds, uint32_t *date, uint32_t *time) {
  int64_t days = seconds / 86400 - (seconds % 86400 < 0), left = seconds - days * 86400;
  *date = DOS_FIRST_DATE;
  *time = 0;
  if (days < 3652 || days > 50403) return; /* 1980 to 2107 */
  uint32_t d[3];
  dfmti_text_date(seconds, d);
  *date = (d[0] - 1980) << 9 | d[1] << 5 | d[2];
  *time = (uint32_t)(left / 3600 << 11 | left / 60 % 60 << 5 | left % 60 / 2);
}

static bool is_ascii(dfmt_str s) {
  for (uint64_t i = 0; i < s.len; i++)
    if ((uint8_t)s.ptr[i] >= 0x80) return false;
  return true;
}

static dfmt_status no_memory(dfmt_writer *w) { return dfmti_fail_mem(&w->err, &w->mem); }

/* Space for all that the end will need, so that it cannot fail. */
static dfmt_status reserve(dfmt_writer *w, struct dfmti_bugreport_writer *s, const dfmt_bugreport_entry *b) {
  size_t strings = (size_t)(b->name.len + b->comment.len);
  s->names.len = 0;
  if (!dfmti_buf_reserve(&w->mem, &s->directory, CENTRAL_MOST + strings) ||
      !dfmti_buf_append(&w->mem, &s->names, b->name.ptr, (size_t)b->name.len) ||
      !dfmti_buf_append(&w->mem, &s->names, b->comment.ptr, (size_t)b->comment.len))
    return no_memory(w);
  s->e.name_len = (size_t)b->name.len;
  s->e.comment_len = (size_t)b->comment.len;
  return DFMT_OK;
}

/* Two entries of one name would be read as one and a half. */
static dfmt_status claim_name(dfmt_writer *w, struct dfmti_bugreport_writer *s, dfmt_str name) {
  int found = dfmti_names_add(&w->mem, &s->met, name);
  if (found == DFMTI_NAMES_NO_MEMORY) return no_memory(w);
  return found == DFMTI_NAMES_NEW
             ? DFMT_OK
             : dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_DUPLICATE, "an entry of that name is written already");
}

void dfmti_zip_cancel(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  if (s->e.open) dfmti_names_drop(&s->met, (dfmt_str){(const char *)s->names.ptr, s->e.name_len});
  s->e.open = false;
}

static dfmt_status start_deflate(dfmt_writer *w, struct dfmti_bugreport_writer *s) {
  struct dfmti_fault f;
  if (!s->deflate) s->deflate = dfmti_deflate_new(&w->mem);
  if (!s->deflate) return no_memory(w);
  dfmt_status st = dfmti_deflate_start(s->deflate, s->level, false, &f);
  if (st == DFMT_E_NOMEM) return no_memory(w);
  return st == DFMT_OK ? st : dfmti_fail(&w->err, st, f.number, "%s", f.what);
}

static dfmt_status local_header(dfmt_writer *w, const struct dfmti_bugreport_writer *s) {
  const struct dfmti_zip_out *e = &s->e;
  bool zip64 = e->zip64;
  uint8_t head[DFMTI_ZIP_LOCAL_SIZE + 20], extra[20], *p = put32(head, DFMTI_ZIP_SIG_LOCAL);
  p = put16(p, zip64 ? NEEDS_ZIP64 : NEEDS);
  p = put16(put16(p, e->flags), e->method);
  p = put16(put16(p, e->time), e->date);
  p = put32(p, e->streamed ? 0 : e->crc);
  p = put32(p, zip64 ? UINT32_MAX : e->streamed ? 0 : e->stored);
  p = put32(p, zip64 ? UINT32_MAX : e->streamed ? 0 : e->size);
  put16(put16(p, e->name_len), zip64 ? sizeof extra : 0);
  dfmt_status st = dfmti_writer_out(w, head, DFMTI_ZIP_LOCAL_SIZE);
  if (st == DFMT_OK) st = dfmti_writer_out(w, s->names.ptr, e->name_len);
  if (st != DFMT_OK || !zip64) return st;
  p = put16(put16(extra, 1), 16);
  put64(put64(p, e->streamed ? 0 : e->size), e->streamed ? 0 : e->stored);
  return dfmti_writer_out(w, extra, sizeof extra);
}

dfmt_status dfmti_zip_begin(dfmt_writer *w, const dfmt_bugreport_entry *b, uint32_t mode) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  const uint32_t sizes =
      DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE;
  bool stored = mode != DFMT_PAYLOAD_DECODED;
  if (b->name.len > NAME_MOST || b->comment.len > NAME_MOST)
    return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_VALUE, "a name or comment of more than 65535 bytes");
  if (stored && (b->present & sizes) != sizes)
    return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_VALUE, "stored bytes need their sizes and CRC-32 ahead");
  if (!stored && b->method != DFMT_BUGREPORT_METHOD_STORED && b->method != DFMT_BUGREPORT_METHOD_DEFLATE)
    return dfmti_fail(&w->err, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_METHOD,
                      "the compression method is not deflate");
  s->e = (struct dfmti_zip_out){.streamed = !stored,
                                .method = b->method,
                                .header = dfmt_writer_offset(w),
                                .made_by = NEEDS,
                                .date = DOS_FIRST_DATE};
  if (!stored && s->level < 0) s->e.method = DFMT_BUGREPORT_METHOD_STORED;
  if (b->present & DFMT_BUGREPORT_ENTRY_HAS_VERSION_MADE_BY) s->e.made_by = b->version_made_by & 0xffff;
  if (b->present & DFMT_BUGREPORT_ENTRY_HAS_EXTERNAL_ATTRIBUTES) s->e.attributes = b->external_attributes;
  if (b->present & DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S) dos_time(b->mtime_local_s, &s->e.date, &s->e.time);
  if (!is_ascii(b->name) && dfmti_utf8_valid(b->name.ptr, (size_t)b->name.len)) s->e.flags |= DFMTI_ZIP_UTF8;
  if (s->e.streamed) s->e.flags |= DFMTI_ZIP_DESCRIPTOR;
  if (stored) {
    s->e.flags |= b->zip_flags & DFMTI_ZIP_ENCRYPTED;
    s->e.crc = b->crc32;
    s->e.stored = b->stored_size;
    s->e.size = b->decoded_size;
  }
  dfmt_status st = reserve(w, s, b);
  if (st == DFMT_OK && s->e.streamed && s->e.method == DFMT_BUGREPORT_METHOD_DEFLATE) st = start_deflate(w, s);
  s->e.zip64 = !s->e.streamed && (s->e.stored >= UINT32_MAX || s->e.size >= UINT32_MAX);
  if (st == DFMT_OK) st = claim_name(w, s, b->name);
  s->e.open = st == DFMT_OK;
  return st == DFMT_OK ? local_header(w, s) : st;
}

static dfmt_status deflate(dfmt_writer *w, struct dfmti_bugreport_writer *s, const void *ptr, size_t len, bool finish) {
  struct dfmti_io io = {.in = ptr, .in_len = len};
  struct dfmti_fault f;
  dfmt_status st;
  do {
    io.out = dfmti_writer_room(w, OUT);
    if (!io.out) return w->err.e.status;
    io.out_len = OUT;
    st = dfmti_deflate_step(s->deflate, &io, finish, &f);
    if (st < 0) return dfmti_fail(&w->err, st, f.number, "%s", f.what);
    s->e.stored += OUT - io.out_len;
    dfmt_status claimed = dfmti_writer_claim(w, OUT - io.out_len);
    if (claimed != DFMT_OK) return claimed;
  } while (finish ? st != DFMT_END : io.in_len > 0 || io.out_len == 0);
  return DFMT_OK;
}

dfmt_status dfmti_zip_feed(dfmt_writer *w, const void *ptr, size_t len) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  if (len == 0) return DFMT_OK;
  s->fed = true;
  s->e.crc = dfmti_crc32(s->e.crc, ptr, len);
  s->e.size += len;
  if (s->e.method == DFMT_BUGREPORT_METHOD_DEFLATE) return deflate(w, s, ptr, len, false);
  s->e.stored += len;
  return dfmti_writer_out(w, ptr, len);
}

dfmt_status dfmti_zip_pass_on(dfmt_writer *w, const void *ptr, size_t len) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  s->e.given += len;
  if (s->e.given > s->e.stored)
    return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_SIZE, "more stored bytes than announced");
  return dfmti_writer_out(w, ptr, len);
}

/* The central record, for which there is space. */
static void record(struct dfmti_bugreport_writer *s) {
  const struct dfmti_zip_out *e = &s->e;
  uint64_t wide[3];
  size_t n = 0;
  if (e->size >= UINT32_MAX) wide[n++] = e->size;
  if (e->stored >= UINT32_MAX) wide[n++] = e->stored;
  if (e->header >= UINT32_MAX) wide[n++] = e->header;
  uint8_t *p = s->directory.ptr + s->directory.len;
  p = put32(p, DFMTI_ZIP_SIG_CENTRAL);
  p = put16(put16(p, e->made_by), n || e->zip64 ? NEEDS_ZIP64 : NEEDS);
  p = put16(put16(p, e->flags), e->method);
  p = put16(put16(p, e->time), e->date);
  p = put_narrow(put_narrow(put32(p, e->crc), e->stored), e->size);
  p = put16(put16(put16(p, e->name_len), n ? 4 + 8 * n : 0), e->comment_len);
  p = put32(put16(put16(p, 0), 0), e->attributes);
  p = put_narrow(p, e->header);
  memcpy(p, s->names.ptr, e->name_len);
  p += e->name_len;
  if (n) p = put16(put16(p, 1), 8 * n);
  for (size_t i = 0; i < n; i++) p = put64(p, wide[i]);
  if (e->comment_len) memcpy(p, s->names.ptr + e->name_len, e->comment_len);
  p += e->comment_len;
  s->directory.len = (size_t)(p - s->directory.ptr);
}

dfmt_status dfmti_zip_end(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  struct dfmti_zip_out *e = &s->e;
  dfmt_status st = DFMT_OK;
  if (e->streamed && e->method == DFMT_BUGREPORT_METHOD_DEFLATE) st = deflate(w, s, NULL, 0, true);
  if (st == DFMT_OK && !e->streamed && e->given != e->stored)
    st = dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_SIZE, "fewer stored bytes than announced");
  if (st == DFMT_OK && e->streamed) {
    uint8_t descriptor[24], *p = put32(put32(descriptor, DFMTI_ZIP_SIG_DESCRIPTOR), e->crc);
    bool wide = e->stored > UINT32_MAX || e->size > UINT32_MAX;
    p = wide ? put64(put64(p, e->stored), e->size) : put32(put32(p, e->stored), e->size);
    st = dfmti_writer_out(w, descriptor, (size_t)(p - descriptor));
  }
  if (st != DFMT_OK) return st;
  record(s);
  s->n++;
  e->open = false;
  return DFMT_OK;
}

dfmt_status dfmti_zip_finish(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  uint64_t start = dfmt_writer_offset(w), size = s->directory.len, end = start + size;
  uint8_t tail[56 + 20 + DFMTI_ZIP_END_SIZE], *p = tail;
  dfmt_status st = dfmti_writer_out(w, s->directory.ptr, s->directory.len);
  if (s->n >= 0xffff || start >= UINT32_MAX || size >= UINT32_MAX) {
    p = put64(put32(p, DFMTI_ZIP_SIG_END64), 44);
    p = put32(put32(put16(put16(p, NEEDS_ZIP64), NEEDS_ZIP64), 0), 0);
    p = put64(put64(put64(put64(p, s->n), s->n), size), start);
    p = put32(put64(put32(put32(p, DFMTI_ZIP_SIG_LOCATOR), 0), end), 1);
  }
  uint64_t n = s->n < 0xffff ? s->n : 0xffff;
  p = put16(put16(put32(p, DFMTI_ZIP_SIG_END), 0), 0);
  p = put_narrow(put_narrow(put16(put16(p, n), n), size), start);
  p = put16(p, s->comment.len);
  if (st == DFMT_OK) st = dfmti_writer_out(w, tail, (size_t)(p - tail));
  if (st == DFMT_OK) st = dfmti_writer_out(w, s->comment.ptr, s->comment.len);
  return st;
}
