/* SPDX-License-Identifier: MIT */
#include "words.h"

#include "op/pattern.h"

bool dfmto_convert_words_begin(struct dfmto_convert_words *w, dfmt_op *op, uint32_t key) {
  dfmt_str item;
  *w = (struct dfmto_convert_words){.op = op, .key = key};
  while (dfmt_config_item(op->config, key, w->n, &item) == DFMT_OK) w->n++;
  w->found = w->n ? dfmti_zalloc(&op->mem, w->n * sizeof *w->found) : NULL;
  return !w->n || w->found;
}

dfmt_str dfmto_convert_word_at(const struct dfmto_convert_words *w, size_t i) {
  dfmt_str item = {"", 0};
  (void)dfmt_config_item(w->op->config, w->key, i, &item);
  return item;
}

bool dfmto_convert_words_match(struct dfmto_convert_words *w, dfmt_str text, bool none) {
  bool any = false;
  for (size_t i = 0; i < w->n; i++) {
    if (!dfmto_matches(dfmto_convert_word_at(w, i), text)) continue;
    any = true;
    w->found[i] = true;
  }
  return w->n ? any : none;
}

void dfmto_convert_words_free(struct dfmti_mem *m, struct dfmto_convert_words *w) {
  if (w->found) dfmti_free(m, w->found, w->n * sizeof *w->found);
  w->found = NULL;
}
