/* SPDX-License-Identifier: MIT */
#include "pattern.h"

/* After a difference, the text of the last '*' is made one character longer. */
bool dfmti_pattern_matches(dfmt_str pattern, dfmt_str name) {
  uint64_t p = 0, at = 0;
  uint64_t after = 0, end = 0; /* after: the last '*', 0: there was none; end: of its text */
  while (at < name.len) {
    if (p < pattern.len && pattern.ptr[p] == '*') {
      after = ++p;
      end = at;
      if (p == pattern.len) return true;
    } else if (p < pattern.len && pattern.ptr[p] == name.ptr[at]) {
      p++;
      at++;
    } else if (after) {
      p = after;
      at = ++end;
    } else {
      return false;
    }
  }
  while (p < pattern.len && pattern.ptr[p] == '*') p++;
  return p == pattern.len;
}
