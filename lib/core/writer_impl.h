/* SPDX-License-Identifier: MIT */
/* The common writer, as formats see it. */
#ifndef DFMTI_WRITER_IMPL_H
#define DFMTI_WRITER_IMPL_H

#include <diagfmt/writer.h>

#include "base/config.h"
#include "base/fault.h"
#include "base/mem.h"
#include "format_ops.h"
#include "io/out.h"

struct dfmt_writer {
  struct dfmti_out out;
  dfmt_config config;
  const dfmt_write_format *formats[DFMTI_MAX_FORMATS + 1]; /* that it knows; NULL-ended */
  const struct dfmti_format *format;                       /* NULL: not opened yet */
  const dfmt_write_format *ops;                            /* its */
  uint32_t variant;                                        /* as given to open(): 0 is the newest */
  void *state;
  size_t state_size;
  uint64_t before; /* bytes that stood before this output (append) */
  uint8_t last;    /* the last of them */

  const dfmt_type *type;   /* of the last body: the next is most often of the same; NULL: none yet */
  struct dfmti_buf body;   /* the current body, as long as this library knows it, then zeros */
  uint64_t record_start;   /* sink->offset at begin() */
  uint32_t copy_stage;     /* of copy() */
  dfmt_status copy_failed; /* told when the record is ended */
  struct dfmti_errors copy_err;
  uint64_t copy_record; /* which of the reader's records is being copied */
  uint64_t copies;      /* begun; a reader that is being copied from has this number and the writer's address */
  bool busy, open, in_record, finished;
  bool copying; /* for begin(): the body is a reader's, and says how the value stands there */
  bool kept;    /* set by formats: of the current record something is where it cannot be taken back from */
};

/* Nothing of what was to be written is lost: the same call goes on. */
static inline bool dfmti_can_go_on(const dfmt_writer *w, dfmt_status st) {
  return st == DFMT_AGAIN || ((st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) && w->in_record && !w->out.failed);
}

/* Ends the record of a copy that was left in its middle, if there is one. */
dfmt_status dfmti_end_copy(dfmt_writer *w);

#endif
