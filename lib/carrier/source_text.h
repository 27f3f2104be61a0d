/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_SOURCE_TEXT_H
#define DFMTI_SOURCE_TEXT_H

#include "io/source.h"
#include "io/window.h"

/*
 * The text of `of` as UTF-8. start: bytes already read from `of`, which go first (copied), without a byte order mark.
 * kind: DFMT_WRAPPER_UTF16LE or _UTF16BE; _TEXT: a mail (mail.h); NONE: which of UTF-16 is found out. Not seekable.
 */
dfmt_status dfmti_source_text(const dfmt_config *c, dfmt_source *of, const void *start, size_t len, uint32_t kind,
                              dfmt_source **out);

/*
 * The places in the file of a window that reads nothing but s, which is in UTF-16 or a mail; origin: that of its first
 * byte. It lives as long as s.
 */
struct dfmti_places *dfmti_source_text_places(dfmt_source *s, uint64_t origin);

/* Bytes at the end, after END, that are no whole unit; s is what dfmti_source_text() gave. */
size_t dfmti_source_text_left(const dfmt_source *s);

#endif
