/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_SOURCE_EXCERPT_H
#define DFMTI_SOURCE_EXCERPT_H

#include "excerpt.h"
#include "io/source.h"
#include "io/window.h"

/*
 * A report of a text, without what stands before and after it, and before its lines. start: bytes already read from
 * `of`, which go first (copied); of NULL: all of it. places: where the bytes of `of` lie in the file; NULL: as they
 * come. Lines of other text between two reports are empty. `of` is read to its end. Not seekable.
 */
dfmt_status dfmti_source_excerpt(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                 const struct dfmti_excerpt *what, struct dfmti_places *places, dfmt_source **out);

/* The places in the file of a window that reads nothing but s. It lives as long as s. */
struct dfmti_places *dfmti_source_excerpt_places(dfmt_source *s);

/* What else there is in the text. Known at the end. */
struct dfmti_excerpt_rest {
  uint64_t bytes; /* after the report, or between reports */
  uint64_t more;  /* reports that were not read, though they begin as this one */
  uint64_t line;  /* of the first of these, from 1 */
};
const struct dfmti_excerpt_rest *dfmti_source_excerpt_rest(const dfmt_source *s);

#endif
