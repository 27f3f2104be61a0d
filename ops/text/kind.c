/* SPDX-License-Identifier: MIT */
/* Writes the chosen events of all inputs in order. */
#include "text.h"

#include <stdio.h>

#include "op/drive.h"

enum { PIECE = 65536 }; /* bytes per write */

/* TEXT_FORMATS is FORMAT(name) for each format that has a text, in NAME.c. */
#define FORMAT(NAME) &dfmto_text_##NAME,
static const struct dfmto_text_format *const all[] = {TEXT_FORMATS NULL};

/* ---- output ---- */

/* Writes the buffer; op's error is unchanged. */
static dfmt_status pour(struct dfmto_text *x) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && x->sent < x->out.text.len) {
    uint64_t taken = 0;
    st = dfmt_sink_write(x->to, x->out.text.ptr + x->sent, x->out.text.len - x->sent, &taken);
    x->sent += (size_t)taken;
  }
  if (st == DFMT_OK) x->out.text.len = x->sent = 0;
  return st;
}

/* Writes the whole buffer. The status of run() is kept, unless writing fails permanently. */
static dfmt_status settle(dfmt_op *op, dfmt_status st) {
  struct dfmto_text *x = op->state;
  dfmt_status put = pour(x);
  if (put == DFMT_OK) put = dfmt_sink_flush(x->to);
  if (put == DFMT_OK || (st != DFMT_OK && put != DFMT_E_IO)) return st;
  return dfmto_text_output_status(op, put);
}

/* ---- an input ---- */

static void close_input(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  if (x->state && x->format->close) x->format->close(op);
  if (x->state) dfmti_free(&op->mem, x->state, x->format->state_size);
  dfmto_text_labels_free(&op->mem, &x->functions);
  dfmto_text_labels_free(&op->mem, &x->enums);
  dfmt_simpleperf_names_free(x->names);
  dfmt_reader_free(x->names_reader);
  x->names = NULL;
  x->names_reader = NULL;
  x->state = NULL;
  x->format = NULL;
  x->begun = x->trace_offcpu = false;
}

static bool seeks(const dfmt_op *op) { return dfmto_text_needs_names(op->state); }

/* ---- its format ---- */

static const char *form_word(uint32_t form) {
  const dfmt_type *t = dfmto_type_in(dfmto_text_types, DFMT_TEXT_TYPE_FORM);
  const dfmt_field *f = t->fields;
  while (f->offset != form) f++; /* every form has a word */
  return f->name;
}

/* Lists the words of a format's forms. */
static const char *list_forms(const struct dfmto_text_format *f, char *list, size_t cap) {
  size_t n = 0;
  for (uint32_t i = 0; f->forms >> i; i++)
    if (f->forms >> i & 1) n += (size_t)snprintf(list + n, cap - n, "%s%s", n ? "|" : "", form_word(i));
  return list;
}

static bool has_form(const struct dfmto_text_format *f, uint32_t form) { return !form || f->forms >> form & 1; }

static const struct dfmto_text_format *format_of(uint32_t id, uint32_t form) {
  if (form == DFMT_TEXT_JSON) return &dfmto_text_json;
  for (size_t i = 0; all[i]; i++)
    if (all[i]->id == id) return all[i];
  return NULL;
}

static dfmt_status refuse(dfmt_op *op, uint32_t id, const struct dfmto_text_format *f) {
  char list[200];
  if (!f)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no text form of its own",
                      dfmt_format_name(id));
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has only %s", dfmt_format_name(id),
                    list_forms(f, list, sizeof list));
}

/* Begins the text of a format. id 0: unknown, which JSON allows. */
static dfmt_status begin_text(dfmt_op *op, uint32_t id) {
  struct dfmto_text *x = op->state;
  const struct dfmto_text_format *f = format_of(id, x->form);
  if (!f || !has_form(f, x->form)) return refuse(op, id, f);
  if (!x->state && !(x->state = dfmti_zalloc(&op->mem, f->state_size))) return dfmto_no_memory(op);
  x->format = f;
  dfmt_status st = f->begin ? f->begin(op) : DFMT_OK;
  x->begun = st == DFMT_OK;
  return st;
}

static dfmt_status begin_input(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  dfmto_select_open(&x->select);
  return x->form == DFMT_TEXT_JSON ? begin_text(op, 0) : DFMT_OK;
}

/* It begins even if there are no records. */
static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  return dfmto_text_of(op)->begun ? DFMT_OK : begin_text(op, format);
}

/* ---- its events ---- */

/* An event that is skipped after a failure is not repeated. */
static dfmt_status done_with(dfmt_op *op, dfmt_status st) {
  if (st != DFMT_OK && dfmto_text_of(op)->goes_on) op->drive.step = DFMTO_DRIVE_NEXT;
  return st;
}

/*
 * The formats' own programs read truncated files as far as possible, but stop at malformed bytes: after these only
 * RECOVER_ALL continues.
 */
static dfmt_status stop_at(dfmt_op *op, const dfmt_diagnostic *d) {
  struct dfmto_text *x = op->state;
  if (x->recover == DFMT_TEXT_RECOVER_ALL || d->severity == DFMT_SEVERITY_NOTE || d->status == DFMT_OK) return DFMT_OK;
  x->goes_on = !(d->severity == DFMT_SEVERITY_ERROR && d->status == DFMT_E_FORMAT);
  return dfmti_fail_at(&op->err, d->status, d->number, d->byte_offset,
                       d->present & DFMT_DIAGNOSTIC_HAS_LINE ? d->line : 0, "%.*s", (int)d->message.len,
                       d->message.ptr);
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  const struct dfmto_text *x = op->state;
  const bool told = x->format && x->format->tells_diagnostics;
  return done_with(op, told ? x->format->event(op, op->drive.ev) : stop_at(op, d));
}

/* A new event: the selection has not seen it yet. */
static uint32_t wants(dfmt_op *op, const dfmt_event *ev) {
  (void)ev;
  dfmto_text_of(op)->looked = false;
  return DFMTO_WANTS_NOTHING;
}

static dfmt_status look(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_text *x = op->state;
  dfmt_status st = x->looked ? DFMT_OK : dfmto_select_check(op, &x->select);
  if (st == DFMT_OK && !x->looked) st = dfmto_select_call(op, &x->select, ev, &x->wanted);
  x->looked = st == DFMT_OK;
  return st;
}

/* If the format wants it. */
static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_text *x = op->state;
  dfmt_status st = x->select.by_call ? look(op, ev) : DFMT_OK;
  const bool wanted = !x->select.by_call || x->wanted;
  dfmt_status (*fn)(dfmt_op *op, const dfmt_event *ev) = wanted ? x->format->event : x->format->pass;
  if (st == DFMT_OK && fn) st = done_with(op, fn(op, ev));
  return st == DFMT_OK && dfmto_select_is_done(&x->select) ? DFMT_END : st;
}

static void tell_none(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  static const char none[] = DFMTO_TOOK_NONE;
  const dfmt_diagnostic d = {.head = {sizeof d, DFMT_DIAGNOSTIC},
                             .number = DFMT_ERR_NOTHING_CHOSEN,
                             .severity = DFMT_SEVERITY_WARNING,
                             .message = {none, sizeof none - 1}};
  if (dfmto_select_took_none(&x->select)) dfmto_remark(op, &d);
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  const struct dfmto_text *x = op->state;
  (void)whole;
  dfmt_status st = x->begun && x->format->end ? x->format->end(op) : DFMT_OK;
  if (st == DFMT_OK) tell_none(op);
  return st;
}

/* ---- all ---- */

/* Writes the buffer if it is large. */
static dfmt_status hand_on(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  return x->out.text.len < PIECE ? DFMT_OK : dfmto_text_output_status(op, pour(x));
}

/* Skips what failed if reading can continue; otherwise ends the text of what was read, if it has begun. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_text *x = op->state;
  const uint32_t step = op->drive.step;
  const bool goes_on = x->goes_on, ends = step != DFMTO_DRIVE_END && (x->begun || step == DFMTO_DRIVE_NEXT);
  x->goes_on = false;
  op->drive.step = accepted && goes_on ? DFMTO_DRIVE_NEXT : accepted && ends ? DFMTO_DRIVE_END : DFMTO_DRIVE_LEAVE;
  return true;
}

static const struct dfmto_callbacks callbacks = {.settle = hand_on,
                                                 .begin_input = begin_input,
                                                 .seeks = seeks,
                                                 .look_ahead = dfmto_text_load_names,
                                                 .format = on_format,
                                                 .diagnostic = on_diagnostic,
                                                 .wants = wants,
                                                 .event = on_event,
                                                 .end = on_end,
                                                 .close_input = close_input,
                                                 .decide = decide};

static dfmt_status run(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  x->to = dfmto_output(op, 0, 0);
  if (op->decision == DFMTO_UNDECIDED) x->goes_on = false;
  if (x->output_failed) return dfmti_fail_state(&op->err, "the output has failed");
  dfmt_status st = dfmto_select_begin(op, &x->select);
  if (st == DFMT_OK) st = dfmto_text_output_status(op, pour(x));
  if (st == DFMT_OK) st = dfmto_drive(op);
  return x->output_failed ? st : settle(op, st);
}

static bool is_on(const dfmt_op *op, uint32_t key) { return dfmto_option(op, key) != 0; }

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  x->out.m = &op->mem;
  x->form = (uint32_t)dfmto_option(op, DFMT_OPS_TEXT_FORM);
  const bool json = x->form == DFMT_TEXT_JSON;
  x->recover =
      (uint32_t)dfmto_option_or(op, DFMT_OPS_TEXT_RECOVER, json ? DFMT_TEXT_RECOVER_NONE : DFMT_TEXT_RECOVER_CUT);
  x->payload = (uint32_t)dfmto_option(op, DFMT_OPS_TEXT_PAYLOAD);
  x->safe = is_on(op, DFMT_OPS_TEXT_SAFE);
  x->verbose = is_on(op, DFMT_OPS_TEXT_VERBOSE);
  x->thread_ids = is_on(op, DFMT_OPS_TEXT_THREAD_IDS);
  x->call_numbers = is_on(op, DFMT_OPS_TEXT_CALL_NUMBERS);
  x->arg_names = is_on(op, DFMT_OPS_TEXT_ARG_NAMES);
  x->values = (struct dfmto_text_value){.to = &x->out,
                                        .color = is_on(op, DFMT_OPS_TEXT_COLOR),
                                        .honest = is_on(op, DFMT_OPS_TEXT_HONEST),
                                        .one_line = !is_on(op, DFMT_OPS_TEXT_MULTILINE),
                                        .safe = x->safe};
  return dfmt_config_set(op->config, DFMT_CFG_RECOVER, x->recover != DFMT_TEXT_RECOVER_NONE);
}

static void close_op(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  close_input(op);
  dfmto_select_free(&op->mem, &x->select);
  if (x->values.to) dfmto_text_value_free(&x->values);
  dfmti_buf_free(&op->mem, &x->out.text);
}

static const dfmt_op_part outputs[] = {
    DFMTO_OUTPUT("output", DFMT_OP_REQUIRED, "text/plain", "The texts of all inputs, concatenated."), {.name = NULL}};

const struct dfmto_kind dfmto_text_kind = {
    .is = {DFMTO_KIND(TEXT, "text", "Print files as the format's own programs do."), .min_inputs = 1,
           .max_inputs = UINT64_MAX,
           .shared = DFMTO_SHARED_BY_ALL | DFMTO_SHARED(CALLS) | DFMTO_SHARED(FRAMES) | DFMTO_SHARED(THREADS) |
                     DFMTO_SHARED(FUNCTIONS)},
    .state_size = sizeof(struct dfmto_text),
    .options = dfmto_text_options,
    .types = dfmto_text_types,
    .outputs = outputs,
    .begin = begin,
    .drive = &callbacks,
    .run = run,
    .close = close_op};

/* Checks that it is of this kind, and has not run yet. */
static dfmt_status check_new(dfmt_op *op) {
  dfmt_status st = dfmto_enter(op, DFMT_OP_TEXT);
  if (st != DFMT_OK || op->stage == DFMTO_NEW) return st;
  return dfmti_fail_state(&op->err, "the text is being written");
}

dfmt_status dfmt_text_blobs(dfmt_op *op, dfmt_text_blob_fn fn, void *user) {
  dfmt_status st = dfmto_enter(op, DFMT_OP_TEXT);
  if (st != DFMT_OK) return st;
  dfmto_text_of(op)->blob = fn;
  dfmto_text_of(op)->blob_user = user;
  return DFMT_OK;
}

/* ---- pieces ---- */

/* Writes the buffer to a sink at once. */
static dfmt_status write_piece(dfmt_op *op, dfmt_sink *to) {
  struct dfmto_text *x = op->state;
  uint64_t taken;
  dfmt_status st = dfmto_text_check(op, 0);
  if (st != DFMT_OK) return st;
  st = x->out.text.len ? dfmt_sink_write(to, x->out.text.ptr, x->out.text.len, &taken) : DFMT_OK;
  x->out.text.len = 0;
  if (st == DFMT_AGAIN) return dfmti_fail_state(&op->err, "the sink does not take all at once");
  return st < 0 ? dfmto_fail_as(op, dfmt_sink_error(to)) : st;
}

dfmt_status dfmt_text_call(dfmt_op *op, const dfmt_apitrace_call *call, dfmt_sink *to) {
  dfmt_status st = check_new(op);
  if (st != DFMT_OK) return st;
  if (!call || !to) return dfmti_fail_arg(&op->err, "no call, or no sink");
  dfmto_text_put_call(op, call, NULL);
  return write_piece(op, to);
}

dfmt_status dfmt_text_value(dfmt_op *op, const dfmt_apitrace_value *value, dfmt_sink *to) {
  dfmt_status st = check_new(op);
  if (st != DFMT_OK) return st;
  if (!value || !to) return dfmti_fail_arg(&op->err, "no value, or no sink");
  dfmto_text_value_put(&dfmto_text_of(op)->values, value);
  return write_piece(op, to);
}
