/* SPDX-License-Identifier: MIT */
/* The findings of each input: rows of a table of its format, read again in salvage mode if it is damaged. */
#include "triage.h"

#include <string.h>

#include <diagfmt/apitrace.h>
#include <diagfmt/apport.h>
#include <diagfmt/bugreport.h>
#include <diagfmt/log.h>
#include <diagfmt/mallocdbg.h>
#include <diagfmt/ops/tables.h>

#include "op/drive.h"
#include "op/reading.h"

enum { ROWS_A_REPORT = 64 }; /* between two progress calls */

/* ---- an input begins ---- */

static void begin_source(struct dfmto_triage *x) {
  x->salvage = false;
  x->first = x->findings.len / sizeof(struct dfmto_triage_finding);
  x->n_known_before = dfmto_triage_in_hand(x)->row.n_known;
}

static dfmt_status begin_input(dfmt_op *op) {
  struct dfmto_triage *x = op->state;
  struct dfmto_triage_input in = {.row = {.head = {sizeof in.row, DFMT_TRIAGE_RESULT},
                                          .present = DFMT_TRIAGE_RESULT_HAS_INPUT,
                                          .input = op->input + x->n_more}};
  dfmt_str name = {NULL, 0};
  dfmt_status st = dfmto_triage_known(x);
  if (st == DFMT_OK) st = dfmto_triage_rules(x);
  if (st != DFMT_OK) return st;
  if (dfmto_name(op, op->input, &name)) in.row.present |= DFMT_TRIAGE_RESULT_HAS_FILE;
  x->first_input = x->inputs.len / sizeof in;
  x->wrapped = true; /* until it is known */
  if (!dfmto_triage_keep(x, name, &in.file) ||
      !dfmto_triage_name_rules(x, (dfmt_str){x->rules, strlen(x->rules)}, &in) ||
      !dfmti_buf_append(&op->mem, &x->inputs, &in, sizeof in))
    return dfmto_no_memory(op);
  begin_source(x);
  return DFMT_OK;
}

static bool seeks(const dfmt_op *op) {
  (void)op;
  return true;
}

static dfmt_status look_ahead(dfmt_op *op, dfmt_source *s) {
  struct dfmto_triage *x = op->state;
  x->source = s;
  return dfmto_triage_list_read(x, s);
}

static dfmt_status refuse(dfmt_op *op) {
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                    "%s: findings are made of bugreport, apport, log, apitrace and logs of mallocdbg",
                    dfmt_format_name(dfmto_format(op)));
}

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_triage *x = op->state;
  struct dfmto_triage_input *in = dfmto_triage_in_hand(x);
  const char *name = dfmt_format_name(format);
  if (!dfmto_triage_table(format)) return refuse(op);
  if (!dfmto_triage_keep(x, (dfmt_str){name, strlen(name)}, &in->format)) return dfmto_no_memory(op);
  x->format = format;
  in->row.present |= DFMT_TRIAGE_RESULT_HAS_FORMAT;
  return dfmto_triage_same_rules(x, in);
}

/*
 * Only the first event is read as an event. Of malloc_debug's files only logs have findings; heap dumps and recorded
 * operations contain no faults.
 */
static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_triage *x = op->state;
  uint64_t variant = 0, wrapper = DFMT_WRAPPER_NONE;
  const dfmt_status st = dfmt_reader_stat(op->reader, DFMT_STAT_WRAPPER, &wrapper);
  x->wrapped = st != DFMT_OK || wrapper != DFMT_WRAPPER_NONE;
  if (x->format == DFMT_BUGREPORT) (void)dfmt_reader_stat(op->reader, DFMT_STAT_VARIANT, &variant);
  x->is_zip = variant == DFMT_BUGREPORT_VARIANT_ZIP;
  const bool is_log = dfmt_event_mallocdbg_report(ev) || dfmt_event_mallocdbg_message(ev);
  return x->format == DFMT_MALLOCDBG && !is_log ? refuse(op) : DFMT_END;
}

/* The scan will meet the damage again. */
static dfmt_status on_damage(dfmt_op *op, dfmt_status st) {
  return ((const struct dfmto_triage *)op->state)->format ? DFMT_OK : st;
}

/* ---- its table ---- */

/* A configuration for a scan of the input, in the operation's memory. NULL: no memory. */
static dfmt_config *scan_config(struct dfmto_triage *x) {
  const dfmt_config *helpers = dfmto_helpers(x->op);
  dfmt_config *c;
  if (!helpers || dfmt_config_copy(helpers, &c) != DFMT_OK) return NULL;
  if (dfmt_config_set(c, DFMT_CFG_RECOVER, x->salvage) == DFMT_OK) return c;
  dfmt_config_free(c);
  return NULL;
}

/* Opens rows of the scan's table of findings, which then own the scan. */
static dfmt_status ask(struct dfmto_triage *x, dfmt_scan *scan) {
  uint32_t table;
  dfmt_status st = dfmt_scan_offer(scan, dfmt_ops_tables());
  if (st == DFMT_OK) st = dfmt_scan_table(scan, dfmto_triage_table(x->format), NULL, &table);
  if (st == DFMT_OK) st = dfmt_scan_rows(scan, &x->rows);
  return st == DFMT_OK ? st : dfmto_fail_helper(x->op, dfmt_scan_error(scan));
}

static const dfmt_read_format *read_format(uint32_t format) {
  switch (format) {
    case DFMT_BUGREPORT: return dfmt_bugreport_read_format();
    case DFMT_MALLOCDBG: /* other lines may tell of crashes */
    case DFMT_LOG: return dfmt_log_read_format();
    case DFMT_APITRACE: return dfmt_apitrace_read_format();
    default: return dfmt_apport_read_format();
  }
}

/* A format that was found in something else is found there again; else it is taken for granted, as zips in an input
 * are: to find out what a trace is takes as long as to read some MB of it. */
static dfmt_status make_scan(const struct dfmto_triage *x, const dfmt_config *c, dfmt_source *s, dfmt_scan **out) {
  const dfmt_read_format *const formats[] = {read_format(x->format)};
  const bool found = !x->op->format && x->wrapped && x->format != DFMT_MALLOCDBG && x->n_levels == 0;
  return found ? dfmt_scan_new(c, s, out) : dfmt_scan_new_for(c, formats, 1, s, out);
}

static dfmt_status begin_scan(struct dfmto_triage *x) {
  dfmt_source *slice = NULL;
  dfmt_scan *scan = NULL;
  dfmt_config *c = scan_config(x);
  if (!c) return dfmto_no_memory(x->op);
  dfmt_status st = dfmt_source_slice(c, x->source, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = make_scan(x, c, slice, &scan);
  dfmt_source_free(slice);
  dfmt_config_free(c);
  if (st != DFMT_OK) return dfmto_no_memory(x->op);
  st = ask(x, scan);
  if (st != DFMT_OK) dfmt_scan_free(scan);
  return st;
}

/* ---- its findings ---- */

static void free_input(struct dfmto_triage *x) {
  dfmto_triage_patterns_leave(&x->patterns);
  dfmt_rows_free(x->rows);
  x->rows = NULL;
  x->row = NULL;
  x->known_as = 0;
}

/* Drops the findings of the current input. */
static void forget(struct dfmto_triage *x) {
  const struct dfmto_triage_finding *list = (const struct dfmto_triage_finding *)(const void *)x->findings.ptr;
  size_t n = x->findings.len / sizeof *list;
  while (n > 0 && list[n - 1].from >= x->first_input) n--;
  x->findings.len = n * sizeof *list;
}

/* Notes the damage, and reads the input again. */
static dfmt_status begin_again(struct dfmto_triage *x, const dfmt_error *e) {
  struct dfmto_triage_input *in = dfmto_triage_in_hand(x);
  if (!dfmto_text(&x->op->mem, &x->texts, e->message, strlen(e->message), &in->problem)) return dfmto_no_memory(x->op);
  in->row.present |= DFMT_TRIAGE_RESULT_HAS_PROBLEM;
  in->row.byte_offset = e->offset;
  in->row.n_damaged = 1;
  in->row.n_findings -= x->findings.len / sizeof(struct dfmto_triage_finding) - x->first;
  in->row.n_known = x->n_known_before;
  x->findings.len = x->first * sizeof(struct dfmto_triage_finding);
  free_input(x);
  x->salvage = true;
  return begin_scan(x);
}

static dfmt_status read_row(struct dfmto_triage *x) {
  dfmt_status st = x->rows ? DFMT_OK : begin_scan(x);
  if (st == DFMT_OK && x->n++ % ROWS_A_REPORT == 0) st = dfmto_progress(x->op, 0, 0);
  if (st != DFMT_OK) return st;
  if (!x->row) st = dfmt_rows_next(x->rows, &x->row);
  if (st == DFMT_END || st == DFMT_AGAIN) return st;
  if (dfmto_is_damage(st) && !x->salvage) return begin_again(x, dfmt_rows_error(x->rows));
  if (st != DFMT_OK) return dfmto_fail_helper(x->op, dfmt_rows_error(x->rows));
  st = dfmto_triage_take(x, x->row);
  if (st == DFMT_OK) x->row = NULL;
  return st;
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  dfmt_status st = DFMT_OK;
  (void)whole;
  struct dfmto_triage *x = op->state;
  if (x->list.is_one) return DFMT_OK;
  while (st == DFMT_OK) {
    while (st == DFMT_OK) st = x->walks ? DFMT_END : read_row(x);
    if (st != DFMT_END || !x->is_zip) break;
    x->walks = true; /* until there is another source, however often that fails */
    free_input(x);
    st = dfmto_triage_next_source(x);
    x->walks = st != DFMT_OK;
    if (st == DFMT_OK) begin_source(x);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static void close_input(dfmt_op *op) {
  struct dfmto_triage *x = op->state;
  free_input(x);
  dfmto_triage_leave_levels(x);
  dfmto_triage_list_leave(x);
  x->walks = x->is_zip = false;
  x->format = 0;
}

/* ---- all ---- */

/* A failed input: keeps or drops its findings. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_triage *x = op->state;
  if (!accepted) forget(x);
  if (!accepted && op->drive.step != DFMTO_DRIVE_BEGIN)
    x->inputs.len = x->first_input * sizeof(struct dfmto_triage_input);
  op->drive.step = DFMTO_DRIVE_LEAVE;
  return true;
}

static const struct dfmto_callbacks callbacks = {.begin_input = begin_input,
                                                 .seeks = seeks,
                                                 .look_ahead = look_ahead,
                                                 .format = on_format,
                                                 .event = on_event,
                                                 .damage = on_damage,
                                                 .end = on_end,
                                                 .close_input = close_input,
                                                 .decide = decide};

static dfmt_status begin(dfmt_op *op) {
  ((struct dfmto_triage *)op->state)->op = op;
  return DFMT_OK;
}

static void close_op(dfmt_op *op) {
  struct dfmto_triage *x = op->state;
  struct dfmti_mem *m = &op->mem;
  if (!x->op) return;
  free_input(x);
  dfmto_triage_leave_levels(x);
  dfmto_triage_list_leave(x);
  dfmti_buf_free(m, &x->prefix);
  dfmti_buf_free(m, &x->places);
  dfmti_buf_free(m, &x->title);
  dfmto_texts_free(m, &x->texts);
  dfmto_texts_free(m, &x->known);
  dfmti_buf_free(m, &x->bugs);
  dfmto_triage_patterns_free(&x->patterns);
  dfmti_buf_free(m, &x->findings);
  dfmti_buf_free(m, &x->evidence);
  dfmti_buf_free(m, &x->inputs);
}

const struct dfmto_kind dfmto_triage_kind = {
    .is = {DFMTO_KIND(TRIAGE, "triage", "Find what went wrong, from reports, logs and traces."), .min_inputs = 1,
           .max_inputs = UINT64_MAX, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_triage),
    .options = dfmto_triage_options,
    .types = dfmto_triage_types,
    .answers = dfmto_triage_answers,
    .documents = dfmto_triage_documents,
    .begins = dfmto_triage_list_begins,
    .begin = begin,
    .drive = &callbacks,
    .close = close_op};
