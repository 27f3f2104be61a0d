/* SPDX-License-Identifier: MIT */
/* Names in a message: which tables and columns there are. */
#ifndef DFMTI_LIST_H
#define DFMTI_LIST_H

#include <stdio.h>
#include <string.h>

/* Bytes of such a list: all that there are fit. */
enum { DFMTI_LIST = 840 };

/* Adds a name to a list in a text of DFMTI_LIST bytes; "..." if there is no room for it. */
static inline void dfmti_list_add(char *list, const char *before, const char *name) {
  static const char more[] = ", ...";
  size_t len = strlen(list), n = strlen(before) + strlen(name), end = sizeof more - 1;
  if (len >= end && memcmp(list + len - end, more, end) == 0) return;
  if (n + sizeof more <= DFMTI_LIST - len)
    snprintf(list + len, DFMTI_LIST - len, "%s%s", before, name);
  else
    memcpy(list + len, more, sizeof more);
}

#endif
