/* SPDX-License-Identifier: MIT */
/* Labels in a text: what stands before '=', ':' or '>', or before blanks, as words. */
#ifndef DFMTO_SHARE_LABEL_H
#define DFMTO_SHARE_LABEL_H

#include "where.h"

/* What was found. */
struct dfmto_share_told {
  struct dfmto_share_found value;
  enum dfmto_share_class cls;
  bool everywhere;              /* it is also searched for elsewhere */
  struct dfmto_share_bytes row; /* of the lexicon */
};

/*
 * The value that the label before `at` announces. at: a '=', ':', '>' or quote. false: no label, or no value. Looks at
 * most some hundred bytes back.
 */
bool dfmto_share_labelled(const struct dfmto_share_lexicon *x, const struct dfmto_share_where *w,
                          struct dfmto_share_bytes t, size_t at, struct dfmto_share_told *told);

/* A text is the name of a label, and so no value. */
bool dfmto_share_is_label(const struct dfmto_share_lexicon *x, struct dfmto_share_bytes v);

/* The same for a value at `at`, such as a number, that has only blanks before it. */
bool dfmto_share_labelled_number(const struct dfmto_share_lexicon *x, const struct dfmto_share_where *w,
                                 struct dfmto_share_bytes t, size_t at, struct dfmto_share_told *told);

#endif
