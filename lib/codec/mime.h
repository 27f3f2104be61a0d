/* SPDX-License-Identifier: MIT */
/*
 * Reports as bug trackers get them: a multipart message with short values in its first part, and an attachment for each
 * other value (apport spec 8). It is read as a wrapper around the report that it was made of.
 */
#ifndef DFMTI_CODEC_MIME_H
#define DFMTI_CODEC_MIME_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/mem.h"

enum { DFMTI_MIME_HEAD = 4096 }; /* bytes in which the head of a message must tell what it is */

/* How many bytes tell whether an input that starts with these is a message. 0: they do, it is none. */
size_t dfmti_mime_wants(const uint8_t *p, size_t n);

/* Whether the head of a multipart message with a boundary begins here, of which there are DFMTI_MIME_HEAD or all. */
bool dfmti_mime_begins(const uint8_t *p, size_t n);

/* Whether a text that begins with this key and a colon may be taken for a message. */
bool dfmti_mime_is_header(const uint8_t *key, size_t n);

struct dfmti_unmime;

struct dfmti_unmime *dfmti_unmime_new(struct dfmti_mem *m); /* NULL: no memory */
void dfmti_unmime_free(struct dfmti_mem *m, struct dfmti_unmime *x);

/*
 * The contract of dfmti_inflate_step(), over a whole message: out comes the report, entries in their order. END only
 * with `last`, after the closing boundary.
 */
dfmt_status dfmti_unmime_step(struct dfmti_unmime *x, struct dfmti_io *io, bool last, struct dfmti_fault *f);

#endif
