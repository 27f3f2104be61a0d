/* SPDX-License-Identifier: MIT */
#include "recording.h"

/* Makes a reader for these records only, in the operation's memory. */
static dfmt_status make_reader(dfmt_op *op, struct dfmto_profile_recording *x) {
  const uint64_t records = DFMT_SIMPLEPERF_RECORDS_META | DFMT_SIMPLEPERF_RECORDS_LOST |
                           DFMT_SIMPLEPERF_RECORDS_SWITCH | DFMT_SIMPLEPERF_RECORDS_FILE |
                           DFMT_SIMPLEPERF_RECORDS_THREAD;
  const dfmt_config *helpers = dfmto_helpers(op);
  dfmt_config *c;
  if (!helpers || dfmt_config_copy(helpers, &c) != DFMT_OK) return dfmto_no_memory(op);
  dfmt_status st = dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS, records);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &x->reader);
  dfmt_config_free(c);
  return st == DFMT_OK ? st : dfmto_no_memory(op);
}

static dfmt_status open(dfmt_op *op, struct dfmto_profile_recording *x, dfmt_source *s) {
  dfmt_source *slice;
  dfmt_status st = x->reader ? DFMT_OK : make_reader(op, x);
  if (st != DFMT_OK) return st;
  if (dfmt_source_slice(dfmto_helpers(op), s, 0, UINT64_MAX, &slice) != DFMT_OK) return dfmto_no_memory(op);
  st = dfmt_reader_open(x->reader, DFMT_SIMPLEPERF, slice);
  dfmt_source_free(slice);
  x->open = st == DFMT_OK;
  return st < 0 ? dfmto_fail_helper(op, dfmt_reader_error(x->reader)) : st;
}

static dfmt_status take(dfmt_op *op, struct dfmto_profile_recording *x, dfmt_simpleperf_names *names) {
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(x->ev);
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(x->ev);
  const bool is_switch = dfmt_event_simpleperf_switch(x->ev) != NULL;
  if (!is_switch && dfmt_simpleperf_names_add(names, x->ev) != DFMT_OK)
    return dfmto_fail_helper(op, dfmt_simpleperf_names_error(names));
  if (meta) x->trace_offcpu = meta->trace_offcpu;
  if (lost) x->n_lost = lost->lost_count > UINT64_MAX - x->n_lost ? UINT64_MAX : x->n_lost + lost->lost_count;
  x->has_switches = x->has_switches || is_switch;
  x->ev = NULL;
  return DFMT_OK;
}

static dfmt_status report(dfmt_op *op, const struct dfmto_profile_recording *x) {
  uint64_t done = 0;
  (void)dfmt_reader_stat(x->reader, DFMT_STAT_STORED, &done);
  return dfmto_progress(op, done, 0);
}

/* Takes all remaining events. */
static dfmt_status take_all(dfmt_op *op, struct dfmto_profile_recording *x, dfmt_simpleperf_names *names,
                            bool *failed) {
  dfmt_status st = DFMT_OK;
  for (uint64_t n = 0; st == DFMT_OK; n++) {
    *failed = false;
    if (!x->ev) st = dfmt_reader_next(x->reader, &x->ev);
    *failed = st != DFMT_OK;
    if (st == DFMT_OK) st = take(op, x, names);
    if (st == DFMT_OK && n % 1024 == 1023) st = report(op, x);
  }
  return st;
}

dfmt_status dfmto_profile_recording_read(dfmt_op *op, struct dfmto_profile_recording *x, dfmt_simpleperf_names *names,
                                         dfmt_source *s) {
  bool failed; /* the reader failed */
  dfmt_status st = x->open ? DFMT_OK : open(op, x, s);
  if (st == DFMT_OK) st = report(op, x);
  if (st != DFMT_OK) return st;
  st = take_all(op, x, names, &failed);
  if (!failed) return st;
  x->ev = NULL;
  x->done = st == DFMT_END || dfmto_is_damage(st) || st == DFMT_E_UNSUPPORTED;
  if (!x->done) return st < 0 ? dfmto_fail_helper(op, dfmt_reader_error(x->reader)) : st;
  dfmto_profile_recording_free(x);
  return DFMT_OK;
}

void dfmto_profile_recording_free(struct dfmto_profile_recording *x) {
  dfmt_reader_free(x->reader);
  x->reader = NULL;
}
