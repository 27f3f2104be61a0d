/* SPDX-License-Identifier: MIT */
/*
 * The containers of deflate data, gzip (RFC 1952) and zlib (RFC 1950), byte by byte and with the checks of zlib at the
 * places where zlib makes them. The data in between are inflate_zlib.c's or inflate_isal.c's.
 */
#include "deflate.h"

#include <limits.h>

#include "base/crc32.h"
#include "base/little_endian.h"
#include "inflate_raw.h"
#include "zlib_mem.h"

enum { FHCRC = 2, FEXTRA = 4, FNAME = 8, FCOMMENT = 16, FRESERVED = 0xe0 };

/* The parts of a stream in their order. */
enum { FIXED, EXTRA_LENGTH, EXTRA, NAME, COMMENT, HEADER_CHECK, DATA, TRAILER, DONE };

/* Bytes decoded before they are checked: they should still be in the cache then. */
enum { CHECK_PIECE = 256 * 1024 };

struct dfmti_inflate {
  const struct dfmti_inflate_raw *by;
  void *raw; /* its state */
  uint32_t container, part;
  uint32_t flags;        /* gzip's FLG */
  uint32_t header_check; /* CRC-32 of the header so far */
  uint32_t check, size;  /* of the output: CRC-32 or Adler-32, bytes mod 2^32 */
  uint32_t n;            /* bytes of the part that have come */
  uint8_t field[10];     /* and these bytes, where the part is fixed in size */
};

struct dfmti_inflate *dfmti_inflate_new(struct dfmti_mem *m, uint32_t backend) {
  struct dfmti_inflate *z = dfmti_zalloc(m, sizeof *z);
  if (!z) return NULL;
  z->by = &dfmti_inflate_by_zlib;
#ifdef HAVE_ISAL
  if (backend != DFMTI_INFLATE_ZLIB) z->by = &dfmti_inflate_by_isal;
#endif
  (void)backend;
  z->raw = z->by->open(m);
  if (z->raw) return z;
  dfmti_free(m, z, sizeof *z);
  return NULL;
}

void dfmti_inflate_free(struct dfmti_mem *m, struct dfmti_inflate *z) {
  if (!z) return;
  z->by->close(m, z->raw);
  dfmti_free(m, z, sizeof *z);
}

static void enter(struct dfmti_inflate *z, uint32_t part) {
  z->part = part;
  z->n = 0;
}

void dfmti_inflate_start(struct dfmti_inflate *z, uint32_t container) {
  *z = (struct dfmti_inflate){.by = z->by, .raw = z->raw, .container = container};
  z->check = container == DFMTI_DEFLATE_ZLIB; /* Adler-32 starts with 1 */
  enter(z, container == DFMTI_DEFLATE_RAW ? DATA : FIXED);
  z->by->start(z->raw);
}

static uint32_t big(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static dfmt_status zlib_fixed(struct dfmti_inflate *z, struct dfmti_fault *f) {
  const uint8_t *h = z->field;
  if (z->n < 2) return DFMT_OK;
  if ((h[0] << 8 | h[1]) % 31 != 0 || (h[0] & 15) != 8 || h[0] >> 4 > 7)
    return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER, "missing zlib header");
  if (h[1] & 0x20 && z->n < 6) return DFMT_OK; /* zlib asks for the dictionary when it has read its id */
  if (h[1] & 0x20)
    return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_DEFLATE_DICTIONARY,
                        "the zlib stream needs a preset dictionary");
  enter(z, DATA);
  return DFMT_OK;
}

static dfmt_status gzip_fixed(struct dfmti_inflate *z, struct dfmti_fault *f) {
  const uint8_t *h = z->field;
  if (z->n == 2 && (h[0] != 0x1f || h[1] != 0x8b))
    return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER, "missing gzip header");
  if (z->n == 4 && h[2] != 8)
    return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER, "gzip: the compression method is not deflate");
  if (z->n == 4 && h[3] & FRESERVED)
    return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER, "gzip: reserved header flags are set");
  z->flags = h[3];
  if (z->n == 10) enter(z, EXTRA_LENGTH);
  return DFMT_OK;
}

/* Passes by the parts that the flags do not announce. */
static void pass_absent(struct dfmti_inflate *z) {
  if (z->part == EXTRA_LENGTH && !(z->flags & FEXTRA)) z->part = NAME;
  if (z->part == NAME && !(z->flags & FNAME)) z->part = COMMENT;
  if (z->part == COMMENT && !(z->flags & FCOMMENT)) z->part = HEADER_CHECK;
  if (z->part == HEADER_CHECK && !(z->flags & FHCRC)) z->part = DATA;
}

static dfmt_status header_byte(struct dfmti_inflate *z, uint8_t c, struct dfmti_fault *f) {
  if (z->part < EXTRA || z->part == HEADER_CHECK) z->field[z->n] = c;
  if (z->part < HEADER_CHECK) z->header_check = dfmti_crc32(z->header_check, &c, 1);
  z->n++;
  if (z->part == FIXED) {
    dfmt_status s = z->container == DFMTI_DEFLATE_ZLIB ? zlib_fixed(z, f) : gzip_fixed(z, f);
    if (s) return s;
  } else if (z->part == EXTRA_LENGTH && z->n == 2) {
    enter(z, z->field[0] || z->field[1] ? EXTRA : NAME);
  } else if (z->part == EXTRA && z->n == (dfmti_load_le32(z->field) & 0xffff)) {
    enter(z, NAME);
  } else if ((z->part == NAME || z->part == COMMENT) && c == 0) {
    enter(z, z->part + 1);
  } else if (z->part == HEADER_CHECK && z->n == 2) {
    if ((dfmti_load_le32(z->field) ^ z->header_check) & 0xffff)
      return dfmti_faulty(f, DFMT_E_CHECKSUM, DFMT_ERR_DEFLATE_CHECK, "gzip: header checksum mismatch");
    enter(z, DATA);
  }
  if (z->n == 0) pass_absent(z);
  return DFMT_OK;
}

static dfmt_status trailer_byte(struct dfmti_inflate *z, uint8_t c, struct dfmti_fault *f) {
  bool gzip = z->container == DFMTI_DEFLATE_GZIP;
  z->field[z->n++] = c;
  if (z->n == 4 && (gzip ? dfmti_load_le32(z->field) : big(z->field)) != z->check)
    return dfmti_faulty(f, DFMT_E_CHECKSUM, DFMT_ERR_DEFLATE_CHECK, gzip ? "CRC-32 differs" : "Adler-32 differs");
  if (z->n == 8 && dfmti_load_le32(z->field + 4) != z->size)
    return dfmti_faulty(f, DFMT_E_CHECKSUM, DFMT_ERR_DEFLATE_LENGTH, "gzip: length mismatch");
  if (z->n == (gzip ? 8 : 4)) enter(z, DONE);
  return DFMT_OK;
}

static void count(struct dfmti_inflate *z, const uint8_t *p, size_t n) {
  z->size += (uint32_t)n;
  if (z->container == DFMTI_DEFLATE_GZIP) z->check = dfmti_crc32(z->check, p, n);
  if (z->container == DFMTI_DEFLATE_ZLIB && n > 0) z->check = (uint32_t)adler32(z->check, p, (uInt)n);
}

static dfmt_status read_data(struct dfmti_inflate *z, struct dfmti_io *io, struct dfmti_fault *f) {
  dfmt_status s = DFMT_OK;
  bool starved = false;
  while (!s && !starved && io->out_len > 0) {
    struct dfmti_io piece = *io;
    piece.out_len = dfmti_min(io->out_len, CHECK_PIECE);
    size_t room = piece.out_len;
    s = z->by->step(z->raw, &piece, f);
    count(z, io->out, room - piece.out_len);
    starved = piece.in_len == 0 && piece.out_len > 0;
    *io = (struct dfmti_io){piece.in, piece.in_len, piece.out, io->out_len - (room - piece.out_len)};
  }
  if (s != DFMT_END) return s;
  enter(z, z->container == DFMTI_DEFLATE_RAW ? DONE : TRAILER);
  return DFMT_OK;
}

dfmt_status dfmti_inflate_step(struct dfmti_inflate *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  dfmt_status s = DFMT_OK;
  for (; !s && z->part < DATA && io->in_len > 0; io->in_len--) s = header_byte(z, *io->in++, f);
  if (!s && z->part == DATA) s = read_data(z, io, f);
  for (; !s && z->part == TRAILER && io->in_len > 0; io->in_len--) s = trailer_byte(z, *io->in++, f);
  if (s) return s;
  if (z->part == DONE) return DFMT_END;
  if (!last || io->in_len > 0) return DFMT_OK;
  if (z->part == DATA && io->out_len > 0 && z->by->cut) z->by->cut(z->raw, io);
  if (z->part == DATA && io->out_len == 0) return DFMT_OK;
  return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED, "the compressed data are incomplete");
}

bool dfmti_inflate_lacks_zero_trailer(const struct dfmti_inflate *z) {
  return z->container == DFMTI_DEFLATE_GZIP && z->part == TRAILER && z->n == 0 && z->check == 0;
}

size_t dfmti_inflate_ahead(const struct dfmti_inflate *z) {
  return z->part == DATA && z->by->ahead ? z->by->ahead(z->raw) : 0;
}
