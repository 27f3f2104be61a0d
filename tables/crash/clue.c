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

/* Room was reserved. */
static struct dfmti_crash_clue_text keep(struct dfmti_crash_clues *x, dfmt_str s, bool *cut) {
  struct dfmti_crash_clue_text to = {(uint32_t)x->texts.len, (uint32_t)dfmti_min((size_t)s.len, MOST_SIGNATURE)};
  *cut |= to.len < s.len;
  if (to.len > 0) memcpy(x->texts.ptr + x->texts.len, s.ptr, to.len);
  x->texts.len += to.len;
  return to;
}

/* The same for texts that are often equal to the last one. */
static struct dfmti_crash_clue_text keep_again(struct dfmti_crash_clues *x, struct dfmti_crash_clue_text *last,
                                               dfmt_str s, bool *cut) {
  if (!dfmti_same(dfmti_crash_clues_text(x, *last), s)) *last = keep(x, s, cut);
  return *last;
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
  clue->process = keep(x, texts->process, &clue->truncated);
  clue->time = keep(x, texts->time, &clue->truncated);
  clue->signature = keep(x, texts->signature, &clue->truncated);
  clue->message = keep(x, texts->message, &clue->truncated);
  clue->exception = keep(x, texts->exception, &clue->truncated);
  clue->entry = keep_again(x, &x->last_entry, texts->entry, &clue->truncated);
  clue->section = keep_again(x, &x->last_section, texts->section, &clue->truncated);
  ++*count;
  return dfmti_buf_append(m, &x->list, clue, sizeof *clue);
}
