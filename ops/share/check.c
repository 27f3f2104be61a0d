/* SPDX-License-Identifier: MIT */
/*
 * The check: reads an output again, as the input of an operation that knows the same values and must find none. A text
 * that is read back as it was scanned while writing is not scanned again, unless more was learned since. If one
 * differs, or anything is found, everything is scanned.
 */
#include "share.h"

/* ---- proofs ---- */

bool dfmto_share_add_proof(struct dfmto_share *s, struct dfmto_share_proof proof) {
  return dfmti_buf_append(&s->op->mem, &s->recheck.proofs, &proof, sizeof proof);
}

struct dfmto_share_proof dfmto_share_proof(const struct dfmto_share *s) {
  if (s->entry.message.state != DFMTO_MESSAGE_NONE) return (struct dfmto_share_proof){.is = false};
  return dfmto_share_proof_end(&s->recheck.proving);
}

const struct dfmto_share_proof *dfmto_share_check_proof(const struct dfmto_share *s) {
  const struct dfmto_share *of = s->recheck.of;
  if (!of || of->op->n_inputs != 1 || of->learned.values.n_changes != of->learned.settled) return NULL;
  const struct dfmto_share_proof *p = dfmto_share_proof_at(&of->recheck.proofs, s->input.parts ? s->entry.number : 0);
  return p && p->is ? p : NULL;
}

bool dfmto_share_check_holds(const struct dfmto_share *s, const struct dfmto_share_proof *was) {
  const struct dfmto_share_proof now = dfmto_share_proof_end(&s->recheck.proving);
  return dfmti_digest_same(now.hash, was->hash) && now.len == was->len;
}

/* ---- the check ---- */

dfmt_status dfmto_share_left(struct dfmto_share *s, uint64_t line) {
  const dfmt_str place = s->input.parts ? dfmto_share_str(&s->entry.carrier) : (dfmt_str){"the output", 10};
  return dfmti_fail_at(&s->op->err, DFMT_E_FORMAT, DFMT_ERR_SHARE_LEFT, 0, line, "personal data is left in %.*s",
                       (int)dfmti_min((size_t)place.len, 200), place.ptr);
}

void dfmto_share_check_end(struct dfmto_share *s) {
  dfmt_op_free(s->recheck.check);
  s->recheck.check = NULL;
}

/* all: scans all of the output. */
static dfmt_status begin(dfmt_op *op, dfmt_source *of, bool all) {
  struct dfmto_share *s = dfmto_share_of(op);
  dfmto_share_check_end(s);
  dfmt_status st = dfmto_new(op->config, op->kind, &s->recheck.check);
  if (!s->recheck.check) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a check");
  struct dfmto_share *again = dfmto_share_of(s->recheck.check);
  again->recheck.of = all ? NULL : s;
  again->recheck.checking = true;
  again->pass = DFMTO_SHARE_LOOK;
  again->learned.scan.values = &s->learned.values;
  s->recheck.checked = of;
  s->recheck.all = all;
  st = dfmt_op_add(s->recheck.check, of);
  if (st == DFMT_OK) return st;
  (void)dfmto_fail_as(op, dfmt_op_error(s->recheck.check));
  dfmto_share_check_end(s); /* starts again */
  return st;
}

static dfmt_status go_on(dfmt_op *op) {
  dfmt_op *check = dfmto_share_of(op)->recheck.check;
  dfmt_status st = dfmt_op_progress(check, op->progress, op->progress_user);
  if (st == DFMT_OK) st = dfmt_op_run(check);
  return st < 0 ? dfmto_fail_as(op, dfmt_op_error(check)) : st;
}

dfmt_status dfmto_share_check(dfmt_op *op, dfmt_source *of) {
  dfmt_status st = DFMT_OK;
  struct dfmto_share *s = dfmto_share_of(op);
  if (!s->recheck.check || s->recheck.checked != of) st = begin(op, of, false);
  if (st == DFMT_OK) st = go_on(op);
  if (st == DFMT_E_FORMAT && !s->recheck.all) {
    st = begin(op, of, true);
    if (st == DFMT_OK) st = go_on(op);
  }
  if (st != DFMT_AGAIN && st != DFMT_E_NOMEM && st != DFMT_E_CANCELLED) dfmto_share_check_end(s);
  return st;
}
