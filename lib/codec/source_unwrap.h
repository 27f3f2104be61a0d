/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_SOURCE_UNWRAP_H
#define DFMTI_SOURCE_UNWRAP_H

#include "expansion.h"
#include "io/source.h"

/* What `of` holds inside its wrappings, or its bytes. start: bytes already read from `of`, which go first (copied). */
dfmt_status dfmti_source_unwrap(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                dfmt_source **out);

/* Other limits than those of its configuration; s is what dfmti_source_unwrap() gave. */
void dfmti_source_unwrap_limits(dfmt_source *s, struct dfmti_expansion most);

#endif
