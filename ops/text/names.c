/* SPDX-License-Identifier: MIT */
/* Names come last in simpleperf's files: a first pass reads them. */
#include "op/reading.h"
#include "text.h"

/* In salvage mode, as the pass that follows reports the damage. */
static dfmt_status make_reader(dfmt_op *op, dfmt_source *s) {
  struct dfmto_text *x = op->state;
  dfmt_config *c;
  dfmt_source *whole = NULL;
  dfmt_status st = dfmt_config_copy(op->config, &c);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
  st = dfmt_config_set(c, DFMT_CFG_RECOVER, 1);
  if (st == DFMT_OK)
    st = dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS,
                         DFMT_SIMPLEPERF_RECORDS_META | DFMT_SIMPLEPERF_RECORDS_FILE | DFMT_SIMPLEPERF_RECORDS_THREAD);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &x->names_reader);
  if (st == DFMT_OK) st = dfmt_source_slice(c, s, 0, UINT64_MAX, &whole);
  if (st == DFMT_OK) st = dfmt_reader_open(x->names_reader, op->format, whole);
  dfmt_source_free(whole);
  dfmt_config_free(c);
  if (st >= 0) return st;
  dfmt_reader_free(x->names_reader); /* it is made again */
  x->names_reader = NULL;
  return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
}

static dfmt_status make_names(dfmt_op *op) {
  const dfmt_config *c = dfmto_helpers(op);
  dfmt_status st = c ? dfmt_simpleperf_names_new(c, &dfmto_text_of(op)->names) : DFMT_E_NOMEM;
  return st == DFMT_OK ? st : dfmto_no_memory(op);
}

/* Takes an event; *more false: no more names are needed, or the end. */
static dfmt_status take(dfmt_op *op, bool *more) {
  struct dfmto_text *x = op->state;
  uint64_t id = 0;
  dfmt_status st = x->names_ev ? DFMT_OK : dfmt_reader_next(x->names_reader, &x->names_ev);
  (void)dfmt_reader_stat(x->names_reader, DFMT_STAT_FORMAT, &id);
  *more = st == DFMT_OK && (!id || id == DFMT_SIMPLEPERF);
  if (st < 0) return dfmto_fail_as(op, dfmt_reader_error(x->names_reader));
  if (!*more) return st == DFMT_END ? DFMT_OK : st;
  const dfmt_simpleperf_meta *m = dfmt_event_simpleperf_meta(x->names_ev);
  x->trace_offcpu = x->trace_offcpu || (m && m->trace_offcpu);
  st = dfmt_simpleperf_names_add(x->names, x->names_ev);
  if (st < 0) return dfmto_fail_helper(op, dfmt_simpleperf_names_error(x->names));
  x->names_ev = NULL;
  return DFMT_OK;
}

static void forget(struct dfmto_text *x) {
  dfmt_simpleperf_names_free(x->names);
  dfmt_reader_free(x->names_reader);
  x->names = NULL;
  x->names_reader = NULL;
  x->names_ev = NULL;
}

/* After a limit was reached it starts again, with the new limits. */
dfmt_status dfmto_text_load_names(dfmt_op *op, dfmt_source *s) {
  struct dfmto_text *x = op->state;
  bool more = true;
  dfmt_status st = x->names_reader ? DFMT_OK : make_reader(op, s);
  if (st == DFMT_OK && !x->names) st = make_names(op);
  for (uint64_t n = 0; st == DFMT_OK && more; n++) {
    if (n % 1024 == 0) st = dfmto_progress(op, 0, 0);
    if (st == DFMT_OK) st = take(op, &more);
  }
  if (st < 0 && st != DFMT_E_CANCELLED && st != DFMT_E_NOMEM) forget(x);
  return st;
}
