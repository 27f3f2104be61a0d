/* SPDX-License-Identifier: MIT */
/* Whole inputs that are gzip, Zstandard, xz or a MIME message: told by their first bytes, read as
 * what they hold. */
#ifndef DFMTI_WRAPPER_H
#define DFMTI_WRAPPER_H

#include <diagfmt/event.h>

#include "base/fault.h"

/* DFMT_WRAPPER_* of an input that starts with these bytes. A skippable frame counts as Zstandard. */
uint32_t dfmti_wrapper_of(const uint8_t *p, size_t n);

/* How many bytes tell the wrapper of an input that starts with these: up to n, or more, of which to ask again. */
size_t dfmti_wrapper_wants(const uint8_t *p, size_t n);

/* Bytes that the first n of a wrapped input give, up to cap: as dfmti_nested_prefix(), of this wrapping alone. */
size_t dfmti_unwrap_prefix(struct dfmti_mem *m, uint32_t wrapper, const uint8_t *p, size_t n, uint8_t *out, size_t cap);

struct dfmti_unwrapper;

/* wrapper: DFMT_WRAPPER_GZIP … NULL: no memory. m must outlive it. */
struct dfmti_unwrapper *dfmti_unwrapper_new(struct dfmti_mem *m, uint32_t wrapper);
void dfmti_unwrapper_free(struct dfmti_mem *m, struct dfmti_unwrapper *w); /* NULL is fine */

/*
 * The contract of dfmti_inflate_step() over all members (zeros may follow the last one) or frames (skippable ones are
 * skipped). END only with `last`, after a member or frame. Anything else after one: E_FORMAT,
 * DFMT_ERR_CODEC_TRAILING.
 */
dfmt_status dfmti_unwrapper_step(struct dfmti_unwrapper *w, struct dfmti_io *io, bool last, struct dfmti_fault *f);

#endif
