/* SPDX-License-Identifier: MIT */
/* Templates of the lexicon in a text. */
#ifndef DFMTO_SHARE_TEMPLATE_H
#define DFMTO_SHARE_TEMPLATE_H

#include "label.h"

/*
 * The value of a template that has the word of an anchor at `at`. false: this one does not match, or has no value.
 * *anchor: the next one of the same word, plus 1; 0: none.
 */
bool dfmto_share_templated(const struct dfmto_share_lexicon *x, const struct dfmto_share_where *w,
                           struct dfmto_share_bytes t, size_t at, uint32_t *anchor, struct dfmto_share_told *told);

#endif
