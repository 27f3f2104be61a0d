/* SPDX-License-Identifier: MIT */
/* Where a text stands, and whether a paragraph of the lexicon holds there. */
#ifndef DFMTO_SHARE_WHERE_H
#define DFMTO_SHARE_WHERE_H

#include "lexicon.h"

enum { DFMTO_MOST_WHERE = 64 }; /* bytes of a name or heading; the rest does not matter */

/* A name, in lower case. */
struct dfmto_share_known_as {
  size_t n;
  uint8_t text[DFMTO_MOST_WHERE];
};

struct dfmto_share_where {
  struct dfmto_share_known_as service; /* whose dump it is; n 0: none */
  struct dfmto_share_known_as below;   /* the last line that is not indented */
  uint64_t round;                      /* of the current text, decoded or not: counts them from 1 */
  bool radio;                          /* of telephony */
  bool field;                          /* of a crash report */
};

void dfmto_share_known_as(struct dfmto_share_known_as *to, struct dfmto_share_bytes name);

/* A section or the dump of a service begins. */
void dfmto_share_where_section(struct dfmto_share_where *w, struct dfmto_share_bytes title, bool service);

/* What is announced at `at` of a text holds there. label: the words up to there, joined. */
bool dfmto_share_holds(struct dfmto_share_announced *a, const struct dfmto_share_where *w, struct dfmto_share_bytes t,
                       size_t at, struct dfmto_share_bytes label);

#endif
