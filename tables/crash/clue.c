/* SPDX-License-Identifier: MIT */
#include "clue.h"

#include "base/str.h"

enum {
  MOST = 512,            /* clues per source and kind */
  MOST_TEXT = 8388608,   /* bytes of all texts */
  MOST_SIGNATURE = 65536 /* bytes of a text */
};

void dfmti_crash_clues_free(struct dfmti_mem *m, struct dfmti_crash_clues *x) {
  dfmti_buf_free(m, &x->list);
  dfmti_buf_free(m, &x->texts);
  dfmti_buf_free(m, &x->places);
  dfmti_buf_free(m, &x->findings);
}

static size_t size_of(const struct dfmti_crash_clue_texts *t) {
  const uint64_t sizes[] = {t->process.len,   t->time.len,  t->signature.len, t->message.len,
                            t->exception.len, t->entry.len, t->section.len};
  size_t n = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    n += (size_t)(sizes[i] < MOST_SIGNATURE ? sizes[i] : MOST_SIGNATURE);
  return n;
}

bool dfmti_crash_clues_add(struct dfmti_mem *m, struct dfmti_crash_clues *x, struct dfmti_crash_clue *clue,
                           const struct dfmti_crash_clue_texts *texts) {
  size_t size = size_of(texts);
  uint32_t *count = &x->counts[clue->source][clue->kind];
  if (*count == MOST || size > MOST_TEXT - x->texts.len) {
    x->truncated = true;
    return true;
  }
  if (!dfmti_buf_reserve(m, &x->texts, size) || !dfmti_buf_reserve(m, &x->list, sizeof *clue)) return false;
  clue->process = dfmti_crash_text_add(&x->texts, texts->process, MOST_SIGNATURE, &clue->truncated);
  clue->time = dfmti_crash_text_add(&x->texts, texts->time, MOST_SIGNATURE, &clue->truncated);
  clue->signature = dfmti_crash_text_add(&x->texts, texts->signature, MOST_SIGNATURE, &clue->truncated);
  clue->message = dfmti_crash_text_add(&x->texts, texts->message, MOST_SIGNATURE, &clue->truncated);
  clue->exception = dfmti_crash_text_add(&x->texts, texts->exception, MOST_SIGNATURE, &clue->truncated);
  clue->entry = dfmti_crash_text_again(&x->texts, &x->last_entry, texts->entry, MOST_SIGNATURE, &clue->truncated);
  clue->section = dfmti_crash_text_again(&x->texts, &x->last_section, texts->section, MOST_SIGNATURE, &clue->truncated);
  ++*count;
  return dfmti_buf_append(m, &x->list, clue, sizeof *clue);
}
