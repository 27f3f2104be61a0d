/* SPDX-License-Identifier: MIT */
/* Properties of a simpleperf recording, and its names. */
#ifndef DFMTO_PROFILE_RECORDING_H
#define DFMTO_PROFILE_RECORDING_H

#include <diagfmt/simpleperf.h>

#include "op/op.h"

/* Zeroed: not read yet. */
struct dfmto_profile_recording {
  dfmt_reader *reader;  /* for all records but samples; NULL when done */
  const dfmt_event *ev; /* current; NULL: none */
  bool open, done;
  bool trace_offcpu, has_switches;
  uint64_t n_lost; /* samples; at most 2^64 - 1 */
};

/* Reads until done; damage ends it. Adds names. OK, AGAIN, E_*. */
dfmt_status dfmto_profile_recording_read(dfmt_op *op, struct dfmto_profile_recording *x, dfmt_simpleperf_names *names,
                                         dfmt_source *s);

void dfmto_profile_recording_free(struct dfmto_profile_recording *x);

#endif
