/* SPDX-License-Identifier: MIT */
/*
 *   OPEN -> LOOK <-> VALUE (it is decoded), NOTE -> LOOKED -> CHOOSE -> VERBATIM -> OVER
 *                                                          -> AGAIN -> EVENT <-> STEPS -> END, LAST_STEPS -> FINISH
 *                                                             -> TELL -> OVER
 */
#include "repair.h"

#include "convert/rows.h"
#include "convert/types.h"
#include "op/reading.h"

/* REPAIR_FORMATS is FORMAT(name) for each format that can be repaired, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_repair_format dfmto_repair_##NAME;
REPAIR_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_repair_##NAME,
static const struct dfmto_repair_format *const all[] = {REPAIR_FORMATS NULL};

/* ---- the first pass ---- */

static dfmt_status open_input(struct dfmto_repair *r) {
  dfmto_convert_output_take(&r->out);
  dfmt_status st = dfmto_seekable(r->op, &r->source);
  if (st == DFMT_OK) st = dfmto_reopen(r->op, r->source);
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_LOOK;
  return st;
}

static dfmt_status find_format(struct dfmto_repair *r) {
  uint32_t format = r->how ? 0 : dfmto_format(r->op);
  const struct dfmto_repair_format *how = NULL;
  if (!format) return DFMT_OK;
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == format) how = all[i];
  if (!how)
    return dfmti_fail(&r->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "this version reads files of %s, but does not write them", dfmt_format_name(format));
  if (how->state_size && !r->state && !(r->state = dfmti_zalloc(&r->op->mem, how->state_size)))
    return dfmto_no_memory(r->op);
  r->how = how;
  r->entries = dfmto_entry_find(format);
  return DFMT_OK;
}

/* What is wrong is noted; the call has failed with it. */
static dfmt_status note_damage(struct dfmto_repair *r, dfmt_str key) {
  struct dfmti_errors e;
  dfmti_errors_copy(&e, &r->op->err);
  r->damaged = true;
  return r->quiet ? DFMT_OK : dfmto_convert_note_error(r->op, &r->out.notes, &e.e, key);
}

static dfmt_status look_diagnostic(struct dfmto_repair *r, const dfmt_diagnostic *d) {
  dfmt_status st = r->quiet ? DFMT_OK : dfmto_convert_note_diagnostic(r->op, &r->out.notes, d, 0, 0);
  if (st != DFMT_OK) return st;
  if (!r->how->diagnostic && d->severity != DFMT_SEVERITY_NOTE) r->damaged = true;
  if (r->how->diagnostic) r->how->diagnostic(r, d);
  r->ev = NULL;
  return DFMT_OK;
}

static dfmt_status over(struct dfmto_repair *r) {
  (void)dfmt_reader_stat(r->op->reader, DFMT_STAT_SKIPPED, &r->skipped);
  r->ev = NULL;
  r->phase = DFMTO_REPAIR_LOOKED;
  return DFMT_OK;
}

/* What is kept is copied as it is compressed. */
static dfmt_status check_packing(struct dfmto_repair *r) {
  dfmt_status st = dfmto_check_level(r->op, false);
  return st == DFMT_OK ? dfmto_check_threads(r->op, false) : st;
}

static dfmt_status look(struct dfmto_repair *r) {
  dfmt_status st = r->ev ? DFMT_OK : dfmto_next(r->op, &r->ev);
  dfmt_status found = st == DFMT_OK || st == DFMT_END || dfmto_is_damage(st) ? find_format(r) : DFMT_OK;
  if (found != DFMT_OK) return found;
  if (dfmto_is_damage(st) && r->how) {
    st = note_damage(r, (dfmt_str){NULL, 0});
    return st == DFMT_OK ? over(r) : st;
  }
  if (st == DFMT_END && r->how) return over(r);
  if (st != DFMT_OK) return st;
  const dfmt_diagnostic *d = dfmt_event_diagnostic(r->ev);
  if (d) return r->how ? look_diagnostic(r, d) : DFMT_OK;
  st = r->any ? DFMT_OK : check_packing(r);
  if (st != DFMT_OK) return st;
  r->any = true;
  r->value = (struct dfmto_repair_value){.status = DFMT_OK};
  r->utf8 = (struct dfmti_utf8){.left = 0};
  r->start.len = 0;
  r->phase = r->how->checks && r->ev->flags & DFMT_EVENT_FLAG_PAYLOAD ? DFMTO_REPAIR_VALUE : DFMTO_REPAIR_NOTE;
  if (r->how->checks && r->how->format == DFMT_APPORT) r->phase = DFMTO_REPAIR_VALUE; /* short ones come with it */
  return DFMT_OK;
}

/* How far it is text. */
static void feed_text(struct dfmto_repair *r, dfmt_str piece) {
  for (uint64_t i = 0; i < piece.len && !r->utf8.bad; i++) {
    dfmti_utf8_feed(&r->utf8, piece.ptr + i, 1);
    if (dfmti_utf8_ok(&r->utf8)) r->value.text = r->value.decoded + i + 1;
  }
}

static dfmt_status value_failed(struct dfmto_repair *r, dfmt_status st) {
  struct dfmto_entry_key key = {"", {NULL, 0}};
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  if (r->entries && r->entries->key) (void)r->entries->key(r->ev, &key);
  r->value.status = st;
  r->value.number = r->op->err.e.number;
  dfmt_status told = note_damage(r, key.name);
  if (told == DFMT_OK) r->phase = DFMTO_REPAIR_NOTE;
  return told;
}

static dfmt_status value(struct dfmto_repair *r) {
  bool text = r->entries && r->entries->must_be_text && r->entries->must_be_text(r->ev);
  dfmt_str piece;
  dfmt_status st;
  if (!dfmti_buf_reserve(&r->op->mem, &r->start, DFMTO_REPAIR_START)) return dfmto_no_memory(r->op);
  while ((st = dfmto_chunk(r->op, &piece)) == DFMT_OK) {
    size_t room = DFMTO_REPAIR_START - r->start.len, n = piece.len < room ? (size_t)piece.len : room;
    if (n) (void)dfmti_buf_append(&r->op->mem, &r->start, piece.ptr, n);
    if (text) feed_text(r, piece);
    r->value.decoded += piece.len;
  }
  if (st != DFMT_END) return value_failed(r, st);
  if (text && r->value.text < r->value.decoded) r->value.status = DFMT_E_FORMAT; /* salvage said so */
  if (text && r->value.text < r->value.decoded) r->value.decoded = r->value.text;
  r->phase = DFMTO_REPAIR_NOTE;
  return DFMT_OK;
}

static dfmt_status note_event(struct dfmto_repair *r) {
  dfmt_status st = r->how->look ? r->how->look(r, r->ev) : DFMT_OK;
  if (st != DFMT_OK) return st;
  r->out.n_read++;
  r->ev = NULL;
  r->phase = DFMTO_REPAIR_LOOK;
  return DFMT_OK;
}

static dfmt_status looked(struct dfmto_repair *r) {
  r->phase = DFMTO_REPAIR_CHOOSE;
  dfmt_status st = r->how->looked ? r->how->looked(r) : DFMT_OK;
  if (st != DFMT_OK) r->phase = DFMTO_REPAIR_LOOKED;
  return st;
}

static dfmt_status choose(struct dfmto_repair *r) {
  if (!r->how->verbatim || r->damaged) {
    r->phase = DFMTO_REPAIR_AGAIN;
    return DFMT_OK;
  }
  dfmt_status st = dfmt_source_slice(r->op->config, r->source, 0, UINT64_MAX, &r->copied);
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_VERBATIM;
  r->out.format = r->how->format;
  return dfmto_repair_made(r, st, "a source");
}

/* ---- the second pass ---- */

static dfmt_status again(struct dfmto_repair *r) {
  dfmt_status st = dfmto_reopen(r->op, r->source);
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_EVENT;
  return st;
}

/* What is wrong was told by the first pass. */
static dfmt_status event(struct dfmto_repair *r) {
  dfmt_status st = r->ev ? DFMT_OK : dfmto_next(r->op, &r->ev);
  if (st == DFMT_END || dfmto_is_damage(st)) {
    r->ev = NULL;
    r->phase = DFMTO_REPAIR_END;
    return DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  if (dfmt_event_diagnostic(r->ev)) {
    r->ev = NULL;
    return DFMT_OK;
  }
  size_t n = r->out.notes.n;
  dfmto_convert_output_begin(&r->out, r->ev);
  st = r->how->event(r, r->ev);
  if (st == DFMT_OK)
    r->phase = DFMTO_REPAIR_STEPS;
  else
    r->out.notes.n = n;
  return st;
}

static dfmt_status open_writer(struct dfmto_repair *r, const dfmt_event *first) {
  if (!r->out.config) {
    dfmt_status st = dfmt_config_copy(r->op->config, &r->out.config);
    if (st != DFMT_OK) return dfmto_repair_made(r, st, "a configuration");
    if (r->how->prepare) r->how->prepare(r, first);
  }
  return dfmto_convert_output_open(&r->out, r->how->format, 0);
}

/* What the writer refuses is left out. */
static dfmt_status do_steps(struct dfmto_repair *r) {
  dfmt_status st = open_writer(r, r->ev);
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

static dfmt_status steps(struct dfmto_repair *r) {
  dfmt_status st = do_steps(r);
  if (st != DFMT_OK) return st;
  r->ev = NULL;
  r->phase = DFMTO_REPAIR_EVENT;
  return DFMT_OK;
}

static dfmt_status end(struct dfmto_repair *r) {
  dfmto_convert_output_begin(&r->out, NULL);
  dfmt_status st = r->how->end ? r->how->end(r) : DFMT_OK;
  if (st == DFMT_OK) r->phase = DFMTO_REPAIR_LAST_STEPS;
  return st;
}

static dfmt_status last_steps(struct dfmto_repair *r) {
  dfmt_status st = r->out.n_steps ? do_steps(r) : DFMT_OK;
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

/* ---- the very bytes ---- */

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

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const phases[])(struct dfmto_repair *r) = {[DFMTO_REPAIR_OPEN] = open_input,
                                                                  [DFMTO_REPAIR_LOOK] = look,
                                                                  [DFMTO_REPAIR_VALUE] = value,
                                                                  [DFMTO_REPAIR_NOTE] = note_event,
                                                                  [DFMTO_REPAIR_LOOKED] = looked,
                                                                  [DFMTO_REPAIR_CHOOSE] = choose,
                                                                  [DFMTO_REPAIR_AGAIN] = again,
                                                                  [DFMTO_REPAIR_EVENT] = event,
                                                                  [DFMTO_REPAIR_STEPS] = steps,
                                                                  [DFMTO_REPAIR_END] = end,
                                                                  [DFMTO_REPAIR_LAST_STEPS] = last_steps,
                                                                  [DFMTO_REPAIR_FINISH] = finish,
                                                                  [DFMTO_REPAIR_TELL] = tell,
                                                                  [DFMTO_REPAIR_VERBATIM] = verbatim};
  struct dfmto_repair *r = dfmto_repair_of(op);
  dfmt_status st = DFMT_OK;
  if (op->decision != DFMTO_UNDECIDED) return dfmti_fail_state(&op->err, "nothing more can be read of the input");
  while (st == DFMT_OK && r->phase != DFMTO_REPAIR_OVER) st = phases[r->phase](r);
  return st;
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
static const dfmt_op_part outputs[] = {DFMTO_OUTPUT("output", DFMT_OP_REQUIRED, NULL, "The sound file."),
                                       {.name = NULL}};

const struct dfmto_kind dfmto_repair_kind = {
    .is = {DFMTO_KIND(REPAIR, "repair", "What can be had of a damaged file, as a sound one."), .min_inputs = 1,
           .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_repair),
    .packs = true,
    .options = dfmto_repair_options,
    .types = dfmto_convert_types,
    .answers = answers,
    .outputs = outputs,
    .begin = begin,
    .run = run,
    .limit = limit,
    .close = close_op};
