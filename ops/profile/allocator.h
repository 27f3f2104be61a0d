/* SPDX-License-Identifier: MIT */
/* Frames of allocators. */
#ifndef DFMTO_PROFILE_ALLOCATOR_H
#define DFMTO_PROFILE_ALLOCATOR_H

#include <stdbool.h>

#include <diagfmt/common.h>

/* Whether a function, of which the name or the file may be empty, allocates on behalf of its caller. */
bool dfmto_profile_is_allocator(dfmt_str function, dfmt_str file);

#endif
