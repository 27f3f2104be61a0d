/* SPDX-License-Identifier: MIT */
/* Zip and tar archives that hold one file, as a source of what that holds. */
#ifndef DFMTI_SOURCE_ARCHIVE_H
#define DFMTI_SOURCE_ARCHIVE_H

#include "io/source.h"

/* DFMT_WRAPPER_ZIP or _TAR of an input that starts with these bytes, if it may hold a file; else NONE. */
uint32_t dfmti_archive_of(const uint8_t *p, size_t n);

/*
 * How many bytes tell that: up to n, or more, of which to ask again. In a tar a name with zeros after it comes before a
 * mode, so that a text of lines is told by the first.
 */
size_t dfmti_archive_wants(const uint8_t *p, size_t n);

/*
 * The content of the file that the archive `of` holds, its wrappings taken off. start: bytes already read from `of`,
 * which go first, and tell the archive (copied). Folders are passed over, and so is what macOS adds to files. If there
 * is another file, that is told after the first: E_FORMAT, DFMT_ERR_CODEC_SEVERAL. Has limits as
 * dfmti_source_unwrap() has, in relation to what is stored of all.
 */
dfmt_status dfmti_source_archive(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                 dfmt_source **out);

#endif
