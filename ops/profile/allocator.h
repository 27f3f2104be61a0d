/* SPDX-License-Identifier: MIT */
/* Frames of allocators. */
#ifndef DFMTO_PROFILE_ALLOCATOR_H
#define DFMTO_PROFILE_ALLOCATOR_H

#include <stdbool.h>

#include <diagfmt/common.h>

/* Whether a function allocates for its caller. Its name or its file may be empty. */
bool dfmto_profile_is_allocator(dfmt_str function, dfmt_str file);

#endif
