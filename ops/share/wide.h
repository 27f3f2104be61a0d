/* SPDX-License-Identifier: MIT */
/* UTF-16 with a byte order mark, to UTF-8 and back: what is no character stays what it is. */
#ifndef DFMTO_SHARE_WIDE_H
#define DFMTO_SHARE_WIDE_H

#include "base/mem.h"

enum dfmto_share_wide_kind { DFMTO_NARROW, DFMTO_WIDE_LITTLE, DFMTO_WIDE_BIG };

struct dfmto_share_wide {
  enum dfmto_share_wide_kind kind;
  bool done;             /* `text` is of the current piece */
  bool odd;              /* a byte is left of the piece before */
  uint8_t byte;          /* that */
  uint16_t high;         /* the first half of a character, from the piece before; 0: none */
  struct dfmti_buf text; /* in UTF-8 */
  struct dfmti_buf out;  /* in UTF-16 */
  struct dfmti_buf rest; /* of a character in UTF-8 */
};

/* What a text begins with. false: it is not UTF-16. */
bool dfmto_share_wide_begin(struct dfmto_share_wide *w, const uint8_t *p, size_t n);

/* Makes w->text of a piece; last: nothing follows. false: no memory, and nothing was done. */
bool dfmto_share_wide_take(struct dfmti_mem *m, struct dfmto_share_wide *w, const uint8_t *p, size_t n, bool last);

/* Appends a piece of UTF-8 to w->out. The same. */
bool dfmto_share_wide_put(struct dfmti_mem *m, struct dfmto_share_wide *w, const uint8_t *p, size_t n, bool last);

void dfmto_share_wide_free(struct dfmti_mem *m, struct dfmto_share_wide *w);

#endif
