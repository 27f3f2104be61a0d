/* SPDX-License-Identifier: MIT */
/* Zstandard by libzstd. In a build without it everything below exists and says E_UNSUPPORTED. */
#ifndef DFMTI_CODEC_ZSTD_H
#define DFMTI_CODEC_ZSTD_H

#include "base/fault.h"

struct dfmti_unzstd;

/* NULL: no memory. libzstd's own memory does not come from m. start comes next. */
struct dfmti_unzstd *dfmti_unzstd_new(struct dfmti_mem *m);
void dfmti_unzstd_free(struct dfmti_mem *m, struct dfmti_unzstd *z); /* NULL is fine */

/* Sets up for a new frame, whatever became of the one before. */
void dfmti_unzstd_start(struct dfmti_unzstd *z);

/*
 * The contract of dfmti_inflate_step(), for one frame; a skippable frame is one without output. Output comes by whole
 * blocks (of a raw one by bytes): a cut or damaged frame gives all that came before, in whatever pieces its bytes
 * come.
 */
dfmt_status dfmti_unzstd_step(struct dfmti_unzstd *z, struct dfmti_io *io, bool last, struct dfmti_fault *f);

struct dfmti_zstd;

/* NULL: no memory. */
struct dfmti_zstd *dfmti_zstd_new(struct dfmti_mem *m);
void dfmti_zstd_free(struct dfmti_mem *m, struct dfmti_zstd *z); /* NULL is fine */

enum { DFMTI_ZSTD_BARE = 1 }; /* neither checksum nor size in the frame */

/*
 * Has libzstd compress by threads of its own from the next start on. 0: by the caller's. What comes out is the same for
 * any other number. Does nothing where libzstd has none.
 */
void dfmti_zstd_threads(struct dfmti_zstd *z, uint32_t threads);

/* Bytes that n bytes may become at most, as a frame made in one step. */
size_t dfmti_zstd_room(size_t n);

/*
 * level: libzstd's own 1..22. size: bytes that will come, for the frame header, or UINT64_MAX. The frame gets a
 * checksum, and its size if known, unless flags (DFMTI_ZSTD_*) say BARE. E_NOMEM, or E_UNSUPPORTED if libzstd refuses
 * or is not built in.
 */
dfmt_status dfmti_zstd_start(struct dfmti_zstd *z, int level, uint64_t size, uint32_t flags, struct dfmti_fault *f);

/*
 * OK: all input is taken or the output is full. END: finish was asked for and all is written. E_ARG with
 * DFMT_ERR_ARGUMENT: more or less came than start was told.
 */
dfmt_status dfmti_zstd_step(struct dfmti_zstd *z, struct dfmti_io *io, bool finish, struct dfmti_fault *f);

#endif
