/* SPDX-License-Identifier: MIT */
/* Zips put together field by field, sound or not, and sources that give them in pieces. */
#ifndef TEST_ZIPS_H
#define TEST_ZIPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include <diagfmt/diagfmt.h>

struct zip {
  uint8_t *p;
  size_t n, room;
};

static inline void zip_put(struct zip *z, const void *p, size_t n) {
  if (z->n + n > z->room) {
    z->room = 2 * (z->n + n);
    z->p = realloc(z->p, z->room);
    assert_non_null(z->p);
  }
  if (n > 0) memcpy(z->p + z->n, p, n);
  z->n += n;
}

/* A number of `size` bytes, lowest first. */
static inline void zip_number(struct zip *z, uint64_t v, int size) {
  for (int i = 0; i < size; i++) zip_put(z, &(uint8_t){(uint8_t)(v >> 8 * i)}, 1);
}

static inline void zip_free(struct zip *z) {
  free(z->p);
  *z = (struct zip){NULL, 0, 0};
}

/* What the headers of an entry say. Values of more than 32 bits are written as they are, cut off. */
struct member {
  const char *name, *extra, *comment;
  size_t name_len, extra_len; /* 0: strlen */
  uint32_t flags, method, crc;
  uint64_t stored, size, header;
};

static inline size_t member_name_len(const struct member *m) { return m->name_len ? m->name_len : strlen(m->name); }

static inline void zip_local(struct zip *z, const struct member *m) {
  zip_put(z, "PK\3\4\24\0", 6);
  zip_number(z, m->flags, 2);
  zip_number(z, m->method, 2);
  zip_number(z, 0x58710000, 4); /* date and time */
  zip_number(z, m->crc, 4);
  zip_number(z, m->stored, 4);
  zip_number(z, m->size, 4);
  zip_number(z, member_name_len(m), 2);
  zip_number(z, m->extra_len, 2);
  zip_put(z, m->name, member_name_len(m));
  zip_put(z, m->extra, m->extra_len);
}

static inline void zip_central(struct zip *z, const struct member *m) {
  size_t comment = m->comment ? strlen(m->comment) : 0;
  zip_put(z, "PK\1\2\24\0\24\0", 8);
  zip_number(z, m->flags, 2);
  zip_number(z, m->method, 2);
  zip_number(z, 0x58710000, 4);
  zip_number(z, m->crc, 4);
  zip_number(z, m->stored, 4);
  zip_number(z, m->size, 4);
  zip_number(z, member_name_len(m), 2);
  zip_number(z, m->extra_len, 2);
  zip_number(z, comment, 2);
  zip_number(z, 0, 8); /* disk, attributes */
  zip_number(z, m->header, 4);
  zip_put(z, m->name, member_name_len(m));
  zip_put(z, m->extra, m->extra_len);
  zip_put(z, m->comment, comment);
}

static inline void zip_end(struct zip *z, uint64_t n, uint64_t size, uint64_t offset) {
  zip_put(z, "PK\5\6\0\0\0\0", 8);
  zip_number(z, n, 2);
  zip_number(z, n, 2);
  zip_number(z, size, 4);
  zip_number(z, offset, 4);
  zip_number(z, 0, 2);
}

static inline void zip_descriptor(struct zip *z, const struct member *m, bool signature, int width) {
  if (signature) zip_put(z, "PK\7\10", 4);
  zip_number(z, m->crc, 4);
  zip_number(z, m->stored, width);
  zip_number(z, m->size, width);
}

/* Raw deflate data. */
static inline void zip_deflate(struct zip *z, const void *p, size_t n, int level) {
  z_stream s = {.zalloc = NULL};
  assert_int_equal(deflateInit2(&s, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
  size_t bound = deflateBound(&s, n);
  uint8_t *out = malloc(bound);
  assert_non_null(out);
  s.next_in = (Bytef *)(uintptr_t)p;
  s.avail_in = (uInt)n;
  s.next_out = out;
  s.avail_out = (uInt)bound;
  assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
  zip_put(z, out, bound - s.avail_out);
  deflateEnd(&s);
  free(out);
}

/* A source of pieces of at most `chunk` bytes; 0: of any size. */
struct pieces {
  const uint8_t *p;
  size_t n, at, chunk;
};

static inline dfmt_status pieces_give(struct pieces *x, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  uint64_t left = offset < x->n ? x->n - offset : 0;
  if (x->chunk && cap > x->chunk) cap = x->chunk;
  *got = left < cap ? left : cap;
  if (*got > 0) memcpy(buf, x->p + offset, (size_t)*got);
  return *got > 0 ? DFMT_OK : DFMT_END;
}

static inline dfmt_status pieces_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct pieces *x = user;
  dfmt_status st = pieces_give(x, x->at, buf, cap, got);
  x->at += (size_t)*got;
  return st;
}

static inline dfmt_status pieces_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  return pieces_give(user, offset, buf, cap, got);
}

static inline dfmt_status pieces_total(void *user, uint64_t *bytes) {
  *bytes = ((struct pieces *)user)->n;
  return DFMT_OK;
}

static inline dfmt_source *pieces_source(struct pieces *x, bool seeks) {
  const dfmt_source_ops ops = {.size = sizeof ops,
                               .read = pieces_read,
                               .read_at = seeks ? pieces_read_at : NULL,
                               .total = seeks ? pieces_total : NULL};
  dfmt_source *s;
  assert_int_equal(dfmt_source_new(NULL, &ops, x, &s), DFMT_OK);
  return s;
}

#endif
