/* SPDX-License-Identifier: MIT */
/* The calls that all operations have: made, given inputs, run, freed. */
#include "answers.h"
#include "op.h"
#include "options.h"
#include "reading.h"

static dfmt_status make(dfmt_config *c, const struct dfmto_kind *kind, dfmt_op **out) {
  struct dfmti_mem m;
  void *op, *state;
  dfmto_init_memory(&m, c);
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
  struct dfmti_mem m = op->mem;
  if (op->state) dfmti_free(&m, op->state, op->kind->state_size);
  dfmti_free(&m, op->inputs, op->cap_inputs * sizeof(dfmt_source *));
  dfmti_buf_free(&m, &op->key);
  dfmt_config_free(op->helpers);
  dfmt_config *c = op->config;
  dfmti_free(&m, op, sizeof *op);
  dfmt_config_free(c); /* last: it has the allocator */
}

dfmt_status dfmt_op_add(dfmt_op *op, dfmt_source *s) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (!s) return dfmti_fail_arg(&op->err, "no source");
  if (op->stage != DFMTO_NEW && !(op->stage == DFMTO_DONE && op->kind->takes_more))
    return dfmti_fail_state(&op->err, "inputs are added before the operation runs");
  if (op->n_inputs == op->kind->max_inputs) return dfmti_fail_state(&op->err, "the operation takes no more inputs");
  if (op->n_inputs == op->cap_inputs) {
    dfmt_source **more = dfmti_grow(&op->mem, op->inputs, &op->cap_inputs, 4, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    op->inputs = more;
  }
  op->inputs[op->n_inputs++] = dfmt_source_ref(s);
  if (op->stage == DFMTO_DONE) op->stage = DFMTO_RUNNING;
  return DFMT_OK;
}

dfmt_status dfmt_op_run(dfmt_op *op) {
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (op->stage == DFMTO_DONE) return DFMT_OK;
  if (op->n_inputs < op->kind->min_inputs) return dfmti_fail_state(&op->err, "inputs are missing");
  st = dfmto_stream_begin(op);
  if (st != DFMT_OK) return st;
  op->stage = DFMTO_RUNNING;
  st = dfmto_stream_end(op, op->kind->run ? op->kind->run(op) : DFMT_OK);
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
  if (!op) return DFMT_E_ARG;
  op->progress = fn;
  op->progress_user = user;
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

dfmt_status dfmt_op_rows(dfmt_op *op, dfmt_rows **out) {
  if (out) *out = NULL;
  dfmt_status st = dfmto_enter(op, 0);
  if (st != DFMT_OK) return st;
  if (!out) return dfmti_fail_arg(&op->err, "no place for the rows");
  if (!op->kind->rows && !op->kind->answers)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s finds no rows", op->kind->name);
  if (op->stage != DFMTO_DONE) return dfmti_fail_state(&op->err, "the operation has not run to its end");
  return op->kind->rows ? op->kind->rows(op, out) : dfmto_answers(op, op->kind->answers, NULL, out);
}
