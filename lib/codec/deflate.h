/* SPDX-License-Identifier: MIT */
/* Deflate with its containers, RFC 1950..1952: decoding by ISA-L or zlib with the same results, encoding by zlib, and
 * by ISA-L at the level FAST. */
#ifndef DFMTI_CODEC_DEFLATE_H
#define DFMTI_CODEC_DEFLATE_H

#include "base/fault.h"
#include "fast_deflate.h"

enum { DFMTI_DEFLATE_RAW, DFMTI_DEFLATE_ZLIB, DFMTI_DEFLATE_GZIP };

/* Who inflates. _BEST: ISA-L where it is built in. */
enum {
  DFMTI_INFLATE_BEST,
  DFMTI_INFLATE_ZLIB,
#ifdef HAVE_ISAL
  DFMTI_INFLATE_ISAL,
#endif
};

struct dfmti_inflate;

/* Allocates all that decoding takes, through m, which must outlive it. NULL: no memory. start comes next. */
struct dfmti_inflate *dfmti_inflate_new(struct dfmti_mem *m, uint32_t backend);
void dfmti_inflate_free(struct dfmti_mem *m, struct dfmti_inflate *z); /* NULL is fine */

/* Sets up for a new stream, whatever became of the one before. */
void dfmti_inflate_start(struct dfmti_inflate *z, uint32_t container);

/*
 * OK: all input is used or the output is full; go on with more of what is short. END: the stream (one member) is
 * complete and checked, and io->in stands right after it. E_FORMAT, E_CHECKSUM: damaged, *f says how. E_UNSUPPORTED:
 * it needs a preset dictionary. E_TRUNCATED: it is not finished and `last` said that nothing follows io->in. What was
 * decoded before an error is in io->out. After anything but OK only start and free are left.
 */
dfmt_status dfmti_inflate_step(struct dfmti_inflate *z, struct dfmti_io *io, bool last, struct dfmti_fault *f);

/*
 * After E_TRUNCATED: whether the data are complete, and all that is missing is a gzip trailer whose CRC-32 would be 0.
 * There are writers that leave it out then.
 */
bool dfmti_inflate_lacks_zero_trailer(const struct dfmti_inflate *z);

/* Whole bytes that the bits taken so far tell and that step gives only with more input, or with `last`. */
size_t dfmti_inflate_ahead(const struct dfmti_inflate *z);

struct dfmti_deflate;

/* NULL: no memory. m must outlive it. */
struct dfmti_deflate *dfmti_deflate_new(struct dfmti_mem *m);
void dfmti_deflate_free(struct dfmti_mem *m, struct dfmti_deflate *z); /* NULL is fine */

/*
 * level 0..9; window 2^15, memLevel 8, default strategy. Raw deflate or the zlib container. DFMTI_DEFLATE_FAST: ISA-L's
 * for raw deflate, where it is built in, else level 1. Keeps its memory where level and container are those of the
 * stream before. E_NOMEM, or E_UNSUPPORTED if zlib refuses.
 */
dfmt_status dfmti_deflate_start(struct dfmti_deflate *z, int level, bool zlib_container, struct dfmti_fault *f);

/* OK: all input is taken or the output is full. END: finish was asked for and all is written. */
dfmt_status dfmti_deflate_step(struct dfmti_deflate *z, struct dfmti_io *io, bool finish, struct dfmti_fault *f);

#endif
