/* SPDX-License-Identifier: MIT */
#include "java_frame.h"

#include "base/text.h"

bool dfmti_java_frame(dfmt_str text, struct dfmti_java_frame *f) {
  if (!dfmti_cut_take(&text, "at ")) return false;
  uint64_t open = dfmti_cut_find(text, "(");
  if (open == 0 || open == text.len) return false;
  f->method = dfmti_cut_first(text, open);
  f->source = dfmti_cut_after(text, open + 1);
  (void)dfmti_cut_take_end(&f->source, ")");
  return true;
}

/* ---- normal forms ---- */

/* What is removed after a word: digits, or everything up to the next dot. */
enum rest { DIGITS, TO_DOT };

static const struct rule {
  const char *word, *becomes;
  enum rest rest;
} rules[] = {{"$$ExternalSyntheticLambda", "$$Lambda", DIGITS},
             {"-$$Lambda$", "$$Lambda", TO_DOT},
             {"$$Lambda$", "$$Lambda", TO_DOT},
             {"$r8$lambda$", "$r8$lambda", TO_DOT},
             {"$Proxy", "$Proxy", DIGITS},
             {"GeneratedMethodAccessor", "GeneratedMethodAccessor", DIGITS}};

static uint64_t digits_of(dfmt_str s) {
  uint64_t n = 0;
  while (n < s.len && dfmti_is_digit((uint8_t)s.ptr[n])) n++;
  return n;
}

/* The rule for the word at the start of a text; NULL: none. */
static const struct rule *rule_of(dfmt_str s) {
  if (s.ptr[0] != '$' && s.ptr[0] != '-' && s.ptr[0] != 'G') return NULL;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (dfmti_starts(s, rules[i].word)) return &rules[i];
  return NULL;
}

/* How many of the digits at the end of a part between dots are removed: "access$N", "lambda$NAME$N". */
static uint64_t numbered(dfmt_str part) {
  bool access = dfmti_starts(part, "access$"), lambda = dfmti_starts(part, "lambda$");
  uint64_t n = part.len;
  while (n > 0 && dfmti_is_digit((uint8_t)part.ptr[n - 1])) n--;
  if (access && n == strlen("access$")) return part.len - n;
  return lambda && n > strlen("lambda$") + 1 && n < part.len && part.ptr[n - 1] == '$' ? part.len - n + 1 : 0;
}

/* Appends to reserved memory. */
static void put(struct dfmti_buf *to, dfmt_str s) {
  if (s.len > 0) memcpy(to->ptr + to->len, s.ptr, (size_t)s.len);
  to->len += (size_t)s.len;
}

static void add_part(struct dfmti_buf *to, dfmt_str part) {
  part.len -= numbered(part);
  while (part.len > 0) {
    const struct rule *r = rule_of(part);
    if (!r) {
      put(to, dfmti_cut_first(part, 1));
      part = dfmti_cut_after(part, 1);
      continue;
    }
    put(to, (dfmt_str){r->becomes, strlen(r->becomes)});
    part = dfmti_cut_after(part, strlen(r->word));
    part = dfmti_cut_after(part, r->rest == TO_DOT ? part.len : digits_of(part));
  }
}

bool dfmti_java_name(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str name) {
  if (!dfmti_buf_reserve(m, to, (size_t)name.len)) return false;
  while (name.len > 0) {
    uint64_t dot = dfmti_cut_find(name, ".");
    add_part(to, dfmti_cut_first(name, dot));
    put(to, dfmti_cut_first(dfmti_cut_after(name, dot), 1));
    name = dfmti_cut_after(name, dot + 1);
  }
  return true;
}
