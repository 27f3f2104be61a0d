/* SPDX-License-Identifier: MIT */
/* Converts UTF-16 with a byte order mark to UTF-8 and back; invalid characters are preserved. */
#ifndef DFMTO_SHARE_WIDE_H
#define DFMTO_SHARE_WIDE_H

#include "base/mem.h"

enum dfmto_share_wide_kind { DFMTO_NARROW, DFMTO_WIDE_LITTLE, DFMTO_WIDE_BIG };

struct dfmto_share_wide {
  enum dfmto_share_wide_kind kind;
  bool done;             /* `text` holds the current piece */
  bool odd;              /* a byte is left from the piece before */
  uint8_t byte;          /* that byte */
  uint16_t high;         /* a high surrogate from the piece before; 0: none */
  struct dfmti_buf text; /* in UTF-8 */
  struct dfmti_buf out;  /* in UTF-16 */
  struct dfmti_buf rest; /* of a character in UTF-8 */
};

/* Checks the start of a text. false: not UTF-16. */
bool dfmto_share_wide_begin(struct dfmto_share_wide *w, const uint8_t *p, size_t n);

/* Converts a piece to w->text; last: the final one. false: no memory, and nothing was done. */
bool dfmto_share_wide_take(struct dfmti_mem *m, struct dfmto_share_wide *w, const uint8_t *p, size_t n, bool last);

/* Appends a piece of UTF-8 to w->out. last and the result as above. */
bool dfmto_share_wide_put(struct dfmti_mem *m, struct dfmto_share_wide *w, const uint8_t *p, size_t n, bool last);

void dfmto_share_wide_free(struct dfmti_mem *m, struct dfmto_share_wide *w);

#endif
