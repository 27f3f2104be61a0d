/* SPDX-License-Identifier: MIT */
#include "pattern.h"

#include <stddef.h>

/* After a difference, the text of the last '*' is made one character longer. */
bool dfmti_pattern_matches(const char *pattern, dfmt_str name) {
  const char *after = NULL; /* the last '*' */
  uint64_t at = 0, end = 0; /* end: of its text */
  while (at < name.len) {
    if (*pattern == '*') {
      after = ++pattern;
      end = at;
      if (!*pattern) return true;
    } else if (*pattern && *pattern == name.ptr[at]) {
      pattern++;
      at++;
    } else if (after) {
      pattern = after;
      at = ++end;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}
