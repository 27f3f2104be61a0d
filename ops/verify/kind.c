/* SPDX-License-Identifier: MIT */
/* Reads and decodes everything in each input. */
#include "verify.h"

#include <string.h>

#include "op/drive.h"
#include "op/reading.h"

enum { VALUE_MOST = 1 << 20 }; /* bytes of a value that are passed to checks */

/* VERIFY_FORMATS is FORMAT(name) for each format that has checks of its own, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_verify_format dfmto_verify_##NAME;
VERIFY_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_verify_##NAME,
static const struct dfmto_verify_format *const all_checks[] = {VERIFY_FORMATS NULL};

static const dfmt_str no_key = {NULL, 0};

static struct dfmto_verify *verify_of(dfmt_op *op) { return op->state; }

/* ---- an input begins ---- */

/* Adds its row. */
static dfmt_status begin_input(dfmt_op *op) {
  struct dfmto_verify *v = op->state;
  if (v->n_results == v->cap_results) {
    struct dfmto_verify_result *more = dfmti_grow(&op->mem, v->results, &v->cap_results, 2, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    v->results = more;
  }
  v->results[v->n_results++] =
      (struct dfmto_verify_result){.body = {.head = {sizeof(dfmt_verify_result), DFMT_VERIFY_RESULT},
                                            .present = DFMT_VERIFY_RESULT_HAS_INPUT,
                                            .input = op->input},
                                   .first = v->problems.n};
  return DFMT_OK;
}

/* Chooses the checks of its format. */
static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_verify *v = op->state;
  const struct dfmto_verify_format *found = NULL;
  for (size_t i = 0; all_checks[i]; i++)
    if (all_checks[i]->format == format) found = all_checks[i];
  if (!found) return DFMT_OK;
  if (found->state_size && !(v->state = dfmti_zalloc(&op->mem, found->state_size))) return dfmto_no_memory(op);
  v->checks = found;
  return DFMT_OK;
}

/* ---- its events ---- */

static dfmt_str key_of(const struct dfmto_verify *v, uint64_t *line) {
  dfmt_str key = no_key;
  *line = 0;
  return v->checks && v->checks->entry && v->checks->entry(v->op->drive.ev, &key, line) ? key : no_key;
}

/* The input ends here. */
static dfmt_status on_damage(dfmt_op *op, dfmt_status st) {
  (void)st;
  dfmto_verify_tell_error(verify_of(op), &op->err.e, no_key, true);
  return DFMT_OK;
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  dfmto_verify_tell_diagnostic(verify_of(op), d);
  return DFMT_OK;
}

/* All values are read completely. */
static uint32_t wants(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_verify *v = op->state;
  (void)ev;
  dfmto_verify_result(v)->n_records++;
  v->value.len = 0;
  v->has_value = false;
  v->value_known = true;
  return DFMTO_WANTS_PIECES;
}

static dfmt_status on_piece(dfmt_op *op, dfmt_str piece) {
  struct dfmto_verify *v = op->state;
  bool wanted = v->strict && v->checks && v->checks->event && v->value_known;
  if (wanted && piece.len > VALUE_MOST - v->value.len) wanted = v->value_known = false;
  if (wanted && !dfmti_buf_append(&op->mem, &v->value, piece.ptr, (size_t)piece.len)) return dfmto_no_memory(op);
  if (v->checks && v->checks->piece) v->checks->piece(v->state, op->drive.ev, piece, !v->has_value);
  v->has_value = true;
  dfmto_verify_result(v)->value_bytes += piece.len;
  return DFMT_OK;
}

/* A value whose codec is missing cannot be checked, which is not a problem of the file. */
static dfmt_status value_failed(dfmt_op *op, dfmt_status st) {
  struct dfmto_verify *v = op->state;
  uint64_t line;
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  bool lacks_codec = op->err.e.number == DFMT_ERR_CODEC_MISSING;
  dfmto_verify_tell_error(v, &op->err.e, key_of(v, &line), !lacks_codec);
  dfmto_verify_result(v)->n_unchecked += lacks_codec;
  dfmto_verify_result(v)->n_no_codec += lacks_codec;
  v->value_known = v->has_value = false; /* it is not counted as read */
  return DFMT_OK;
}

/* A duplicate key, if keys are unique. */
static dfmt_status check_key(struct dfmto_verify *v) {
  struct dfmti_mem *m = &v->op->mem;
  uint64_t line, first;
  uint32_t number;
  dfmt_str key;
  if (v->checks->linked || !v->checks->entry(v->op->drive.ev, &key, &line)) return DFMT_OK;
  size_t n = dfmto_texts_n(&v->keys);
  if (!dfmti_buf_reserve(m, &v->lines, sizeof line) || !dfmto_text(m, &v->keys, key.ptr, dfmti_clamp(key.len), &number))
    return dfmto_no_memory(v->op);
  if (number == n) {
    dfmti_buf_append(m, &v->lines, &line, sizeof line);
    return DFMT_OK;
  }
  memcpy(&first, v->lines.ptr + number * sizeof first, sizeof first);
  dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, (struct dfmto_verify_at){v->op->drive.ev, line, key},
                    "this key came before (line %llu)", (unsigned long long)first);
  return DFMT_OK;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_verify *v = op->state;
  const struct dfmto_verify_format *c = v->strict ? v->checks : NULL;
  dfmt_status st = c && c->prepare ? c->prepare(v->state, v, ev) : DFMT_OK;
  if (st == DFMT_OK && c) st = check_key(v);
  if (st != DFMT_OK) return st;
  const dfmt_str value = {(const char *)v->value.ptr, v->value.len};
  if (v->has_value && v->checks && v->checks->value) v->checks->value(v->state, v, ev);
  if (c && c->event) c->event(v->state, v, ev, v->value_known ? &value : NULL);
  dfmto_verify_result(v)->n_values += v->has_value;
  return DFMT_OK;
}

/* ---- its end ---- */

/* Runs the final checks, as far as the queue has room. */
static dfmt_status finish_checks(struct dfmto_verify *v) {
  dfmt_status st = DFMT_OK;
  if (!v->strict || !v->checks || !v->checks->finish) return st;
  while (st == DFMT_OK && !v->finished) {
    v->finished = v->checks->finish(v->state, v);
    st = dfmto_verify_settle(v);
  }
  return st;
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  struct dfmto_verify *v = op->state;
  dfmt_verify_result *r = dfmto_verify_result(v);
  (void)whole;
  dfmt_status st = finish_checks(v);
  if (st == DFMT_OK) st = dfmto_verify_account(v);
  if (st != DFMT_OK) return st;
  const char *format = dfmt_format_name(dfmto_format(op));
  r->verdict = r->n_problems ? DFMT_VERIFY_PROBLEMS : r->n_unchecked ? DFMT_VERIFY_UNCHECKED : DFMT_VERIFY_SOUND;
  if (format) {
    r->format = (dfmt_str){format, strlen(format)};
    r->present |= DFMT_VERIFY_RESULT_HAS_FORMAT;
  }
  if (dfmto_name(op, op->input, &r->file)) r->present |= DFMT_VERIFY_RESULT_HAS_FILE;
  return DFMT_OK;
}

static void close_input(dfmt_op *op) {
  struct dfmto_verify *v = op->state;
  struct dfmti_mem *m = &op->mem;
  if (v->state && v->checks->close) v->checks->close(v->state, m);
  if (v->state) dfmti_free(m, v->state, v->checks->state_size);
  dfmto_texts_free(m, &v->keys);
  v->lines.len = 0;
  v->checks = NULL;
  v->state = NULL;
  dfmt_rows_free(v->account);
  v->account = NULL;
  v->finished = v->accounted = false;
}

/* ---- all ---- */

static dfmt_status settle(dfmt_op *op) { return dfmto_verify_settle(verify_of(op)); }

/* Skips what failed in the last run(): a problem that did not fit, a value, or the rest of the input. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_verify *v = op->state;
  const bool begun = op->drive.step > DFMTO_DRIVE_BEGIN;
  if (!accepted) {
    if (begun) dfmto_verify_forget(v);
    return false;
  }
  if (op->drive.stopped == DFMT_E_LIMIT && v->n_queue) {
    v->problems.full = true;
    return true;
  }
  if (begun) dfmto_verify_result(v)->n_unchecked++;
  v->accounted = v->account != NULL; /* whose rows failed, and would again */
  v->value_known = v->has_value = false;
  return !dfmto_drive_is_reading(op); /* the end is retried */
}

static const struct dfmto_callbacks callbacks = {.settle = settle,
                                                 .begin_input = begin_input,
                                                 .format = on_format,
                                                 .diagnostic = on_diagnostic,
                                                 .wants = wants,
                                                 .piece = on_piece,
                                                 .value_failed = value_failed,
                                                 .event = on_event,
                                                 .damage = on_damage,
                                                 .end = on_end,
                                                 .close_input = close_input,
                                                 .decide = decide};

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_verify *v = op->state;
  v->op = op;
  v->strict = dfmto_option(op, DFMT_OPS_VERIFY_STRICT) != 0;
  v->least = (uint32_t)dfmto_option(op, DFMT_OPS_VERIFY_LEAST);
  dfmt_status st = dfmt_config_set(op->config, DFMT_CFG_DIAGNOSTICS, 1);
  if (st == DFMT_OK) st = dfmt_config_set(op->config, DFMT_CFG_RECOVER, dfmto_option(op, DFMT_OPS_VERIFY_RECOVER));
  return st;
}

static void close_op(dfmt_op *op) {
  struct dfmto_verify *v = op->state;
  struct dfmti_mem *m = &op->mem;
  if (!v->op) return;
  close_input(op);
  dfmti_buf_free(m, &v->lines);
  dfmti_buf_free(m, &v->value);
  dfmto_texts_free(m, &v->problems.texts);
  dfmti_free(m, v->problems.list, v->problems.cap * sizeof *v->problems.list);
  dfmti_free(m, v->results, v->cap_results * sizeof *v->results);
}

const struct dfmto_kind dfmto_verify_kind = {
    .is = {DFMTO_KIND(VERIFY, "verify", "Check that files are intact."), .min_inputs = 1, .max_inputs = UINT64_MAX,
           .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_verify),
    .options = dfmto_verify_options,
    .types = dfmto_verify_types,
    .answers = dfmto_verify_answers,
    .begin = begin,
    .drive = &callbacks,
    .close = close_op};
