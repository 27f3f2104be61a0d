/* SPDX-License-Identifier: MIT */
#include "stream.h"

#include "answers.h"

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  dfmt_op *op = user;
  if (op->stream.begun) return DFMT_END;
  op->stream.begun = true;
  set->types = op->kind->types;
  set->type = dfmto_type_in(set->types, op->kind->answers->part.rows);
  op->kind->stream(op, set);
  return DFMT_OK;
}

/* The first row was read by run(). */
static dfmt_status read_row(dfmt_op *op) {
  if (op->stream.row && !op->stream.taken) return DFMT_OK;
  dfmt_status st = dfmto_drive(op);
  return st == DFMT_OK ? DFMT_END : st == DFMTO_PAUSE ? DFMT_OK : st;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  dfmt_op *op = user;
  dfmt_status st = dfmto_run_begin(op);
  if (st != DFMT_OK) return st;
  st = dfmto_run_end(op, read_row(op));
  if (st != DFMT_OK) return st;
  op->stream.taken = true;
  *row = op->stream.row;
  return DFMT_OK;
}

static const dfmt_error *error(void *user) { return dfmt_op_error(user); }

/* Printing them needs little memory, which is not limited: dfmt_op_limit() could not raise it later. */
static dfmt_status make(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = next_set, .next = next, .error = error};
  dfmt_config *c;
  dfmt_status st = dfmt_config_copy(op->config, &c);
  if (st != DFMT_OK) return st;
  st = dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, UINT64_MAX);
  if (st == DFMT_OK) st = dfmt_rows_new(c, &ops, op, out);
  dfmt_config_free(c);
  return st;
}

dfmt_status dfmto_stream(dfmt_op *op, dfmt_rows **out) {
  if (op->stream.given) return dfmti_fail_state(&op->err, "its rows come once");
  dfmt_status st = make(op, out);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
  op->stream.given = true;
  return DFMT_OK;
}
