/* SPDX-License-Identifier: MIT */
/*
 * Places that were replaced, as a text for a person to look at: one a line, with what stands around it. It has what was
 * personal, so that it belongs to nobody else.
 */
#ifndef DFMTO_SHARE_REVIEW_H
#define DFMTO_SHARE_REVIEW_H

#include <diagfmt/common.h>

#include "scan.h"

struct dfmto_share_review {
  struct dfmti_buf text; /* for the caller to take and to empty */
  dfmt_str place;        /* the entry or field in hand; empty: a text is all there is */
};

struct dfmto_share_reviewed {
  dfmt_str section; /* in which it stands */
  uint64_t line;    /* from 1 */
};

/*
 * "bugreport.txt: SYSTEM LOG: 12: email, form: … to [-jane@example.org-]{+<email:7f3a9c>+} now". false: no memory, and
 * part of it may be there.
 */
bool dfmto_share_review_span(struct dfmto_share_review *r, struct dfmto_share_scan *x,
                             const struct dfmto_share_reviewed *where, struct dfmto_share_bytes line,
                             const struct dfmto_share_span *s);

/* The same of a number or of bytes, which have nothing around them. */
bool dfmto_share_review_number(struct dfmto_share_review *r, const struct dfmto_share_scan *x, uint32_t value);

#endif
