/* SPDX-License-Identifier: MIT */
#include "skip_list.h"

#include <stddef.h>

static const struct {
  uint8_t list; /* enum dfmti_skip_list */
  char pattern[47];
} rows[] = {
#define SKIP(LIST, PATTERN) {DFMTI_SKIP_##LIST, PATTERN},
#include "skip_lists.def"
#undef SKIP
};

/* After a difference, the text of the last "*" is made one character longer. */
static bool matches(const char *p, dfmt_str s) {
  const char *after = NULL; /* the last "*" */
  uint64_t at = 0, end = 0; /* end: of its text */
  while (at < s.len) {
    if (*p == '*') {
      after = ++p;
      end = at;
      if (!*p) return true;
    } else if (*p && *p == s.ptr[at]) {
      p++;
      at++;
    } else if (after) {
      p = after;
      at = ++end;
    } else {
      return false;
    }
  }
  while (*p == '*') p++;
  return !*p;
}

bool dfmti_skip_listed(enum dfmti_skip_list list, dfmt_str name) {
  const char first = name.len > 0 ? *name.ptr : '\0';
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *p = rows[i].pattern;
    if (rows[i].list == list && (*p == first || *p == '*') && matches(p, name)) return true;
  }
  return false;
}
