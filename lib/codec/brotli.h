/* SPDX-License-Identifier: MIT */
/* Brotli by libbrotlidec and libbrotlienc. In a build without them everything below exists and says E_UNSUPPORTED. */
#ifndef DFMTI_CODEC_BROTLI_H
#define DFMTI_CODEC_BROTLI_H

#include "base/fault.h"

enum { DFMTI_BROTLI_WINDOW = 24 }; /* bits of the largest */

/* OK, or E_UNSUPPORTED if it is not built in. */
dfmt_status dfmti_brotli_usable(struct dfmti_fault *f);

struct dfmti_unbrotli;

/* Allocates all that decoding takes, through m, which must outlive it. NULL: no memory. start comes next. */
struct dfmti_unbrotli *dfmti_unbrotli_new(struct dfmti_mem *m);
void dfmti_unbrotli_free(struct dfmti_mem *m, struct dfmti_unbrotli *z); /* NULL is fine */

/* Sets up for a new stream, whatever became of the one before. */
void dfmti_unbrotli_start(struct dfmti_unbrotli *z);

/*
 * The contract of dfmti_inflate_step() for an input that is one stream: END only with `last`, and bytes after the
 * stream are E_FORMAT, DFMT_ERR_CODEC_TRAILING. A cut stream gives all that can be decoded; a damaged one all that came
 * before the damage, less than a piece of its input, in whatever pieces its bytes come.
 */
dfmt_status dfmti_unbrotli_step(struct dfmti_unbrotli *z, struct dfmti_io *io, bool last, struct dfmti_fault *f);

struct dfmti_brotli;

/*
 * NULL: no memory. What the encoder allocates comes from m's allocator, but is not counted: there is no limit in input
 * that it depends on.
 */
struct dfmti_brotli *dfmti_brotli_new(struct dfmti_mem *m);
void dfmti_brotli_free(struct dfmti_mem *m, struct dfmti_brotli *z); /* NULL is fine */

/* level 0..11, window 2^24. E_NOMEM, or E_UNSUPPORTED if libbrotlienc refuses or is not built in. */
dfmt_status dfmti_brotli_start(struct dfmti_brotli *z, int level, struct dfmti_fault *f);

/* FLUSH: what came so far becomes a part of its own, after which the stream goes on. */
enum { DFMTI_BROTLI_GO_ON = 0, DFMTI_BROTLI_FINISH = 1, DFMTI_BROTLI_FLUSH = 2 };

/*
 * OK: all input is taken or the output is full. END: FINISH or FLUSH was asked for and all is written. E_NOMEM: only
 * start and free are left.
 */
dfmt_status dfmti_brotli_step(struct dfmti_brotli *z, struct dfmti_io *io, uint32_t how, struct dfmti_fault *f);

#endif
