/* SPDX-License-Identifier: MIT */
/*
 * Rows that are read as they are asked for. The driver pauses at each: run() reads as far as the first one, so that the
 * format is known by which columns are chosen, and each row that is asked for reads as far as the next one.
 */
#ifndef DFMTO_STREAM_H
#define DFMTO_STREAM_H

#include "drive.h"

/* In a callback: a row is there, which stays until the callback is called again. Returns PAUSE. */
static inline dfmt_status dfmto_pause(dfmt_op *op, const dfmt_head *row) {
  op->stream.row = row;
  op->stream.taken = false;
  return (dfmt_status)DFMTO_PAUSE;
}

/* true, once: the callback is called again as the row was taken with which it paused. */
static inline bool dfmto_has_paused(dfmt_op *op) {
  const bool paused = op->stream.row != NULL;
  op->stream.row = NULL;
  return paused;
}

/* The rows, of the only answer. OK, E_NOMEM; E_STATE: they were asked for before. */
dfmt_status dfmto_stream(dfmt_op *op, dfmt_rows **out);

#endif
