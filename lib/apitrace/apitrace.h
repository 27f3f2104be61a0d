/* SPDX-License-Identifier: MIT */
/* What the files of this format share. */
#ifndef DFMTI_APITRACE_H
#define DFMTI_APITRACE_H

#include <diagfmt/apitrace.h>

#include "core/format.h"

extern const struct dfmti_read_ops dfmti_apitrace_read;
extern const struct dfmti_write_ops dfmti_apitrace_write;
extern const struct dfmti_tree_ops dfmti_apitrace_tree;
extern const dfmt_type *const dfmti_apitrace_types[];

#endif
