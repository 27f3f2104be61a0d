/* SPDX-License-Identifier: MIT */
/*
 * The findings of each input.
 *
 *   OPENING (a source that can seek) -> ASKING (its format) -> READING (rows of its table) -> OPENING (the next one)
 *                                             ^                    |
 *                                             '---- damage: once more, in salvage
 */
#include "triage.h"

#include <string.h>

#include <diagfmt/apport.h>
#include <diagfmt/bugreport.h>

#include "op/reading.h"

enum { ROWS_A_REPORT = 64 }; /* between two calls for progress */

/* ---- an input begins ---- */

static dfmt_status opening(struct dfmto_triage *x) {
  dfmt_op *op = x->op;
  dfmt_status st = dfmto_triage_known(x);
  if (st == DFMT_OK) st = dfmto_seekable(op, &x->source);
  if (st == DFMT_OK) st = dfmto_reopen(op, x->source);
  if (st != DFMT_OK) return st;
  const struct dfmto_triage_input in = {.row = {.head = {sizeof in.row, DFMT_TRIAGE_RESULT},
                                                .present = DFMT_TRIAGE_RESULT_HAS_INPUT,
                                                .input = op->input}};
  if (!dfmti_buf_append(&op->mem, &x->inputs, &in, sizeof in)) return dfmto_no_memory(op);
  x->salvage = false;
  x->phase = DFMTO_TRIAGE_ASKING;
  return DFMT_OK;
}

/* A configuration for a scan of the input, whose memory is the operation's. NULL: no memory. */
static dfmt_config *scan_config(struct dfmto_triage *x) {
  const dfmt_config *helpers = dfmto_helpers(x->op);
  dfmt_config *c;
  if (!helpers || dfmt_config_copy(helpers, &c) != DFMT_OK) return NULL;
  if (dfmt_config_set(c, DFMT_CFG_RECOVER, x->salvage) == DFMT_OK) return c;
  dfmt_config_free(c);
  return NULL;
}

/* The scan's table of findings as rows, which then have the scan. */
static dfmt_status ask(struct dfmto_triage *x, dfmt_scan *scan) {
  uint32_t table;
  dfmt_status st = dfmt_scan_table(scan, dfmto_triage_table(x->format), NULL, &table);
  if (st == DFMT_OK) st = dfmt_scan_rows(scan, &x->rows);
  return st == DFMT_OK ? st : dfmto_fail_helper(x->op, dfmt_scan_error(scan));
}

static dfmt_status begin_scan(struct dfmto_triage *x) {
  dfmt_source *slice = NULL;
  dfmt_scan *scan = NULL;
  const dfmt_read_format *const formats[] = {x->format == DFMT_BUGREPORT   ? dfmt_bugreport_read_format()
                                             : x->format == DFMT_MALLOCDBG ? dfmt_mallocdbg_read_format()
                                                                           : dfmt_apport_read_format()};
  dfmt_config *c = scan_config(x);
  if (!c) return dfmto_no_memory(x->op);
  dfmt_status st = dfmt_source_slice(c, x->source, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = dfmt_scan_new_for(c, formats, 1, slice, &scan);
  dfmt_source_free(slice);
  dfmt_config_free(c);
  if (st != DFMT_OK) return dfmto_no_memory(x->op);
  st = ask(x, scan);
  if (st != DFMT_OK) dfmt_scan_free(scan);
  if (st == DFMT_OK) x->phase = DFMTO_TRIAGE_READING;
  return st;
}

/* Of malloc_debug logs have findings; heap dumps and recorded operations tell of what is as it should be, or not. */
static bool has_findings(uint32_t format, const dfmt_event *ev, dfmt_status st) {
  if (!dfmto_triage_table(format)) return false;
  const bool event = format == DFMT_MALLOCDBG && st == DFMT_OK;
  return !event || dfmt_event_mallocdbg_report(ev) || dfmt_event_mallocdbg_message(ev) || ev->type <= DFMT_DIAGNOSTIC;
}

/* The format is known with the first event. */
static dfmt_status asking(struct dfmto_triage *x) {
  const dfmt_event *ev;
  dfmt_op *op = x->op;
  struct dfmto_triage_input *in = dfmto_triage_in_hand(x);
  dfmt_status st = dfmto_next(op, &ev);
  uint32_t format = dfmto_format(op);
  bool told = format && (st == DFMT_OK || st == DFMT_END || dfmto_is_damage(st));
  if (!told) return st;
  const char *name = dfmt_format_name(format);
  if (!has_findings(format, ev, st))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "%s: findings are made of bugreport, apport and logs of mallocdbg", name);
  x->format = format;
  in->row.format = (dfmt_str){name, strlen(name)};
  in->row.present |= DFMT_TRIAGE_RESULT_HAS_FORMAT;
  return begin_scan(x);
}

/* ---- its findings ---- */

static void free_input(struct dfmto_triage *x) {
  dfmt_rows_free(x->rows);
  x->rows = NULL;
  x->row = NULL;
}

/* Forgets what was found of the input in hand. */
static void forget(struct dfmto_triage *x) {
  const struct dfmto_triage_finding *list = (const struct dfmto_triage_finding *)(const void *)x->findings.ptr;
  size_t n = x->findings.len / sizeof *list;
  while (n > 0 && list[n - 1].row.input == x->op->input) n--;
  x->findings.len = n * sizeof *list;
}

/* Notes the damage, and reads the input once more. */
static dfmt_status begin_again(struct dfmto_triage *x, const dfmt_error *e) {
  struct dfmto_triage_input *in = dfmto_triage_in_hand(x);
  if (!dfmto_text(&x->op->mem, &x->texts, e->message, strlen(e->message), &in->problem)) return dfmto_no_memory(x->op);
  in->row.present |= DFMT_TRIAGE_RESULT_HAS_PROBLEM;
  in->row.byte_offset = e->offset;
  in->row.n_damaged = 1;
  in->row.n_findings = in->row.n_known = 0;
  forget(x);
  free_input(x);
  x->salvage = true;
  return begin_scan(x);
}

static void end_input(struct dfmto_triage *x) {
  free_input(x);
  if (x->format == DFMT_MALLOCDBG) dfmto_triage_rank_reports(x);
  x->op->input++;
  x->phase = DFMTO_TRIAGE_OPENING;
}

static dfmt_status reading(struct dfmto_triage *x) {
  dfmt_op *op = x->op;
  if (x->salvage && !x->rows) return begin_scan(x);
  dfmt_status st = x->n++ % ROWS_A_REPORT == 0 ? dfmto_progress(op, 0, 0) : DFMT_OK;
  if (st == DFMT_OK && !x->row) st = dfmt_rows_next(x->rows, &x->row);
  if (st == DFMT_END) {
    end_input(x);
    return DFMT_OK;
  }
  if (dfmto_is_damage(st) && !x->salvage) return begin_again(x, dfmt_rows_error(x->rows));
  if (st < 0 && st != DFMT_E_CANCELLED) return dfmto_fail_helper(op, dfmt_rows_error(x->rows));
  if (st == DFMT_OK) st = dfmto_triage_take(x, x->row);
  if (st == DFMT_OK) x->row = NULL;
  return st;
}

/* ---- all ---- */

/* An input that failed: what was found of it counts, or does not. */
static void decide(struct dfmto_triage *x) {
  uint32_t decision = x->op->decision;
  x->op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_UNDECIDED) return;
  if (decision == DFMTO_DROPPED) forget(x);
  if (decision == DFMTO_DROPPED && x->phase != DFMTO_TRIAGE_OPENING) x->inputs.len -= sizeof(struct dfmto_triage_input);
  end_input(x);
}

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const steps[])(struct dfmto_triage *x) = {
      [DFMTO_TRIAGE_OPENING] = opening, [DFMTO_TRIAGE_ASKING] = asking, [DFMTO_TRIAGE_READING] = reading};
  struct dfmto_triage *x = op->state;
  dfmt_status st = DFMT_OK;
  decide(x);
  while (st == DFMT_OK && op->input < op->n_inputs) st = steps[x->phase](x);
  return st;
}

/* A log alone tells of crashes, too. */
static dfmt_status begin(dfmt_op *op) {
  struct dfmto_triage *x = op->state;
  x->op = op;
  dfmt_status st = dfmt_config_set(op->config, DFMT_CFG_BUGREPORT_LONE, 1);
  if (st == DFMT_OK || st == DFMT_E_UNSUPPORTED) return DFMT_OK; /* a build without bug reports has no such option */
  return dfmti_fail(&op->err, st, DFMT_ERR_ARGUMENT, "too many options are set");
}

static void close_op(dfmt_op *op) {
  struct dfmto_triage *x = op->state;
  struct dfmti_mem *m = &op->mem;
  if (!x->op) return;
  free_input(x);
  dfmto_texts_free(m, &x->texts);
  dfmto_texts_free(m, &x->known);
  dfmti_buf_free(m, &x->findings);
  dfmti_buf_free(m, &x->evidence);
  dfmti_buf_free(m, &x->inputs);
}

const struct dfmto_kind dfmto_triage_kind = {
    .is = {DFMTO_KIND(TRIAGE, "triage", "What went wrong, according to the files."), .min_inputs = 1,
           .max_inputs = UINT64_MAX, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_triage),
    .options = dfmto_triage_options,
    .types = dfmto_triage_types,
    .answers = dfmto_triage_answers,
    .begin = begin,
    .run = run,
    .close = close_op};
