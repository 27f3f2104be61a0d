/* SPDX-License-Identifier: MIT */
/* Taking lines apart, from the left and from the right. */
#ifndef DFMTI_CUT_H
#define DFMTI_CUT_H

#include "str.h"

static inline dfmt_str dfmti_cut_first(dfmt_str s, uint64_t n) { return (dfmt_str){s.ptr, n < s.len ? n : s.len}; }

static inline dfmt_str dfmti_cut_after(dfmt_str s, uint64_t n) {
  if (n > s.len) n = s.len;
  return s.len ? (dfmt_str){s.ptr + n, s.len - n} : s;
}

/* Takes a word off the start, or the end. false: it does not stand there. */
static inline bool dfmti_cut_take(dfmt_str *s, const char *word) {
  if (!dfmti_starts(*s, word)) return false;
  *s = dfmti_cut_after(*s, strlen(word));
  return true;
}

static inline bool dfmti_cut_take_end(dfmt_str *s, const char *word) {
  if (!dfmti_ends(*s, word)) return false;
  s->len -= strlen(word);
  return true;
}

/* Takes blanks off the start. Returns how many. */
uint64_t dfmti_cut_blanks(dfmt_str *s);

/* Takes digits of base 10 or 16 off the start. false: there are none, or the number is too large. */
bool dfmti_cut_number(dfmt_str *s, unsigned base, uint64_t *v);

/* The same for numbers of 32 bits; the second may be negative. */
bool dfmti_cut_u32(dfmt_str *s, uint32_t *v);
bool dfmti_cut_i32(dfmt_str *s, int32_t *v);

/* Where a word stands first, and last. s.len: nowhere. */
uint64_t dfmti_cut_find(dfmt_str s, const char *word);
uint64_t dfmti_cut_find_last(dfmt_str s, const char *word);

/* Takes the text up to a word off the start, and the word. false: it does not occur. */
static inline bool dfmti_cut_take_to(dfmt_str *s, const char *word, dfmt_str *before) {
  const uint64_t at = dfmti_cut_find(*s, word);
  if (at == s->len) return false;
  *before = dfmti_cut_first(*s, at);
  *s = dfmti_cut_after(*s, at + strlen(word));
  return true;
}

/* Where the parenthesis opens that the text's last character closes. s.len: nowhere. */
uint64_t dfmti_cut_open(dfmt_str s);

#endif
