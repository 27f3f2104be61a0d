/* SPDX-License-Identifier: MIT */
/*
 * Whether tables have what a bug report lists: the table bugreport.account counts heads by a rule of its own.
 * A list of which a row is missing looks like a list without it, so nothing else would tell.
 */
#include <inttypes.h>

#include <diagfmt/bugreport.h>
#include <diagfmt/ops/bugreport_tables.h>
#include <diagfmt/ops/tables.h>

#include "op/reading.h"
#include "verify.h"

/* Rows of the table, which own their scan. */
static dfmt_status ask(struct dfmto_verify *v, dfmt_scan *scan) {
  uint32_t table;
  dfmt_status st = dfmt_scan_offer(scan, dfmt_ops_tables());
  if (st == DFMT_OK) st = dfmt_scan_table(scan, "bugreport.account", NULL, &table);
  if (st == DFMT_OK) st = dfmt_scan_rows(scan, &v->account);
  if (st == DFMT_OK) return st;
  st = dfmto_fail_helper(v->op, dfmt_scan_error(scan));
  dfmt_scan_free(scan);
  return st;
}

/* A format that was found is found again, as it may stand in another text. */
static dfmt_status make_scan(const struct dfmto_verify *v, const dfmt_config *c, dfmt_source *s, dfmt_scan **out) {
  const dfmt_read_format *const formats[] = {dfmt_bugreport_read_format()};
  return v->op->format ? dfmt_scan_new_for(c, formats, 1, s, out) : dfmt_scan_new(c, s, out);
}

static dfmt_status begin(struct dfmto_verify *v) {
  const dfmt_config *c = dfmto_helpers(v->op);
  dfmt_source *slice = NULL;
  dfmt_scan *scan = NULL;
  dfmt_status st = c ? dfmt_source_slice(c, v->op->inputs[v->op->input], 0, UINT64_MAX, &slice) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = make_scan(v, c, slice, &scan);
  dfmt_source_free(slice);
  return st == DFMT_OK ? ask(v, scan) : dfmto_no_memory(v->op);
}

static void compare(struct dfmto_verify *v, const dfmt_bugreport_account *row) {
  const struct dfmto_verify_at at = {.place = row->entry.len ? row->entry : row->section};
  if (row->n_heads == row->n_rows) return;
  dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, at, "the table %.*s has rows of %" PRIu64 " of %" PRIu64 " heads here",
                    (int)row->of_table.len, row->of_table.ptr, row->n_rows, row->n_heads);
}

/* What is damaged has been reported, and loses rows by that. */
static bool is_wanted(struct dfmto_verify *v) {
  return dfmto_format(v->op) == DFMT_BUGREPORT && dfmto_verify_result(v)->n_problems == 0 && !v->op->drive.cut;
}

/* A pipe cannot be read twice; what is damaged the reader has passed over. */
static bool is_over(dfmt_status st) { return st == DFMT_END || st == DFMT_E_UNSUPPORTED || dfmto_is_damage(st); }

dfmt_status dfmto_verify_account(struct dfmto_verify *v) {
  const dfmt_head *row;
  dfmt_status st = DFMT_OK;
  if (v->accounted || (!v->account && !is_wanted(v))) return st;
  if (!v->account) st = begin(v);
  while (st == DFMT_OK && (st = dfmto_verify_settle(v)) == DFMT_OK) {
    st = dfmt_rows_next(v->account, &row);
    if (st == DFMT_OK) compare(v, (const void *)row);
  }
  v->accounted = is_over(st);
  if (v->accounted) return DFMT_OK;
  const bool failed = st < 0 && v->account && dfmt_rows_error(v->account)->status == st;
  return failed ? dfmto_fail_helper(v->op, dfmt_rows_error(v->account)) : st;
}
