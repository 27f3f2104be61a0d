/* SPDX-License-Identifier: MIT */
#include "heap.h"

#include "op/choose.h"
#include "op/reading.h"

/* ---- what the input is ---- */

static dfmt_status refuse(dfmt_op *op, const char *why) {
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s", why);
}

/* Only recorded operations have sizes by threads, and times. */
static dfmt_status check_options(dfmt_op *op) {
  const struct dfmto_heap *h = op->state;
  if (h->by != DFMT_HEAP_BY_USUAL || h->chooses)
    return refuse(op, "only recorded operations tell sizes and threads apart");
  return h->at_ns == UINT64_MAX ? DFMT_OK : refuse(op, "only recorded operations have times");
}

static dfmt_status find_what(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  uint64_t variant = 0;
  const uint32_t format = dfmto_format(op);
  if (h->what != DFMTO_HEAP_NOTHING || !format) return DFMT_OK;
  if (format != DFMT_MALLOCDBG)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no allocations",
                      dfmt_format_name(format));
  (void)dfmt_reader_stat(op->reader, DFMT_STAT_VARIANT, &variant);
  if (variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE)
    return refuse(op, "no heap dump was possible, so that there is none here");
  const bool recorded = variant == DFMT_MALLOCDBG_VARIANT_RECORDS;
  dfmt_status st = recorded ? DFMT_OK : check_options(op);
  if (st != DFMT_OK) return st;
  h->what = recorded ? DFMTO_HEAP_OPERATIONS : variant == DFMT_MALLOCDBG_VARIANT_LOG ? DFMTO_HEAP_LOG : DFMTO_HEAP_DUMP;
  return DFMT_OK;
}

/* ---- reading it ---- */

static dfmt_status opening(dfmt_op *op) {
  dfmt_status st = dfmto_open(op, op->inputs[0]);
  if (st == DFMT_OK) dfmto_heap_of(op)->phase = DFMTO_HEAP_READING;
  return st;
}

static dfmt_status take(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(h->ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(h->ev);
  const dfmt_diagnostic *d = dfmt_event_diagnostic(h->ev);
  if (d) h->n_problems += d->severity != DFMT_SEVERITY_NOTE;
  if (d) return DFMT_OK;
  dfmt_status st = find_what(op);
  if (st != DFMT_OK) return st;
  if (o) return dfmto_heap_take_op(op, o);
  return r ? dfmto_heap_take_report(op, r) : dfmto_heap_take_dump(op, h->ev);
}

static dfmt_status reading(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  dfmt_status st = h->ev ? DFMT_OK : dfmto_next(op, &h->ev);
  if (st == DFMT_END) {
    h->ev = NULL;
    h->phase = DFMTO_HEAP_FINISHING;
    return DFMT_OK;
  }
  if (st == DFMT_OK)
    st = take(op);
  else
    h->ev = NULL;
  if (st == DFMT_OK) h->ev = NULL;
  return st;
}

static dfmt_status finishing(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  dfmt_status st = find_what(op); /* of an input without events */
  if (st == DFMT_OK) st = dfmto_heap_finish_ops(op);
  if (st == DFMT_OK) st = dfmto_heap_finish_dump(op);
  if (st == DFMT_OK) st = dfmto_heap_finish_chains(op);
  if (st != DFMT_OK) return st;
  if (h->exceeds || dfmto_heap_dump_exceeds(&h->dump))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE,
                      "the bytes or blocks of the input exceed 2^64 - 1");
  h->phase = DFMTO_HEAP_CLOSED;
  return DFMT_OK;
}

/* ---- all ---- */

static void free_all(dfmt_op *op) {
  dfmto_heap_free_ops(op);
  dfmto_heap_free_chains(op);
  dfmto_heap_free_log(op);
  dfmto_heap_free_dump(op);
}

static void leave_out(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  free_all(op);
  h->what = DFMTO_HEAP_NOTHING;
  h->phase = DFMTO_HEAP_CLOSED;
}

/* What was read counts, unless nothing is known of it, or it fails only at its end. */
static void decide(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  const uint32_t decision = op->decision;
  op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_UNDECIDED) return;
  h->ev = NULL;
  h->partial = true;
  h->limited = h->stopped == DFMT_E_LIMIT;
  if (decision == DFMTO_DROPPED || h->what == DFMTO_HEAP_NOTHING || h->phase != DFMTO_HEAP_READING)
    leave_out(op);
  else
    h->phase = DFMTO_HEAP_FINISHING;
}

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const steps[])(dfmt_op *op) = {
      [DFMTO_HEAP_OPENING] = opening, [DFMTO_HEAP_READING] = reading, [DFMTO_HEAP_FINISHING] = finishing};
  struct dfmto_heap *h = op->state;
  dfmt_status st = DFMT_OK;
  decide(op);
  while (st == DFMT_OK && h->phase != DFMTO_HEAP_CLOSED) st = steps[h->phase](op);
  h->stopped = st;
  return st;
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  h->by = (uint32_t)dfmto_option(op, DFMT_OPS_HEAP_BY);
  h->at_ns = dfmto_option(op, DFMT_OPS_HEAP_AT_NS);
  h->chooses = dfmto_has_choice(op, DFMT_OPS_HEAP_THREADS);
  return DFMT_OK;
}

const struct dfmto_kind dfmto_heap_kind = {
    .is = {DFMTO_KIND(HEAP, "heap",
                      "Who holds memory: recorded operations, leaks of a log, call chains of a heap dump."),
           .min_inputs = 1, .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_heap),
    .options = dfmto_heap_options,
    .types = dfmto_heap_types,
    .answers = dfmto_heap_answers,
    .begin = begin,
    .run = run,
    .close = free_all};

/* ---- events of another operation ---- */

dfmt_status dfmto_heap_of_dump(const dfmt_config *c, dfmt_op **out) {
  dfmt_status st = dfmto_new(c, &dfmto_heap_kind, out);
  if (st != DFMT_OK) return st;
  (*out)->stage = DFMTO_RUNNING;
  dfmto_heap_of(*out)->what = DFMTO_HEAP_DUMP;
  return DFMT_OK;
}

dfmt_status dfmto_heap_feed(dfmt_op *op, const dfmt_event *ev) {
  dfmti_errors_clear(&op->err);
  return dfmto_heap_take_dump(op, ev);
}

dfmt_status dfmto_heap_fed(dfmt_op *op) {
  dfmti_errors_clear(&op->err);
  dfmt_status st = finishing(op);
  if (st == DFMT_OK) op->stage = DFMTO_DONE;
  return st;
}
