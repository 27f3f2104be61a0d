/* SPDX-License-Identifier: MIT */
/* Errors that say which tables or columns there are: messages longer than a handle otherwise keeps. */
#ifndef DFMTI_LIST_H
#define DFMTI_LIST_H

#include <stdio.h>
#include <string.h>

#include "base/fault.h"

/* The message, with room for the names that there are. It lives as long as the error. */
struct dfmti_list {
  char text[2048];
};

/* Adds a name, after what goes before it; "..." if there is no room for it. */
static inline void dfmti_list_add(struct dfmti_list *list, const char *before, const char *name) {
  static const char more[] = ", ...";
  size_t len = strlen(list->text), n = strlen(before) + strlen(name), end = sizeof more - 1, room = sizeof list->text;
  if (len >= end && memcmp(list->text + len - end, more, end) == 0) return;
  if (n + sizeof more <= room - len)
    snprintf(list->text + len, room - len, "%s%s", before, name);
  else
    memcpy(list->text + len, more, sizeof more);
}

/* Fills the error in with the list as its message, and returns the status. */
static inline dfmt_status dfmti_list_fail(struct dfmti_errors *x, dfmt_status status, const struct dfmti_list *list) {
  (void)dfmti_fail(x, status, DFMT_ERR_ARGUMENT, "%s", list->text);
  x->e.message = list->text;
  return status;
}

#endif
