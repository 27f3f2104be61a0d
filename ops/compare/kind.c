/* SPDX-License-Identifier: MIT */
/* Compare: each input is a run, read by a profile operation of its own. */
#include "compare.h"
#include "profile/types.h"

/* ---- callbacks of a run are forwarded to the caller ---- */

static dfmt_status on_progress(void *user, uint64_t input, uint64_t done, uint64_t total) {
  dfmt_op *op = user;
  (void)input; /* always 0 in a run */
  return op->progress ? op->progress(op->progress_user, op->input, done, total) : DFMT_OK;
}

static void on_remark(void *user, uint64_t input, const dfmt_diagnostic *d) {
  (void)input;
  dfmto_remark(user, d);
}

/* ---- runs ---- */

static dfmt_status make_run(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  dfmt_op *run;
  dfmt_status st = dfmto_new(op->config, &dfmto_profile_kind, &run);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a profile");
  if (dfmt_op_add(run, op->inputs[op->input]) != DFMT_OK) {
    st = dfmto_fail_as(op, &run->err.e);
    dfmt_op_free(run);
    return st;
  }
  (void)dfmt_op_progress(run, on_progress, op);
  (void)dfmt_op_remarks(run, on_remark, op);
  r->list[op->input] = run;
  return DFMT_OK;
}

/* What to do with a run that failed: accept what was read, or omit it. */
static dfmt_status decide(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  const uint32_t decision = op->decision;
  dfmt_op *run = r->list[op->input];
  op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_UNDECIDED || !run) return DFMT_OK;
  if (decision == DFMTO_ACCEPTED) return dfmt_op_accept(run) == DFMT_OK ? DFMT_OK : dfmto_fail_as(op, &run->err.e);
  dfmt_op_free(run);
  r->list[op->input++] = NULL;
  return DFMT_OK;
}

static dfmt_status run_one(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  dfmt_status st = r->list[op->input] ? DFMT_OK : make_run(op);
  if (st != DFMT_OK) return st;
  st = dfmt_op_run(r->list[op->input]);
  if (st == DFMT_OK) op->input++;
  return st < 0 ? dfmto_fail_as(op, &r->list[op->input]->err.e) : st;
}

/* One place for each input. */
static dfmt_status make_room(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  while (r->n < op->n_inputs) {
    if (r->n == r->cap) {
      dfmt_op **more = dfmti_grow(&op->mem, r->list, &r->cap, 4, sizeof *more);
      if (!more) return dfmto_no_memory(op);
      r->list = more;
    }
    r->list[r->n++] = NULL;
  }
  return DFMT_OK;
}

static dfmt_status run(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  dfmt_status st = make_room(op);
  if (st == DFMT_OK && op->input < r->n) st = decide(op);
  while (st == DFMT_OK && op->input < r->n) st = run_one(op);
  return st;
}

/* ---- the operation ---- */

/* Options of profiles are checked by the profiles. */
static dfmt_status begin(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  uint64_t given;
  dfmt_op *profile;
  dfmt_status st = DFMT_OK;
  r->n_before = dfmti_clamp(dfmto_option(op, DFMT_OPS_COMPARE_N_BEFORE));
  if (dfmt_config_get(op->config, DFMT_OPS_PROFILE_PURPOSE, &given) != DFMT_OK)
    st = dfmt_config_set(op->config, DFMT_OPS_PROFILE_PURPOSE, DFMT_PROFILE_FOR_COMPARE);
  if (st == DFMT_OK) st = dfmto_new(op->config, &dfmto_profile_kind, &profile);
  if (st == DFMT_OK) dfmt_op_free(profile);
  return st;
}

static dfmt_status limit(dfmt_op *op, uint32_t key, uint64_t value) {
  const struct dfmto_compare_runs *r = op->state;
  dfmt_op *run = op->input < r->n ? r->list[op->input] : NULL;
  return run ? dfmt_op_limit(run, key, value) : DFMT_OK;
}

static void close_op(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  for (size_t i = 0; i < r->n; i++) dfmt_op_free(r->list[i]);
  dfmti_free(&op->mem, r->list, r->cap * sizeof *r->list);
}

const struct dfmto_kind dfmto_compare_kind = {
    .is = {DFMTO_KIND(COMPARE, "compare", "Find what changed between profiles, and what is noise."),
           .flags = DFMT_OP_TAKES_MORE, .min_inputs = 1, .max_inputs = UINT64_MAX, .shared = DFMTO_SHARED_BY_ALL,
           .borrows = UINT64_C(1) << DFMT_OP_PROFILE},
    .state_size = sizeof(struct dfmto_compare_runs),
    .options = dfmto_compare_options,
    .types = dfmto_compare_types,
    .answers = dfmto_compare_answers,
    .documents = dfmto_compare_documents,
    .begin = begin,
    .run = run,
    .limit = limit,
    .close = close_op};
