/* SPDX-License-Identifier: MIT */
/*
 * Rows that are read on demand. The driver pauses at each: run() reads up to the first one, so that the format that
 * determines the columns is known, and each request reads up to the next one.
 */
#ifndef DFMTO_STREAM_H
#define DFMTO_STREAM_H

#include "drive.h"

/* In a callback: a row is ready, valid until the callback is called again. Returns PAUSE. */
static inline dfmt_status dfmto_pause(dfmt_op *op, const dfmt_head *row) {
  op->stream.row = row;
  op->stream.taken = false;
  return (dfmt_status)DFMTO_PAUSE;
}

/* true, once: the callback is called again after the row with which it paused was taken. */
static inline bool dfmto_has_paused(dfmt_op *op) {
  const bool paused = op->stream.row != NULL;
  op->stream.row = NULL;
  return paused;
}

/* The rows, of the only answer. OK, E_NOMEM; E_STATE: they were requested before. */
dfmt_status dfmto_stream(dfmt_op *op, dfmt_rows **out);

#endif
