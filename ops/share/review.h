/* SPDX-License-Identifier: MIT */
/*
 * Review of replacements, as a text for a person: one per line, with its context. It contains the personal data, so it
 * must not be shared.
 */
#ifndef DFMTO_SHARE_REVIEW_H
#define DFMTO_SHARE_REVIEW_H

#include <diagfmt/common.h>

#include "scan.h"

struct dfmto_share_review {
  struct dfmti_buf text; /* output, which the caller takes and empties */
  dfmt_str place;        /* the current entry or field; empty: the input is a single text */
};

struct dfmto_share_reviewed {
  dfmt_str section; /* that contains it */
  uint64_t line;    /* from 1 */
};

/*
 * "bugreport.txt: SYSTEM LOG: 12: email, form: … to [-jane@example.org-]{+<email:7f3a9c>+} now". false: no memory, and
 * part of it may be there.
 */
bool dfmto_share_review_span(struct dfmto_share_review *r, struct dfmto_share_scan *x,
                             const struct dfmto_share_reviewed *where, struct dfmto_share_bytes line,
                             const struct dfmto_share_span *s);

/* The same for a number or for bytes, which have no context. */
bool dfmto_share_review_number(struct dfmto_share_review *r, const struct dfmto_share_scan *x, uint32_t value);

#endif
