/* SPDX-License-Identifier: MIT */
/* A list of patterns, and which of them have matched. */
#ifndef DFMTO_WORDS_H
#define DFMTO_WORDS_H

#include "op/op.h"

struct dfmto_convert_words {
  const dfmt_op *op;
  uint32_t key; /* key of the option */
  size_t n;
  bool *found;
};

/* false: no memory. */
bool dfmto_convert_words_begin(struct dfmto_convert_words *w, dfmt_op *op, uint32_t key);

dfmt_str dfmto_convert_word_at(const struct dfmto_convert_words *w, size_t i);

/* Whether one matches, which is noted; none: the result if there are no patterns. */
bool dfmto_convert_words_match(struct dfmto_convert_words *w, dfmt_str text, bool none);

void dfmto_convert_words_free(struct dfmti_mem *m, struct dfmto_convert_words *w);

#endif
