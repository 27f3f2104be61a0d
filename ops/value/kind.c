/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <string.h>

#include "op/answers.h"
#include "op/drive.h"
#include "op/reading.h"

/* VALUE_FORMATS is FORMAT(name) for each format whose values are not payloads, in NAME.c. */
#define FORMAT(NAME) &dfmto_value_##NAME,
static const struct dfmto_value_format *const all[] = {VALUE_FORMATS NULL};

/* ---- the input ---- */

static bool counts(const struct dfmto_value *x) { return x->to && x->which == DFMT_VALUE_LAST && !x->again; }

/* The last of several is found in a second pass. */
static bool seeks(const dfmt_op *op) {
  const struct dfmto_value *x = op->state;
  return x->to && x->which == DFMT_VALUE_LAST;
}

static dfmt_status refuse_format(struct dfmto_value *x, uint32_t id, const char *what) {
  return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, what, dfmt_format_name(id));
}

static dfmt_status on_format(dfmt_op *op, uint32_t id) {
  struct dfmto_value *x = op->state;
  const struct dfmto_entry_format *entries = dfmto_entry_find(id);
  if (!entries) return refuse_format(x, id, "%s has no entries");
  x->format = NULL;
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == id) x->format = all[i];
  if (x->format && !x->to) return refuse_format(x, id, "values of %s are no files");
  if (x->format && x->mode != DFMT_PAYLOAD_DECODED)
    return refuse_format(x, id, "stored and raw values have no meaning for %s");
  dfmto_entry_lift_limit(op, entries, DFMTO_WAY_VALUES);
  x->entries = entries;
  return DFMT_OK;
}

/* ---- an event ---- */

/* The key is the entry's, or a path into it. */
static bool is_key(struct dfmto_value *x, dfmt_str key) {
  if (key.len > x->key.len || (key.len && memcmp(key.ptr, x->key.ptr, (size_t)key.len) != 0)) return false;
  x->used = key.len;
  return key.len == x->key.len || (!x->to && key.len && x->key.ptr[key.len] == '!');
}

/* OK: the event matches the key; END; E_*. */
static dfmt_status is_meant(struct dfmto_value *x) {
  struct dfmto_entry_key name;
  dfmt_str key;
  if (x->format) return x->format->take(x);
  if (x->entries->is_text && x->entries->is_text(x->ev)) return is_key(x, (dfmt_str){"text", 4}) ? DFMT_OK : DFMT_END;
  if (!x->entries->key(x->ev, &name)) return DFMT_END;
  if (!dfmto_entry_whole_key(&x->op->mem, &x->room, &name, &key)) return dfmto_no_memory(x->op);
  return is_key(x, key) ? DFMT_OK : DFMT_END;
}

/* After an entry was found, only the end may show that it was inside a wrong one. */
static bool goes_on(const struct dfmto_value *x) {
  const bool may_be_wrong = x->in_part && x->entries->late && !dfmt_source_seekable(x->op->inputs[0]);
  return counts(x) || !x->n_found || (x->to && (x->which == DFMT_VALUE_ALL || may_be_wrong));
}

/* Done with an event. OK; END: nothing more is wanted. */
static dfmt_status look_on(struct dfmto_value *x) {
  x->piece = (dfmt_str){NULL, 0};
  x->moded = x->pouring = x->gathered = false;
  x->whole.len = 0;
  x->held.len = 0;
  return goes_on(x) ? DFMT_OK : DFMT_END;
}

/* Handles a matching event. */
static dfmt_status found(struct dfmto_value *x) {
  if (counts(x)) x->n_meant++;
  if (counts(x) || (x->again && ++x->n_seen < x->n_meant)) return look_on(x);
  x->n_found++;
  x->in_part = x->entries->is_file && !x->entries->is_file(x->ev);
  x->pouring = x->to != NULL;
  return x->to ? DFMT_OK : DFMT_END;
}

static dfmt_status check_late(struct dfmto_value *x) {
  const char *late = x->entries->late ? x->entries->late(x->ev) : NULL;
  if (!late || x->late || (x->n_found && !x->in_part)) return DFMT_OK;
  x->late = true;
  return dfmti_fail(&x->op->err, DFMT_E_FORMAT, 0, "%s", late);
}

/* ---- its value ---- */

static dfmt_status next_piece(struct dfmto_value *x) {
  dfmt_status st = x->moded ? DFMT_OK : dfmt_payload_mode(x->op->reader, x->mode);
  if (st < 0) return dfmto_fail_as(x->op, dfmt_reader_error(x->op->reader));
  x->moded = true;
  return dfmto_chunk(x->op, &x->piece);
}

static dfmt_status write_piece(struct dfmto_value *x) {
  uint64_t taken = 0;
  dfmt_status st = dfmt_sink_write(x->to, x->piece.ptr, x->piece.len, &taken);
  x->piece = (dfmt_str){x->piece.ptr + taken, x->piece.len - taken};
  if (st >= 0) return st;
  x->output_failed = st == DFMT_E_IO;
  return dfmto_fail_as(x->op, dfmt_sink_error(x->to));
}

static dfmt_status pour(struct dfmto_value *x) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    st = x->piece.len ? write_piece(x) : DFMT_OK;
    if (st == DFMT_OK && !x->piece.len)
      st = x->format ? DFMT_END : x->as_text ? dfmto_value_next_text(x, next_piece) : next_piece(x);
  }
  if (st < 0) dfmto_entry_set_key(x->op, x->ev);
  return st == DFMT_END ? look_on(x) : st;
}

/* ---- its events ---- */

/* Matches the event, unless its value is being written. OK; END: nothing more is wanted. */
static dfmt_status look(struct dfmto_value *x) {
  dfmt_status st = check_late(x);
  if (st != DFMT_OK) return st;
  if (x->n_found && x->which != DFMT_VALUE_ALL) return DFMT_OK; /* only the end may add something */
  st = is_meant(x);
  return st == DFMT_OK ? found(x) : st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_value *x = op->state;
  x->ev = ev;
  if (!x->entries) return DFMT_OK;
  dfmt_status st = x->pouring ? DFMT_OK : look(x);
  return st == DFMT_OK && x->pouring ? pour(x) : st;
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  struct dfmto_value *x = op->state;
  (void)whole;
  x->again = counts(x) && x->n_meant;
  return x->again ? (dfmt_status)DFMTO_ONCE_MORE : DFMT_OK;
}

/* ---- the operation ---- */

/* An entry found inside a wrong file counts all the same; of a failed value the sink keeps what was written. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_value *x = op->state;
  if (!accepted || op->drive.step != DFMTO_DRIVE_EVENT) return false;
  if (x->pouring) op->drive.step = look_on(x) == DFMT_OK ? DFMTO_DRIVE_NEXT : DFMTO_DRIVE_END;
  return x->late || op->drive.step != DFMTO_DRIVE_EVENT;
}

static const struct dfmto_callbacks callbacks = {
    .seeks = seeks, .format = on_format, .event = on_event, .end = on_end, .decide = decide};

/* Flushes to the sink what was read, unless writing fails permanently. */
static dfmt_status settle(struct dfmto_value *x, dfmt_status st) {
  dfmt_status put = x->to && !x->output_failed ? dfmt_sink_flush(x->to) : DFMT_OK;
  if (put == DFMT_OK || (st != DFMT_OK && put != DFMT_E_IO)) return st;
  x->output_failed = put == DFMT_E_IO;
  return put < 0 ? dfmto_fail_as(x->op, dfmt_sink_error(x->to)) : put;
}

static dfmt_status run(dfmt_op *op) {
  struct dfmto_value *x = op->state;
  if (!x->key.ptr) return dfmti_fail(&op->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "value.key: one key is needed");
  if (x->output_failed) return dfmti_fail_state(&op->err, "the output has failed");
  x->to = dfmto_output(op, 0, 0);
  return settle(x, dfmto_drive(op));
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_value *x = op->state;
  dfmt_str more;
  x->op = op;
  x->out.m = &op->mem;
  x->which = (uint32_t)dfmto_option(op, DFMT_OPS_VALUE_WHICH);
  x->mode = (uint32_t)dfmto_option(op, DFMT_OPS_VALUE_MODE);
  x->as_text = dfmto_option(op, DFMT_OPS_VALUE_TEXT) != 0;
  if (dfmt_config_item(op->config, DFMT_OPS_VALUE_KEY, 0, &x->key) != DFMT_OK ||
      dfmt_config_item(op->config, DFMT_OPS_VALUE_KEY, 1, &more) == DFMT_OK)
    x->key.ptr = NULL; /* run() reports it */
  return dfmto_entry_set_way_to(op, x->key.ptr ? x->key : (dfmt_str){"", 0});
}

static void close_op(dfmt_op *op) {
  struct dfmto_value *x = op->state;
  dfmti_buf_free(&op->mem, &x->room);
  dfmti_buf_free(&op->mem, &x->whole);
  dfmti_buf_free(&op->mem, &x->out.text);
  dfmt_op_free(x->text);
  dfmt_sink_free(x->made);
}

/* The number of entries found. */
static dfmt_status put_found(struct dfmto_set *s, uint64_t i, void *body) {
  if (i > 0) return DFMT_END;
  ((dfmt_value_found *)body)->n_entries = ((const struct dfmto_value *)s->op->state)->n_found;
  return DFMT_OK;
}

static const struct dfmto_answer answers[] = {{.part = DFMTO_ANSWER(DFMT_OP_USUAL, "found", DFMT_VALUE_FOUND, 0,
                                                                    "Number of entries with the key that were used."),
                                               .columns = "n_entries/c",
                                               .row = put_found},
                                              {.part = {.name = NULL}}};

static const dfmt_op_part outputs[] = {DFMTO_OUTPUT("output", 0, NULL, "The bytes of the value."), {.name = NULL}};

const struct dfmto_kind dfmto_value_kind = {.is = {DFMTO_KIND(VALUE, "value", "Write the value of an entry."),
                                                   .min_inputs = 1, .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
                                            .state_size = sizeof(struct dfmto_value),
                                            .options = dfmto_value_options,
                                            .types = dfmto_value_types,
                                            .answers = answers,
                                            .outputs = outputs,
                                            .begin = begin,
                                            .drive = &callbacks,
                                            .run = run,
                                            .close = close_op};

dfmt_status dfmt_value_source(dfmt_op *op, dfmt_source **out, uint64_t *used, uint32_t *format) {
  if (out) *out = NULL;
  dfmt_status st = dfmto_enter(op, DFMT_OP_VALUE);
  if (st != DFMT_OK) return st;
  if (!out || !used || !format) return dfmti_fail_arg(&op->err, "no place for the source, its key or its format");
  const struct dfmto_value *x = op->state;
  if (x->to || !x->n_found || op->stage != DFMTO_DONE) return dfmti_fail_state(&op->err, "no entry was found");
  *used = x->used;
  *format = x->entries->within ? x->entries->within(x->ev) : 0;
  st = dfmt_payload_source(op->reader, out);
  return st == DFMT_OK ? st : dfmto_fail_as(op, dfmt_reader_error(op->reader));
}

uint32_t dfmt_value_holder(const void *start, uint64_t n) {
  return start ? dfmto_entry_holder(start, dfmti_clamp(n)) : 0;
}
