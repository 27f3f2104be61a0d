/* SPDX-License-Identifier: MIT */
/* Names that say nothing about a fault, by skip_lists.def (docs/triage.md). */
#ifndef DFMTI_ANDROID_SKIP_LIST_H
#define DFMTI_ANDROID_SKIP_LIST_H

#include <stdbool.h>

#include <diagfmt/common.h>

enum dfmti_skip_list {
  DFMTI_SKIP_NATIVE_TOP,
  DFMTI_SKIP_NATIVE_BASE,
  DFMTI_SKIP_PYTHON_PLUMBING, /* of paths */
  DFMTI_SKIP_KERNEL
};

/* Whether a pattern of the list matches the whole name. */
bool dfmti_skip_listed(enum dfmti_skip_list list, dfmt_str name);

#endif
