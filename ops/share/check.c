/* SPDX-License-Identifier: MIT */
/*
 * The check: an output is read once more, as an input of an operation that knows the same values, and has none. A text
 * that is read back as it was looked at when it was written is not looked at again, unless more was learned since then.
 * If one is not, or anything is found, all is looked at.
 */
#include "share.h"

static dfmt_status check(dfmt_op *op, dfmt_op *again, dfmt_source *of, bool all) {
  struct dfmto_share *s = dfmto_share_of(again);
  s->of = all ? NULL : dfmto_share_of(op);
  s->checking = true;
  s->pass = DFMTO_SHARE_LOOK;
  s->scan.values = &dfmto_share_of(op)->values;
  dfmt_status st = dfmt_op_add(again, of);
  if (st == DFMT_OK) st = dfmt_op_progress(again, op->progress, op->progress_user);
  return st == DFMT_OK ? dfmt_op_run(again) : st;
}

static dfmt_status check_once(dfmt_op *op, dfmt_source *of, bool all) {
  dfmt_op *again = NULL;
  dfmt_status st = dfmt_share_new(op->config, &again);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a check");
  st = check(op, again, of, all);
  if (st < 0) st = dfmto_fail_as(op, dfmt_op_error(again));
  dfmt_op_free(again);
  return st;
}

dfmt_status dfmt_share_check(dfmt_op *op, dfmt_source *of) {
  dfmt_status st = dfmto_share_enter(op);
  if (st != DFMT_OK) return st;
  if (op->stage != DFMTO_DONE) return dfmti_fail_state(&op->err, "what is checked was written before");
  if (!of) return dfmti_fail_arg(&op->err, "no source");
  st = check_once(op, of, false);
  return st == DFMT_E_FORMAT ? check_once(op, of, true) : st;
}

dfmt_status dfmto_share_left(struct dfmto_share *s, uint64_t line) {
  const dfmt_str place = s->parts ? dfmto_share_str(&s->carrier) : (dfmt_str){"the output", 10};
  return dfmti_fail_at(&s->op->err, DFMT_E_FORMAT, DFMT_ERR_SHARE_LEFT, 0, line, "something personal is left in %.*s",
                       (int)dfmti_min((size_t)place.len, 200), place.ptr);
}
