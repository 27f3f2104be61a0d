/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_SOURCE_UNWRAP_H
#define DFMTI_SOURCE_UNWRAP_H

#include "nested.h"

/* What `of` holds inside its wrappings, or its bytes. start: bytes already read from `of`, which go first (copied). */
dfmt_status dfmti_source_unwrap(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                dfmt_source **out);

/* Other limits than those of the configuration, for s and those below it that unwrap. NULL is fine. */
void dfmti_source_unwrap_limits(dfmt_source *s, struct dfmti_expansion most);

/*
 * Another kind of source that unwraps, by the functions below: its zeroed own state of `size` bytes begins with a
 * struct dfmti_nested, which is opened over what refill(the source) gives.
 */
dfmt_status dfmti_source_over(const dfmt_config *c, dfmt_source *of, const dfmt_source_ops *ops, size_t size,
                              dfmti_refill_fn refill, dfmt_source **out);
dfmt_status dfmti_source_over_read(void *user, void *buf, uint64_t cap, uint64_t *got);
void dfmti_source_over_close(void *user);

#endif
