/* SPDX-License-Identifier: MIT */
/* Calls of all operations: making, inputs, running, freeing. */
#include <inttypes.h>
#include <string.h>

#include "answers.h"
#include "derived/derived.h"
#include "drive.h"
#include "op.h"
#include "options.h"
#include "part.h"
#include "reading.h"
#include "stream.h"

static dfmt_status make(dfmt_config *c, const struct dfmto_kind *kind, dfmt_op **out) {
  struct dfmti_mem m;
  void *op, *state;
  dfmti_derived_memory(&m, c);
  if (!dfmti_alloc_handle(&m, sizeof(dfmt_op), &op, kind->state_size, &state))
    return m.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
  *out = op;
  (*out)->mem = m;
  (*out)->config = c;
  (*out)->kind = kind;
  (*out)->state = state;
  (*out)->format = (uint32_t)dfmto_option(*out, DFMT_OPS_FORMAT);
  dfmti_errors_clear(&(*out)->err);
  return DFMT_OK;
}

dfmt_status dfmto_new(const dfmt_config *c, const struct dfmto_kind *kind, dfmt_op **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  dfmt_config *copy;
  dfmt_status st = dfmt_config_copy(c, &copy);
  if (st != DFMT_OK) return st;
  st = dfmto_option_check(kind->options, copy);
  if (st == DFMT_OK) st = make(copy, kind, out);
  if (st != DFMT_OK) {
    dfmt_config_free(copy);
    return st;
  }
  st = kind->begin ? kind->begin(*out) : DFMT_OK;
  if (st == DFMT_OK) return st;
  dfmt_op_free(*out);
  *out = NULL;
  return st;
}

void dfmt_op_free(dfmt_op *op) {
  if (!op) return;
  if (op->kind->close) op->kind->close(op);
  dfmt_reader_free(op->reader);
  dfmt_reader_free(op->second);
  dfmto_spool_free(&op->spool);
  for (size_t i = 0; i < op->n_inputs; i++) dfmt_source_free(op->inputs[i]);
  for (size_t i = 0; i < op->n_outputs; i++) dfmt_sink_free(op->outputs[i]);
  struct dfmti_mem m = op->mem;
  if (op->state) dfmti_free(&m, op->state, op->kind->state_size);
  dfmti_free(&m, op->inputs, op->cap_inputs * sizeof(dfmt_source *));
  dfmti_free(&m, op->outputs, op->cap_outputs * sizeof(dfmt_sink *));
  dfmti_buf_free(&m, &op->key);
  dfmt_config_free(op->helpers);
  dfmt_config *c = op->config;
  dfmti_free(&m, op, sizeof *op);
  dfmt_config_free(c); /* last: it holds the allocator */
}

static dfmt_status too_many(dfmt_op *op) {
  const dfmt_op_kind *k = &op->kind->is;
  return dfmti_fail(&op->err, DFMT_E_STATE, DFMT_ERR_STATE, "%s takes %" PRIu64 " input%s at most", k->name,
                    k->max_inputs, k->max_inputs == 1 ? "" : "s");
}

static dfmt_status too_few(dfmt_op *op) {
  const dfmt_op_kind *k = &op->kind->is;
  return dfmti_fail(&op->err, DFMT_E_STATE, DFMT_ERR_STATE, "%s needs %" PRIu64 " input%s; it has %zu", k->name,
                    k->min_inputs, k->min_inputs == 1 ? "" : "s", op->n_inputs);
}

dfmt_status dfmt_op_add(dfmt_op *op, dfmt_source *s) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (!s) return dfmti_fail_arg(&op->err, "no source");
  if (op->stage != DFMTO_NEW && !(op->stage == DFMTO_DONE && (op->kind->is.flags & DFMT_OP_TAKES_MORE)))
    return dfmti_fail_state(&op->err, "inputs are added before the operation runs");
  if (op->n_inputs == op->kind->is.max_inputs) return too_many(op);
  if (op->n_inputs == op->cap_inputs) {
    dfmt_source **more = dfmti_grow(&op->mem, op->inputs, &op->cap_inputs, 4, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    op->inputs = more;
  }
  op->inputs[op->n_inputs++] = dfmt_source_ref(s);
  if (op->stage == DFMTO_DONE) op->stage = DFMTO_RUNNING;
  return DFMT_OK;
}

/* ---- outputs ---- */

/* The index of a name; NULL: the first. The number of outputs: not found. */
static size_t output_at(const dfmt_op_part *list, const char *name) {
  size_t at = 0;
  while (list[at].name && name && strcmp(list[at].name, name) != 0) at++;
  return at;
}

static dfmt_status make_room(dfmt_op *op, size_t n) {
  while (op->n_outputs < n) {
    if (op->n_outputs == op->cap_outputs) {
      dfmt_sink **more = dfmti_grow(&op->mem, op->outputs, &op->cap_outputs, 4, sizeof *more);
      if (!more) return dfmto_no_memory(op);
      op->outputs = more;
    }
    op->outputs[op->n_outputs++] = NULL;
  }
  return DFMT_OK;
}

dfmt_status dfmt_op_output(dfmt_op *op, const char *name, uint64_t n, dfmt_sink *to) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  const dfmt_op_part *list = op->kind->outputs;
  if (!list) return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "%s has no outputs", op->kind->is.name);
  const size_t at = output_at(list, name);
  if (!list[at].name) return dfmto_no_part(op, DFMT_OP_OUTPUT, name);
  if (op->stage != DFMTO_NEW) return dfmti_fail_state(&op->err, "outputs are given before the operation runs");
  if (n && (!(list[at].flags & DFMT_OP_PER_INPUT) || n >= op->n_inputs))
    return dfmti_fail_arg(&op->err, "there is no such input, or the output is not one for each");
  const size_t first = (size_t)n * dfmto_n_outputs(op->kind);
  st = make_room(op, first + at + 1);
  if (st != DFMT_OK) return st;
  dfmt_sink **place = &op->outputs[first + at];
  dfmt_sink_free(*place);
  *place = to ? dfmt_sink_ref(to) : NULL;
  return DFMT_OK;
}

static dfmt_status check_outputs(dfmt_op *op) {
  for (size_t i = 0; op->kind->outputs && op->kind->outputs[i].name; i++)
    if (op->kind->outputs[i].flags & DFMT_OP_REQUIRED && !dfmto_output(op, i, 0))
      return dfmti_fail(&op->err, DFMT_E_STATE, DFMT_ERR_STATE, "the output \"%s\" is missing",
                        op->kind->outputs[i].name);
  return DFMT_OK;
}

/* ---- running ---- */

dfmt_status dfmt_op_run(dfmt_op *op) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (op->stage == DFMTO_DONE) return DFMT_OK;
  if (op->n_inputs < op->kind->is.min_inputs) return too_few(op);
  st = check_outputs(op);
  if (st == DFMT_OK) st = dfmto_run_begin(op);
  if (st != DFMT_OK) return st;
  op->stage = DFMTO_RUNNING;
  st = op->kind->run ? op->kind->run(op) : op->kind->drive ? dfmto_drive(op) : DFMT_OK;
  st = dfmto_run_end(op, st == DFMTO_PAUSE ? DFMT_OK : st);
  if (st == DFMT_OK) op->stage = DFMTO_DONE;
  return st;
}

static dfmt_status decide(dfmt_op *op, uint32_t decision) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (op->stage != DFMTO_FAILED && !op->limited) return dfmti_fail_state(&op->err, "no input has failed");
  op->stage = DFMTO_RUNNING;
  op->limited = false;
  op->decision = decision;
  return DFMT_OK;
}

dfmt_status dfmt_op_accept(dfmt_op *op) { return decide(op, DFMTO_ACCEPTED); }

dfmt_status dfmt_op_drop(dfmt_op *op) { return decide(op, DFMTO_DROPPED); }

uint64_t dfmt_op_input(const dfmt_op *op) { return op ? op->input : 0; }

dfmt_status dfmt_op_progress(dfmt_op *op, dfmt_progress_fn fn, void *user) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  op->progress = fn;
  op->progress_user = user;
  return DFMT_OK;
}

dfmt_status dfmt_op_remarks(dfmt_op *op, dfmt_remark_fn fn, void *user) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  op->remark = fn;
  op->remark_user = user;
  return DFMT_OK;
}

dfmt_status dfmt_op_limit(dfmt_op *op, uint32_t key, uint64_t value) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (key < DFMT_CFG_MAX_MEMORY || key > DFMT_CFG_MAX_RATIO)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "not a limit");
  st = dfmt_config_set(op->config, key, value);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_ARGUMENT, "the limit is out of range");
  if (key == DFMT_CFG_MAX_MEMORY) op->mem.limit = value;
  if (op->second) (void)dfmt_reader_limit(op->second, key, value);
  if (op->reader) (void)dfmt_reader_limit(op->reader, key, value);
  return op->kind->limit ? op->kind->limit(op, key, value) : DFMT_OK;
}

/* ---- results ---- */

/* OK: it has run to its end, and supports the call. */
static dfmt_status enter_done(dfmt_op *op, bool has, const char *what) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (!has) return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s %s", op->kind->is.name, what);
  if (op->stage != DFMTO_DONE) return dfmti_fail_state(&op->err, "the operation has not run to its end");
  return DFMT_OK;
}

/* Finds a name, if it is not NULL. E_ARG: unknown; E_UNSUPPORTED: these inputs do not have it. */
static dfmt_status find_answer(dfmt_op *op, const char *name, const struct dfmto_answer **out) {
  *out = NULL;
  if (!name) return DFMT_OK;
  if (!dfmto_answer_find(op->kind, NULL, name)) return dfmto_no_part(op, DFMT_OP_ANSWER, name);
  const struct dfmto_answer *is = *out = dfmto_answer_find(op->kind, op, name);
  if (!is) return dfmto_no_answer(op, name);
  return is->check ? is->check(op, is) : DFMT_OK;
}

dfmt_status dfmt_op_answer(dfmt_op *op, const char *name, dfmt_rows **out) {
  const struct dfmto_answer *asked;
  if (out) *out = NULL;
  if (op && !out && !op->busy) return dfmti_fail_arg(&op->err, "no place for the rows");
  dfmt_status st = enter_done(op, op && dfmto_answer_at(op->kind, NULL, 0), "finds no rows");
  if (st == DFMT_OK) st = find_answer(op, name, &asked);
  if (st == DFMT_OK) st = op->kind->stream ? dfmto_stream(op, out) : dfmto_answer(op, asked, out);
  if (st == DFMT_OK) dfmti_errors_clear(&op->err); /* of answers that are not available */
  return st;
}

dfmt_status dfmt_op_write(dfmt_op *op, const char *name, const dfmt_config *with, dfmt_sink *to) {
  dfmt_status st = enter_done(op, op && op->kind->documents, "writes no documents");
  if (st != DFMT_OK) return st;
  const struct dfmto_document *d = op->kind->documents;
  while (d->part.name && name && strcmp(d->part.name, name) != 0) d++;
  if (!d->part.name) return dfmto_no_part(op, DFMT_OP_DOCUMENT, name);
  if (!to) return dfmti_fail_arg(&op->err, "no sink");
  if (with && dfmto_option_check(op->kind->options, with) != DFMT_OK)
    return dfmti_fail_arg(&op->err, "an option of the document is out of range");
  return d->write(op, with ? with : op->config, to);
}

dfmt_status dfmt_op_merge(dfmt_op *into, dfmt_op *from) {
  dfmt_status st = dfmto_enter(into, 0);
  if (st != DFMT_OK) return st;
  if (!into->kind->merge)
    return dfmti_fail(&into->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s does not merge",
                      into->kind->is.name);
  if (!from || from == into || from->kind != into->kind)
    return dfmti_fail_arg(&into->err, "another operation of the same kind is needed");
  return into->kind->merge(into, from);
}

dfmt_status dfmt_op_check(dfmt_op *op, dfmt_source *of) {
  dfmt_status st = enter_done(op, op && op->kind->check, "does not check outputs");
  if (st != DFMT_OK) return st;
  if (!of) return dfmti_fail_arg(&op->err, "no source");
  st = op->kind->check(op, of);
  if (st == DFMT_OK) dfmti_errors_clear(&op->err); /* of a failed attempt before */
  return st;
}

const dfmt_op_kind *dfmt_op_describe(const dfmt_op *op) { return op ? &op->kind->is : NULL; }
