/* SPDX-License-Identifier: MIT */
/*
 * Reading and decoding all of each input.
 *
 *   OPENING -> READING <-> DECODING (its value) -> CHECKING -> READING
 *              READING -> FINISHING -> CLOSING -> OPENING (the next input)
 */
#include "verify.h"

#include <string.h>

#include "op/reading.h"

enum { VALUE_MOST = 1 << 20 }; /* bytes of a value that checks get to see */

/* VERIFY_FORMATS is FORMAT(name) for each format that has checks of its own, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_verify_format dfmto_verify_##NAME;
VERIFY_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_verify_##NAME,
static const struct dfmto_verify_format *const all_checks[] = {VERIFY_FORMATS NULL};

static const dfmt_str no_key = {NULL, 0};

/* ---- an input begins ---- */

static dfmt_status opening(struct dfmto_verify *v) {
  dfmt_op *op = v->op;
  if (v->n_results == v->cap_results) {
    struct dfmto_verify_result *more = dfmti_grow(&op->mem, v->results, &v->cap_results, 2, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    v->results = more;
  }
  dfmt_status st = dfmto_open(op, op->inputs[op->input]);
  if (st != DFMT_OK) return st;
  v->results[v->n_results++] =
      (struct dfmto_verify_result){.body = {.head = {sizeof(dfmt_verify_result), DFMT_VERIFY_RESULT},
                                            .present = DFMT_VERIFY_RESULT_HAS_INPUT,
                                            .input = op->input},
                                   .first = v->problems.n};
  v->phase = DFMTO_READING;
  return DFMT_OK;
}

/* The checks of its format, once that is known. */
static dfmt_status find_checks(struct dfmto_verify *v) {
  uint32_t format = v->checks ? 0 : dfmto_format(v->op);
  const struct dfmto_verify_format *found = NULL;
  for (size_t i = 0; format && all_checks[i]; i++)
    if (all_checks[i]->format == format) found = all_checks[i];
  if (!found) return DFMT_OK;
  if (found->state_size && !(v->state = dfmti_zalloc(&v->op->mem, found->state_size))) return dfmto_no_memory(v->op);
  v->checks = found;
  return DFMT_OK;
}

/* ---- its events ---- */

static dfmt_str key_of(const struct dfmto_verify *v, uint64_t *line) {
  dfmt_str key = no_key;
  *line = 0;
  return v->checks && v->checks->entry && v->checks->entry(v->ev, &key, line) ? key : no_key;
}

static dfmt_status reading(struct dfmto_verify *v) {
  dfmt_status st = dfmto_next(v->op, &v->ev);
  if (st == DFMT_END || dfmto_is_damage(st)) {
    if (st != DFMT_END) dfmto_verify_tell_error(v, &v->op->err.e, no_key, true);
    v->phase = DFMTO_FINISHING;
    return DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  const dfmt_diagnostic *d = dfmt_event_diagnostic(v->ev);
  if (d) {
    dfmto_verify_tell_diagnostic(v, d);
    return DFMT_OK;
  }
  dfmto_verify_result(v)->n_records++;
  v->value.len = 0;
  v->has_value = false;
  v->value_known = true;
  v->phase = DFMTO_DECODING;
  return DFMT_OK;
}

/* Takes the piece at hand. */
static dfmt_status take(struct dfmto_verify *v) {
  bool wanted = v->strict && v->checks && v->checks->event && v->value_known;
  if (wanted && v->piece.len > VALUE_MOST - v->value.len) wanted = v->value_known = false;
  if (wanted && !dfmti_buf_append(&v->op->mem, &v->value, v->piece.ptr, (size_t)v->piece.len))
    return dfmto_no_memory(v->op);
  v->has_value = true;
  dfmto_verify_result(v)->value_bytes += v->piece.len;
  v->piece = no_key;
  return DFMT_OK;
}

/* Without its codec a value cannot be checked, which is no fault of it. */
static dfmt_status value_failed(struct dfmto_verify *v, dfmt_status st) {
  uint64_t line;
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  bool lacks_codec = v->op->err.e.number == DFMT_ERR_CODEC_MISSING;
  dfmto_verify_tell_error(v, &v->op->err.e, key_of(v, &line), !lacks_codec);
  dfmto_verify_result(v)->n_unchecked += lacks_codec;
  dfmto_verify_result(v)->n_no_codec += lacks_codec;
  v->value_known = false;
  v->phase = DFMTO_CHECKING;
  return DFMT_OK;
}

static dfmt_status decoding(struct dfmto_verify *v) {
  dfmt_status st = find_checks(v);
  while (st == DFMT_OK) {
    st = v->piece.len ? take(v) : DFMT_OK;
    if (st == DFMT_OK) st = dfmto_chunk(v->op, &v->piece);
  }
  if (st != DFMT_END) return st < 0 && !v->piece.len ? value_failed(v, st) : st;
  dfmto_verify_result(v)->n_values += v->has_value;
  v->phase = DFMTO_CHECKING;
  return DFMT_OK;
}

/* A key that came before, where keys are unique. */
static dfmt_status check_key(struct dfmto_verify *v) {
  struct dfmti_mem *m = &v->op->mem;
  uint64_t line, first;
  uint32_t number;
  dfmt_str key;
  if (v->checks->linked || !v->checks->entry(v->ev, &key, &line)) return DFMT_OK;
  size_t n = dfmto_texts_n(&v->keys);
  if (!dfmti_buf_reserve(m, &v->lines, sizeof line) || !dfmto_text(m, &v->keys, key.ptr, dfmti_clamp(key.len), &number))
    return dfmto_no_memory(v->op);
  if (number == n) {
    dfmti_buf_append(m, &v->lines, &line, sizeof line);
    return DFMT_OK;
  }
  memcpy(&first, v->lines.ptr + number * sizeof first, sizeof first);
  dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, (struct dfmto_verify_at){v->ev, line, key},
                    "this key came before (line %llu)", (unsigned long long)first);
  return DFMT_OK;
}

static dfmt_status checking(struct dfmto_verify *v) {
  const struct dfmto_verify_format *c = v->strict ? v->checks : NULL;
  dfmt_status st = c && c->prepare ? c->prepare(v->state, v, v->ev) : DFMT_OK;
  if (st == DFMT_OK && c) st = check_key(v);
  if (st != DFMT_OK) return st;
  const dfmt_str value = {(const char *)v->value.ptr, v->value.len};
  if (c && c->event) c->event(v->state, v, v->ev, v->value_known ? &value : NULL);
  v->phase = DFMTO_READING;
  return DFMT_OK;
}

/* ---- its end ---- */

static dfmt_status finishing(struct dfmto_verify *v) {
  dfmt_status st = find_checks(v);
  if (st != DFMT_OK) return st;
  if (!v->strict || !v->checks || !v->checks->finish || v->checks->finish(v->state, v)) v->phase = DFMTO_CLOSING;
  return DFMT_OK;
}

static void free_input(struct dfmto_verify *v) {
  struct dfmti_mem *m = &v->op->mem;
  if (v->state && v->checks->close) v->checks->close(v->state, m);
  if (v->state) dfmti_free(m, v->state, v->checks->state_size);
  dfmto_texts_free(m, &v->keys);
  v->lines.len = 0;
  v->checks = NULL;
  v->state = NULL;
  v->piece = no_key;
}

static dfmt_status closing(struct dfmto_verify *v) {
  dfmt_verify_result *r = dfmto_verify_result(v);
  const char *format = dfmt_format_name(dfmto_format(v->op));
  r->verdict = r->n_problems ? DFMT_VERIFY_PROBLEMS : r->n_unchecked ? DFMT_VERIFY_UNCHECKED : DFMT_VERIFY_SOUND;
  if (format) {
    r->format = (dfmt_str){format, strlen(format)};
    r->present |= DFMT_VERIFY_RESULT_HAS_FORMAT;
  }
  if (dfmto_name(v->op, v->op->input, &r->file)) r->present |= DFMT_VERIFY_RESULT_HAS_FILE;
  free_input(v);
  v->op->input++;
  v->phase = DFMTO_OPENING;
  return DFMT_OK;
}

/* ---- all ---- */

/* What stopped the last run() is passed over: a problem that there is no room for, a value, or the rest of the input.
 */
static void pass_over(struct dfmto_verify *v) {
  bool limited = v->stopped == DFMT_E_LIMIT;
  if (limited && v->n_queue) {
    v->problems.full = true;
    return;
  }
  if (v->n_results) dfmto_verify_result(v)->n_unchecked++;
  v->value_known = false;
  v->piece = no_key;
  if (limited && v->phase == DFMTO_DECODING)
    v->phase = DFMTO_CHECKING;
  else if (limited && v->phase == DFMTO_CHECKING) /* of what comes later less can be said */
    v->phase = DFMTO_READING;
  else if (v->phase != DFMTO_OPENING)
    v->phase = DFMTO_FINISHING;
}

static void decide(struct dfmto_verify *v) {
  uint32_t decision = v->op->decision;
  v->op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_ACCEPTED) pass_over(v);
  if (decision != DFMTO_DROPPED) return;
  dfmto_verify_forget(v);
  free_input(v);
  v->op->input++;
  v->phase = DFMTO_OPENING;
}

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const steps[])(struct dfmto_verify *v) = {
      [DFMTO_OPENING] = opening,   [DFMTO_READING] = reading,     [DFMTO_DECODING] = decoding,
      [DFMTO_CHECKING] = checking, [DFMTO_FINISHING] = finishing, [DFMTO_CLOSING] = closing};
  struct dfmto_verify *v = op->state;
  dfmt_status st = DFMT_OK;
  decide(v);
  while (st == DFMT_OK && (op->input < op->n_inputs || v->n_queue)) {
    st = dfmto_verify_settle(v);
    if (st == DFMT_OK) st = steps[v->phase](v);
  }
  v->stopped = st;
  return st;
}

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
  free_input(v);
  dfmti_buf_free(m, &v->lines);
  dfmti_buf_free(m, &v->value);
  dfmto_texts_free(m, &v->problems.texts);
  dfmti_free(m, v->problems.list, v->problems.cap * sizeof *v->problems.list);
  dfmti_free(m, v->results, v->cap_results * sizeof *v->results);
}

const struct dfmto_kind dfmto_verify_kind = {
    .is = {DFMTO_KIND(VERIFY, "verify", "Whether files are whole, and as their writers make them."), .min_inputs = 1,
           .max_inputs = UINT32_MAX, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_verify),
    .options = dfmto_verify_options,
    .types = dfmto_verify_types,
    .answers = dfmto_verify_answers,
    .begin = begin,
    .run = run,
    .close = close_op};
