/* SPDX-License-Identifier: MIT */
#include "skip_list.h"

#include <stddef.h>

#include "derived/pattern.h"

static const struct {
  uint8_t list; /* enum dfmti_skip_list */
  char pattern[47];
} rows[] = {
#define SKIP(LIST, PATTERN) {DFMTI_SKIP_##LIST, PATTERN},
#include "skip_lists.def"
#undef SKIP
};

bool dfmti_skip_listed(enum dfmti_skip_list list, dfmt_str name) {
  const char first = name.len > 0 ? *name.ptr : '\0';
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *p = rows[i].pattern;
    if (rows[i].list == list && (*p == first || *p == '*') && dfmti_pattern_matches(p, name)) return true;
  }
  return false;
}
