/* SPDX-License-Identifier: MIT */
/* Copies of texts in one buffer, which has room for them when they are added. */
#ifndef DFMTI_CRASH_TEXTS_H
#define DFMTI_CRASH_TEXTS_H

#include "base/mem.h"
#include "base/str.h"

struct dfmti_crash_text {
  uint32_t at, len;
};

static inline dfmt_str dfmti_crash_text_of(const struct dfmti_buf *texts, struct dfmti_crash_text t) {
  return t.len ? (dfmt_str){(const char *)texts->ptr + t.at, t.len} : (dfmt_str){"", 0};
}

/* Adds at most `most` bytes of a text. *cut: set if there were more. */
static inline struct dfmti_crash_text dfmti_crash_text_add(struct dfmti_buf *texts, dfmt_str s, size_t most,
                                                           bool *cut) {
  const struct dfmti_crash_text to = {(uint32_t)texts->len, (uint32_t)dfmti_min(dfmti_clamp(s.len), most)};
  *cut |= to.len < s.len;
  if (to.len > 0) memcpy(texts->ptr + texts->len, s.ptr, to.len);
  texts->len += to.len;
  return to;
}

/* The same for texts that are often equal to the last one. */
static inline struct dfmti_crash_text dfmti_crash_text_again(struct dfmti_buf *texts, struct dfmti_crash_text *last,
                                                             dfmt_str s, size_t most, bool *cut) {
  if (!dfmti_same(dfmti_crash_text_of(texts, *last), s)) *last = dfmti_crash_text_add(texts, s, most, cut);
  return *last;
}

#endif
