/* SPDX-License-Identifier: MIT */
#include "reading.h"

enum { EVENTS_A_REPORT = 1024, BYTES_A_REPORT = 1 << 20 }; /* between two progress calls */

dfmt_status dfmto_reader(dfmt_op *op) {
  if (op->reader) return DFMT_OK;
  dfmt_status st = dfmt_reader_new(op->config, &op->reader);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
}

void dfmto_turn(dfmt_op *op, size_t input) {
  if (op->input == input) return;
  dfmt_reader *reader = op->reader;
  op->reader = op->second;
  op->second = reader;
  op->input = input;
}

dfmt_status dfmto_open(dfmt_op *op, dfmt_source *s) {
  dfmt_status st = dfmto_reader(op);
  if (st != DFMT_OK) return st;
  op->n_events = 0;
  op->repeats = op->n_heard > op->input;
  op->asks_threads = !op->kind->packs && dfmto_is_given(op, DFMT_CFG_THREADS);
  if (op->kind->counts_lines) (void)dfmt_reader_count_lines(op->reader);
  st = dfmt_reader_open(op->reader, op->format, s);
  return st < 0 ? dfmto_fail_as(op, dfmt_reader_error(op->reader)) : st;
}

dfmt_status dfmto_reopen(dfmt_op *op, dfmt_source *s) {
  dfmt_source *slice;
  dfmt_status st = dfmt_source_slice(op->config, s, 0, UINT64_MAX, &slice);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
  st = dfmto_open(op, slice);
  dfmt_source_free(slice);
  return st;
}

static dfmt_status report(dfmt_op *op) {
  uint64_t done = 0, total = 0;
  (void)dfmt_reader_stat(op->reader, DFMT_STAT_STORED, &done);
  if (op->progress) (void)dfmt_reader_stat(op->reader, DFMT_STAT_TOTAL, &total);
  return dfmto_progress(op, done, total);
}

/* ---- options must have an effect ---- */

static dfmt_status refuse(dfmt_op *op, const char *what, const char *why) {
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s: %s", what, why);
}

dfmt_status dfmto_check_level(dfmt_op *op, bool packs) {
  if (packs || !dfmto_is_given(op, DFMT_CFG_LEVEL)) return DFMT_OK;
  return refuse(op, "level", "nothing of the output is compressed at a level");
}

dfmt_status dfmto_check_threads(dfmt_op *op, bool packs) {
  uint64_t ahead = 0;
  if (packs || !dfmto_is_given(op, DFMT_CFG_THREADS)) return DFMT_OK;
  if (op->reader) (void)dfmt_reader_stat(op->reader, DFMT_STAT_THREADS, &ahead);
  if (ahead) return DFMT_OK;
  return refuse(op, "threads",
                op->kind->packs ? "nothing is compressed, or decompressed ahead, by threads"
                                : "nothing of this input is decompressed ahead by threads");
}

int dfmto_zlib_level(const dfmt_op *op, int standard) {
  enum { LEAST = 1, LARGEST = 9 };
  const uint64_t level = dfmto_option(op, DFMT_CFG_LEVEL);
  switch (level) {
    case DFMT_LEVEL_DEFAULT: return standard;
    case DFMT_LEVEL_NONE: return 0;
    case DFMT_LEVEL_FAST: return LEAST;
    default: return level < LARGEST ? (int)level : LARGEST;
  }
}

/* For reading, with the first event. */
static dfmt_status check_reading(dfmt_op *op) {
  dfmt_status st = dfmto_check_threads(op, false);
  op->asks_threads = st != DFMT_OK;
  return st;
}

/* ---- reading ---- */

/* Remarks on an input are delivered when it is read for the first time. */
static void hear(dfmt_op *op, const dfmt_event *ev) {
  const dfmt_diagnostic *d = op->repeats ? NULL : dfmt_event_diagnostic(ev);
  if (op->n_heard <= op->input) op->n_heard = op->input + 1;
  if (d) dfmto_remark(op, d);
}

dfmt_status dfmto_next(dfmt_op *op, const dfmt_event **ev) {
  dfmt_status st = op->n_events++ % EVENTS_A_REPORT == 0 ? report(op) : DFMT_OK;
  if (st != DFMT_OK) {
    op->n_events = 0; /* calls the stop function again */
    return st;
  }
  st = dfmt_reader_next(op->reader, ev);
  if (st == DFMT_OK) hear(op, *ev);
  if (op->asks_threads && st == DFMT_OK) return check_reading(op);
  return st < 0 ? dfmto_fail_as(op, dfmt_reader_error(op->reader)) : st;
}

dfmt_status dfmto_columns(dfmt_op *op, uint32_t type, const dfmt_event **ev) {
  dfmt_status st = report(op);
  if (st != DFMT_OK) return st;
  st = dfmt_reader_columns(op->reader, type, 8192, ev);
  if (st == DFMT_OK) hear(op, *ev);
  if (op->asks_threads && st == DFMT_OK) return check_reading(op);
  return st < 0 ? dfmto_fail_as(op, dfmt_reader_error(op->reader)) : st;
}

dfmt_status dfmto_chunk(dfmt_op *op, dfmt_str *piece) {
  const void *ptr = NULL;
  uint64_t len = 0;
  dfmt_status st = op->n_bytes >= BYTES_A_REPORT ? report(op) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (op->n_bytes >= BYTES_A_REPORT) op->n_bytes = 0;
  st = dfmt_payload_chunk(op->reader, &ptr, &len);
  *piece = st == DFMT_OK ? (dfmt_str){ptr, len} : (dfmt_str){NULL, 0};
  op->n_bytes += piece->len;
  return st < 0 ? dfmto_fail_as(op, dfmt_reader_error(op->reader)) : st;
}

uint64_t dfmto_bytes_read(const dfmt_op *op) {
  uint64_t read = 0, total = UINT64_MAX;
  (void)dfmt_reader_stat(op->reader, DFMT_STAT_STORED, &read);
  if (dfmt_reader_stat(op->reader, DFMT_STAT_TOTAL, &total) != DFMT_OK) total = UINT64_MAX;
  return read < total ? read : total;
}

uint32_t dfmto_format(const dfmt_op *op) {
  uint64_t id = 0;
  if (op->reader) (void)dfmt_reader_stat(op->reader, DFMT_STAT_FORMAT, &id);
  return (uint32_t)id;
}
