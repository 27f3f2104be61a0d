/* SPDX-License-Identifier: MIT */
/* Comparison of texts as the interface gives them, where no bytes may stand at NULL. */
#ifndef DFMTI_STR_H
#define DFMTI_STR_H

#include <diagfmt/common.h>
#include <stdbool.h>
#include <string.h>

static inline bool dfmti_same(dfmt_str a, dfmt_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, (size_t)a.len) == 0);
}

static inline bool dfmti_starts(dfmt_str s, const char *word) {
  size_t n = strlen(word);
  return s.len >= n && (n == 0 || memcmp(s.ptr, word, n) == 0);
}

static inline bool dfmti_ends(dfmt_str s, const char *word) {
  size_t n = strlen(word);
  return s.len >= n && (n == 0 || memcmp(s.ptr + s.len - n, word, n) == 0);
}

static inline bool dfmti_is(dfmt_str s, const char *word) { return s.len == strlen(word) && dfmti_starts(s, word); }

/* Below, at or above 0, by bytes; a text stands before those that it begins. */
static inline int dfmti_order(dfmt_str a, dfmt_str b) {
  size_t n = (size_t)(a.len < b.len ? a.len : b.len);
  int order = n ? memcmp(a.ptr, b.ptr, n) : 0;
  return order ? order : (a.len > b.len) - (a.len < b.len);
}

#endif
