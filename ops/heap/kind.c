/* SPDX-License-Identifier: MIT */
#include "heap.h"

#include "op/choose.h"
#include "op/drive.h"
#include "op/reading.h"

/* ---- kind of input ---- */

static dfmt_status refuse(dfmt_op *op, const char *why) {
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s", why);
}

/* Only recorded operations have times, and sizes by thread. */
static dfmt_status check_options(dfmt_op *op) {
  const struct dfmto_heap *h = op->state;
  if (h->by != DFMT_HEAP_BY_USUAL || h->chooses)
    return refuse(op, "only recorded operations are grouped by size and thread");
  return h->at_ns == UINT64_MAX ? DFMT_OK : refuse(op, "only recorded operations have times");
}

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_heap *h = op->state;
  uint64_t variant = 0;
  if (format != DFMT_MALLOCDBG)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no allocations",
                      dfmt_format_name(format));
  (void)dfmt_reader_stat(op->reader, DFMT_STAT_VARIANT, &variant);
  if (variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE) return refuse(op, "malloc_debug could not write a heap dump");
  const bool recorded = variant == DFMT_MALLOCDBG_VARIANT_RECORDS;
  dfmt_status st = recorded ? DFMT_OK : check_options(op);
  if (st != DFMT_OK) return st;
  h->what = recorded ? DFMTO_HEAP_OPERATIONS : variant == DFMT_MALLOCDBG_VARIANT_LOG ? DFMTO_HEAP_LOG : DFMTO_HEAP_DUMP;
  return DFMT_OK;
}

/* ---- reading it ---- */

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  dfmto_heap_of(op)->n_problems += d->severity != DFMT_SEVERITY_NOTE;
  return DFMT_OK;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  if (o) return dfmto_heap_take_op(op, o);
  return r ? dfmto_heap_take_report(op, r) : dfmto_heap_take_dump(op, ev);
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  struct dfmto_heap *h = op->state;
  (void)whole;
  dfmt_status st = dfmto_heap_finish_ops(op);
  if (st == DFMT_OK) st = dfmto_heap_finish_dump(op);
  if (st == DFMT_OK) st = dfmto_heap_finish_chains(op);
  if (st != DFMT_OK) return st;
  if (h->exceeds || dfmto_heap_dump_exceeds(&h->dump))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE,
                      "the bytes or blocks of the input exceed 2^64 - 1");
  return DFMT_OK;
}

/* ---- all ---- */

static void free_all(dfmt_op *op) {
  dfmto_heap_free_ops(op);
  dfmto_heap_free_chains(op);
  dfmto_heap_free_log(op);
  dfmto_heap_free_dump(op);
}

/* What was read counts, unless there is nothing, or the failure came at the end only. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_heap *h = op->state;
  h->partial = true;
  h->limited = op->drive.stopped == DFMT_E_LIMIT;
  const bool counts = accepted && h->what != DFMTO_HEAP_NOTHING && dfmto_drive_is_reading(op);
  op->drive.step = counts ? DFMTO_DRIVE_END : DFMTO_DRIVE_LEAVE;
  if (counts) return true;
  free_all(op);
  h->what = DFMTO_HEAP_NOTHING;
  return true;
}

static const struct dfmto_callbacks callbacks = {
    .format = on_format, .diagnostic = on_diagnostic, .event = on_event, .end = on_end, .decide = decide};

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_heap *h = op->state;
  h->by = (uint32_t)dfmto_option(op, DFMT_OPS_HEAP_BY);
  h->at_ns = dfmto_option(op, DFMT_OPS_HEAP_AT_NS);
  h->chooses = dfmto_has_choice(op, DFMT_OPS_HEAP_THREADS);
  return DFMT_OK;
}

const struct dfmto_kind dfmto_heap_kind = {
    .is = {DFMTO_KIND(HEAP, "heap", "Find who holds memory, in recorded operations, logs and heap dumps."),
           .min_inputs = 1, .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_heap),
    .options = dfmto_heap_options,
    .types = dfmto_heap_types,
    .answers = dfmto_heap_answers,
    .begin = begin,
    .drive = &callbacks,
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
  dfmt_status st = on_end(op, true);
  if (st == DFMT_OK) op->stage = DFMTO_DONE;
  return st;
}
