/* SPDX-License-Identifier: MIT */
/* The flame graph of a comparison, with the runs of each side merged into one profile. */
#include "compare.h"
#include "profile/types.h"
#include "profile/writers.h"

/* Merges the runs of a side into its first one; the others are freed. */
static dfmt_status merge(dfmt_op *op, int side) {
  const struct dfmto_compare_runs *r = op->state;
  dfmt_op *first = dfmto_compare_first(r, side);
  const size_t end = side == BEFORE ? r->n_before : r->n;
  for (size_t i = side == BEFORE ? 0 : r->n_before; i < end; i++) {
    if (!r->list[i] || r->list[i] == first) continue;
    if (dfmto_profile_merge(first, r->list[i]) != DFMT_OK) return dfmto_fail_as(op, &first->err.e);
    dfmt_op_free(r->list[i]);
    r->list[i] = NULL;
  }
  return DFMT_OK;
}

/* Once merging has begun, the checks would fail; later calls only continue it. */
static dfmt_status check(dfmt_op *op) {
  struct dfmto_compare_runs *r = op->state;
  dfmt_status st = r->adding ? DFMT_OK : dfmto_compare_check_stacks(op);
  r->adding = r->adding || st == DFMT_OK;
  return st;
}

static dfmt_status write(dfmt_op *op, const dfmt_config *with, dfmt_sink *to) {
  dfmt_status st = check(op);
  if (st == DFMT_OK) st = merge(op, BEFORE);
  if (st == DFMT_OK) st = merge(op, AFTER);
  if (st != DFMT_OK) return st;
  dfmt_op *before = dfmto_compare_first(op->state, BEFORE), *after = dfmto_compare_first(op->state, AFTER);
  if (!dfmto_profile_adds_up(before->state))
    return dfmti_fail_arg(&op->err, "a profile of several events is not compared");
  dfmti_errors_clear(&after->err);
  st = dfmto_profile_write_flame(after, before, "What changed", with, to);
  return st == DFMT_OK ? st : dfmto_fail_as(op, &after->err.e);
}

const struct dfmto_document dfmto_compare_documents[] = {
    {DFMTO_DOCUMENT("flame", "image/svg+xml", "A flame graph of the runs after, colored by change."), write},
    {.part = {.name = NULL}}};
