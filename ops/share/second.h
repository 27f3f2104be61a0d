/* SPDX-License-Identifier: MIT */
/*
 * The second scan: looks at what is written as a stranger would who got it. It has no function in common with the scan
 * that finds values, as it would be blind to the same ones, and is simple: forms without their many spellings, and
 * known values without rules of where words begin. What it sees is doubtful.
 */
#ifndef DFMTO_SHARE_SECOND_H
#define DFMTO_SHARE_SECOND_H

#include <diagfmt/ops/share.h>

#include "second_known.h"

/* What was seen of a class in the current text. */
struct dfmto_share_seen {
  uint64_t n;
  uint64_t line; /* the first, from 1 */
};

enum { DFMTO_SHARE_N_SEEN = DFMT_SHARE_NAME + 1 };

struct dfmto_share_second {
  uint32_t classes;  /* a bit for each whose forms are looked for */
  bool private_stay; /* private network addresses are no hits */
  bool version;      /* the text is a version, which may look like an address */
  bool any;          /* something was seen in the current text */
  struct dfmto_share_known known;
  struct dfmto_share_seen forms[DFMTO_SHARE_N_SEEN], inside[DFMTO_SHARE_N_SEEN];
};

/* Looks at a line as it is written, with its number. */
void dfmto_share_second_line(struct dfmto_share_second *x, const uint8_t *p, size_t n, uint64_t line);

/* Forgets what was seen. */
void dfmto_share_second_forget(struct dfmto_share_second *x);

#endif
