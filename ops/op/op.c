/* SPDX-License-Identifier: MIT */
#include "op.h"

#include <string.h>

#include "options.h"
#include "scratch.h"

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

/* ---- options, names, columns ---- */

dfmt_status dfmto_enter(dfmt_op *op, uint32_t kind) {
  if (!op) return DFMT_E_ARG;
  if (op->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&op->err);
  op->key.len = 0;
  if (kind && op->kind->is.number != kind) return dfmti_fail_arg(&op->err, "this is another operation");
  return DFMT_OK;
}

uint64_t dfmto_option_or(const dfmt_op *op, uint32_t key, uint64_t usual) {
  uint64_t value;
  return dfmt_config_get(op->config, key, &value) == DFMT_OK ? value : usual;
}

uint64_t dfmto_option_in(const dfmt_op *op, const dfmt_config *c, uint32_t key) {
  const dfmt_option *o = dfmto_option_find(op->kind->options, key);
  uint64_t value = o ? o->def : 0;
  (void)dfmt_config_get(c, key, &value);
  return value;
}

uint64_t dfmto_option(const dfmt_op *op, uint32_t key) { return dfmto_option_in(op, op->config, key); }

bool dfmto_is_given(const dfmt_op *op, uint32_t key) {
  const dfmt_option *o = dfmt_option_find(key);
  return o && dfmto_option(op, key) != o->def;
}

dfmt_status dfmto_set_default(dfmt_op *op, uint32_t key, uint64_t value) {
  const dfmt_option *option = dfmt_option_find(key); /* NULL: the format is not in this build */
  uint64_t now;
  if (!option || dfmt_config_get(op->config, key, &now) != DFMT_OK || now != option->def) return DFMT_OK;
  return dfmt_config_set(op->config, key, value);
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

const dfmt_type *dfmto_type_in(const dfmt_type *const *types, uint32_t number) {
  while (*types && (*types)->number != number) types++;
  return *types;
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

/* ---- callbacks and outputs ---- */

void dfmto_remark(dfmt_op *op, const dfmt_diagnostic *d) {
  if (op->remark) op->remark(op->remark_user, op->input, d);
}

size_t dfmto_n_outputs(const struct dfmto_kind *kind) {
  size_t n = 0;
  while (kind->outputs && kind->outputs[n].name) n++;
  return n;
}

dfmt_sink *dfmto_output(const dfmt_op *op, size_t output, uint64_t n) {
  size_t at;
  if (!dfmti_mul(dfmti_clamp(n), dfmto_n_outputs(op->kind), &at) || !dfmti_add(at, output, &at)) return NULL;
  return at < op->n_outputs ? op->outputs[at] : NULL;
}

/* The input failed, not the operation; other errors can be retried. */
static bool fails_input(dfmt_status st) { return dfmto_is_damage(st) || st == DFMT_E_UNSUPPORTED || st == DFMT_E_IO; }

dfmt_status dfmto_run_begin(dfmt_op *op) {
  if (op->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&op->err);
  op->limited = false;
  if (op->stage == DFMTO_FAILED) return dfmti_fail_state(&op->err, "an input has failed: accept or drop it");
  op->busy = true;
  return DFMT_OK;
}

dfmt_status dfmto_run_end(dfmt_op *op, dfmt_status st) {
  op->busy = false;
  if (st >= 0) dfmti_errors_clear(&op->err); /* from failures that were skipped */
  op->limited = st == DFMT_E_LIMIT;
  if (fails_input(st) && op->err.e.number != DFMT_ERR_STOPPED) op->stage = DFMTO_FAILED;
  return st;
}

dfmt_status dfmto_progress(dfmt_op *op, uint64_t done, uint64_t total) {
  if (dfmti_stopped(&op->mem)) return dfmti_fail_stopped(&op->err);
  dfmt_status st = op->progress ? op->progress(op->progress_user, op->input, done, total) : DFMT_OK;
  return st == DFMT_OK ? st : dfmti_fail(&op->err, DFMT_E_CANCELLED, DFMT_ERR_STOPPED, "cancelled by the caller");
}
