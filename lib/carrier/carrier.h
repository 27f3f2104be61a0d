/* SPDX-License-Identifier: MIT */
/*
 * How a text may lie in a file, other than as UTF-8 as it is. It is detected from the first bytes, after all wrappings
 * are off, and only for formats that are texts: no other format's bytes pass through it.
 */
#ifndef DFMTI_CARRIER_H
#define DFMTI_CARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/event.h>

enum { DFMTI_CARRIER_LOOK = 512 }; /* bytes that UTF-16 without a byte order mark is detected from */

struct dfmti_carrier {
  uint32_t kind; /* DFMT_WRAPPER_UTF16LE, _UTF16BE; TEXT: a mail in quoted-printable (mail.h); NONE: UTF-8 */
  size_t mark;   /* bytes of the byte order mark, which is no part of the text */
};

/* By the first n bytes of an input. Not TEXT. */
struct dfmti_carrier dfmti_carrier_of(const uint8_t *p, size_t n);

/* The same, or TEXT: that takes as many bytes as formats are found out by. */
struct dfmti_carrier dfmti_carrier_or_mail(const uint8_t *p, size_t n);

/* How many bytes of an input that starts with these n decide it; if more than n, ask again with them. */
size_t dfmti_carrier_wants(const uint8_t *p, size_t n);

/* Whether DFMT_WRAPPER_* is one that texts alone have. */
static inline bool dfmti_carrier_is(uint32_t wrapper) {
  return wrapper == DFMT_WRAPPER_UTF16LE || wrapper == DFMT_WRAPPER_UTF16BE || wrapper == DFMT_WRAPPER_TEXT;
}

/* What the first *n bytes come to as UTF-8, up to cap; *p, *n: what was not needed for that. Of a kind that is not
 * NONE. */
size_t dfmti_carrier_prefix(struct dfmti_carrier c, const uint8_t **p, size_t *n, uint8_t *out, size_t cap);

#endif
