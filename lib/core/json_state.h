/* SPDX-License-Identifier: MIT */
/* JSON lines of a reader: what is remembered of a line that is not complete. */
#ifndef DFMTI_JSON_STATE_H
#define DFMTI_JSON_STATE_H

#include <diagfmt/describe.h>

#include "base/fault.h"
#include "base/mem.h"
#include "base/utf8.h"

/* Embedded in every reader. Zeroed: no line was begun. */
struct dfmti_json_state {
  const dfmt_type *type;     /* of the event that was written last; NULL: none was */
  uint32_t stage;            /* the step to go on with, 0 for none: see json_reader.c */
  uint32_t mode;             /* DFMT_JSON_PAYLOAD_* */
  size_t keep;               /* bytes of lines that may wait in the sink */
  uint64_t before;           /* bytes that the sink had before this line */
  uint64_t made;             /* bytes of this step that the sink has already */
  uint64_t size;             /* bytes of the payload so far */
  uint32_t crc;              /* CRC-32 of these */
  struct dfmti_utf8 utf8;    /* of these */
  bool ended;                /* no more of the payload will come */
  struct dfmti_errors error; /* why, if not because it was complete */
  struct dfmti_buf gathered; /* INLINE: what was read of it; memory of the reader */
  size_t encoded;            /* of `gathered`: gone to the sink as base64 */
};

/* Forgets a line in the making and keeps the memory: for when the reader's current event changes. */
void dfmti_json_reset(struct dfmti_json_state *s);

/* m: the reader's. */
void dfmti_json_free(struct dfmti_mem *m, struct dfmti_json_state *s);

#endif
