/* SPDX-License-Identifier: MIT */
/* Snappy's chunks as they stand in a file (spec 2.2): a length, and a block. Nothing here takes bytes. */
#ifndef DFMTI_APITRACE_CHUNK_H
#define DFMTI_APITRACE_CHUNK_H

#include "base/rare.h"
#include "core/reader_impl.h"

enum { DFMTI_CHUNK_MAGIC = 2, DFMTI_CHUNK_LENGTH = 4 }; /* bytes: "at" of a file, and the length before each block */

struct dfmti_chunk {
  const uint8_t *block; /* in the common window */
  size_t len, size;     /* of the block, as far as it is there, and of what it expands to */
  uint64_t offset;      /* in the file, of the length word */
};

/*
 * The chunk that the common window begins with. OK: it is there as a whole; E_FORMAT, E_TRUNCATED with *f: damage; END,
 * or what dfmti_stream_fill() said, without.
 */
dfmt_status dfmti_apitrace_chunk_look(dfmt_reader *r, struct dfmti_chunk *k, struct dfmti_fault *f);

enum { DFMTI_CHUNK_HEAD = DFMTI_CHUNK_LENGTH + 6 }; /* bytes that tell most places apart: length, size, first tag */

/* Whether a chunk can stand at p, where CHUNK_HEAD bytes are: what costs nothing to see. The block's length, or 0. */
DFMTI_RARE uint32_t dfmti_apitrace_chunk_can_be(const uint8_t *p);

/* Of one file, zeroed before that is read. Places that may begin another one overlap: what is read for them has a
 * bound. */
struct dfmti_appended_search {
  uint64_t work; /* tags read */
  size_t next;   /* place that dfmti_apitrace_chunk_find_appended() looks at next; 0: it has not begun */
};

/*
 * Whether another file was appended `at` bytes after the common window's position: its magic, a sound chunk, and in
 * that the start of a stream. OK, with *is; or the status of dfmti_stream_fill(): then the same call goes on.
 */
DFMTI_RARE dfmt_status dfmti_apitrace_chunk_appended(dfmt_reader *r, struct dfmti_appended_search *x, size_t at,
                                                     bool *is);

/*
 * Searches the first `len` bytes of the common window, all of which are there, for the start of another file, from the
 * second byte on. Sets *at to the first one, or to 0 if there is none. OK; or the status of
 * dfmti_stream_fill(): then the same call goes on.
 */
DFMTI_RARE dfmt_status dfmti_apitrace_chunk_find_appended(dfmt_reader *r, struct dfmti_appended_search *x, size_t len,
                                                          size_t *at);

#endif
