/* SPDX-License-Identifier: MIT */
/* What a recording of simpleperf says about itself, and its names. */
#ifndef DFMTO_PROFILE_RECORDING_H
#define DFMTO_PROFILE_RECORDING_H

#include <diagfmt/simpleperf.h>

#include "op/op.h"

/* Zeroed is not read yet. */
struct dfmto_profile_recording {
  dfmt_reader *reader;  /* of all but samples, until it is done */
  const dfmt_event *ev; /* in hand; NULL: none */
  bool open, done;
  bool trace_offcpu, has_switches;
  uint64_t n_lost; /* samples; at most 2^64 - 1 */
};

/* Goes on until it is done; damage ends it. Names are added. OK, AGAIN, E_*. */
dfmt_status dfmto_profile_recording_read(dfmt_op *op, struct dfmto_profile_recording *x, dfmt_simpleperf_names *names,
                                         dfmt_source *s);

void dfmto_profile_recording_free(struct dfmto_profile_recording *x);

#endif
