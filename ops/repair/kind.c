/* SPDX-License-Identifier: MIT */
#include "repair.h"

#include "convert/rows.h"
#include "convert/types.h"
#include "op/drive.h"
#include "op/reading.h"

/* REPAIR_FORMATS is FORMAT(name) for each format that can be repaired, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_repair_format dfmto_repair_##NAME;
REPAIR_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_repair_##NAME,
static const struct dfmto_repair_format *const all[] = {REPAIR_FORMATS NULL};

/* ---- the input ---- */

static bool seeks(const dfmt_op *op) {
  (void)op;
  return true;
}

static dfmt_status keep_source(dfmt_op *op, dfmt_source *s) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  dfmto_convert_output_take(&r->out);
  r->source = s;
  r->over = false;
  return DFMT_OK;
}

/* Sound values are copied without recompression. */
static dfmt_status check_packing(dfmt_op *op) {
  dfmt_status st = dfmto_check_level(op, false);
  return st == DFMT_OK ? dfmto_check_threads(op, false) : st;
}

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  const struct dfmto_repair_format *how = NULL;
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == format) how = all[i];
  if (!how)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "this version reads files of %s, but does not write them", dfmt_format_name(format));
  dfmt_status st = check_packing(op);
  if (st != DFMT_OK) return st;
  if (how->state_size && !(r->state = dfmti_zalloc(&op->mem, how->state_size))) return dfmto_no_memory(op);
  r->how = how;
  r->entries = dfmto_entry_find(format);
  return DFMT_OK;
}

/* ---- the first pass ---- */

/* Notes the error of the failed call. */
static dfmt_status note_damage(struct dfmto_repair *r, dfmt_str key) {
  struct dfmti_errors e;
  dfmti_errors_copy(&e, &r->op->err);
  r->damaged = true;
  return r->quiet ? DFMT_OK : dfmto_convert_note_error(r->op, &r->out.notes, &e.e, key);
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  if (r->writes || !r->how) return DFMT_OK;
  dfmt_status st = r->quiet ? DFMT_OK : dfmto_convert_note_diagnostic(op, &r->out.notes, d, 0, 0);
  if (st != DFMT_OK) return st;
  if (!r->how->diagnostic && d->severity != DFMT_SEVERITY_NOTE) r->damaged = true;
  if (r->how->diagnostic) r->how->diagnostic(r, d);
  return DFMT_OK;
}

/* The first pass reported it. */
static dfmt_status on_damage(dfmt_op *op, dfmt_status st) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  if (!r->how) return st;
  return r->writes ? DFMT_OK : note_damage(r, (dfmt_str){NULL, 0});
}

/* Short values of Apport come with the event, but are checked, too. */
static bool is_checked(const struct dfmto_repair *r, const dfmt_event *ev) {
  return r->how->checks && (ev->flags & DFMT_EVENT_FLAG_PAYLOAD || r->how->format == DFMT_APPORT);
}

static uint32_t on_new_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  r->said = false;
  if (r->writes) return DFMTO_WANTS_NOTHING;
  r->value = (struct dfmto_repair_value){.status = DFMT_OK};
  r->utf8 = (struct dfmti_utf8){.left = 0};
  r->start.len = 0;
  return is_checked(r, ev) ? DFMTO_WANTS_PIECES : DFMTO_WANTS_NOTHING;
}

static bool must_be_text(const struct dfmto_repair *r) {
  return r->entries && r->entries->must_be_text && r->entries->must_be_text(r->op->drive.ev);
}

/* Checks how far it is text. */
static void feed_text(struct dfmto_repair *r, dfmt_str piece) {
  for (uint64_t i = 0; i < piece.len && !r->utf8.bad; i++) {
    dfmti_utf8_feed(&r->utf8, piece.ptr + i, 1);
    if (dfmti_utf8_ok(&r->utf8)) r->value.text = r->value.decoded + i + 1;
  }
}

static dfmt_status on_piece(dfmt_op *op, dfmt_str piece) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  if (!dfmti_buf_reserve(&op->mem, &r->start, DFMTO_REPAIR_START)) return dfmto_no_memory(op);
  const size_t room = DFMTO_REPAIR_START - r->start.len, n = dfmti_min(dfmti_clamp(piece.len), room);
  if (n) (void)dfmti_buf_append(&op->mem, &r->start, piece.ptr, n);
  if (must_be_text(r)) feed_text(r, piece);
  r->value.decoded += piece.len;
  return DFMT_OK;
}

static dfmt_status on_value_failed(dfmt_op *op, dfmt_status st) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  struct dfmto_entry_key key = {"", {NULL, 0}};
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  if (r->entries && r->entries->key) (void)r->entries->key(op->drive.ev, &key);
  r->value.status = st;
  r->value.number = op->err.e.number;
  return note_damage(r, key.name);
}

/* Of text followed by other bytes only the text is kept; salvage reported that. */
static void cut_text(struct dfmto_repair *r) {
  struct dfmto_repair_value *v = &r->value;
  if (v->status != DFMT_OK || v->text == v->decoded || !must_be_text(r)) return;
  v->status = DFMT_E_FORMAT;
  v->decoded = v->text;
}

static dfmt_status look(struct dfmto_repair *r, const dfmt_event *ev) {
  cut_text(r);
  dfmt_status st = r->how->look ? r->how->look(r, ev) : DFMT_OK;
  r->out.n_read += st == DFMT_OK;
  return st;
}

static dfmt_status once_more(struct dfmto_repair *r, enum dfmto_repair_phase then) {
  r->phase = then;
  return (dfmt_status)DFMTO_ONCE_MORE;
}

static dfmt_status looked(struct dfmto_repair *r) {
  if (!r->over) (void)dfmt_reader_stat(r->op->reader, DFMT_STAT_SKIPPED, &r->skipped);
  r->over = true;
  r->again = false;
  dfmt_status st = r->how && r->how->looked ? r->how->looked(r) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (r->again) return once_more(r, DFMTO_REPAIR_LOOKED);
  r->phase = DFMTO_REPAIR_CHOOSE;
  return DFMT_OK;
}

static dfmt_status choose(struct dfmto_repair *r) {
  if (!r->how->verbatim || r->damaged) {
    r->writes = true;
    return once_more(r, DFMTO_REPAIR_END);
  }
  dfmt_status st = dfmt_source_slice(r->op->config, r->source, 0, UINT64_MAX, &r->copied);
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_VERBATIM;
  r->out.format = r->how->format;
  return dfmto_repair_made(r, st, "a source");
}

/* ---- the second pass ---- */

static dfmt_status open_writer(struct dfmto_repair *r, const dfmt_event *first) {
  if (!r->out.config) {
    dfmt_status st = dfmt_config_copy(r->op->config, &r->out.config);
    if (st != DFMT_OK) return dfmto_repair_made(r, st, "a configuration");
    if (r->how->prepare) r->how->prepare(r, first);
  }
  return dfmto_convert_output_open(&r->out, r->how->format, 0);
}

/* Records that the writer refuses are omitted. */
static dfmt_status do_steps(struct dfmto_repair *r, const dfmt_event *ev) {
  dfmt_status st = open_writer(r, ev);
  while (st == DFMT_OK && r->out.step < r->out.n_steps) {
    st = dfmto_convert_output_steps(&r->out);
    bool refused = st == DFMT_E_UNSUPPORTED || dfmto_is_damage(st);
    if (!refused || r->op->err.e.origin == DFMT_ORIGIN_SINK) continue;
    dfmt_status told = note_damage(r, (dfmt_str){NULL, 0});
    if (told != DFMT_OK) return told;
    dfmto_convert_output_pass(&r->out);
    st = DFMT_OK;
  }
  return st;
}

static dfmt_status write(struct dfmto_repair *r, const dfmt_event *ev) {
  const size_t n = r->out.notes.n;
  if (r->said) return do_steps(r, ev);
  dfmto_convert_output_begin(&r->out, ev);
  dfmt_status st = r->how->event(r, ev);
  r->said = st == DFMT_OK;
  if (st == DFMT_OK) return do_steps(r, ev);
  r->out.notes.n = n;
  return st;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  return r->writes ? write(r, ev) : look(r, ev);
}

static dfmt_status end(struct dfmto_repair *r) {
  dfmto_convert_output_begin(&r->out, NULL);
  dfmt_status st = r->how->end ? r->how->end(r) : DFMT_OK;
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_LAST_STEPS;
  return st;
}

static dfmt_status last_steps(struct dfmto_repair *r) {
  dfmt_status st = r->out.n_steps ? do_steps(r, NULL) : DFMT_OK;
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_FINISH;
  return st;
}

static dfmt_status finish(struct dfmto_repair *r) {
  dfmt_status st = open_writer(r, NULL);
  if (st == DFMT_OK) st = dfmto_convert_output_finish(&r->out, r->how->format, 0);
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_TELL;
  return st;
}

static dfmt_status tell(struct dfmto_repair *r) {
  r->out.bytes_in = dfmto_bytes_read(r->op);
  bool wrong = r->damaged || dfmto_convert_notes_problems(&r->out.notes);
  dfmt_status st = r->how->tell && wrong ? r->how->tell(r) : DFMT_OK;
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_OVER;
  return st;
}

/* ---- verbatim copy ---- */

static dfmt_status read_piece(struct dfmto_repair *r) {
  uint64_t got = 0;
  if (r->piece.len) return DFMT_OK;
  dfmt_status st = dfmto_progress(r->op, r->out.bytes_in, 0);
  if (st != DFMT_OK) return st;
  st = dfmt_source_read(r->copied, r->buffer, sizeof r->buffer, &got);
  if (st < 0) return dfmto_fail_as(r->op, dfmt_source_error(r->copied));
  r->out.bytes_in += got;
  if (st == DFMT_OK) r->piece = (dfmt_str){r->buffer, got};
  return st;
}

static dfmt_status verbatim(struct dfmto_repair *r) {
  dfmt_status st = read_piece(r);
  uint64_t taken = 0;
  if (st == DFMT_END) {
    st = dfmt_sink_flush(r->out.sink);
    if (st == DFMT_OK) r->phase = DFMTO_REPAIR_OVER;
    return st < 0 ? dfmto_fail_as(r->op, dfmt_sink_error(r->out.sink)) : st;
  }
  if (st != DFMT_OK) return st;
  st = dfmt_sink_write(r->out.sink, r->piece.ptr, r->piece.len, &taken);
  if (taken) r->piece.ptr += taken;
  r->piece.len -= taken;
  return st < 0 ? dfmto_fail_as(r->op, dfmt_sink_error(r->out.sink)) : st;
}

/* ---- all ---- */

static dfmt_status on_end(dfmt_op *op, bool whole) {
  static dfmt_status (*const phases[])(struct dfmto_repair *r) = {
      [DFMTO_REPAIR_LOOKED] = looked,        [DFMTO_REPAIR_CHOOSE] = choose,
      [DFMTO_REPAIR_VERBATIM] = verbatim,    [DFMTO_REPAIR_END] = end,
      [DFMTO_REPAIR_FINISH] = finish,        [DFMTO_REPAIR_TELL] = tell,
      [DFMTO_REPAIR_LAST_STEPS] = last_steps};
  struct dfmto_repair *r = dfmto_repair_of(op);
  dfmt_status st = DFMT_OK;
  (void)whole;
  while (st == DFMT_OK && r->phase != DFMTO_REPAIR_OVER) st = phases[r->phase](r);
  return st;
}

static const struct dfmto_callbacks callbacks = {.seeks = seeks,
                                                 .look_ahead = keep_source,
                                                 .format = on_format,
                                                 .diagnostic = on_diagnostic,
                                                 .damage = on_damage,
                                                 .wants = on_new_event,
                                                 .piece = on_piece,
                                                 .value_failed = on_value_failed,
                                                 .event = on_event,
                                                 .end = on_end};

/* A failure outside of the two passes is not of a part that could be omitted. */
static dfmt_status run(dfmt_op *op) {
  if (op->decision == DFMTO_UNDECIDED) return dfmto_drive(op);
  return dfmti_fail_state(&op->err, "the rest of the input cannot be read");
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  r->op = r->out.op = op;
  dfmt_status st = dfmt_config_set(op->config, DFMT_CFG_RECOVER, dfmto_option(op, DFMT_OPS_REPAIR_RECOVER));
  return st == DFMT_OK ? dfmto_entry_set_way(op, DFMTO_WAY_EVENTS) : st;
}

static dfmt_status limit(dfmt_op *op, uint32_t key, uint64_t value) {
  return dfmto_convert_output_limit(&dfmto_repair_of(op)->out, key, value);
}

static void close_op(dfmt_op *op) {
  struct dfmto_repair *r = dfmto_repair_of(op);
  struct dfmti_mem *m = &op->mem;
  if (!r->op) return;
  if (r->state && r->how && r->how->close) r->how->close(r);
  if (r->state) dfmti_free(m, r->state, r->how->state_size);
  dfmt_source_free(r->copied);
  dfmti_buf_free(m, &r->start);
  dfmti_buf_free(m, &r->key_room);
  dfmto_convert_output_free(&r->out);
}

static const struct dfmto_answer answers[] = DFMTO_CONVERT_ANSWERS("repair");
static const dfmt_op_part outputs[] = {DFMTO_OUTPUT("output", DFMT_OP_REQUIRED, NULL, "The repaired file."),
                                       {.name = NULL}};

const struct dfmto_kind dfmto_repair_kind = {
    .is = {DFMTO_KIND(REPAIR, "repair", "Write the intact content of a damaged file as a valid file."), .min_inputs = 1,
           .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_repair),
    .packs = true,
    .options = dfmto_repair_options,
    .types = dfmto_convert_types,
    .answers = answers,
    .outputs = outputs,
    .begin = begin,
    .drive = &callbacks,
    .run = run,
    .limit = limit,
    .close = close_op};
