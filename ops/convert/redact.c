/* SPDX-License-Identifier: MIT */
#include "redact.h"

#include <string.h>

#include "convert.h"
#include "op/reading.h"
#include "share/types.h"

dfmt_status dfmto_convert_redact_begin(struct dfmto_convert *c) {
  struct dfmto_convert_redact *r = &c->redact;
  dfmt_sink *kept = NULL;
  if (dfmto_convert_redact_is_begun(r)) return DFMT_OK;
  dfmt_status st = r->kept.begun ? DFMT_OK : dfmto_spool_begin(c->op, &r->kept);
  if (st == DFMT_OK) st = dfmto_spool_sink(c->op, &r->kept, &kept);
  if (st != DFMT_OK) return st;
  r->to = c->out.sink;
  c->out.sink = kept;
  return DFMT_OK;
}

/* ---- the share operation ---- */

/* Only names are redacted, within the limits of the operation. */
static dfmt_status configure(dfmt_op *op, dfmt_config *c) {
  dfmt_str item;
  dfmt_status st = dfmt_config_set(c, DFMT_CFG_MAX_TABLE, dfmto_option(op, DFMT_CFG_MAX_TABLE));
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_OPS_SHARE_PROFILE, DFMT_SHARE_PROFILE_GIVEN);
  for (uint64_t i = 0; st == DFMT_OK && dfmt_config_item(op->config, DFMT_OPS_CONVERT_REDACT, i, &item) == DFMT_OK; i++)
    st = dfmt_config_add(c, DFMT_OPS_SHARE_NAMES, item.ptr, item.len);
  return st;
}

static dfmt_status make_share(struct dfmto_convert *c) {
  struct dfmto_convert_redact *r = &c->redact;
  const dfmt_config *helpers = dfmto_helpers(c->op);
  dfmt_config *config = NULL;
  dfmt_op *op = NULL;
  dfmt_status st = helpers ? dfmt_config_copy(helpers, &config) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = configure(c->op, config);
  if (st == DFMT_OK) st = dfmto_new(config, &dfmto_share_kind, &op);
  if (st == DFMT_OK) st = dfmt_op_add(op, r->kept.source);
  if (st == DFMT_OK) st = dfmt_op_output(op, NULL, 0, r->to);
  if (st == DFMT_OK) st = dfmt_op_progress(op, c->op->progress, c->op->progress_user);
  dfmt_config_free(config);
  if (st == DFMT_OK) {
    r->share = op;
    return st;
  }
  dfmt_op_free(op);
  return dfmto_no_memory(c->op);
}

/* ---- its notes ---- */

static dfmt_status note_unmatched(struct dfmto_convert *c, const dfmt_share_unmatched *x) {
  static const struct dfmto_convert_about redact = {.key = {"redact", 6}};
  dfmt_str item = {"", 0};
  (void)dfmt_config_item(c->op->config, DFMT_OPS_CONVERT_REDACT, x->pattern, &item);
  return dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_WARNING, &redact, "nothing is called '%.*s'",
                            (int)item.len, item.ptr);
}

static dfmt_status note_left_out(struct dfmto_convert *c, const dfmt_share_left_out *x) {
  return dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_NOTE, NULL, "%.*s is omitted: %.*s cannot be searched",
                            (int)dfmti_min((size_t)x->name.len, 256), x->name.ptr, (int)x->message.len, x->message.ptr);
}

static dfmt_status note_row(struct dfmto_convert *c, const dfmt_head *row) {
  if (row->type == DFMT_SHARE_UNMATCHED) return note_unmatched(c, (const void *)row);
  if (row->type == DFMT_SHARE_LEFT_OUT) return note_left_out(c, (const void *)row);
  return DFMT_OK;
}

/* From all sets. */
static dfmt_status note_rows(struct dfmto_convert *c, dfmt_rows *rows) {
  const dfmt_head *row;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    while ((st = dfmt_rows_next(rows, &row)) == DFMT_OK) {
      dfmt_status noted = note_row(c, row);
      if (noted != DFMT_OK) return noted;
    }
    if (st == DFMT_END) st = dfmt_rows_next_set(rows);
  }
  return st == DFMT_END ? DFMT_OK : dfmto_fail_helper(c->op, dfmt_rows_error(rows));
}

dfmt_status dfmto_convert_redact_run(struct dfmto_convert *c) {
  struct dfmto_convert_redact *r = &c->redact;
  dfmt_rows *rows = NULL;
  dfmt_status st = dfmt_sink_flush(c->out.sink);
  if (st < 0) return dfmto_fail_as(c->op, dfmt_sink_error(c->out.sink));
  if (st == DFMT_OK && !r->kept.source) st = dfmto_spool_finish(c->op, &r->kept);
  if (st == DFMT_OK && !r->share) st = make_share(c);
  if (st != DFMT_OK) return st;
  st = dfmt_op_run(r->share);
  if (st == DFMT_OK) st = dfmt_op_answer(r->share, NULL, &rows);
  if (st != DFMT_OK) return st < 0 ? dfmto_fail_helper(c->op, dfmt_op_error(r->share)) : st;
  const size_t before = c->out.notes.n;
  st = note_rows(c, rows);
  if (st != DFMT_OK) c->out.notes.n = before;
  dfmt_rows_free(rows);
  return st;
}

dfmt_status dfmto_convert_redact_limit(struct dfmto_convert_redact *r, uint32_t key, uint64_t value) {
  return r->share && key != DFMT_CFG_MAX_MEMORY ? dfmt_op_limit(r->share, key, value) : DFMT_OK;
}

void dfmto_convert_redact_free(struct dfmto_convert_redact *r) {
  dfmt_op_free(r->share);
  dfmt_sink_free(r->to);
  dfmto_spool_free(&r->kept);
}
