/* SPDX-License-Identifier: MIT */
#include "drive.h"

#include "reading.h"

static const struct dfmto_callbacks *calls_of(const dfmt_op *op) { return op->kind->drive; }

static dfmt_status go(dfmt_op *op, dfmt_status st, uint32_t step) {
  if (st == DFMT_OK) op->drive.step = step;
  return st;
}

/* ---- begin of an input ---- */

static dfmt_status begin(dfmt_op *op) {
  if (op->input == op->n_inputs) return go(op, DFMT_OK, DFMTO_DRIVE_OVER);
  const struct dfmto_callbacks *c = calls_of(op);
  op->drive.format = 0;
  op->drive.cut = false;
  return go(op, c->begin_input ? c->begin_input(op) : DFMT_OK, DFMTO_DRIVE_OPEN);
}

static dfmt_status open(dfmt_op *op) {
  const struct dfmto_callbacks *c = calls_of(op);
  dfmt_source *s = op->inputs[op->input];
  if (!c->seeks || !c->seeks(op)) return go(op, dfmto_open(op, s), DFMTO_DRIVE_NEXT);
  dfmt_status st = dfmto_seekable(op, &s);
  if (st == DFMT_OK && c->look_ahead) st = c->look_ahead(op, s);
  if (st == DFMT_END) return go(op, DFMT_OK, DFMTO_DRIVE_END);
  if (st == DFMT_OK) st = dfmto_reopen(op, s);
  return go(op, st, DFMTO_DRIVE_NEXT);
}

/* Calls format() as soon as the format is known. */
static dfmt_status tell_format(dfmt_op *op) {
  const uint32_t format = op->drive.format ? 0 : dfmto_format(op);
  if (!format) return DFMT_OK;
  dfmt_status st = calls_of(op)->format ? calls_of(op)->format(op, format) : DFMT_OK;
  if (st == DFMT_OK) op->drive.format = format;
  return st;
}

/* ---- its events ---- */

static dfmt_status damage(dfmt_op *op, dfmt_status st) {
  dfmt_status told = tell_format(op);
  return go(op, told == DFMT_OK ? calls_of(op)->damage(op, st) : told, DFMTO_DRIVE_END);
}

static dfmt_status next(dfmt_op *op) {
  const struct dfmto_callbacks *c = calls_of(op);
  dfmt_status st = dfmto_next(op, &op->drive.ev);
  if (st == DFMT_END) return go(op, DFMT_OK, DFMTO_DRIVE_END);
  if (dfmto_is_damage(st) && c->damage) return damage(op, st);
  if (st != DFMT_OK) return st;
  if (dfmt_event_diagnostic(op->drive.ev)) return go(op, DFMT_OK, DFMTO_DRIVE_DIAGNOSTIC);
  op->drive.wanted = UINT32_MAX;
  return go(op, DFMT_OK, DFMTO_DRIVE_VALUE);
}

static dfmt_status diagnostic(dfmt_op *op) {
  const struct dfmto_callbacks *c = calls_of(op);
  dfmt_status st = tell_format(op);
  if (st == DFMT_OK && c->diagnostic) st = c->diagnostic(op, dfmt_event_diagnostic(op->drive.ev));
  return go(op, st, DFMTO_DRIVE_NEXT);
}

static dfmt_status pass_value(dfmt_op *op) {
  (void)dfmt_payload_mode(op->reader, DFMT_PAYLOAD_STORED);
  dfmt_status st = dfmt_payload_skip(op->reader);
  return st < 0 ? dfmto_fail_as(op, dfmt_reader_error(op->reader)) : st;
}

/* OK: all of it. *failed: reading the value failed, not the callback. */
static dfmt_status read_pieces(dfmt_op *op, bool *failed) {
  dfmt_str *piece = &op->drive.piece;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    st = piece->len ? calls_of(op)->piece(op, *piece) : DFMT_OK;
    if (st != DFMT_OK) return st;
    *piece = (dfmt_str){NULL, 0};
    *failed = (st = dfmto_chunk(op, piece)) < 0;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status value(dfmt_op *op) {
  const struct dfmto_callbacks *c = calls_of(op);
  bool failed = false;
  dfmt_status st = tell_format(op);
  if (st != DFMT_OK) return st;
  if (op->drive.wanted == UINT32_MAX) op->drive.wanted = c->wants ? c->wants(op, op->drive.ev) : DFMTO_WANTS_NOTHING;
  if (op->drive.wanted == DFMTO_WANTS_STORED) failed = (st = pass_value(op)) < 0;
  if (op->drive.wanted == DFMTO_WANTS_PIECES) st = read_pieces(op, &failed);
  if (failed && c->value_failed) st = c->value_failed(op, st);
  return go(op, st, DFMTO_DRIVE_EVENT);
}

static dfmt_status event(dfmt_op *op) {
  dfmt_status st = calls_of(op)->event(op, op->drive.ev);
  return st == DFMT_END ? go(op, DFMT_OK, DFMTO_DRIVE_END) : go(op, st, DFMTO_DRIVE_NEXT);
}

/* ---- its end ---- */

static dfmt_status end(dfmt_op *op) {
  const struct dfmto_callbacks *c = calls_of(op);
  dfmt_status st = tell_format(op);
  if (st == DFMT_OK && c->end) st = c->end(op, !op->drive.cut);
  return st == DFMTO_ONCE_MORE ? go(op, DFMT_OK, DFMTO_DRIVE_OPEN) : go(op, st, DFMTO_DRIVE_LEAVE);
}

static dfmt_status leave(dfmt_op *op) {
  const struct dfmto_callbacks *c = calls_of(op);
  if (c->close_input) c->close_input(op);
  op->drive.piece = (dfmt_str){NULL, 0};
  op->input++;
  return go(op, DFMT_OK, DFMTO_DRIVE_BEGIN);
}

/* ---- all ---- */

/* The next step if the operation does not decide. */
static uint32_t step_after(const dfmt_op *op, bool accepted) {
  const uint32_t step = op->drive.step;
  const bool refused = !op->drive.format && dfmto_format(op) && dfmto_drive_is_reading(op);
  if (!accepted || refused) return DFMTO_DRIVE_LEAVE;
  if (op->drive.stopped == DFMT_E_LIMIT && step == DFMTO_DRIVE_VALUE) return DFMTO_DRIVE_EVENT;
  if (op->drive.stopped == DFMT_E_LIMIT && step == DFMTO_DRIVE_EVENT) return DFMTO_DRIVE_NEXT;
  return dfmto_drive_is_reading(op) ? DFMTO_DRIVE_END : DFMTO_DRIVE_LEAVE;
}

static void decide(dfmt_op *op) {
  const uint32_t decision = op->decision, stopped_at = op->drive.step;
  const bool accepted = decision == DFMTO_ACCEPTED;
  op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_UNDECIDED) return;
  if (!calls_of(op)->decide || !calls_of(op)->decide(op, accepted)) op->drive.step = step_after(op, accepted);
  if (op->drive.step == stopped_at) return;
  op->drive.piece = (dfmt_str){NULL, 0};
  op->drive.cut = op->drive.step == DFMTO_DRIVE_END;
}

dfmt_status dfmto_drive(dfmt_op *op) {
  static dfmt_status (*const steps[])(dfmt_op *op) = {
      [DFMTO_DRIVE_BEGIN] = begin, [DFMTO_DRIVE_OPEN] = open,   [DFMTO_DRIVE_NEXT] = next,
      [DFMTO_DRIVE_VALUE] = value, [DFMTO_DRIVE_EVENT] = event, [DFMTO_DRIVE_DIAGNOSTIC] = diagnostic,
      [DFMTO_DRIVE_END] = end,     [DFMTO_DRIVE_LEAVE] = leave};
  dfmt_status (*const settle)(dfmt_op *op) = calls_of(op)->settle;
  decide(op);
  dfmt_status st = settle ? settle(op) : DFMT_OK;
  while (st == DFMT_OK && op->drive.step != DFMTO_DRIVE_OVER) {
    st = steps[op->drive.step](op);
    if (st == DFMT_OK && settle) st = settle(op);
  }
  op->drive.stopped = st;
  return st;
}
