/* SPDX-License-Identifier: MIT */
#include "op.h"

#include <string.h>

#include "options.h"
#include "reading.h"
#include "scratch.h"

/* ---- memory: as the configuration has it ---- */

static void *config_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  return dfmt_config_realloc(user, ptr, old_size, new_size);
}

static uint32_t config_stopped(void *user) { return dfmt_config_stopped(user); }

void dfmto_init_memory(struct dfmti_mem *m, dfmt_config *c) {
  *m = (struct dfmti_mem){.fn = config_realloc, .user = c, .stop = config_stopped, .stop_user = c};
  (void)dfmt_config_get(c, DFMT_CFG_MAX_MEMORY, &m->limit);
  (void)dfmt_config_get(c, DFMT_CFG_HASH_SEED, &m->seed);
}

/* ---- making and freeing ---- */

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
  st = dfmto_check_options(copy);
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

/* ---- errors ---- */

dfmt_status dfmto_fail_as(dfmt_op *op, const dfmt_error *e) {
  if (e->status == DFMT_E_IO && op->scratch_errno)
    return dfmto_scratch_fail(op, DFMT_ERR_WRITE, "write", op->scratch_errno);
  dfmti_errors_take(&op->err, e);
  return e->status;
}

dfmt_status dfmto_no_memory(dfmt_op *op) { return dfmti_fail_mem(&op->err, &op->mem); }

const dfmt_error *dfmt_op_error(const dfmt_op *op) { return op ? &op->err.e : NULL; }

dfmt_status dfmt_op_key(const dfmt_op *op, dfmt_str *out) {
  if (!op || !out) return DFMT_E_ARG;
  *out = (dfmt_str){(const char *)op->key.ptr, op->key.len};
  return op->key.len ? DFMT_OK : DFMT_END;
}

/* ---- calls ---- */

dfmt_status dfmto_enter(dfmt_op *op, const struct dfmto_kind *kind) {
  if (!op) return DFMT_E_ARG;
  dfmti_errors_clear(&op->err);
  op->key.len = 0;
  if (kind && op->kind != kind) return dfmti_fail_arg(&op->err, "this is another operation");
  return DFMT_OK;
}

uint64_t dfmto_option_or(const dfmt_op *op, uint32_t key, uint64_t usual) {
  uint64_t value;
  return dfmt_config_get(op->config, key, &value) == DFMT_OK ? value : usual;
}

uint64_t dfmto_option(const dfmt_op *op, uint32_t key) {
  const dfmt_option *o = dfmt_ops_option_find(key);
  return dfmto_option_or(op, key, o ? o->def : 0);
}

bool dfmto_is_given(const dfmt_op *op, uint32_t key) {
  const dfmt_option *o = dfmt_option_find(key);
  return o && dfmto_option(op, key) != o->def;
}

static void *counted_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  dfmt_op *op = user;
  if (new_size > SIZE_MAX) return NULL;
  if (new_size) return dfmti_realloc(&op->mem, ptr, (size_t)old_size, (size_t)new_size);
  dfmti_free(&op->mem, ptr, (size_t)old_size);
  return NULL;
}

const dfmt_config *dfmto_helpers(dfmt_op *op) {
  dfmt_config *c;
  if (op->helpers || dfmt_config_copy(op->config, &c) != DFMT_OK) return op->helpers;
  if (dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, UINT64_MAX) != DFMT_OK ||
      dfmt_config_set(c, DFMT_CFG_MAX_TABLE, UINT64_MAX) != DFMT_OK ||
      dfmt_config_allocator(c, counted_realloc, op) != DFMT_OK) {
    dfmt_config_free(c);
    return NULL;
  }
  return op->helpers = c;
}

dfmt_status dfmto_fail_helper(dfmt_op *op, const dfmt_error *e) {
  return e->status == DFMT_E_NOMEM ? dfmto_no_memory(op) : dfmto_fail_as(op, e);
}

dfmt_column dfmto_column(const dfmt_type *type, const char *name, size_t len, uint32_t role) {
  for (uint32_t i = 0; i < type->n_fields; i++)
    if (strlen(type->fields[i].name) == len && memcmp(type->fields[i].name, name, len) == 0)
      return (dfmt_column){i, role};
  return (dfmt_column){UINT32_MAX, role};
}

void dfmto_add_column(dfmt_row_set *set, dfmt_column *columns, const char *name, uint32_t role) {
  columns[set->n_columns++] = dfmto_column(set->type, name, strlen(name), role);
}

bool dfmto_name(const dfmt_op *op, uint64_t input, dfmt_str *out) {
  return dfmt_config_item(op->config, DFMT_OPS_NAMES, input, out) == DFMT_OK;
}

dfmt_status dfmt_op_add(dfmt_op *op, dfmt_source *s) {
  dfmt_status st = dfmto_enter(op, NULL);
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

/* An input fails, not the operation; other errors can be tried again. */
static bool fails_input(dfmt_status st) { return dfmto_is_damage(st) || st == DFMT_E_UNSUPPORTED || st == DFMT_E_IO; }

dfmt_status dfmto_stream_begin(dfmt_op *op) {
  dfmti_errors_clear(&op->err);
  op->limited = false;
  return op->stage == DFMTO_FAILED ? dfmti_fail_state(&op->err, "an input has failed: accept or drop it") : DFMT_OK;
}

dfmt_status dfmto_stream_end(dfmt_op *op, dfmt_status st) {
  op->limited = st == DFMT_E_LIMIT;
  if (fails_input(st) && op->err.e.number != DFMT_ERR_STOPPED) op->stage = DFMTO_FAILED;
  return st;
}

dfmt_status dfmto_stream_rows(dfmt_op *op, dfmt_rows_ops ops, void *user, dfmt_rows **out) {
  dfmt_config *c;
  dfmt_status st = dfmt_config_copy(op->config, &c);
  if (st == DFMT_OK) {
    st = dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, UINT64_MAX);
    if (st == DFMT_OK) st = dfmt_rows_new(c, &ops, user, out);
    dfmt_config_free(c);
  }
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}

dfmt_status dfmt_op_run(dfmt_op *op) {
  dfmt_status st = dfmto_enter(op, NULL);
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
  dfmt_status st = dfmto_enter(op, NULL);
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

dfmt_status dfmto_progress(dfmt_op *op, uint64_t done, uint64_t total) {
  if (dfmti_stopped(&op->mem)) return dfmti_fail_stopped(&op->err);
  dfmt_status st = op->progress ? op->progress(op->progress_user, op->input, done, total) : DFMT_OK;
  return st == DFMT_OK ? st : dfmti_fail(&op->err, DFMT_E_CANCELLED, DFMT_ERR_STOPPED, "cancelled by the caller");
}

dfmt_status dfmt_op_limit(dfmt_op *op, uint32_t key, uint64_t value) {
  dfmt_status st = dfmto_enter(op, NULL);
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
  dfmt_status st = dfmto_enter(op, NULL);
  if (st != DFMT_OK) return st;
  if (!out) return dfmti_fail_arg(&op->err, "no place for the rows");
  if (!op->kind->rows)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s finds no rows", op->kind->name);
  if (op->stage != DFMTO_DONE) return dfmti_fail_state(&op->err, "the operation has not run to its end");
  return op->kind->rows(op, out);
}
