/* SPDX-License-Identifier: MIT */
/*
 * Words that the inputs themselves use as words: names of products, and of services, packages, permissions, properties,
 * settings and tags. The former are nobody's, and the latter are not searched for elsewhere although a field has them.
 */
#ifndef DFMTO_SHARE_VOCABULARY_H
#define DFMTO_SHARE_VOCABULARY_H

#include "forms.h"
#include "op/texts.h"

enum dfmto_share_word_kind { DFMTO_NO_WORD, DFMTO_WORD_LISTED, DFMTO_WORD_PRODUCT };

/* Zeroed, it is empty. It has a limit, beyond which words are not noted. */
struct dfmto_share_vocabulary {
  struct dfmto_texts words; /* in lower case */
  struct dfmti_buf kinds;   /* of uint8_t, by number: enum dfmto_share_word_kind */
};

/* Notes what a line lists; tag: that of a log line, n 0: it is none. false: no memory. */
bool dfmto_share_vocabulary_note(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, struct dfmto_share_bytes line,
                                 struct dfmto_share_bytes tag);

/* What a text in lower case is. */
enum dfmto_share_word_kind dfmto_share_vocabulary_kind(const struct dfmto_share_vocabulary *v,
                                                       struct dfmto_share_bytes word);

void dfmto_share_vocabulary_free(struct dfmti_mem *m, struct dfmto_share_vocabulary *v);

#endif
